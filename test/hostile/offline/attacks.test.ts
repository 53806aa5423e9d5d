// Every kind of attack on a transaction, in a bundle carried to a machine without a network.
import { afterAll, describe, expect, it } from 'vitest';
import { sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { epochMs } from '#domain/time.ts';
import { decodeTransaction, type OutputReference } from '../../../src-main/cardano/transaction.ts';
import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import type { Finding } from '../../../src-main/inspect/inspection.ts';
import { proveInput } from '../../../src-main/cardano/resolution.ts';
import { acceptOffline, findingsOf } from '../../../src-main/offline/accept.ts';
import { bundleText, readOfflineBundle, type OfflineBundle } from '../../../src-main/offline/bundle.ts';
import { judgeOffline, type JudgedBundle } from '../../../src-main/offline/judge.ts';
import { agreedTo } from '../../support/agreed.ts';
import { attackKinds } from '../../support/attack-kinds/all-kinds.ts';
import { ordersOf, type AttackBase, type AttackKind } from '../../support/attack-kinds/attack-kind.ts';
import { practiceBases } from '../../support/attack-kinds/practice-bases.ts';
import { TransactionTree } from '../../support/attack-kinds/transaction-tree.ts';
import { goodTrade, myAddress, PAYMENT, STAKE, writeDraft } from '../../support/good-trade.ts';

/** The order scripts known to this machine; the second proof has its own list for these. */
const LISTED = goodTrade().input.scripts;
/** Kinds that change something none of these trades has: they are tried on real ones, whose inputs no bytes prove. */
const ELSEWHERE: readonly string[] = [
  'a service fee five ADA higher',
  'a token in the service fee',
  'the service fee to somebody else',
  'terms shown that are not those of the hash',
  'terms not shown',
  "a stranger's terms by their hash, mine shown beside them",
  'the pool of another pair',
  'terms moved inline at a script that can never spend them so',
  'an expiry in the past, with a tip for whoever sends the order back',
  'an expiry while it can be placed, with a tip for whoever sends the order back',
  'no script data hash beside datums or redeemers',
];

/** Both orders of a trade, taken back with its change: the trade's own bytes prove what they hold. */
function cancellation(): AttackBase {
  const { input, draft, sign } = goodTrade('ada', 2);
  const placed = decodeTransaction(input.cbor);
  if (!placed.ok) throw new Error(placed.failure);
  const { bodyHash } = placed.value;
  const spent = draft.outputs.map((_, index): OutputReference => `${bodyHash}#${index}`);
  const resolved = spent.map((name) => {
    const proven = proveInput(name, input.cbor);
    if (!proven.ok) throw new Error(proven.failure);
    return [name, proven.value] as const;
  });
  const orders = resolved.flatMap(([name, { address }]) => (address === myAddress ? [] : [name]));
  expect(orders).toHaveLength(ordersOf(new TransactionTree(input.cbor)).length);
  const fee = 300_000n;
  const all = sumValues(resolved.map(([, { value }]): Value => value));
  const back = new Map(all).set(ADA, (all.get(ADA) ?? 0n) - fee);
  const cbor = writeDraft({
    ...draft,
    inputs: spent,
    outputs: [{ address: myAddress, value: back }],
    fee,
    requiredSigners: [PAYMENT],
  });
  const ownWitnesses = sign(cbor);
  const witnesses = parseWitnessSet(ownWitnesses);
  const signed = spliceWitnesses(cbor, witnesses.ok ? witnesses.value : []);
  if (!signed.ok) throw new Error(signed.failure);
  return {
    name: 'practice, two orders taken back',
    input: {
      ...input,
      cbor,
      terms: { kind: 'cancel', orders },
      resolved: new Map(resolved),
      parents: new Map([[bodyHash, input.cbor]]),
    },
    payment: PAYMENT,
    stake: STAKE,
    network: 0,
    signed: signed.value,
    ownWitnesses,
    needed: [PAYMENT],
  };
}

/** A minimum for what is sold, at a price set by the user. */
function limitOrder(): AttackBase {
  const [base] = practiceBases();
  if (base?.input.terms.kind !== 'swap') throw new Error('the first base is a swap');
  const { pay, receive, atLeast = 0n } = base.input.terms;
  return {
    ...base,
    name: 'practice, one limit order',
    input: { ...base.input, terms: { kind: 'limit', pay, receive, atLeast } },
  };
}

/** The other machine's judgement of the carried file; `undefined` if it does not even accept the file. */
function judge({ input }: AttackBase, cbor: string): JudgedBundle | undefined {
  const { network, tipSlot, own, parents = new Map() } = input;
  if (tipSlot === undefined) throw new Error('the tip is known');
  const now = epochMs(slotToUnix(network, tipSlot) * 1_000);
  const bundle: OfflineBundle = {
    network,
    exportedAt: now,
    tipSlot,
    address: myAddress,
    paths: [],
    agreement: agreedTo(input).agreed.agreement,
    transactions: [{ at: 0, cbor }],
    parents: [...parents.values()],
  };
  const carried = readOfflineBundle(bundleText(bundle));
  if (carried.ok) return judgeOffline(carried.value, { own, now, scripts: LISTED });
  expect(carried.failure.code).toBe('offline-bundle-malformed');
  return undefined;
}

const said = ({ rule, severity, message }: Finding): string => `${severity} ${rule}: ${message}`;
const bases = [...practiceBases(), limitOrder(), cancellation()].map((base) => {
  const judged = judge(base, base.input.cbor);
  if (!judged) throw new Error('the base can be read');
  return { base, judged, sayings: new Set(findingsOf(judged).map(said)) };
});
/** How many were refused and how many were asked about, over all bases. */
const counted = { refused: 0, asked: 0 };

describe.each(bases.map((one) => [one.base.name, one] as const))('the base: %s', (_, { judged }) => {
  it('may be signed, and all that is asked is what anybody is asked', () => {
    const findings = findingsOf(judged);
    expect(findings.filter(({ severity }) => severity === 'block').map(said)).toEqual([]);
    const asked = findings.map(({ rule }) => rule);
    expect(acceptOffline(judged, asked, judged.bundle.exportedAt)).toMatchObject({ ok: true });
  });
});

describe('attacks in a bundle', () => {
  it.each(attackKinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
    const through: string[] = [];
    let applied = 0;
    for (const { base, sayings } of bases) {
      const cbor = kind.make(base);
      if (cbor === undefined) continue;
      applied += 1;
      const why = missed(kind, judge(base, cbor), sayings);
      if (why !== undefined) through.push(`${base.name}: ${why}`);
    }
    expect(through).toEqual([]);
    expect(ELSEWHERE.includes(kind.name)).toBe(applied === 0);
  });

  afterAll(() => {
    if (process.env['ATTACKS_REPORT'])
      console.log(
        `${attackKinds.length} kinds on ${bases.length} bundles: ${counted.refused} refused, ${counted.asked} asked about`,
      );
  });
});

/** Why an attack counts as missed; `undefined` if it was refused, or asked about where that is enough. */
function missed(
  kind: AttackKind,
  judged: JudgedBundle | undefined,
  before: ReadonlySet<string>,
): string | undefined {
  if (!judged) {
    counted.refused += 1;
    return undefined;
  }
  const findings = findingsOf(judged);
  for (const { message } of findings) expect(message).toMatch(/^[A-Z0-9“"].*\.$/s);
  if (judged.verdict === 'block') {
    const everything = findings.map(({ rule }) => rule);
    expect(acceptOffline(judged, everything, judged.bundle.exportedAt)).toMatchObject({
      ok: false,
      failure: { code: 'offline-bundle-blocked' },
    });
    counted.refused += 1;
    return undefined;
  }
  const asked =
    findings.some(({ severity }) => severity === 'warn') && findings.some((one) => !before.has(said(one)));
  if (kind.severity === 'warn' && asked) {
    counted.asked += 1;
    return undefined;
  }
  return findings.map(said).join(' | ');
}
