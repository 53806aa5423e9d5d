import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { networkWords, type NetworkName } from '#domain/network.ts';
import { epochMs } from '#domain/time.ts';
import type { Agreement, CancelTask, Task } from '../../../src-main/agreement/agreement.ts';
import { boundsOf, sumOfBounds } from '../../../src-main/agreement/bounds.ts';
import { approvalTask } from '../../../src-main/features/approval/approval-view.ts';
import { bundleView, reviewedBundle } from '../../../src-main/features/offline/offline-views.ts';
import { acceptOffline, findingsOf } from '../../../src-main/offline/accept.ts';
import { bundleText, readOfflineBundle } from '../../../src-main/offline/bundle.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import { judgeOffline, type JudgedBundle } from '../../../src-main/offline/judge.ts';
import { offlineReceipt } from '../../../src-main/offline/offline-receipt.ts';
import { lendReceiptKey } from '../../../src-main/receipt/receipt-key.ts';
import { editParts, withMapEntry, withReversedBody } from '../../support/edit-cbor.ts';
import {
  BYSTANDER,
  GEM,
  goodTrade,
  myAddress,
  orderDatum,
  TIP,
  writeDraft,
} from '../../support/good-trade.ts';
import { hashOf } from '../../support/good-bundle.ts';
import { BUNDLED_AT, goodBundle, judgedWith, offlineGrounds } from '../../support/offline-bundle.ts';
import { must } from '../../support/trader.ts';

/* The author of the bundle wants more to leave than its words say, or the words to say something else. */

const trade = goodTrade('ada', 1);
const { agreement } = goodBundle({}, trade);
const [first] = agreement.transactions;
if (first?.task.kind !== 'swap') throw new Error('a good trade is a swap');
const { task } = first;

/** An agreement on these, with the totals that they require. */
function agreedOn(tasks: readonly Task[]): Agreement {
  const transactions = tasks.map((one) => ({ task: one, bounds: boundsOf(one) }));
  return { ...agreement, transactions, whole: sumOfBounds(transactions.map(({ bounds }) => bounds)) };
}

const said = (judged: JudgedBundle, severity: string): readonly string[] =>
  findingsOf(judged).flatMap((one) => (one.severity === severity ? [one.rule] : []));

/** The approval window's view of a judged bundle. */
function shown(judged: JudgedBundle) {
  const setting = {
    practice: false,
    profile: { name: 'Offline', colour: 'slate', network: 'preprod' },
    asksPassword: false,
    watchOnly: false,
  } as const;
  return approvalTask(must(reviewedBundle(judged, BUNDLED_AT)), setting);
}

/** The same trade again, funded by the first one's change. */
function again(fee = 230_000n): string {
  const left = 640_000_000n - 2n * 104_000_000n - 230_000n - fee;
  const change = new Map([
    [ADA, left],
    [BYSTANDER, 9_223_372_036_854_775_808n],
    [GEM, 5_000_000n],
  ]);
  return writeDraft({
    ...trade.draft,
    inputs: [`${hashOf(trade.input.cbor)}#1`],
    outputs: [...trade.draft.outputs.slice(0, 1), { address: myAddress, value: change }],
    fee,
  });
}

describe('the whole of an agreement', () => {
  it('promises nothing that its transactions do not keep together', () => {
    const { whole } = agreement;
    const promises: readonly (readonly [string, Partial<Agreement['whole']>])[] = [
      ['what may leave', { gone: new Map([[ADA, 1n]]) }],
      ['what may be locked', { locked: new Map() }],
      ['less that comes back', { back: new Map([[GEM, 900_000_000n]]) }],
      ['what others may get', { others: 0n }],
      ['the network fee', { networkFee: 1n }],
      ['the costs', { cost: 1n }],
    ];
    for (const [what, promise] of promises) {
      const judged = judgedWith({ agreement: { ...agreement, whole: { ...whole, ...promise } } });
      expect(judged.findings).toContainEqual({
        rule: 'O2',
        severity: 'block',
        message: expect.stringContaining(`keep together: ${what}.`),
      });
    }
  });

  it('is of one kind: the words of a cancellation are no words for a trade', () => {
    const cancel: CancelTask = {
      kind: 'cancel',
      orders: [`${'ab'.repeat(32)}#0`],
      holds: new Map([[ADA, 3_000_000n]]),
    };
    const judged = judgedWith({ agreement: agreedOn([task, cancel]) });
    expect(said(judged, 'block')).toContain('O6');
    expect(said(judgedWith({ agreement: agreedOn([task, task]) }), 'block')).toEqual([]);
  });
});

