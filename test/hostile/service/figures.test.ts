import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { market } from '#contract/markets.ts';
import { trade as shownTrade } from '#contract/trades.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { epochMs } from '#domain/time.ts';
import { TokenCatalogue } from '../../../src-main/market/token-catalogue.ts';
import { marketView, tokenPage } from '../../../src-main/features/tokens/token-calls.ts';
import { tradeView } from '../../../src-main/features/trades/trade-calls.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { hostileDesk, type Outcome, type TradeOptions } from '../../support/hostile-desk.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import type { Interference } from '../../support/practice-proxy.ts';
import {
  changing,
  garbage,
  instead,
  rewriting,
  setting,
  together,
  type Json,
  type Reply,
} from '../../support/tampering.ts';

/**
 * Figures, names and routes that lie while the transaction is honest. The agreement is made from the bytes: a lie may
 * stop a trade or cause a warning, and cannot change the signed transaction.
 */

const desk = hostileDesk();

/** The figures of an estimate or a build, multiplied. */
function scaled(reply: 'estimate' | 'build', factor: number, ...names: readonly string[]): Interference {
  return changing(reply, (answer: Json) => ({
    ...answer,
    ...Object.fromEntries(names.map((name) => [name, Number(answer[name]) * factor])),
  }));
}

const AMBER_DECIMALS = 6;
const BOTH = ['total_output', 'total_output_without_slippage'] as const;
const COPY = 'ec6278e7692f5612e16f6cf0f09e38682178e1589e2691b6434be35d414d424552';

/** The sentence tells the trade's own figures, in the decimals of the ledger, and they are near the market's price. */
function expectWords({ review, trade }: Outcome): void {
  const { expected = 0n, atLeast = 0n } = trade ?? {};
  const [about, least] = [expected, atLeast].map((units) => formatDecimal(units, AMBER_DECIMALS));
  expect(review?.sentence).toBe(
    `You send 25 ADA. You get about ${about} AMBER, at least ${least} AMBER. AMBER is the token f9aff5a2efe99404…4d424552.`,
  );
  expect([Number(about), Number(least)]).toEqual([expect.closeTo(50, -1), expect.closeTo(50, -1)]);
}

async function judged(lie: Interference, options?: TradeOptions): Promise<Outcome> {
  const outcome = await desk().trade(lie, options);
  expect(outcome.leaks).toEqual([]);
  const { review, signed, sent } = outcome;
  for (const bodyHash of signed) expect(bodyHash).toBe(review?.inspection.bodyHash);
  expect(sent).toHaveLength(outcome.at === 'done' ? 1 : 0);
  // Whatever the service claims, the bytes alone determine the enforced minimum, and "about" stays within reach of it.
  if (review) {
    const { minimumReceived } = review.inspection.report.effect;
    expect(review.trade.atLeast).toBe(minimumReceived);
    expect(review.sentence).not.toMatch(/undefined|NaN|Infinity|[<>\u202e]/);
  }
  return outcome;
}

describe('an estimate that is refused', () => {
  test.each([
    ['a figure beyond every number', setting('estimate', { total_output: 'raw:1e400' })],
    ['a figure that is none', setting('estimate', { total_output: 'raw:NaN' })],
    ['a figure without end', setting('estimate', { total_output: 'raw:Infinity' })],
    ['a figure of eighty digits', setting('estimate', { total_output: `raw:1${'0'.repeat(80)}` })],
    ['a figure in octal', setting('estimate', { total_output: 'raw:0012' })],
    ['a list for a figure', setting('estimate', { total_output: [1] })],
    ['an object for a figure', setting('estimate', { total_output: { value: 1 } })],
    ['words for a figure', setting('estimate', { total_output: 'much' })],
    ['words for routes', setting('estimate', { possible_routes: 'EXA' })],
    ['two answers in one', rewriting('estimate', (text) => text + text)],
  ])('%s', async (_name, lie) => {
    const outcome = await judged(lie);
    expect([outcome.at, outcome.failure?.code, outcome.signed]).toEqual([
      'quote',
      'service-answer-malformed',
      [],
    ]);
    expect(outcome.words).toMatch(/The service sent an answer that cannot be read/);
  });

  test.each([
    [
      'nothing',
      setting('estimate', { total_output: 0, total_output_without_slippage: 0, possible_routes: [] }),
    ],
    [
      'less than nothing',
      setting('estimate', { total_output: -5, total_output_without_slippage: -5, possible_routes: null }),
    ],
    [
      'no figure',
      setting('estimate', { total_output: null, total_output_without_slippage: null, possible_routes: null }),
    ],
  ])('%s is no quote', async (_name, lie) => {
    expect((await judged(lie)).failure?.code).toBe('no-quote');
  });
});

