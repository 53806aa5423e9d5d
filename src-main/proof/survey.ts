import type { AgreedTransaction } from '../agreement/agreement.ts';
import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { OutputName } from '#domain/trade.ts';
import { holderOfText, type Holder } from './address.ts';
import { Unreadable } from './cbor.ts';
import { readOrder } from './order-terms.ts';
import type { OrderScript, Terms } from './terms.ts';
import type { ProofInput } from './proof.ts';
import { readParent, type Output, type RawTransaction } from './transaction.ts';

/** An input with what it holds. */
export interface Spent {
  readonly name: OutputName;
  /** `undefined` when it is not known what it holds. */
  readonly holder: Holder | undefined;
  readonly value: Value;
  /** By the bytes of the transaction that made it. */
  readonly proven: boolean;
  /** The rest of the collateral, from a transaction whose scripts failed: it had no other effect. */
  readonly restOfFailed: boolean;
  readonly own: boolean;
  /** One of the orders that are to be taken back. */
  readonly agreed: boolean;
  /** Bytes of its datum, hex; `undefined` if there is none, or they cannot be seen. */
  readonly datum: string | undefined;
}

/** An output that a script locks. */
export interface Order {
  readonly output: Output;
  readonly script: OrderScript | undefined;
  /** Bytes of its datum, hex; `undefined` when they cannot be seen. */
  readonly datum: string | undefined;
  /** `undefined` when it cannot be read as an order of its exchange between the assets that are traded. */
  readonly terms: Terms | undefined;
}

/** Whose everything in a transaction is. Nothing is judged here. */
export interface Survey {
  readonly context: ProofInput;
  readonly agreed: AgreedTransaction;
  readonly tx: RawTransaction;
  /** Each once, however often it occurs. */
  readonly inputs: readonly Spent[];
  readonly collateral: readonly Spent[];
  readonly ownOutputs: readonly Output[];
  readonly orders: readonly Order[];
  readonly otherOutputs: readonly Output[];
  /** Hashes of transactions for which other bytes were given than theirs. */
  readonly forged: readonly string[];
}

export function surveyOf(context: ProofInput, agreed: AgreedTransaction, tx: RawTransaction): Survey {
  const parents = parentsOf([...tx.inputs, ...tx.collateral], context.parents);
  const spent = (name: OutputName): Spent => spentBy(name, context, agreed, { ...parents, tx });
  const owned = ({ holder }: Output): boolean => isOwn(holder, context);
  const locked = ({ holder }: Output): boolean => holder.kind === 'script' && !isOwn(holder, context);
  return {
    context,
    agreed,
    tx,
    inputs: [...new Set(tx.inputs)].map(spent),
    collateral: [...new Set(tx.collateral)].map(spent),
    ownOutputs: tx.outputs.filter(owned),
    orders: tx.outputs.filter(locked).map((output) => orderOf(output, context, agreed, tx)),
    otherOutputs: tx.outputs.filter((output) => !owned(output) && !locked(output)),
    forged: parents.forged,
  };
}

export function isOwn({ kind, hash }: Holder, { account }: ProofInput): boolean {
  return kind === 'key'
    ? account.paymentKeyHashes.has(hash)
    : kind === 'script' && account.script?.hash === hash;
}

/** The two assets of a trade; none for a cancellation or a payment. */
export function tradedAssets({ task }: AgreedTransaction): readonly AssetId[] {
  return task.kind === 'cancel' || task.kind === 'send' ? [] : [task.pay.asset, task.receive];
}

interface Parents {
  readonly outputs: ReadonlyMap<OutputName, Output>;
  /** Hashes of those whose scripts failed. */
  readonly failed: ReadonlySet<string>;
  readonly forged: readonly string[];
}

function parentsOf(names: readonly OutputName[], bytesByHash: ReadonlyMap<string, string>): Parents {
  const outputs = new Map<OutputName, Output>();
  const failed = new Set<string>();
  const forged: string[] = [];
  for (const hash of new Set(names.map((name) => name.slice(0, 64)))) {
    const cbor = bytesByHash.get(hash);
    if (cbor === undefined) continue;
    const parent = readOrNothing(cbor);
    if (parent?.hash !== hash) {
      forged.push(hash);
      continue;
    }
    if (parent.failed) failed.add(hash);
    for (const [index, output] of parent.outputs) outputs.set(`${hash}#${index}`, output);
  }
  return { outputs, failed, forged };
}

function readOrNothing(cbor: string): ReturnType<typeof readParent> | undefined {
  try {
    return readParent(cbor);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function spentBy(
  name: OutputName,
  context: ProofInput,
  { task }: AgreedTransaction,
  { outputs, failed, tx }: Parents & Pick<Survey, 'tx'>,
): Spent {
  const output = outputs.get(name);
  const attested = output ? undefined : context.attested.get(name);
  const holder = output?.holder ?? (attested && holderOfText(attested.address));
  return {
    name,
    holder,
    value: output?.value ?? attested?.value ?? new Map(),
    proven: output !== undefined,
    restOfFailed: failed.has(name.slice(0, 64)),
    own: holder !== undefined && isOwn(holder, context),
    agreed: task.kind === 'cancel' && task.orders.includes(name),
    datum: output && datumOf(output, tx),
  };
}

function datumOf({ inlineDatum, datumHash }: Output, { data }: RawTransaction): string | undefined {
  return inlineDatum ?? (datumHash === undefined ? undefined : data.get(datumHash));
}

function orderOf(
  output: Output,
  { scripts }: ProofInput,
  agreed: AgreedTransaction,
  tx: RawTransaction,
): Order {
  const script = scripts.get(output.holder.hash);
  const datum = datumOf(output, tx);
  const readable = script !== undefined && datum !== undefined;
  const terms = readable ? readOrder(datum, script, tradedAssets(agreed), output.value, scripts) : undefined;
  return { output, script, datum, terms };
}
