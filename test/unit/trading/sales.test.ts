import { beforeEach, describe, expect, it } from 'vitest';
import { LARGEST_QUANTITY, quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { Estimate, Sale } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import type { Agreement } from '../../../src-main/agreement/agreement.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import type { Ledger } from '../../../src-main/ports/ledger.ts';
import type { Service } from '../../../src-main/ports/service.ts';
import { Estimators } from '../../../src-main/trading/kinds/estimators.ts';
import { type Quote, QuoteBook } from '../../../src-main/trading/kinds/quote.ts';
import { agreementFor } from '../../../src-main/trading/kinds/trade-kinds.ts';
import { GEM_TOKEN } from '../../support/batch-quotes.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { codeOf, must } from '../../support/trader.ts';
import { selling } from '../../support/sales.ts';

const GEM = GEM_TOKEN.id;
/** Half an ADA for one GEM of 3 decimals. */
const SPOT = 0.5;
const SOLD = 100_000n;

let gem: Token;
/** The amounts that the service was asked to estimate or build, in base units. */
let asked: bigint[];
/** How often it was asked for its records of orders. */
let recordsAsked: number;
let estimators: Estimators;

beforeEach(() => {
  gem = GEM_TOKEN;
  asked = [];
  recordsAsked = 0;
  const answer = (units: bigint): Promise<Result<Estimate, Failure>> => {
    asked.push(units);
    const expected = quantity(units * 500n);
    const routes = [{ exchange: 'EXA', amountIn: quantity(units), expectedOut: expected }];
    return Promise.resolve(ok({ expected, lowest: expected, routes }));
  };
  const service = {
    averagePrice: () => Promise.resolve(ok(SPOT)),
    pools: () => Promise.resolve(ok([])),
    limitOrders: () => {
      recordsAsked += 1;
      return Promise.resolve(ok([]));
    },
    estimate: ({ pay }) => answer(pay.quantity),
    limitEstimate: ({ pay }) => answer(pay.quantity),
    dcaCreate: ({ pay }) => {
      asked.push(pay.quantity);
      return Promise.resolve(failed(failure('service-error')));
    },
  } satisfies Partial<Service>;
  const clock = new ManualClock();
  let count = 0;
  estimators = new Estimators({
    service: service as unknown as Service,
    ledger: {} as Ledger,
    clock,
    quotes: new QuoteBook(clock),
    scripts: { known: new Map(), listed: new Map(), complete: true },
    ownBytes: () => undefined,
    network: 'preprod',
    frozen: () => new Map(),
    busy: () => new Set(),
    token: (id) => Promise.resolve(ok(id === ADA ? ADA_TOKEN : gem)),
    newId: () => String((count += 1)),
  });
});

/** The quotes of a sale, one for each transaction. */
const kinds: Readonly<Record<string, (sale: Sale) => Promise<Result<readonly Quote[], Failure>>>> = {
  'a swap': async (sale) => {
    const quote = await estimators.swaps.quote({ ...sale, slippageBps: 100, excluded: [] });
    return quote.ok ? ok([quote.value]) : quote;
  },
  'a limit order': async (sale) => {
    const price = { form: 'ada-per-token', text: '0.6' } as const;
    const terms = { price, multiples: 1, exchange: undefined, excluded: [] };
    const quote = await estimators.limits.quote({ ...sale, ...terms });
    return quote.ok ? ok([quote.value.quote]) : quote;
  },
  'a ladder': async (sale) => {
    const [from, to] = (['0.6', '0.7'] as const).map((text) => ({ form: 'ada-per-token', text }) as const);
    if (!from || !to) throw new Error('two prices');
    const shape = { count: 3, sizes: 'equal', spacing: 'linear', exchange: undefined, excluded: [] } as const;
    const plan = await estimators.ladders.plan({ ...sale, from, to, ...shape });
    return plan.ok ? ok(plan.value.levels.map(({ quote }) => quote)) : plan;
  },
  'a recurring order': async (sale) => {
    const terms = { cycles: 4, every: '1day', slippageBps: 100, exchanges: [], others: [], address: 'addr' };
    const plan = await estimators.recurring.plan({ ...sale, ...terms });
    return plan.ok ? ok([plan.value.quote]) : plan;
  },
};

/** Base units that the user agrees to sell. */
function soldBy({ transactions }: Agreement): bigint {
  return transactions.reduce((sum, { task }) => ('pay' in task ? sum + task.pay.quantity : sum), 0n);
}

describe.each(Object.entries(kinds))('%s', (_kind, quotesOf) => {
  const sale = { ...selling(SOLD, GEM, 3), receive: ADA };

  it('is quoted and agreed to in the base units that were asked for', async () => {
    const quotes = must(await quotesOf(sale));
    const agreement = agreementFor(quotes, 'preprod', DEFAULT_POLICY, epochMs(0));
    expect(soldBy(agreement)).toBe(SOLD);
    expect(quotes.flatMap((quote) => ('pay' in quote.task ? quote.task.pay.asset : []))).toEqual(
      quotes.map(() => GEM),
    );
    expect(asked.every((units) => units <= SOLD)).toBe(true);
  });

  it.each([
    ['more', 6],
    ['fewer', 0],
  ])('is not asked for once the token has %s decimals than the amount was read with', async (_which, now) => {
    gem = { ...GEM_TOKEN, decimals: now };
    const refused = await quotesOf(sale);
    expect(refused.ok ? undefined : refused.failure).toMatchObject({
      code: 'decimals-changed',
      data: { token: 'GEM', read: 3, now },
    });
    expect(asked).toEqual([]);
    // The request uses the present decimals, and means the same number of whole tokens as typed.
    const again = { ...selling((SOLD * 10n ** BigInt(now)) / 1_000n, GEM, now), receive: ADA };
    expect(soldBy(agreementFor(must(await quotesOf(again)), 'preprod', DEFAULT_POLICY, epochMs(0)))).toBe(
      again.pay.quantity,
    );
  });

  it('is not asked for of a token whose decimals nobody knows', async () => {
    gem = { ...GEM_TOKEN, decimals: 0, decimalsSource: 'unknown' };
    expect(codeOf(await quotesOf({ ...selling(SOLD, GEM, 0), receive: ADA }))).toBe('decimals-unknown');
    expect(asked).toEqual([]);
  });

  it.each([
    ['nothing', 0n, 'amount-malformed'],
    ['more than an output can hold', LARGEST_QUANTITY + 1n, 'amount-too-large'],
  ])('is not asked for of %s', async (_what, units, code) => {
    expect(codeOf(await quotesOf({ ...selling(units, GEM, 3), receive: ADA }))).toBe(code);
    expect(asked).toEqual([]);
  });

  it('of ADA is of lovelace, whatever a window says', async () => {
    expect(codeOf(await quotesOf({ ...selling(25_000_000n, ADA, 0), receive: GEM }))).toBe(
      'decimals-changed',
    );
    expect(codeOf(await quotesOf({ ...selling(25_000_000n), receive: GEM }))).toBe('ok');
  });
});

it('asks for records of orders once where a swap’s fees are not known, however many quotes follow', async () => {
  const sale = { ...selling(SOLD, GEM, 3), receive: ADA };
  for (let quotes = 0; quotes < 3; quotes += 1)
    must(await estimators.swaps.quote({ ...sale, slippageBps: 100, excluded: [] }));
  expect(recordsAsked).toBe(1);
});