describe('an estimate next to an honest build', () => {
  test.each([
    ['ten times as much', scaled('estimate', 10, ...BOTH)],
    ['a million times as much, as with wrong decimals', scaled('estimate', 1e6, ...BOTH)],
    ['a floor above the fill', setting('estimate', { total_output: 1e9 })],
  ])('%s: the trade gives less than the quote, and is not signed on the quote alone', async (_name, lie) => {
    const outcome = await judged(lie, { consents: 'none' });
    expect(outcome.signed).toEqual([]);
    expect(outcome.failure?.code).toMatch(/^(?:inspection-blocked|consent-missing)$/);
    expect(outcome.words).toMatch(/enforce only|gives less than the quote|You lose \d/);
    expect(outcome.review?.worseThanQuote).toBeDefined();
  });

  test.each([
    ['a tenth', scaled('estimate', 0.1, ...BOTH)],
    [
      'the two figures under each other’s name',
      changing('estimate', (answer: Json) => ({
        ...answer,
        total_output: answer['total_output_without_slippage'],
        total_output_without_slippage: answer['total_output'],
      })),
    ],
    ['no routes', setting('estimate', { possible_routes: [] })],
    [
      'routes below nothing',
      setting('estimate', { possible_routes: [{ dex: 'EXA', amount_in: -25, expected_output: -1 }] }),
    ],
    [
      'five thousand routes',
      setting('estimate', {
        possible_routes: Array.from({ length: 5_000 }, () => ({
          dex: 'EXA',
          amount_in: 1,
          expected_output: 1,
        })),
      }),
    ],
    [
      'markup for an exchange',
      setting('estimate', {
        possible_routes: [{ dex: '<img src=x onerror=alert(1)>', amount_in: 25, expected_output: 51 }],
      }),
    ],
    ['an exchange that is a number', setting('estimate', { possible_routes: [{ dex: 7, amount_in: 25 }] })],
    ['fees without end', setting('estimate', { batcher_fee: 1e300, deposits: 1e300 })],
    ['fees below nothing', setting('estimate', { batcher_fee: -5, deposits: -5 })],
  ])('%s: what is signed and shown comes from the bytes', async (_name, lie) => {
    const outcome = await judged(lie);
    expect(outcome.at).toBe('done');
    const { atLeast = 0n, expected = 0n } = outcome.trade ?? {};
    expect(expected).toBeGreaterThanOrEqual(atLeast);
    expect(expected * 98n).toBeLessThan(atLeast * 100n);
  });

  test('no fees: the orders’ fees and deposits need a consent', async () => {
    const outcome = await judged(setting('estimate', { batcher_fee: 0, deposits: 0 }), { consents: 'none' });
    expect([outcome.failure?.code, outcome.signed]).toEqual(['consent-missing', []]);
    expect(outcome.words).toMatch(/for fees and deposits, the quote stated 0 ADA/);
  });

  test('a promise far above its own floor is shown with the quote, and not signed unasked', async () => {
    const lie = scaled('estimate', 10, 'total_output_without_slippage');
    const outcome = await judged(lie, { consents: 'none' });
    expect(inEnglish(...(outcome.review?.quote.notices ?? []))).toMatch(
      /minimum is 9\d\.\d % below what is expected/,
    );
    expect(outcome.signed).toEqual([]);
    expect(outcome.words).toMatch(/90\.\d+ % less than what is expected/);
  });
});

