// Transactions that leave in one bundle: built as long as none spends what another needs, recorded together, and each
// signature matched to its own transaction.
import { describe, expect, it } from 'vitest';
import { knownScripts } from '../../../src-main/app/order-scripts.ts';
import { parseWitnessSet } from '../../../src-main/cardano/witness.ts';
import type { VkeyWitness } from '../../../src-main/cardano/witness-set.ts';
import { acceptOffline, findingsOf } from '../../../src-main/offline/accept.ts';
import { readOfflineBundle } from '../../../src-main/offline/bundle.ts';
import { judgeOffline, type JudgedBundle } from '../../../src-main/offline/judge.ts';
import { openOfflineKeys } from '../../../src-main/offline/open-keys.ts';
import { signOffline } from '../../../src-main/offline/sign.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import type { BuiltTogether } from '../../../src-main/trading/built-together.ts';
import type { HandedOut } from '../../../src-main/trading/signed-elsewhere.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { roundWords } from '../../../src-main/trading/batch-agreement.ts';
import { ladderBatch, ladderBuying } from '../../support/batches.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { agreementTo, codeOf, must, TEST_PHRASE, tradeIn } from '../../support/trader.ts';
import { builtTogether, twoCancellations } from '../../support/two-cancellations.ts';

const at = lyingPractice();

async function handOut({ reviews }: BuiltTogether): Promise<HandedOut> {
  const [first, ...others] = reviews;
  if (!first) throw new Error('there is a first one');
  const ids = others.map(({ trade }) => trade.id);
  return must(await at.trader.trading.elsewhere.handOut(first.trade.id, agreementTo(first), { others: ids }));
}

function judged(text: string): JudgedBundle {
  const keys = must(openOfflineKeys({ kind: 'words', words: TEST_PHRASE, account: 0 }, 'preprod'));
  const { own } = keys;
  keys.wipe();
  const scripts = knownScripts('practice', 'preprod');
  return judgeOffline(must(readOfflineBundle(text)), { own, now: systemClock.now(), scripts });
}

/** The signatures of a machine that has the words and the bundle, for each transaction. */
function signed(text: string): readonly (readonly VkeyWitness[])[] {
  const keys = must(openOfflineKeys({ kind: 'words', words: TEST_PHRASE, account: 0 }, 'preprod'));
  const now = systemClock.now();
  const bundle = judged(text);
  const accepted = must(
    acceptOffline(
      bundle,
      findingsOf(bundle).map(({ rule }) => rule),
      now,
    ),
  );
  const sets = accepted.map((approved) => {
    const by = { now, network: 'preprod', chance: systemRandom.bytes(32) } as const;
    return parseWitnessSet(must(signOffline(approved, keys, by)).witnessSet);
  });
  keys.wipe();
  return sets.map((set) => {
    if (!set.ok) throw new Error(set.failure);
    return set.value;
  });
}

const stateOf = (id: string | undefined): string | undefined => at.trader.trading.trade(id ?? '')?.state;

describe('transactions that go into one bundle', () => {
  it('are built, recorded and claimed together, and each gets the signatures that are over it', async () => {
    const built = await builtTogether(at, await twoCancellations(at));
    expect(built.later).toBe(0);
    const [first, second] = built.reviews.map(({ trade }) => trade.id);
    const out = await handOut(built);
    expect([stateOf(first), stateOf(second)]).toEqual(['exported', 'exported']);
    const { elsewhere } = at.trader.trading;
    // Either of them leads to the bundle, also after a restart.
    expect(must(elsewhere.again(second ?? ''))).toMatchObject({
      text: out.text,
      fingerprint: out.fingerprint,
    });
    const both = signed(out.text);
    expect(both).toHaveLength(2);
    await at.restart();
    // All at once, whichever trade they are given to.
    must(await at.trader.trading.elsewhere.takeIn(second ?? '', both.flat()));
    await tradeIn(at.trader, first ?? '', 'closed');
    await tradeIn(at.trader, second ?? '', 'closed');
  });

  it('are sent as their signatures come, and one of another transaction is refused', async () => {
    const built = await builtTogether(at, await twoCancellations(at));
    const [first = '', second = ''] = built.reviews.map(({ trade }) => trade.id);
    const out = await handOut(built);
    const [ofFirst = [], ofSecond = []] = signed(out.text);
    const { elsewhere } = at.trader.trading;
    const [wrong] = ofFirst.map((witness) => ({ ...witness, signature: `00${witness.signature.slice(2)}` }));
    expect(codeOf(await elsewhere.takeIn(first, [...ofSecond, ...(wrong ? [wrong] : [])]))).toBe(
      'witness-of-another',
    );
    expect([stateOf(first), stateOf(second)]).toEqual(['exported', 'exported']);
    expect(codeOf(await elsewhere.takeIn(first, ofSecond))).toBe('witness-incomplete');
    expect(stateOf(first)).toBe('exported');
    await tradeIn(at.trader, second, 'closed');
    // Signatures for the one that has already gone do no harm.
    must(await elsewhere.takeIn(first, [...ofSecond, ...ofFirst]));
    await tradeIn(at.trader, first, 'closed');
  });

  it('leave together or not at all', async () => {
    const built = await builtTogether(at, await twoCancellations(at));
    const [first, second] = built.reviews;
    if (!first || !second) throw new Error('two of them');
    const { trading } = at.trader;
    const together = { others: [second.trade.id] };
    const other = { ...agreementTo(first), agreementHash: '00'.repeat(32) };
    expect(codeOf(await trading.elsewhere.handOut(first.trade.id, other, together))).toBe(
      'inspection-blocked',
    );
    must(await trading.discard(second.trade.id));
    expect(codeOf(await trading.elsewhere.handOut(first.trade.id, agreementTo(first), together))).toBe(
      'trade-not-in-that-state',
    );
    expect(stateOf(first.trade.id)).toBe('built');
    // A transaction that was not agreed to with the first one does not leave with it.
    const [alone] = await twoCancellations(at);
    const strange = must(
      await trading.examine(trading.quotes.renew(alone ?? first.quote), at.trader.account),
    );
    const strangers = { others: [strange.trade.id] };
    expect(codeOf(await trading.elsewhere.handOut(first.trade.id, agreementTo(first), strangers))).toBe(
      'inspection-blocked',
    );
    expect([stateOf(first.trade.id), stateOf(strange.trade.id)]).toEqual(['built', 'built']);
  });

  it('end where the service builds another one than was asked for', async () => {
    const quotes = await twoCancellations(at);
    let first: Record<string, unknown> | undefined;
    const again = (answer: Record<string, unknown>) => (first ??= answer);
    at.lying.lies = { '/swap/cancel': again, '/swap/bulkcancel': again };
    const built = await builtTogether(at, quotes);
    expect(built).toMatchObject({ later: 1, reviews: [{ trade: { state: 'built' } }] });
    const out = await handOut(built);
    expect(must(readOfflineBundle(out.text)).transactions).toHaveLength(1);
    must(await at.trader.trading.elsewhere.takeIn(out.trade.id, signed(out.text).flat()));
    await tradeIn(at.trader, out.trade.id, 'closed');
  });
});

