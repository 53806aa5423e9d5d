// Trades that leave to be signed elsewhere: the record of them, their return, and events without us.
import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { spliceWitnesses, parseWitnessSet } from '../../../src-main/cardano/witness.ts';
import type { VkeyWitness } from '../../../src-main/cardano/witness-set.ts';
import { knownScripts } from '../../../src-main/app/order-scripts.ts';
import { acceptOffline, findingsOf } from '../../../src-main/offline/accept.ts';
import { readOfflineBundle } from '../../../src-main/offline/bundle.ts';
import { openOfflineKeys } from '../../../src-main/offline/open-keys.ts';
import { judgeOffline } from '../../../src-main/offline/judge.ts';
import { signOffline } from '../../../src-main/offline/sign.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { SignedElsewhere, type HandedOut } from '../../../src-main/trading/signed-elsewhere.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { agreementTo, codeOf, must, reviewFor, TEST_PHRASE, tradeIn } from '../../support/trader.ts';

const at = lyingPractice();

const reviewed = async (): Promise<Review> => must(await reviewFor(at.trader, at.token));

async function handedOut(): Promise<HandedOut> {
  const review = await reviewed();
  return must(await at.trader.trading.elsewhere.handOut(review.trade.id, agreementTo(review)));
}

/** Signs as a machine does that has the words and the bundle, and nothing else. */
function signedElsewhere({ text }: HandedOut): readonly VkeyWitness[] {
  const keys = must(openOfflineKeys({ kind: 'words', words: TEST_PHRASE, account: 0 }, 'preprod'));
  const now = systemClock.now();
  const judged = judgeOffline(must(readOfflineBundle(text)), {
    own: keys.own,
    now,
    scripts: knownScripts('practice', 'preprod'),
  });
  const rules = findingsOf(judged).map(({ rule }) => rule);
  const [approved] = must(acceptOffline(judged, rules, now));
  if (!approved) throw new Error('nothing to sign');
  const by = { now, network: 'preprod', chance: systemRandom.bytes(32) } as const;
  const set = parseWitnessSet(must(signOffline(approved, keys, by)).witnessSet);
  // Used up: it signs once.
  expect(codeOf(signOffline(approved, keys, by))).toBe('approval-expired');
  keys.wipe();
  if (!set.ok) throw new Error(set.failure);
  return set.value;
}

/** Hands a review out at a moment, by an application that has nothing else: nothing is claimed, and nothing recorded. */
function handOutAt(review: Review, now: number): Promise<Result<HandedOut, Failure>> {
  const entry = {
    trade: review.trade,
    bytes: { unsignedCbor: review.inspection.cbor, ownSigners: [], owner: '' },
  };
  const forbidden = new Proxy(
    {},
    {
      get: (_, name) => {
        throw new Error(`${String(name)} is not asked for`);
      },
    },
  );
  const elsewhere = new SignedElsewhere({
    clock: { ...systemClock, now: () => epochMs(now) },
    reviews: { waiting: () => ok(review) },
    work: (_: string, work: (one: unknown) => unknown) => work(entry),
    book: forbidden,
    clearance: forbidden,
  } as unknown as ConstructorParameters<typeof SignedElsewhere>[0]);
  return elsewhere.handOut(review.trade.id, agreementTo(review));
}

describe('a trade that is not handed out', () => {
  it('is too late for the way to another machine and back, from five minutes on', async () => {
    const review = await reviewed();
    const end = review.trade.validUntil ?? 0;
    for (const [left, minutes] of [
      [299_999, 4],
      [60_000, 1],
      [-1, 0],
    ] as const) {
      const out = await handOutAt(review, end - left);
      expect(out).toMatchObject({ failure: { code: 'offline-too-late', data: { left: minutes } } });
    }
    // With five minutes left it continues, up to the questions before it is recorded.
    await expect(handOutAt(review, end - 300_000)).rejects.toThrow('clear is not asked for');
  });

  it('spends something that no bytes prove', async () => {
    const review = await reviewed();
    const now = (review.trade.validUntil ?? 0) - 600_000;
    const without = { ...review, input: { ...review.input, parents: new Map() } };
    expect(codeOf(await handOutAt(without, now))).toBe('offline-unproven');
    const told = new Map(
      [...review.input.resolved].map(([reference, one]) => [reference, { ...one, known: 'told' as const }]),
    );
    expect(
      codeOf(await handOutAt({ ...review, input: { ...review.input, resolved: told } } as Review, now)),
    ).toBe('offline-unproven');
    await expect(handOutAt(review, now)).rejects.toThrow('clear is not asked for');
  });
});

describe('a payment that is handed out', () => {
  it('is signed elsewhere and put together here; the service is asked for nothing', async () => {
    const { trading, account } = at.trader;
    const asked = at.lying.asked('/swap/sign');
    const wish = { to: practiceWallet(7).address, lovelace: 5_000_000n, tokens: [], account };
    const quote = must(await trading.estimators.payments.prepare(wish));
    const review = must(await trading.review(quote.id, account));
    const out = must(await trading.elsewhere.handOut(review.trade.id, agreementTo(review)));
    must(await trading.elsewhere.takeIn(review.trade.id, signedElsewhere(out)));
    const trade = await tradeIn(at.trader, review.trade.id, 'closed', 'expired', 'refused');
    expect(trade).toMatchObject({ state: 'closed', assembledBy: 'local', send: { to: wish.to } });
    expect(at.lying.asked('/swap/sign')).toBe(asked);
  });
});