describe('a bundle of several', () => {
  const opening = trade.input.cbor;
  const two = agreedOn([task, task]);

  it('asks about the costs of each, whichever of the agreement is in it', () => {
    const dear = orderDatum({ minimumReceived: 831_600n, batcherFee: 2_900_000n, deposit: 2_000_000n });
    const [order, change] = trade.draft.outputs;
    if (!order || !change) throw new Error('an order and change');
    const added = 900_000n;
    const costly = writeDraft({
      ...trade.draft,
      outputs: [
        { ...order, datum: dear, value: new Map([[ADA, 104_900_000n]]) },
        {
          ...change,
          value: new Map(change.value).set(ADA, (change.value.get(ADA) ?? 0n) - added - 1_000_000n),
        },
      ],
      fee: 1_230_000n,
    });
    for (const at of [0, 1]) {
      const judged = judgedWith({ agreement: two, transactions: [{ at, cbor: costly }] });
      expect(said(judged, 'block')).toEqual([]);
      expect(said(judged, 'warn')).toContain('V16');
    }
  });

  it('states what all of them cost by their own bytes, and not by the first one', () => {
    const judged = judgedWith({
      agreement: two,
      transactions: [
        { at: 0, cbor: opening },
        { at: 1, cbor: again(330_000n) },
      ],
    });
    expect(said(judged, 'block')).toEqual([]);
    const [one, other] = judged.transactions.map(({ inspection }) => inspection.report.summary.cost);
    const ada = Number((one ?? 0n) + (other ?? 0n)) / 1_000_000;
    expect(shown(judged).totalCost).toBe(`In all 2 transactions, up to ${ada} ADA does not come back.`);
  });

  it('is held to the limit of costs as a whole, also where it leaves out the first or has dearer ones follow it', () => {
    const three = agreedOn([task, task, task]);
    const cost = (judged: JudgedBundle): bigint =>
      judged.transactions.reduce((sum, { inspection }) => sum + inspection.report.summary.cost, 0n);
    const blocked = (ats: readonly number[], most: (whole: bigint) => bigint): readonly string[] => {
      const transactions = ats.map((at, nth) => ({ at, cbor: nth === 0 ? opening : again(1_330_000n) }));
      const bundle = { agreement: three, transactions };
      const limits = { ...DEFAULT_POLICY, cost: most(cost(judgedWith(bundle))) };
      return judgedWith(bundle, { limits }).findings.flatMap((one) =>
        one.severity === 'block' ? [`${one.rule} ${one.message}`] : [],
      );
    };
    for (const ats of [
      [0, 1],
      [1, 2],
    ]) {
      expect(blocked(ats, (whole) => whole)).toEqual([]);
      const [only, ...others] = blocked(ats, (whole) => whole - 1n);
      expect(only).toMatch(/^P11 In all 2 transactions, .* Your limit is /);
      expect(others).toEqual([]);
    }
    expect(blocked([1], (whole) => whole)).toEqual([]);
  });

  it('says that its transactions need each other where they do', () => {
    const judged = judgedWith({
      agreement: two,
      transactions: [
        { at: 0, cbor: opening },
        { at: 1, cbor: again() },
      ],
    });
    expect(said(judged, 'block')).toEqual([]);
    const words = shown(judged).batch?.sentences.join(' ');
    expect(words).toContain('Some of them spend what another makes or needs');
    expect(words).not.toContain('None of them');
  });
});

