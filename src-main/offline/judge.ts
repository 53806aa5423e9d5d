import { ADA } from '#domain/asset.ts';
import { unixToSlot } from '#domain/network.ts';
import { slot, type EpochMs } from '#domain/time.ts';
import type { Task } from '../agreement/agreement.ts';
import { agreementHash } from '../agreement/agreement-json.ts';
import { parseAddress } from '../cardano/address.ts';
import { decodeTransaction, type OutputReference, type Transaction } from '../cardano/transaction.ts';
import { costOfAll } from '../inspect/figures.ts';
import { inspectTransaction } from '../inspect/inspect-transaction.ts';
import {
  USUAL_PARAMETERS,
  type InspectionInput,
  type OwnKeys,
  type ScriptList,
} from '../inspect/inspection-input.ts';
import type { Finding, Inspection } from '../inspect/inspection.ts';
import { DEFAULT_POLICY, type PolicyFacts, type PolicyLimits } from '../inspect/policy.ts';
import { proveInputBy, type ResolvedInput } from '../cardano/resolution.ts';
import { block, warn } from '../inspect/rule.ts';
import { beyondCost } from '../inspect/rules/limits.ts';
import { termsOf } from '../inspect/terms.ts';
import {
  fingerprintOf,
  keysOfScript,
  scriptOf,
  type BundledTransaction,
  type OfflineBundle,
} from './bundle.ts';
import { objectionsTo } from './objections.ts';
import { signedWithinDay, stillOpen, worthOf, type SignedRecord } from './signed-before.ts';
import { sentence } from '../inspect/words/sentences.ts';

/** The offline machine's own knowledge. */
export interface OfflineGrounds {
  /**
   * Hashes of the keys held here: nothing in a bundle can add one. If the bundle is for a native script's wallet, they
   * sign for that, and what they hold alone is not part of it.
   */
  readonly own: OwnKeys;
  /** The same as far as keys reach that are held here and in use: hashes (hex) that are none of theirs add nothing. */
  readonly reaching?: (used: ReadonlySet<string>) => OwnKeys;
  /** This machine's own clock. */
  readonly now: EpochMs;
  readonly scripts: ScriptList;
  /** The limits kept on this machine; none when absent. */
  readonly limits?: PolicyLimits;
  /** This machine's earlier signatures, if it keeps a record of them. */
  readonly before?: SignedRecord;
}

/** The input for inspecting a bundled transaction. */
export type OfflineInput = InspectionInput & Required<Pick<InspectionInput, 'agreed' | 'claims'>>;

export interface JudgedTransaction {
  readonly at: number;
  readonly inspection: Inspection;
  readonly input: OfflineInput;
}

/** A bundle as it was judged: what is wrong with it as a whole, and each of its transactions. */
export interface JudgedBundle {
  readonly bundle: OfflineBundle;
  /** The grounds that it was judged by. */
  readonly known: OfflineGrounds;
  readonly fingerprint: string;
  /** Rules O1 to O7; what blocks forbids signing any of it. */
  readonly findings: readonly Finding[];
  /** Those that can be decoded; the others are among the findings. */
  readonly transactions: readonly JudgedTransaction[];
  readonly verdict: 'pass' | 'warn' | 'block';
}

/**
 * Judges a bundle on a machine that can ask nobody. The bytes, the parents' hashes and this machine's own keys, clock and
 * rules count; whatever else the bundle says may narrow a bound and never widens one. Pure.
 */
