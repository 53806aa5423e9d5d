import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { epochMs, slot, MINUTE_MS } from '#domain/time.ts';
import type { Agreement, Bounds } from '../../../src-main/agreement/agreement.ts';
import { acceptOffline, findingsOf } from '../../../src-main/offline/accept.ts';
import { judgeOffline, type JudgedBundle } from '../../../src-main/offline/judge.ts';
import { attacks } from '../../support/attacks.ts';
import { GEM, goodTrade, STRANGER, strangerAddress, TIP, writeDraft } from '../../support/good-trade.ts';
import { BUNDLED_AT, goodBundle, judgedWith, offlineGrounds } from '../../support/offline-bundle.ts';

const trades = [goodTrade('ada', 1), goodTrade('ada', 2), goodTrade('token', 1), goodTrade('token', 2)];
const good = goodBundle();

/** The good trade without the validity flag: three items, which prove a parent, and which no network takes any more. */
const inOldForm = { at: 0, cbor: `83${(good.transactions[0]?.cbor ?? '').slice(2, -4)}f6` };

/** Rules that block, in their order. */
const blockedBy = (judged: JudgedBundle): readonly string[] =>
  findingsOf(judged).flatMap(({ rule, severity }) => (severity === 'block' ? [rule] : []));

/** The agreement of the good bundle with changed bounds, both single and total. */
function withBounds(change: (bounds: Bounds) => Bounds): Agreement {
  const { agreement } = good;
  return {
    ...agreement,
    transactions: agreement.transactions.map((one) => ({ ...one, bounds: change(one.bounds) })),
    whole: change(agreement.whole),
  };
}

/** When the good trade's validity ends. */
function endOfGood(): number {
  const end = judgedWith({}).transactions[0]?.inspection.report.effect.validUntil ?? 0;
  return slotToUnix('preprod', end) * 1_000;
}

const more = (value: Bounds['gone']): Bounds['gone'] => new Map(value).set(ADA, 900_000_000n);

