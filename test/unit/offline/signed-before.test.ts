import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { fileRecord } from '../../../src-main/app/offline-record.ts';
import { findingsOf, recordAccepted, recordWith } from '../../../src-main/offline/accept.ts';
import { readOfflineBundle, bundleText } from '../../../src-main/offline/bundle.ts';
import { judgeOffline, type JudgedBundle, type OfflineGrounds } from '../../../src-main/offline/judge.ts';
import {
  readSignedBefore,
  signedText,
  signedWithinDay,
  stillOpen,
  type SignedBefore,
  type SignedRecord,
} from '../../../src-main/offline/signed-before.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import { memoryFiles } from '../../../src-main/system/small-files.ts';
import { goodTrade } from '../../support/good-trade.ts';
import { BUNDLED_AT, goodBundle, offlineGrounds } from '../../support/offline-bundle.ts';
import { must } from '../../support/trader.ts';

const DAY = 86_400_000;
const swap = goodTrade('ada', 1);
const judged = (before?: SignedRecord, grounds: Partial<OfflineGrounds> = {}): JudgedBundle =>
  judgeOffline(
    must(readOfflineBundle(bundleText(goodBundle({}, swap)))),
    offlineGrounds({ ...(before === undefined ? {} : { before }), ...grounds }, swap),
  );
/** The record of a machine that signed the good bundle. */
const afterwards = (at: EpochMs = BUNDLED_AT): readonly SignedBefore[] => {
  const record = readSignedBefore(recordWith([], judged(), at));
  if (record === 'unreadable') throw new Error('what was just written can be read');
  return record;
};
const saying = (bundle: JudgedBundle, rule: string): readonly string[] =>
  findingsOf(bundle).flatMap((finding) =>
    finding.rule === rule ? [`${finding.severity}: ${finding.message}`] : [],
  );
const changed = (change: Partial<SignedBefore>): readonly SignedBefore[] =>
  afterwards().map((one) => ({ ...one, ...change }));
const OTHER = { bodyHash: 'ab'.repeat(32), inputs: [`${'cd'.repeat(32)}#0`] };