describe('the bytes of a bundle', () => {
  const opening = trade.input.cbor;
  const two = agreedOn([task, task]);
  const both = [
    { at: 0, cbor: opening },
    { at: 1, cbor: again() },
  ];
  /** The same bodies, and so the same hashes, in other bytes. */
  const otherBytes: readonly (readonly [string, (cbor: string) => string])[] = [
    ['with failed scripts', (cbor) => editParts(cbor, () => ({ isValid: 'f4' }))],
    [
      'with another witness',
      (cbor) => editParts(cbor, ({ witnesses }) => ({ witnesses: withMapEntry(witnesses, 1, '80') })),
    ],
    ['in the form of older eras', (cbor) => `83${cbor.slice(2, -4)}f6`],
  ];

  const effectsOf = ({ transactions }: JudgedBundle) =>
    transactions.map(({ inspection: { report } }) => report.effect);

  it.each(otherBytes)('that prove a parent, again %s: nothing is read that was not there', (_, changed) => {
    const honest = judgedWith({ agreement: two, transactions: both });
    expect(said(honest, 'block')).toEqual([]);
    const proofs = [...trade.parents.values()];
    const spare = [...proofs, opening].map(changed);
    const seen = [
      [...spare, ...proofs],
      [...proofs, ...spare],
      [...spare, ...proofs, ...spare].toReversed(),
    ].map((parents) => {
      const judged = judgedWith({ agreement: two, transactions: both, parents });
      return judged.verdict === 'block' ? 'block' : effectsOf(judged);
    });
    expect(seen[0]).toEqual(effectsOf(honest));
    // Whichever of the bytes count: the same effect, or no signature.
    for (const one of seen) expect([effectsOf(honest), 'block']).toContainEqual(one);
  });

  /** The hash of the first input, and its index. */
  const INDEX = /(825820[0-9a-f]{64})0(\d)/;

  it.each([
    ...otherBytes,
    ['with an index written longer', (cbor: string) => cbor.replace(INDEX, '$1180$2')],
    ['in another order', withReversedBody],
  ] as const)('of a transaction %s spend the same funds', (_, changed) => {
    expect(changed(opening)).not.toBe(opening);
    const transactions = [
      { at: 0, cbor: opening },
      { at: 1, cbor: changed(opening) },
    ];
    expect(said(judgedWith({ agreement: two, transactions }), 'block')).toContain('O6');
  });

  it('that are exchanged after they were judged are not those that are signed', () => {
    const bundle = goodBundle({ agreement: two, transactions: both.map((one) => ({ ...one })) });
    const judged = judgeOffline(bundle, offlineGrounds());
    const stolen = writeDraft({ ...trade.draft, fee: trade.draft.fee + 90_000_000n });
    for (const one of [...bundle.transactions, ...judged.transactions.map(({ input }) => input)])
      Object.assign(one, { cbor: stolen });
    const rules = findingsOf(judged).map(({ rule }) => rule);
    expect(must(acceptOffline(judged, rules, BUNDLED_AT)).map(({ cbor }) => cbor)).toEqual(
      both.map(({ cbor }) => cbor),
    );
  });

  it('get a receipt for their own signatures alone, under a key that was lent for them', () => {
    const judged = judgedWith({ agreement: two, transactions: both });
    const [one, other] = judged.transactions;
    if (!one || !other) throw new Error('a bundle of two');
    const lent = (bodyHash: string, network: NetworkName = 'preprod') =>
      lendReceiptKey(new Uint8Array(96), new Uint8Array(32).fill(3), network, bodyHash);
    const { bodyHash } = one.inspection;
    const own = { witnessSet: trade.sign(opening), key: lent(bodyHash) };
    const record = (made: typeof own) =>
      offlineReceipt(judged, one, { ...made, consents: [], at: BUNDLED_AT, app: 'test', after: undefined });
    expect(record(own)?.content).toMatchObject({ kind: 'signed', transaction: { hash: bodyHash } });
    const others = { witnessSet: trade.sign(again()), key: lent(other.inspection.bodyHash) };
    for (const made of [
      others,
      { ...own, witnessSet: others.witnessSet },
      { ...own, witnessSet: 'a0' },
      { ...own, key: others.key },
      { ...own, key: lent(bodyHash, 'mainnet') },
    ])
      expect(() => record(made)).toThrow(TypeError);
  });
});