describe('a bundle judged without a network', () => {
  it.each(trades)('passes a good trade but for the name of its token, which is asked about', (trade) => {
    const judged = judgeOffline(goodBundle({}, trade), offlineGrounds({}, trade));
    expect(blockedBy(judged)).toEqual([]);
    expect(judged.verdict).toBe('warn');
    expect(judged.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(['warn O3']);
    const [only] = judged.transactions;
    expect(only?.inspection.report.effect.inputsProven).toBe(true);
    expect(only?.inspection.report.verdict).toBe('pass');
    const rules = findingsOf(judged).map(({ rule }) => rule);
    expect(acceptOffline(judged, rules, BUNDLED_AT)).toMatchObject({
      ok: true,
      value: [{ cbor: trade.input.cbor }],
    });
  });

  it('may be signed with five minutes left', () => {
    expect(blockedBy(judgedWith({}, { now: epochMs(endOfGood() - 300_000) }))).toEqual([]);
  });

  it('gives no right to sign while a warning is not agreed to', () => {
    expect(acceptOffline(judgedWith({}), [], BUNDLED_AT)).toMatchObject({
      ok: false,
      failure: { code: 'warning-unaccepted', data: { rule: 'O3' } },
    });
  });
});

describe('every known attack on a transaction, in a bundle', () => {
  it.each(attacks.map((attack) => [attack.name, attack] as const))('%s', (_, attack) => {
    for (const trade of trades) {
      const cbor = attack.make(trade);
      const judged = judgeOffline(
        goodBundle({ transactions: [{ at: 0, cbor }] }, trade),
        offlineGrounds({}, trade),
      );
      const objections = findingsOf(judged).filter(({ rule }) => rule !== 'O3');
      if (attack.severity === 'warn') expect(objections.length).toBeGreaterThan(0);
      else expect(judged.verdict, JSON.stringify(objections)).toBe('block');
      for (const { message } of objections) expect(message).toMatch(/^[A-Z0-9“].*\.$/);
    }
  });
});

describe('a bundle that was tampered with', () => {
  const { agreement } = good;
  const [first] = agreement.transactions;
  if (first?.task.kind !== 'swap') throw new Error('a good trade is a swap');
  const { task } = first;
  const withTask = (change: Partial<typeof task>): Agreement => ({
    ...agreement,
    transactions: [{ ...first, task: { ...task, ...change } }],
  });
  const stranger = { paymentKeyHashes: new Set([STRANGER]), stakeKeyHashes: new Set([STRANGER]) };

  it.each<readonly [string, JudgedBundle, string]>([
    ['more may leave', judgedWith({ agreement: withBounds((b) => ({ ...b, gone: more(b.gone) })) }), 'O2'],
    [
      'more may be locked',
      judgedWith({ agreement: withBounds((b) => ({ ...b, locked: more(b.locked) })) }),
      'O2',
    ],
    ['less must come back', judgedWith({ agreement: withBounds((b) => ({ ...b, back: new Map() })) }), 'O2'],
    [
      'others may get more',
      judgedWith({ agreement: withBounds((b) => ({ ...b, others: b.others + 1n })) }),
      'O2',
    ],
    [
      'a higher network fee',
      judgedWith({ agreement: withBounds((b) => ({ ...b, networkFee: b.networkFee + 1n })) }),
      'O2',
    ],
    ['higher costs', judgedWith({ agreement: withBounds((b) => ({ ...b, cost: b.cost + 1n })) }), 'O2'],
    [
      'the whole allows more',
      judgedWith({
        agreement: { ...agreement, whole: { ...agreement.whole, cost: agreement.whole.cost + 1n } },
      }),
      'O2',
    ],
    [
      'another amount sold',
      judgedWith({ agreement: withTask({ pay: { asset: ADA, quantity: quantity(90_000_000n) } }) }),
      'V2',
    ],
    ['a higher least', judgedWith({ agreement: withTask({ atLeast: task.atLeast + 1n }) }), 'V7'],
    [
      'another token bought',
      judgedWith({ agreement: withTask({ receive: ADA, pay: { asset: GEM, quantity: quantity(1n) } }) }),
      'V1',
    ],
    [
      'ADA with other decimals',
      judgedWith({ agreement: { ...agreement, tokens: [{ id: ADA, ticker: 'ADA', decimals: 3 }] } }),
      'O3',
    ],
    [
      'a token described twice',
      judgedWith({ agreement: { ...agreement, tokens: [...agreement.tokens, ...agreement.tokens] } }),
      'O3',
    ],
    ['no parents', judgedWith({ parents: [] }), 'R1'],
    [
      'another parent',
      judgedWith({
        parents: [
          writeDraft({ inputs: [`${'02'.repeat(32)}#0`], outputs: [], fee: 1n, requiredSigners: [] }),
        ],
      }),
      'R1',
    ],
    ['a moved tip', judgedWith({ tipSlot: slot(TIP + 3_600) }), 'O4'],
    ['a moved time of export', judgedWith({ exportedAt: epochMs(BUNDLED_AT - 60 * MINUTE_MS) }), 'O4'],
    [
      'both moved into the future',
      judgedWith({ tipSlot: slot(TIP + 7_200), exportedAt: epochMs(BUNDLED_AT + 120 * MINUTE_MS) }),
      'O4',
    ],
    [
      'a validity of less than five more minutes',
      judgedWith({}, { now: epochMs(endOfGood() - 299_999) }),
      'O4',
    ],
    ['a validity that has passed', judgedWith({}, { now: epochMs(BUNDLED_AT + 24 * 60 * MINUTE_MS) }), 'O4'],
    [
      'a clock that is a day behind',
      judgedWith({}, { now: epochMs(BUNDLED_AT - 24 * 60 * MINUTE_MS) }),
      'O4',
    ],
    ['another network', judgedWith({ network: 'mainnet' }), 'O1'],
    [
      'an agreement of another network',
      judgedWith({ agreement: { ...agreement, network: 'mainnet' } }),
      'O1',
    ],
    ['the address of a stranger', judgedWith({ address: strangerAddress }), 'O1'],
    ['keys of a stranger', judgedWith({}, { own: stranger }), 'O1'],
    [
      'a stake key that is not here',
      judgedWith({}, { own: { ...offlineGrounds().own, stakeKeyHashes: new Set() } }),
      'V4',
    ],
    [
      'a transaction that nobody agreed to',
      judgedWith({ transactions: [{ at: 1, cbor: goodTrade().input.cbor }] }),
      'O6',
    ],
    ['a transaction twice', judgedWith({ transactions: [...good.transactions, ...good.transactions] }), 'O6'],
    ['a transaction that is none', judgedWith({ transactions: [{ at: 0, cbor: '84a0' }] }), 'O6'],
    ['a transaction in the form of older eras', judgedWith({ transactions: [inOldForm] }), 'O6'],
    [
      'a transaction in the form of older eras among the parents, too',
      judgedWith({ transactions: [inOldForm], parents: [inOldForm.cbor, ...good.parents] }),
      'O6',
    ],
  ])('is refused in words: %s', (_, judged, rule) => {
    expect(judged.verdict).toBe('block');
    expect(blockedBy(judged)).toContain(rule);
    const everything = findingsOf(judged).map((finding) => finding.rule);
    expect(acceptOffline(judged, everything, BUNDLED_AT)).toMatchObject({
      ok: false,
      failure: { code: 'offline-bundle-blocked' },
    });
  });

  it('narrower bounds than the rules give are the user’s own limits, and hold', () => {
    const agreement = withBounds((bounds) => ({ ...bounds, cost: 1n }));
    const judged = judgedWith({ agreement });
    expect(blockedBy(judged)).toContain('V15');
    expect(judged.findings.map(({ rule }) => rule)).not.toContain('O2');
  });
});