describe('what a machine without a network signed before', () => {
  it('is kept with what it spends, until when it may run, and what it was worth', () => {
    const [one] = afterwards();
    const [{ inspection, input } = { inspection: undefined, input: undefined }] = judged().transactions;
    expect(one).toMatchObject({
      network: 'preprod',
      bodyHash: inspection?.bodyHash,
      at: BUNDLED_AT,
      validUntil: inspection?.report.effect.validUntil,
    });
    expect(one?.inputs.toSorted()).toEqual([...(input?.resolved.keys() ?? [])].toSorted());
    expect(one?.worth).toBeGreaterThan(0n);
  });

  it('binds how a token is written: it is asked about once, and a change of it blocks (O3)', () => {
    const [gem] = goodBundle({}, swap).agreement.tokens.filter(({ id }) => id !== ADA);
    if (!gem) throw new Error('the trade has a token');
    expect(afterwards()[0]?.tokens).toEqual([gem]);
    const severities = (before: SignedRecord): readonly string[] =>
      saying(judged(before), 'O3').map((text) => text.slice(0, text.indexOf(':')));
    const written = (change: Partial<typeof gem>) => changed({ ...OTHER, tokens: [{ ...gem, ...change }] });
    expect(severities([])).toEqual(['warn']);
    expect(severities(written({}))).toEqual(['info']);
    expect(severities(written({ ticker: '$gem' }))).toEqual(['info']);
    // Signed for by its id alone: its name is asked about when it has one.
    expect(severities(written({ ticker: '' }))).toEqual(['warn']);
    for (const change of [{ ticker: 'AMBER' }, { ticker: 'GЕM' }, { decimals: gem.decimals + 1 }])
      expect(severities(written(change))).toEqual(['block']);
    expect(saying(judged(written({ ticker: 'AMBER' })), 'O3').join()).toContain('called it AMBER');
    // On another network, or in a record of an older version, it was never seen.
    expect(severities(written({}).map((one) => ({ ...one, network: 'mainnet' })))).toEqual(['warn']);
    expect(severities(afterwards().map(({ tokens: _tokens, ...one }) => ({ ...one, ...OTHER })))).toEqual([
      'warn',
    ]);
  });

  it('names another token by that name, or by one like it', () => {
    const [gem] = goodBundle({}, swap).agreement.tokens.filter(({ id }) => id !== ADA);
    if (!gem) throw new Error('the trade has a token');
    const real = `${'ab'.repeat(28)}47454d` as AssetId;
    for (const ticker of ['GEM', 'GЕM', '$gem']) {
      const said = saying(judged(changed({ ...OTHER, tokens: [{ ...gem, id: real, ticker }] })), 'O3');
      expect(said).toHaveLength(2);
      expect(said[1]).toContain(`warn: Another token that you signed for here`);
      expect(said[1]).toContain(real);
      // Signed for both: which of the two is meant this time is asked again.
      const both = saying(judged(changed({ ...OTHER, tokens: [gem, { ...gem, id: real, ticker }] })), 'O3');
      expect(both.map((text) => text.slice(0, 5))).toEqual(['info:', 'warn:']);
    }
  });

  it('asks about the same bytes, about the same funds, and about a like trade from other funds', () => {
    expect(saying(judged([]), 'V12')).toEqual([]);
    expect(saying(judged(afterwards()), 'V12').join()).toMatch(/^warn: You already signed exactly this/);
    const sameFunds = changed({ bodyHash: OTHER.bodyHash });
    expect(saying(judged(sameFunds), 'V12').join()).toMatch(/^warn: .*spends the same funds/);
    expect(saying(judged(changed(OTHER)), 'V12').join()).toMatch(/^warn: .*both could run/);
  });

  it('says nothing of another trade, of another network, or of what can no longer run', () => {
    expect(saying(judged(changed({ ...OTHER, like: 'limit ADA ADA' })), 'V12')).toEqual([]);
    expect(saying(judged(changed({ ...OTHER, network: 'mainnet' })), 'V12')).toEqual([]);
    const [{ validUntil = 0 } = {}] = afterwards();
    // 20 minutes past its validity: a block that held it could still have been replaced before.
    const over = { ...OTHER, validUntil: validUntil - 1_201 };
    expect(saying(judged(changed(over)), 'V12')).not.toEqual([]);
    const later = epochMs(slotToUnix('preprod', validUntil - 1) * 1_000);
    const barely = { ...OTHER, validUntil: validUntil - 1_200 };
    expect(saying(judged(changed(barely), { now: later }), 'V12')).not.toEqual([]);
    expect(saying(judged(changed(over), { now: later }), 'V12')).toEqual([]);
    // One without an end never ends.
    expect(saying(judged(changed({ ...OTHER, validUntil: undefined }), { now: later }), 'V12')).not.toEqual(
      [],
    );
  });

  it('counts against the limit of a day', () => {
    const [{ worth = 0n } = {}] = afterwards();
    const limits = { ...DEFAULT_POLICY, perDay: 2n * worth };
    expect(saying(judged(changed(OTHER), { limits }), 'P2')).toEqual([]);
    const tight = { ...DEFAULT_POLICY, perDay: 2n * worth - 1n };
    expect(saying(judged(changed(OTHER), { limits: tight }), 'P2').join()).toMatch(/^block: /);
    expect(signedWithinDay(afterwards(), epochMs(BUNDLED_AT + DAY - 1))).toBe(worth);
    expect(signedWithinDay(afterwards(), epochMs(BUNDLED_AT + DAY))).toBe(0n);
  });

  it('counts what is signed with it against that limit, too', () => {
    const [{ worth = 0n } = {}] = afterwards();
    const { agreement, transactions } = goodBundle({}, swap);
    const twice = {
      agreement: { ...agreement, transactions: [...agreement.transactions, ...agreement.transactions] },
      transactions: transactions.flatMap(({ cbor }) => [
        { at: 0, cbor },
        { at: 1, cbor },
      ]),
    };
    const under = (perDay: bigint): readonly string[] =>
      saying(
        judgeOffline(
          goodBundle(twice, swap),
          offlineGrounds({ limits: { ...DEFAULT_POLICY, perDay } }, swap),
        ),
        'P2',
      );
    expect(under(2n * worth)).toEqual([]);
    expect(under(2n * worth - 1n).join()).toMatch(/,block: /);
  });

  it('is held to limits that nothing in a bundle gets around', () => {
    const limits = { ...DEFAULT_POLICY, perTrade: 50_000_000n, perDay: 50_000_000n };
    const good = goodBundle({}, swap);
    const [only] = good.agreement.transactions;
    if (only?.task.kind !== 'swap') throw new Error('one swap was agreed to');
    const pay = (lovelace: bigint) => ({ ...only.task, pay: { asset: ADA, quantity: lovelace as Quantity } });
    const blockedBy = (...tasks: readonly object[]): readonly string[] => {
      const transactions = tasks.map((task) => ({ ...only, task })) as typeof good.agreement.transactions;
      const bundle = { ...good, agreement: { ...good.agreement, transactions } };
      const found = findingsOf(judgeOffline(bundle, offlineGrounds({ limits }, swap)));
      return found.flatMap(({ rule, severity }) => (severity === 'block' ? [rule] : []));
    };
    expect(blockedBy(only.task)).toEqual(['P1', 'P2']);
    // Less than the bytes pay, a task that takes from the sum, and another kind, which counts nothing.
    expect(blockedBy(pay(1_000_000n))).toContain('V15');
    expect(blockedBy(only.task, pay(-100_000_000n))).toContain('P2');
    expect(blockedBy({ kind: 'cancel', orders: [], holds: new Map() })).toContain('V10');
  });

  it('says what a limit cannot be held against: the worth of tokens that leave, and who is verified', () => {
    const sale = goodTrade('token', 1);
    const limits = {
      ...DEFAULT_POLICY,
      perTrade: 1_000_000_000n,
      perDay: 1_000_000_000n,
      verifiedOnly: true,
    };
    const of = (trade: typeof sale, rule: string) =>
      saying(judgeOffline(goodBundle({}, trade), offlineGrounds({ limits }, trade)), rule).join();
    for (const rule of ['P1', 'P2']) {
      expect(of(sale, rule)).toMatch(/^warn: What the tokens are worth is not known/);
      expect(of(swap, rule)).toBe('');
    }
    expect(of(swap, 'P5')).toMatch(/^warn: Which tokens are verified is not known/);
    expect(saying(judged(), 'P5')).toEqual([]);
  });

  it('holds the limit for one trade against all that its agreement covers', () => {
    const [{ worth = 0n } = {}] = afterwards();
    const { agreement } = goodBundle({}, swap);
    const twice = {
      agreement: { ...agreement, transactions: [...agreement.transactions, ...agreement.transactions] },
    };
    const under = (perTrade: bigint): readonly string[] =>
      saying(
        judgeOffline(
          goodBundle(twice, swap),
          offlineGrounds({ limits: { ...DEFAULT_POLICY, perTrade } }, swap),
        ),
        'P1',
      );
    expect(under(2n * worth)).toEqual([]);
    expect(under(2n * worth - 1n).join()).toMatch(/^block: The 2 transactions that this covers/);
  });

  it('is told where it cannot be read, and started anew then', () => {
    for (const text of ['', '{', '{"format":"other"}', '[]'])
      expect(readSignedBefore(text)).toBe('unreadable');
    expect(saying(judged('unreadable'), 'O7')).toHaveLength(1);
    expect(saying(judged([]), 'O7')).toEqual([]);
    expect(readSignedBefore(recordWith('unreadable', judged(), BUNDLED_AT))).toHaveLength(1);
    expect(readSignedBefore(undefined)).toEqual([]);
  });

  it('is one entry however often the same is signed, and of those that no longer count the latest', () => {
    const twice = readSignedBefore(recordWith(afterwards(), judged(), epochMs(BUNDLED_AT + 1)));
    expect(twice).toHaveLength(1);
    const [one] = afterwards();
    if (!one) throw new Error('nothing is on record');
    const many = Array.from({ length: 600 }, (_, nth) => ({
      ...one,
      bodyHash: nth.toString(16).padStart(64, '0'),
    }));
    const kept = readSignedBefore(signedText(many, [], epochMs(BUNDLED_AT + DAY)));
    expect(kept).toHaveLength(500);
    expect((kept as readonly SignedBefore[])[0]?.bodyHash).toBe((100).toString(16).padStart(64, '0'));
  });

  it('is readable after a validity up to the last slot that bytes can hold', () => {
    const { network, agreement, transactions } = goodBundle({}, swap);
    const [{ task } = { task: undefined }] = agreement.transactions;
    if (!task || transactions.length === 0) throw new Error('the bundle has a task');
    const signed = { network, bodyHash: OTHER.bodyHash, inputs: OTHER.inputs, task, tokens: [] };
    const kept = readSignedBefore(signedText(afterwards(), [{ ...signed, validUntil: 2 ** 60 }], BUNDLED_AT));
    expect(kept).toHaveLength(2);
    expect((kept as readonly SignedBefore[])[1]?.validUntil).toBeUndefined();
  });

  it('is not pushed out by any number of others while it counts for the day, or may still run', () => {
    const [dear] = changed({ worth: 10n ** 12n });
    if (!dear) throw new Error('nothing is on record');
    const dust = Array.from({ length: 600 }, (_, nth) => ({
      ...dear,
      worth: 0n,
      bodyHash: nth.toString(16).padStart(64, '0'),
    }));
    const within = readSignedBefore(signedText([dear, ...dust], [], BUNDLED_AT));
    if (within === 'unreadable') throw new Error('what was just written can be read');
    expect(signedWithinDay(within, BUNDLED_AT)).toBe(10n ** 12n);
    const later = epochMs(BUNDLED_AT + 2 * DAY);
    const [{ validUntil = 0 } = {}] = afterwards();
    const running = { ...dear, validUntil: validUntil + 3 * 86_400 };
    const after = readSignedBefore(signedText([running, ...dust], [], later));
    expect(after).toHaveLength(501);
    expect((after as readonly SignedBefore[])[0]?.bodyHash).toBe(dear.bodyHash);
  });

  it('reads back as it was written', () => {
    const hex = (bytes: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
    const entry: fc.Arbitrary<SignedBefore> = fc.record({
      network: fc.constantFrom('mainnet', 'preprod', 'preview'),
      bodyHash: hex(32),
      at: fc.nat().map(epochMs),
      like: fc.string({ maxLength: 80 }),
      inputs: fc.array(
        hex(32).map((hash) => `${hash}#7`),
        { maxLength: 4 },
      ),
      validUntil: fc.option(fc.nat(), { nil: undefined }),
      worth: fc.bigInt(0n, 10n ** 18n),
    });
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ bodyHash }) => bodyHash }), (entries) => {
        expect(readSignedBefore(signedText(entries, [], BUNDLED_AT))).toEqual(entries);
      }),
    );
  });

  it('of a cancellation is like nothing', () => {
    const cancel = { kind: 'cancel', orders: [], holds: new Map() } as const;
    const judgedNow = { network: 'preprod', slot: 0, task: cancel, subject: 'this' } as const;
    expect(stillOpen(changed({ ...OTHER, like: '' }), judgedNow).map(({ subject }) => subject)).toEqual(['']);
  });
});