describe('what a bundle calls a token', () => {
  it.each([
    [
      'a sentence of its own',
      'GEM” and has 3 decimals was checked. “',
      'GEM??and?has?3?decimals?was?checked.??',
    ],
    ['marks of direction', '\u202eMEG', '?MEG'],
    ['a terminal’s commands', '\u001b[2J\u009b31m', '??2J?31m'],
    ['lines', 'GEM\n\nverdict: pass', 'GEM??verdict??pass'],
    ['letters that look alike', 'GЕM', 'G?M'],
    ['letters that show nothing', 'GEM\u3164', 'GEM?'],
    ['more than a line', 'G'.repeat(200), `${'G'.repeat(40)}…`],
  ])('writes nothing else than a name: %s', (_, ticker, name) => {
    const judged = judgedWith({ agreement: { ...agreement, tokens: [{ id: GEM, ticker, decimals: 6 }] } });
    const [finding] = judged.findings.filter(({ rule }) => rule === 'O3');
    expect(finding?.message).toContain(`is called “${name}” and has 6 decimals is the word of`);
    expect(finding?.severity).toBe('warn');
  });

  it('is never ADA, nor that of another token', () => {
    const look = (tokens: Agreement['tokens']): string =>
      bundleView(judgedWith({ agreement: { ...agreement, tokens } }), 'once').sentences.join(' ');
    for (const ticker of ['ADA', 'ada', 'A.D.A', '$ADA', 'tADA', 'Lovelace', 'АDA', '₳', '5ADA'])
      expect(look([{ id: GEM, ticker, decimals: 6 }])).toContain(GEM.slice(0, 8));
    const twin = ('ab'.repeat(28) + '47454d') as AssetId;
    const both = look([
      { id: GEM, ticker: 'GEM', decimals: 6 },
      { id: twin, ticker: 'G.E.M', decimals: 6 },
    ]);
    expect(both).toContain(GEM.slice(0, 8));
  });
});

describe('numbers at the end of their range', () => {
  it('a validity beyond every calendar is blocked, and shown as none', () => {
    for (const validUntil of [2n ** 53n, 2n ** 60n, 2n ** 64n - 1n]) {
      const cbor = writeDraft({ ...trade.draft, validUntil });
      const judged = judgedWith({ transactions: [{ at: 0, cbor }] });
      expect(said(judged, 'block')).toContain('F7');
      expect(bundleView(judged, 'once').validUntil).toBeUndefined();
      expect(() => shown(judged)).not.toThrow();
    }
  });

  it('minus zero is refused while the bundle is read: no fingerprint could be made of it', () => {
    const text = bundleText(goodBundle());
    for (const [field, value] of [
      ['exportedAt', BUNDLED_AT],
      ['tipSlot', TIP],
      ['at', 0],
      ['decimals', 3],
      ['slippageBps', 100],
      ['madeAt', agreement.madeAt],
    ] as const) {
      const changed = text.replace(`"${field}": ${value}`, `"${field}": -0`);
      expect(changed).not.toBe(text);
      expect(readOfflineBundle(changed)).toMatchObject({
        ok: false,
        failure: { code: 'offline-bundle-malformed' },
      });
    }
  });

  it('a bundle of one test network is none of another: its slots are of another time', () => {
    for (const network of ['preview', 'mainnet'] as const) {
      const judged = judgedWith({ network, agreement: { ...agreement, network } });
      expect(judged.verdict, networkWords(network)).toBe('block');
    }
    expect(judgedWith({}, { now: epochMs(BUNDLED_AT + 3_600_000) }).verdict).toBe('block');
  });
});
