import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { SwapIntent } from '#domain/quote.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { attackKinds } from '../../support/attack-kinds/all-kinds.ts';
import type { AttackBase, AttackKind } from '../../support/attack-kinds/attack-kind.ts';
import { practiceBases } from '../../support/attack-kinds/practice-bases.ts';
import { harmlessAnswers, signedKinds, type SignedKind } from '../../support/attack-kinds/signed-kinds.ts';
import { hostileDesk, type Outcome, type TradeOptions } from '../../support/hostile-desk.ts';
import { askFaucet, need } from '../../support/live-clients.ts';
import { liveAttackBase } from '../../support/live-attack-base.ts';
import type { Interference, ProxyAnswer } from '../../support/practice-proxy.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { selling } from '../../support/sales.ts';
import { replies, type Json } from '../../support/tampering.ts';
import { until } from '../../support/trader.ts';

/** The transactions that the service answers, changed on their way, before the signature and after it. */

const sentence = /^[A-Z0-9"](?!.*undefined|.*NaN|.*\[object).*\.$/s;
const desk = hostileDesk();

type Make = (base: AttackBase) => string | undefined;

/**
 * A trade with the transaction changed in the replies of one kind. A purchase spends ADA alone: changes that need
 * tokens find none there, and are tried on a sale.
 */
async function tradeWith(reply: 'build' | 'sign', make: Make, options: TradeOptions = {}): Promise<Outcome> {
  for (const side of ['buy', 'sell'] as const) {
    let applied = false;
    const lie: Interference = async ({ url, body }, forward) => {
      const answer = await forward();
      if (!replies[reply].test(url) || answer.status !== 200) return answer;
      const json = JSON.parse(answer.body) as { readonly cbor: string };
      const { txCbor = json.cbor } = JSON.parse(String(body)) as { readonly txCbor?: string };
      const cbor = make(
        await liveAttackBase(txCbor, intents(side), desk().account, desk().practice.endpoints),
      );
      applied = cbor !== undefined;
      return { ...answer, body: JSON.stringify({ ...json, cbor }) };
    };
    const outcome = await desk().trade(lie, { ...options, side });
    if (applied) return outcome;
  }
  throw new Error('practice builds nothing that could be changed so');
}

function intents(side: 'buy' | 'sell'): Pick<SwapIntent, 'pay' | 'receive'> {
  return side === 'buy'
    ? { pay: { asset: ADA, quantity: quantity(25_000_000n) }, receive: desk().token }
    : { pay: { asset: desk().token, quantity: quantity(30_000_000n) }, receive: ADA };
}

/** Rules of one severity that a review names. */
function rulesOf({ review }: Outcome, wanted: 'block' | 'warn'): readonly string[] {
  const findings = review?.inspection.report.findings ?? [];
  return findings.filter(({ severity }) => severity === wanted).map(({ rule }) => rule);
}

/** Practice spends one input here, of ADA or of tokens beside: kinds that need two are tried on bytes alone. */
const ELSEWHERE = /^(?:my input as collateral|an input left out)/;
/** Each order's minimum is rounded separately: one unit less is shown as it is, and the user agrees to it. */
const ROUNDING = 'one unit less enforced';

const [simple] = practiceBases();
const here = attackKinds.filter(
  ({ name, make }) =>
    !ELSEWHERE.test(name) && name !== ROUNDING && simple !== undefined && make(simple) !== undefined,
);
const stopped = here.filter(({ severity }) => severity !== 'warn');
const asked = here.filter(({ severity }) => severity === 'warn');
const named = <Kind extends AttackKind | SignedKind>(kinds: readonly Kind[]) =>
  kinds.map((kind) => [kind.name, kind] as const);

describe('a built transaction', () => {
  test('is attacked in many ways', () => {
    expect(stopped.length).toBeGreaterThan(100);
    expect(asked.length).toBeGreaterThan(5);
  });

  test.each(named(stopped))('%s: nothing is signed, and the user reads why', async (_name, kind) => {
    const outcome = await tradeWith('build', kind.make);
    expect([outcome.at, outcome.signed, outcome.sent, outcome.leaks]).toEqual(['review', [], [], []]);
    expect(outcome.words).toMatch(sentence);
    if (kind.severity === 'decode') {
      expect(outcome.failure?.code).toMatch(
        /^(?:transaction-undecodable|service-answer-malformed|service-built-nothing)$/,
      );
      return;
    }
    expect(outcome.failure?.code).toBe('inspection-blocked');
    expect(rulesOf(outcome, 'block').some((rule) => kind.caughtBy.includes(rule))).toBe(true);
    expect(rulesOf(outcome, 'block')[0]).toBe(outcome.failure?.data?.['rule']);
  });

  test.each(named(asked))('%s: nothing is signed without a consent', async (_name, kind) => {
    const outcome = await tradeWith('build', kind.make, { consents: 'none' });
    expect([outcome.signed, outcome.sent, outcome.leaks]).toEqual([[], [], []]);
    expect([outcome.at, outcome.failure?.code]).toEqual(
      rulesOf(outcome, 'block').length > 0 ? ['review', 'inspection-blocked'] : ['accept', 'consent-missing'],
    );
    expect(outcome.words).toMatch(sentence);
    const told = [...rulesOf(outcome, 'block'), ...rulesOf(outcome, 'warn')];
    expect(told.some((rule) => kind.caughtBy.includes(rule))).toBe(true);
  });

  test('one unit less is shown as it is enforced, for the user to agree to', async () => {
    const kind = attackKinds.find(({ name }) => name === ROUNDING);
    let honest = 0n;
    const outcome = await tradeWith('build', (base) => {
      honest = minimumIn(base.input.cbor);
      return kind?.make(base);
    });
    expect([outcome.at, outcome.leaks]).toEqual(['done', []]);
    expect(outcome.trade?.atLeast).toBe(honest - 1n);
    expect(outcome.review?.inspection.report.effect.minimumReceived).toBe(honest - 1n);
  });
});

/** The minimum that the orders of a transaction enforce together. */
function minimumIn(cbor: string): bigint {
  const { outputs } = need(decodeTransaction(cbor)).body;
  return outputs
    .flatMap(({ datum }) => (datum.kind === 'inline' ? [need(decodeOrderDatum(datum.hex))] : []))
    .reduce((sum, { minimumReceived }) => sum + minimumReceived, 0n);
}

/** Has practice build something else than what was asked for. */
function builtFor(change: (asked: Json) => Json): Interference {
  return async ({ url, body }, forward) => {
    if (!replies.build.test(url)) return forward();
    const { baseUrl, apiKey } = desk().practice.endpoints;
    const built = await fetch(`${baseUrl}/swap/build`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-partner-id': apiKey },
      body: JSON.stringify(change(JSON.parse(String(body)) as Json)),
    });
    if (!built.ok) throw new Error(`practice did not build: ${await built.text()}`);
    return { status: 200, body: await built.text() };
  };
}