describe('a record that changed after the bundle was judged', () => {
  const onlyShown = (bundle: JudgedBundle) => {
    const shown = findingsOf(bundle).map(({ message }) => message);
    return ({ message }: { readonly message: string }) => shown.includes(message);
  };

  it('is judged by once more: what nobody was shown was agreed to by nobody', () => {
    const first = judged([]);
    expect(recordAccepted([], first, onlyShown(first), BUNDLED_AT)).toMatchObject({ ok: true });
    expect(recordAccepted(changed(OTHER), first, onlyShown(first), BUNDLED_AT)).toMatchObject({
      failure: { code: 'warning-unaccepted', data: { rule: 'V12' } },
    });
    // One that was agreed to already covers no second one, unless the rule itself was.
    const second = judged(changed(OTHER));
    const both = [...changed(OTHER), ...changed({ ...OTHER, bodyHash: 'cd'.repeat(32) })];
    const asShown = recordAccepted(both, second, onlyShown(second), BUNDLED_AT);
    const byRule = recordAccepted(both, second, () => true, BUNDLED_AT);
    expect(asShown).toMatchObject({ failure: { code: 'warning-unaccepted' } });
    expect(byRule.ok && readSignedBefore(byRule.value)).toHaveLength(3);
  });

  it('by what does not concern the bundle lets it through', () => {
    const first = judged([]);
    const others = changed({ ...OTHER, network: 'mainnet' });
    const text = must(recordAccepted(others, first, onlyShown(first), BUNDLED_AT));
    expect(readSignedBefore(text)).toHaveLength(2);
  });

  it('and that cannot be read is kept when another takes its place', () => {
    const files = memoryFiles();
    const newer = Buffer.from('{"format":"touchstone-offline-signed","version":2,"signed":[]}');
    files.write('signed.json', newer);
    const record = fileRecord(files);
    expect(record.read()).toBe('unreadable');
    must(record.change((before) => recordAccepted(before, judged('unreadable'), () => true, BUNDLED_AT)));
    expect(record.read()).toHaveLength(1);
    expect(Buffer.from(files.read('signed.unreadable.json') ?? [])).toEqual(newer);
  });
});