export function judgeOffline(bundle: OfflineBundle, known: OfflineGrounds): JudgedBundle {
  const { paymentKeyHashes, sharedKeyHashes = [] } = known.own;
  const script = known.own.script ?? scriptOf(bundle, new Set([...paymentKeyHashes, ...sharedKeyHashes]));
  const { resolved, read } = readOnce(bundle);
  const own = script ? keysOfScript(script) : (known.reaching?.(keysInUse(bundle, resolved)) ?? known.own);
  const grounds = { ...known, own };
  // Once for all of them: a crafted agreement can have megabytes.
  const stated = { fingerprint: fingerprintOf(bundle), agreed: agreementHash(bundle.agreement) };
  const findings: Finding[] = [...objectionsTo(bundle, grounds, resolved.inputs, read), ...ofRecord(grounds)];
  const transactions = bundle.transactions.flatMap((transaction, place) => {
    const tx = read[place];
    const judged = tx && judgeOne(bundle, transaction, grounds, { ...resolved, ...stated, tx });
    if (judged) return [judged];
    findings.push(block('O6', sentence('O6-unreadable', { at: transaction.at + 1 })));
    return [];
  });
  findings.push(...ofCosts(transactions, grounds));
  return {
    bundle,
    known,
    fingerprint: stated.fingerprint,
    findings,
    transactions,
    verdict: verdictOf([
      ...findings,
      ...transactions.flatMap(({ inspection: { report } }) => report.findings),
    ]),
  };
}

function ofRecord({ before }: OfflineGrounds): readonly Finding[] {
  if (before !== 'unreadable') return [];
  return [warn('O7', sentence('O7-record'))];
}

/**
 * One approval signs all of them. Each is held to the limit alone, and the first one to what the others would cost if they
 * were like it: a bundle may leave that one out, or have dearer ones follow it.
 */
function ofCosts(
  transactions: readonly JudgedTransaction[],
  { limits = DEFAULT_POLICY }: OfflineGrounds,
): readonly Finding[] {
  const inspections = transactions.map(({ inspection }) => inspection);
  const [first] = inspections;
  if (first === undefined || inspections.length < 2 || limits.cost === undefined) return [];
  const whole = costOfAll(first, inspections.slice(1));
  return whole.cost <= limits.cost ? [] : [beyondCost(whole, limits.cost)];
}

function verdictOf(findings: readonly Finding[]): JudgedBundle['verdict'] {
  if (findings.some(({ severity }) => severity === 'block')) return 'block';
  return findings.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass';
}

/** Hashes of the keys that hold what is spent, and of the address that trades. */
function keysInUse({ address }: OfflineBundle, { inputs }: ProvenInputs): ReadonlySet<string> {
  const held = [address, ...[...inputs.values()].map((input) => input.address)];
  return new Set(
    held.flatMap((text) => {
      const parsed = parseAddress(text);
      return parsed.ok && parsed.value.payment.kind === 'key' ? [parsed.value.payment.hash] : [];
    }),
  );
}

/** The outputs that inputs spend, as far as the bytes in the bundle prove them. */
interface ProvenInputs {
  readonly inputs: ReadonlyMap<string, ResolvedInput>;
  /** Raw bytes (hex) by the hash of the transaction. */
  readonly parents: ReadonlyMap<string, string>;
}

/** Hashes of the bundle's statements. */
interface Stated {
  readonly fingerprint: string;
  readonly agreed: string;
}

interface Parent {
  readonly cbor: string;
  readonly read: Transaction;
}

/** The readings of a bundle: every byte string in it is decoded once, for all rules and objections. */
interface Readings {
  readonly resolved: ProvenInputs;
  /** Of its transactions, in order; `undefined` for one that the network would not take. */
  readonly read: readonly (Transaction | undefined)[];
}

function readOnce({ transactions, parents }: OfflineBundle): Readings {
  const byHash = new Map<string, Parent>();
  const read = (cbor: string): Transaction | undefined => {
    const decoded = decodeTransaction(cbor, { historic: true });
    if (!decoded.ok) return undefined;
    byHash.set(decoded.value.bodyHash, { cbor, read: decoded.value });
    // The form of older eras proves a parent, and is no transaction to sign.
    return decoded.value.historic ? undefined : decoded.value;
  };
  for (const cbor of parents) read(cbor);
  // A transaction of the bundle may spend what an earlier one of it makes: its body's hash proves that alike.
  const own = transactions.map(({ cbor }) => read(cbor));
  return { resolved: resolveFrom(own, byHash), read: own };
}