describe('a good transaction of another trade', () => {
  const stranger = practiceWallet(77);

  beforeAll(async () => {
    const { endpoints } = desk().practice;
    const gift = await askFaucet(endpoints, stranger.address);
    await until(async () => (await fetch(`${endpoints.ledgerUrl}/txs/${gift}`)).ok);
  });

  test.each([
    [
      'twice the amount',
      (asked: Json) => ({ ...asked, amount_in: 50 }),
      /orders (?:take|sell)|Order 1 (?:takes|holds)/,
    ],
    ['half the amount', (asked: Json) => ({ ...asked, amount_in: 12 }), /orders sell|hold less|enforce only/],
    [
      'the other direction',
      (asked: Json) => ({ ...asked, token_in: asked['token_out'], token_out: '' }),
      /Order 1/,
    ],
    [
      'somebody else',
      (asked: Json) => ({ ...asked, buyer_address: stranger.address }),
      /spends nothing from this wallet/,
    ],
    [
      'half of it lost to slippage',
      (asked: Json) => ({ ...asked, slippage: 50 }),
      /enforce only|gives less than the quote|You lose \d/,
    ],
  ])('%s: nothing is signed', async (_name, change, words) => {
    const outcome = await desk().trade(builtFor(change), { consents: 'none' });
    expect([outcome.signed, outcome.sent, outcome.leaks]).toEqual([[], [], []]);
    expect(outcome.failure?.code).toMatch(/^(?:inspection-blocked|consent-missing)$/);
    expect(outcome.words).toMatch(words);
  });

  test('the same one twice, for two trades: the second is pointed out, and needs a consent', async () => {
    let first: ProxyAnswer | undefined;
    const replay: Interference = async (request, forward) => {
      if (!replies.build.test(request.url)) return forward();
      first ??= await forward();
      return first;
    };
    await desk().trade(replay, {
      afterwards: async (trader, { trade }) => {
        expect(trade?.state).toBe('submitted');
        desk().proxy.interfere(replay);
        const request = { ...selling(25_000_000n), receive: desk().token, slippageBps: 100, excluded: [] };
        const quote = need(await trader.trading.estimators.swaps.quote(request));
        const again = need(await trader.trading.examine(quote.id, trader.account));
        const told = again.inspection.report.findings.filter(({ severity }) => severity !== 'info');
        expect(again.inspection.bodyHash).toBe(trade?.bodyHash);
        expect(told.map(({ rule }) => rule)).toContain('V12');
      },
    });
  });
});

describe('a signed transaction', () => {
  const [base] = practiceBases();
  const applicable = signedKinds.filter((kind) => base !== undefined && kind.make(base) !== undefined);

  test.each(named(applicable))('%s: is not sent, and the user reads why', async (_name, kind) => {
    const outcome = await tradeWith('sign', kind.make);
    expect([outcome.at, outcome.sent, outcome.leaks]).toEqual(['accept', [], []]);
    expect(outcome.signed).toEqual([outcome.review?.inspection.bodyHash]);
    expect(outcome.trade?.state).toBe('signed');
    expect(outcome.failure?.code).toMatch(
      /^(?:service-changed-transaction|signature-incomplete|service-did-not-sign)$/,
    );
    expect(outcome.words).toMatch(sentence);
    expect(outcome.trade?.failure).toEqual(outcome.failure);
  });

  const harmless = harmlessAnswers.filter((kind) => base !== undefined && kind.make(base) !== undefined);

  test('is answered in many ways', () => {
    expect([applicable.length, harmless.length]).toEqual([expect.toSatisfy((count) => count > 20), 2]);
  });

  test.each(named(harmless))('%s: is as good', async (_name, kind) => {
    const outcome = await tradeWith('sign', kind.make);
    expect([outcome.at, outcome.leaks]).toEqual(['done', []]);
    expect(outcome.sent).toHaveLength(1);
  });
});