describe('a ladder whose key is elsewhere', () => {
  const ladder = () => ladderBatch(at.trader, ladderBuying(at.token, { count: 2 }));

  /** Hands out a round and brings its signatures back. Returns its trade once it is on chain. */
  async function round(review: Review): Promise<string> {
    const { trade } = review;
    const { elsewhere } = at.trader.trading;
    const out = must(await elsewhere.handOut(trade.id, agreementTo(review)));
    must(await elsewhere.takeIn(trade.id, signed(out.text).flat()));
    return trade.id;
  }

  it('leaves round by round under one agreement, each asked for once the one before it is on chain', async () => {
    const { batch } = await ladder();
    const first = must(await batch.first());
    expect(batch.agreement && roundWords(batch.agreement, 0).sentences.at(-1)).toContain(
      'They take 2 rounds, since each spends what the one before it left. This is round 1:',
    );
    expect(codeOf(await batch.next())).toBe('set-unknown');
    await round(first);
    await batch.handedOut();
    expect([batch.state, batch.at]).toEqual(['next', 0]);

    // Looked at and left unsigned: nothing leaves, and it can be requested again.
    const left = must(await batch.next());
    expect(left.agreementHash).toBe(first.agreementHash);
    expect(batch.transactions.map(({ state }) => state)).toEqual(['placed', 'current']);
    must(await at.trader.trading.discard(left.trade.id));
    batch.left();
    expect([batch.state, batch.at]).toEqual(['next', 0]);
    expect(batch.transactions.map(({ state }) => state)).toEqual(['placed', 'planned']);

    const second = must(await batch.next());
    const id = await round(second);
    await batch.handedOut();
    expect([batch.state, batch.at]).toEqual(['done', 1]);
    expect(at.trader.trading.trade(id)?.limit?.level?.at).toBe(1);
    expect(codeOf(await batch.next())).toBe('set-unknown');
  });

  it('ends where the next one is not what was agreed to, or nothing of it reached the chain', async () => {
    let builds: Record<string, unknown> | undefined;
    at.lying.lies = { '/swap/limit/build': (answer) => (builds ??= answer) };
    const { batch } = await ladder();
    await round(must(await batch.first()));
    await batch.handedOut();
    const deviates = await batch.next();
    expect(codeOf(deviates)).toBe('set-deviates');
    expect(batch).toMatchObject({ state: 'stopped', failure: { code: 'set-deviates' } });

    at.lying.lies = {};
    const { batch: another } = await ladder();
    const first = must(await another.first());
    must(await at.trader.trading.elsewhere.handOut(first.trade.id, agreementTo(first)));
    const waits = another.handedOut();
    another.stop();
    await waits;
    expect(another.state).toBe('stopped');
    expect(stateOf(first.trade.id)).toBe('exported');
  });
});

describe('a bundle of several on the machine that signs', () => {
  it('is refused when two of its transactions spend the same, or when one is put in twice', async () => {
    const out = await handOut(await builtTogether(at, await twoCancellations(at)));
    expect(judged(out.text).verdict).not.toBe('block');
    const bundle = JSON.parse(out.text) as { transactions: { at: number; cbor: string }[] };
    const [one, other] = bundle.transactions;
    const blocked = (transactions: readonly unknown[]): readonly string[] =>
      judged(JSON.stringify({ ...bundle, transactions }))
        .findings.filter(({ severity }) => severity === 'block')
        .map(({ rule }) => rule);
    expect(blocked([one, { at: 1, cbor: one?.cbor }])).toContain('O6');
    expect(blocked([one, one])).toContain('O6');
    expect(blocked([other, one])).toContain('O6');
    expect(blocked([one, { ...other, at: 2 }])).toContain('O6');
    expect(blocked([other])).toEqual([]);
  });
});