describe('a trade that is handed out', () => {
  it('is on record before anybody has it, can be shown again, and cannot be left', async () => {
    const review = await reviewed();
    const { trade } = review;
    const { elsewhere } = at.trader.trading;
    const other = { ...agreementTo(review), agreementHash: '00'.repeat(32) };
    expect(codeOf(await elsewhere.handOut(trade.id, other))).toBe('inspection-blocked');
    const out = must(await elsewhere.handOut(trade.id, agreementTo(review)));
    expect(out).toMatchObject({ trade: { state: 'exported', exported: out.fingerprint } });
    expect(out.fileName).toBe(`touchstone-${trade.bodyHash.slice(0, 16)}-bundle.json`);
    expect(must(elsewhere.again(trade.id))).toMatchObject({ text: out.text, fingerprint: out.fingerprint });
    const notes = at.trader.trading.steps(trade.id).map(({ note }) => note);
    expect(notes.at(-1)).toMatchObject({ id: 'handedOut', values: { fingerprint: out.fingerprint } });
    expect(codeOf(await elsewhere.handOut(trade.id, agreementTo(review)))).toBe('trade-not-in-that-state');
    expect(codeOf(await at.trader.trading.accept(trade.id, agreementTo(review), at.trader.sign))).toBe(
      'trade-not-in-that-state',
    );
    expect(codeOf(await at.trader.trading.discard(trade.id))).toBe('trade-not-in-that-state');
    expect(codeOf(await at.trader.trading.resubmit(trade.id))).toBe('trade-not-in-that-state');
    // A user who continues trading is warned that the same funds may be spent twice.
    const next = await reviewed();
    expect(next.inspection.report.findings.map(({ rule }) => rule)).toContain('V12');
    must(await at.trader.trading.discard(next.trade.id));
    must(await elsewhere.takeIn(trade.id, signedElsewhere(out)));
    expect((await tradeIn(at.trader, trade.id, 'filled')).state).toBe('filled');
    expect(codeOf(elsewhere.again(trade.id))).toBe('trade-not-in-that-state');
    expect(at.trader.trading.steps(trade.id).map(({ state }) => state)).toEqual([
      'built',
      'exported',
      'signed',
      'assembled',
      'submitting',
      'submitted',
      'placed',
      'filled',
    ]);
  });

  it('takes no signature of another transaction, of another key, or that is wrong', async () => {
    const first = await handedOut();
    const [payment, stake] = signedElsewhere(first);
    if (!payment || !stake) throw new Error('two keys sign');
    const { elsewhere } = at.trader.trading;
    const { id } = first.trade;
    const flipped = { ...payment, signature: `00${payment.signature.slice(2)}` };
    const strangers = parseWitnessSet(
      practiceWallet(7).sign(must(readOfflineBundle(first.text)).transactions[0]?.cbor ?? ''),
    );
    expect(codeOf(await elsewhere.takeIn(id, []))).toBe('witness-of-another');
    expect(codeOf(await elsewhere.takeIn(id, [flipped, stake]))).toBe('witness-of-another');
    expect(codeOf(await elsewhere.takeIn(id, strangers.ok ? strangers.value : []))).toBe(
      'witness-of-stranger',
    );
    expect(at.trader.trading.trade(id)?.state).toBe('exported');
    // One after the other, and the first one twice.
    expect(codeOf(await elsewhere.takeIn(id, [stake]))).toBe('witness-incomplete');
    expect(codeOf(await elsewhere.takeIn(id, [stake]))).toBe('witness-incomplete');
    must(await elsewhere.takeIn(id, [payment]));
    expect((await tradeIn(at.trader, id, 'filled')).state).toBe('filled');
    const second = await handedOut();
    expect(codeOf(await elsewhere.takeIn(second.trade.id, [payment, stake]))).toBe('witness-of-another');
    must(await elsewhere.takeIn(second.trade.id, signedElsewhere(second)));
    await tradeIn(at.trader, second.trade.id, 'filled');
  });

  it('is still out after a restart, and continues there', async () => {
    const out = await handedOut();
    await at.restart();
    expect(at.trader.trading.trade(out.trade.id)).toMatchObject({
      state: 'exported',
      exported: out.fingerprint,
    });
    expect(must(at.trader.trading.elsewhere.again(out.trade.id)).text).toBe(out.text);
    must(await at.trader.trading.elsewhere.takeIn(out.trade.id, signedElsewhere(out)));
    await tradeIn(at.trader, out.trade.id, 'filled');
  });

  it('is followed when whoever signed it sends it, too', async () => {
    const out = await handedOut();
    const witnesses = signedElsewhere(out);
    const cbor = must(readOfflineBundle(out.text)).transactions[0]?.cbor ?? '';
    const put = spliceWitnesses(cbor, witnesses);
    if (!put.ok) throw new Error(put.failure);
    must(await at.trader.ledger.submit(put.value, undefined, out.trade.bodyHash));
    const filled = await tradeIn(at.trader, out.trade.id, 'filled');
    expect(filled.pay.asset).toBe(ADA);
    const states = at.trader.trading.steps(out.trade.id).map(({ state }) => state);
    expect(states).toEqual(['built', 'exported', 'placed', 'filled']);
    expect(codeOf(await at.trader.trading.elsewhere.takeIn(out.trade.id, witnesses))).toBe(
      'trade-not-in-that-state',
    );
  });
});