describe('what comes with an honest transaction', () => {
  test.each([
    [
      'ten times the output',
      // Quoted a hair low, so that a market that moves against the trade in between is still within the quote.
      together(scaled('estimate', 0.99, ...BOTH), scaled('build', 10, 'total_output')),
    ],
    ['a tenth of the output', scaled('build', 0.1, 'total_output')],
    ['no output', setting('build', { total_output: 0, total_input: 0 })],
    ['an output below nothing', setting('build', { total_output: -1 })],
    ['another input', setting('build', { total_input: 1e12 })],
    ['no splits', setting('build', { splits: null })],
    [
      'splits of another trade',
      setting('build', { splits: [{ dex: 'EXB', amount_in: 1, expected_output: 1e6 }] }),
    ],
    [
      'markup for an exchange',
      setting('build', {
        splits: [{ dex: '<script>alert(1)</script>', amount_in: 25, expected_output: 51 }],
      }),
    ],
    [
      'a million splits of nothing',
      setting('build', {
        splits: Array.from({ length: 10_000 }, () => ({ dex: 'EXA', amount_in: 0, expected_output: 0 })),
      }),
    ],
    [
      'words of safety',
      setting('build', { verdict: 'pass', approved: true, findings: [], bodyHash: '00'.repeat(32) }),
    ],
  ])('%s: the words are those of the bytes', async (_name, lie) => {
    const outcome = await judged(lie);
    expect(outcome.at).toBe('done');
    const { atLeast = 0n, expected = 0n } = outcome.trade ?? {};
    expect(expected * 98n).toBeLessThan(atLeast * 100n);
    expectWords(outcome);
  });

  test('an estimate and a build that promise ten times as much together get no further than a consent', async () => {
    const both = together(scaled('estimate', 10, ...BOTH), scaled('build', 10, 'total_output'));
    const outcome = await judged(both, { consents: 'none' });
    expect(outcome.signed).toEqual([]);
    expect(outcome.failure?.code).toMatch(/^(?:inspection-blocked|consent-missing)$/);
    expect(outcome.words).toMatch(/enforce only|gives less than the quote|You lose \d/);
  });
});

describe('a transaction that is valid for longer than there are dates', () => {
  // To the last slot that 64 bits can name, and to one whose time in milliseconds is just no date any more.
  test.each(['1bffffffffffffffff', '1b000007dba8218000'])(
    'until %s: is blocked, and listed',
    async (slot) => {
      const lie = changing('build', ({ cbor }: { readonly cbor: string }) => ({
        cbor: withBodyField(cbor, 3, slot),
      }));
      const outcome = await judged(lie, { fresh: true });
      expect([outcome.at, outcome.failure?.code, outcome.signed]).toEqual([
        'review',
        'inspection-blocked',
        [],
      ]);
      expect(outcome.words).toMatch(/valid for more than a day/);
      const { trade } = outcome;
      if (!trade) throw new Error('the refused trade is not in the journal');
      expect(trade.validUntil).toBeUndefined();
      const kept = { ...trade, validUntil: epochMs(Number(BigInt(`0x${slot.slice(2)}`)) * 1_000) };
      for (const each of [trade, kept]) expect(v.safeParse(shownTrade, tradeView(each)).success).toBe(true);
    },
  );
});

describe('a token', () => {
  const fresh = { fresh: true };

  test.each([0, 5, 7, 30])(
    'with %i decimals, which the ledger contradicts, is not traded',
    async (decimals) => {
      const outcome = await judged(setting('token', { token_decimals: decimals }), fresh);
      expect([outcome.at, outcome.failure?.code, outcome.signed]).toEqual(['quote', 'decimals-unknown', []]);
      expect(outcome.words).toMatch(/how many decimals/);
    },
  );

  test.each([
    ['decimals below nothing', { token_decimals: -1 }],
    ['four hundred decimals', { token_decimals: 400 }],
    ['half a decimal', { token_decimals: 0.5 }],
    ['words for decimals', { token_decimals: 'six' }],
  ])('with %s keeps those of the ledger', async (_name, members) => {
    const outcome = await judged(setting('token', members), fresh);
    expect(outcome.at).toBe('done');
    expectWords(outcome);
  });

  test.each([
    ['of another id', { token_id: COPY }],
    ['verified by a word', { is_verified: 'yes' }],
  ])('%s counts as unverified', async (_name, members) => {
    const outcome = await judged(setting('token', members), fresh);
    expect(outcome.review?.quote.tokens.map(({ verified }) => verified)).toContain(false);
    expect(inEnglish(...(outcome.review?.quote.notices ?? []))).toMatch(/AMBER is not verified/);
  });

  test.each([
    ['that calls itself ADA', { ticker: 'ADA', token_ascii: 'Cardano' }],
    ['that hides its name', { ticker: '\u202eADA\u0000<b>' }],
    ['with a name of fifty thousand letters', { ticker: 'X'.repeat(50_000) }],
  ])('%s is named by its id in what is agreed to', async (_name, members) => {
    const outcome = await judged(setting('token', members), fresh);
    expect(outcome.review?.sentence).toMatch(
      /^You send 25 ADA\. You get about \S+ f9aff5a2…[0-9a-f]+, at least/,
    );
  });

  test('that is found under the name of another is another asset', async () => {
    const lie = changing('search', (found: Json[]) => found.map((one) => ({ ...one, token_id: COPY })));
    const [first] = await desk().under(lie, async ({ service }) => {
      const found = await service.search('AMBER', true);
      return found.ok ? found.value : [];
    });
    expect(first?.id).toBe(COPY);
    expect(first?.id).not.toBe(desk().token);
  });
});