function resolveFrom(transactions: Readings['read'], byHash: ReadonlyMap<string, Parent>): ProvenInputs {
  const inputs = new Map<string, ResolvedInput>();
  const used = new Map<string, string>();
  for (const tx of transactions)
    for (const reference of spentBy(tx)) {
      const hash = reference.slice(0, reference.indexOf('#'));
      const parent = byHash.get(hash);
      const proven = parent && proveInputBy(reference, parent.read);
      if (!parent || !proven?.ok) continue;
      inputs.set(reference, proven.value);
      used.set(hash, parent.cbor);
    }
  return { inputs, parents: used };
}

function spentBy(tx: Transaction | undefined): readonly OutputReference[] {
  return tx ? [...tx.body.inputs, ...tx.body.collateral] : [];
}

function judgeOne(
  bundle: OfflineBundle,
  { at, cbor }: BundledTransaction,
  { own, now, scripts, limits = DEFAULT_POLICY, before }: OfflineGrounds,
  { inputs, parents, fingerprint: subject, agreed, tx }: ProvenInputs & Stated & { readonly tx: Transaction },
): JudgedTransaction | undefined {
  const { agreement, network } = bundle;
  const task = agreement.transactions[at]?.task;
  if (!task) return undefined;
  // Never the bundle's word of the time: a validity is measured from this machine's own clock.
  const clockSlot = slot(unixToSlot(network, now / 1_000));
  const signed = before === undefined || before === 'unreadable' ? [] : before;
  const input: OfflineInput = {
    cbor,
    read: tx,
    terms: termsOf(task),
    subject,
    earlier: stillOpen(signed, { network, slot: clockSlot, task, subject }),
    own,
    resolved: inputs,
    parents,
    missingInputs: 'block',
    network,
    tipSlot: clockSlot,
    clockSlot,
    parameters: USUAL_PARAMETERS,
    scripts,
    tokens: new Map(agreement.tokens.map(({ id, ticker, decimals }) => [id, { ticker, decimals }])),
    // Nothing shows that the first one was ever seen here, nor that it costs the same as the others.
    agreed: { agreement, at, hash: agreed, apart: true },
    claims: task.kind === 'swap' ? { expected: task.expected } : {},
    policy: {
      ...policyOf(task, limits, signedWithinDay(signed, now) + worthBefore(bundle, at)),
      ...(agreement.transactions.length > 1
        ? { together: { at, worth: agreement.transactions.map((one) => worthOf(one.task)) } }
        : {}),
    },
  };
  const inspected = inspectTransaction(input);
  return inspected.ok ? { at, inspection: inspected.value, input } : undefined;
}

/** Lovelace traded by the transactions that precede one in its bundle: all of them are signed together. */
function worthBefore({ agreement, transactions }: OfflineBundle, at: number): bigint {
  return transactions
    .filter((other) => other.at < at)
    .map((other) => agreement.transactions[other.at]?.task)
    .reduce((sum, task) => sum + ((task && worthOf(task)) ?? 0n), 0n);
}

/** No market is known here: what a trade is worth is the ADA in it, and its price is for the user to judge. */
function policyOf(task: Task, limits: PolicyLimits, signedToday: bigint): PolicyFacts {
  const worth = worthOf(task);
  return {
    limits,
    worth,
    ...(worth !== undefined && movesTokens(task) ? { worthIsLeast: true } : {}),
    signedToday,
    slippageBps: task.kind === 'swap' || task.kind === 'dca' ? task.slippageBps : undefined,
    impactBps: undefined,
    unverified: undefined,
    exchanges: [],
    seenRecipients: new Set(),
    seenScripts: new Set(),
  };
}

/** Whether tokens leave by it: the least ADA that a sale enforces may be far below what they are worth. */
function movesTokens(task: Task): boolean {
  if (task.kind === 'send') return task.pays.size > 1;
  return task.kind !== 'cancel' && task.pay.asset !== ADA;
}