describe('prices', () => {
  test.each([
    ['a billion', { price_ba: 1e9 }],
    ['less than nothing', { price_ba: -1 }],
    ['nothing', { price_ba: 0 }],
    ['next to nothing', { price_ba: 1e-30 }],
    ['no number', { price_ba: 'raw:NaN' }],
    ['words', { price_ba: 'cheap' }],
  ])('%s: they change no transaction', async (_name, members) => {
    const outcome = await judged(setting('price', members));
    expect(outcome.at).toBe('done');
    const { quote } = outcome.review ?? {};
    const impact = quote?.kind === 'swap' ? quote.priceImpact : 'no swap';
    expect(impact === undefined || Number.isFinite(impact)).toBe(true);
  });
});

describe('what only informs', () => {
  const INFORMING = ['links', 'price', 'pools', 'pairs', 'stats'] as const;

  /** Looks at the token's page under each lie in turn; the content shown must fit the page's contract. */
  const pages = (lies: readonly (readonly [string, Interference])[]): Promise<void> =>
    desk().under(
      (_request, forward) => forward(),
      async ({ service, ledger }) => {
        for (const [name, lie] of lies) {
          desk().proxy.interfere(lie);
          const catalogue = new TokenCatalogue(service, ledger, systemClock);
          const shown = await tokenPage(desk().token, service, catalogue, systemClock);
          if (!shown.ok) throw new Error(`${name}: ${shown.failure.code}`);
          const fits = v.safeParse(market, JSON.parse(JSON.stringify(marketView(shown.value)))).success;
          expect([name, fits]).toEqual([name, true]);
          for (const link of Object.values(shown.value.links)) expect(link).toMatch(/^https:/);
        }
      },
    );

  test.each(INFORMING)(
    '%s replaced by what is none is absent, and the page is whole',
    async (reply: Reply) => {
      await pages(Object.entries(garbage).map(([name, answer]) => [name, instead(reply, answer)] as const));
    },
  );

  const ODD = [
    'raw:-1',
    'raw:1e400',
    'raw:NaN',
    '"',
    null,
    [],
    {},
    1e300,
    9_007_199_254_740_993,
    '<b>',
    true,
  ];
  const rows: Readonly<Record<string, readonly string[]>> = {
    pools: ['dex_name', 'token_1_amount', 'token_2_amount', 'pool_id'],
    pairs: ['token_id', 'ticker', 'liquidity'],
  };
  const objects: Readonly<Record<string, readonly string[]>> = {
    stats: ['daily_buys_count', 'daily_sales_count', 'daily_volume'],
    price: ['price_ba'],
    links: ['discord', 'website'],
  };

  test.each([
    ...Object.entries(rows).flatMap(([reply, names]) => names.map((name) => [reply, name, true] as const)),
    ...Object.entries(objects).flatMap(([reply, names]) =>
      names.map((name) => [reply, name, false] as const),
    ),
  ])('%s with an odd %s does no harm', async (reply, name, list) => {
    const lies = ODD.map((odd) => {
      const lie = rewriting(reply as Reply, (text) => {
        const answer = JSON.parse(text) as Json | Json[];
        const changed = list
          ? (answer as Json[]).map((row) => ({ ...row, [name]: odd }))
          : { ...answer, [name]: odd };
        return JSON.stringify(changed).replaceAll(/"raw:([^"]*)"/g, '$1');
      });
      return [JSON.stringify(odd), lie] as const;
    });
    await pages(lies);
  });
});
