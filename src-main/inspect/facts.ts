import { subtractValues, sumValues, type Value } from '#domain/amount.ts';
import type { Result } from '#domain/result.ts';
import { formatAddress, parseAddress, parseAddressBytes, type Address } from '../cardano/address.ts';
import { toHex } from '../cardano/hex.ts';
import { mostSignatures } from '../cardano/native-script.ts';
import type { KnownScript, OrderTerms } from '../exchanges/order-form.ts';
import { secondReadingOf, type SecondReading } from '../cardano/second-decoder.ts';
import type { TransactionOutput } from '../cardano/transaction-output.ts';
import type { OutputReference, Transaction } from '../cardano/transaction.ts';
import {
  DEFAULT_LIMITS,
  type InspectionInput,
  type InspectionLimits,
  type OwnKeys,
} from './inspection-input.ts';
import type { ResolvedInput } from '../cardano/resolution.ts';
import { tradeOf, withClaims, type CancelTerms, type SendTerms, type TradeTerms } from './terms.ts';

/** An input or collateral with what the ledger says of it. */
export interface InputFact {
  readonly reference: OutputReference;
  readonly resolved: ResolvedInput | undefined;
  /** `undefined` when it is not known, or not a Shelley payment address. */
  readonly address: Address | undefined;
  /** Hash of its payment part if that is the account's: one of its keys, or its script. */
  readonly ownHash: string | undefined;
  /** True when it is one of the orders that the user wants back. */
  readonly cancelled: boolean;
}

/**
 * `own`: payment and stake part are both the account's. `bare-own`: the payment key is the account's, there is no
 * stake part. `half-own`: the payment key is the account's, the stake part is not. `order`: locked by a script.
 * `foreign`: anything else.
 */
export type OutputRole = 'own' | 'bare-own' | 'half-own' | 'order' | 'foreign';

export interface OutputFact {
  readonly index: number;
  readonly output: TransactionOutput;
  /** `undefined` when it is not a Shelley payment address. */
  readonly address: Address | undefined;
  /** Bech32, or hex when there is no such text. */
  readonly addressText: string;
  readonly role: OutputRole;
}

export interface OrderFact extends OutputFact {
  readonly address: Address;
  readonly scriptHash: string;
  /** The known exchange script that locks it; `undefined` for one that no known exchange uses. */
  readonly script: KnownScript | undefined;
  /** The datum's raw bytes in hex: inline, or the witness set's preimage of its hash. */
  readonly rawDatum: string | undefined;
  /** Its terms, when it is in the form of its exchange and between the assets that are traded. */
  readonly terms: OrderTerms | undefined;
  /** Why it is not an order of its exchange, where that exchange's form is known. */
  readonly refusal: string | undefined;
  /** True for an order of its exchange that is not between the assets that are traded. */
  readonly otherPair: boolean;
}

/** The facts that rules judge by: the decoded transaction, and everything that it is judged against. */
export interface Facts {
  readonly context: InspectionInput;
  readonly limits: InspectionLimits;
  /** The trade, if the user wants one, with the figures that the service states of it. */
  readonly trade: TradeTerms | undefined;
  /** The orders to take back, if the user wants a cancellation. */
  readonly cancel: CancelTerms | undefined;
  /** The payment, if the user wants one. */
  readonly send: SendTerms | undefined;
  readonly tx: Transaction;
  /** The same bytes as another decoder reads them. */
  readonly second: Result<SecondReading, string>;
  readonly inputs: readonly InputFact[];
  readonly collateral: readonly InputFact[];
  /** True when every input could be looked up: only then are sums known. */
  readonly complete: boolean;
  readonly outputs: readonly OutputFact[];
  readonly orders: readonly OrderFact[];
  /** Sum of the outputs that the account's payment keys can spend. */
  readonly returned: Value;
  /** Sum of the account's inputs that could be looked up. */
  readonly spent: Value;
  /** `returned − spent`: negative leaves the wallet. */
  readonly net: Value;
  /** Key hashes that must sign: the account's, and others'. */
  readonly ownSigners: readonly string[];
  readonly foreignSigners: readonly string[];
}

/** Sorts out whose each input and output is. Pure; nothing is judged here. */
export function gatherFacts(
  context: InspectionInput,
  tx: Transaction,
  second: Facts['second'] = secondReadingOf(tx),
): Facts {
  const { terms, claims } = context;
  const wanted = tradeOf(terms);
  const cancel = terms.kind === 'cancel' ? terms : undefined;
  const inputs = tx.body.inputs.map((reference) => inputFact(reference, context, cancel));
  const collateral = tx.body.collateral.map((reference) => inputFact(reference, context, undefined));
  const outputs = tx.body.outputs.map((output, index) => outputFact(output, index, context.own));
  const distinct = uniqueByReference(inputs);
  const spent = sumValues(
    distinct.flatMap((input) => (input.ownHash && input.resolved ? [input.resolved.value] : [])),
  );
  const returned = sumValues(
    outputs.filter(({ role }) => role !== 'order' && role !== 'foreign').map(({ output }) => output.value),
  );
  return {
    context,
    limits: context.limits ?? DEFAULT_LIMITS,
    trade: wanted && withClaims(wanted, claims),
    cancel,
    send: terms.kind === 'send' ? terms : undefined,
    tx,
    second,
    inputs,
    collateral,
    complete: inputs.every(({ resolved }) => resolved !== undefined),
    outputs,
    orders: outputs.flatMap((output) => orderFact(output, tx, context)),
    returned,
    spent,
    net: subtractValues(returned, spent),
    ...signers(tx, [...inputs, ...collateral], context.own),
  };
}

/** The datum of an output as raw bytes in hex, from the output itself or from the witness set. */
export function rawDatumOf(output: TransactionOutput, tx: Transaction): string | undefined {
  if (output.datum.kind === 'inline') return output.datum.hex;
  return output.datum.kind === 'hash' ? tx.witnesses.data.get(output.datum.hash) : undefined;
}

function inputFact(
  reference: OutputReference,
  { resolved: known, own }: InspectionInput,
  cancel: CancelTerms | undefined,
): InputFact {
  const resolved = known.get(reference);
  const parsed = resolved && parseAddress(resolved.address);
  const address = parsed?.ok ? parsed.value : undefined;
  const payment = address?.payment;
  const mine = payment !== undefined && isOwnPayment(payment, own);
  return {
    reference,
    resolved,
    address,
    ownHash: mine ? payment.hash : undefined,
    cancelled: cancel?.orders.includes(reference) ?? false,
  };
}

/** True for an input known to be locked by a script other than the account's own. */
export function isLockedByScript({ address, ownHash }: InputFact): boolean {
  return address?.payment.kind === 'script' && ownHash === undefined;
}

/** Whether a payment part is one of the account's keys, or its script. */
function isOwnPayment({ kind, hash }: Address['payment'], own: OwnKeys): boolean {
  return kind === 'key' ? own.paymentKeyHashes.has(hash) : own.script?.hash === hash;
}

/** Whether the proceeds of an order go to one of the account's keys, or to its script. */
export function isOwner(terms: OrderTerms, own: OwnKeys): boolean {
  const { ownerPaymentKeyHash: key, ownerScriptHash: script } = terms;
  return script === undefined
    ? key !== undefined && own.paymentKeyHashes.has(key)
    : key === undefined && own.script?.hash === script;
}

/** Hashes of the account's payment parts from which the transaction spends. */
export function keysOfInputs({ inputs }: Pick<Facts, 'inputs'>): ReadonlySet<string> {
  return new Set(inputs.flatMap(({ ownHash }) => ownHash ?? []));
}

function uniqueByReference(inputs: readonly InputFact[]): readonly InputFact[] {
  return [...new Map(inputs.map((input) => [input.reference, input])).values()];
}

function outputFact(output: TransactionOutput, index: number, own: OwnKeys): OutputFact {
  const parsed = parseAddressBytes(output.addressBytes);
  const address = parsed.ok ? parsed.value : undefined;
  const addressText = address ? formatAddress(address) : toHex(output.addressBytes);
  return { index, output, address, addressText, role: address ? roleOf(address, own) : 'foreign' };
}

/** Whose an address is. */
export function roleOf(address: Address, own: OwnKeys): OutputRole {
  const { payment, stake } = address;
  if (!isOwnPayment(payment, own)) return payment.kind === 'script' ? 'order' : 'foreign';
  // The people who share a script know its full address, stake part included, and compare that: no other address is
  // theirs.
  if (payment.kind === 'script' && formatAddress(address) === own.script?.address) return 'own';
  if (payment.kind === 'script') return stake === undefined ? 'bare-own' : 'half-own';
  if (stake === undefined) return own.stakeKeyHashes.size === 0 ? 'own' : 'bare-own';
  return stake !== 'pointer' && stake.kind === 'key' && own.stakeKeyHashes.has(stake.hash)
    ? 'own'
    : 'half-own';
}

function orderFact(fact: OutputFact, tx: Transaction, { scripts, terms }: InspectionInput): OrderFact[] {
  const { address } = fact;
  if (fact.role !== 'order' || !address) return [];
  const scriptHash = address.payment.hash;
  const script = scripts.known.get(scriptHash);
  const rawDatum = rawDatumOf(fact.output, tx);
  const trade = tradeOf(terms);
  const assets = trade && [trade.pay.asset, trade.receive];
  const { value } = fact.output;
  const read = rawDatum === undefined ? undefined : script?.form?.read(rawDatum, assets, value);
  const known = { ...fact, address, scriptHash, script, rawDatum };
  if (read?.ok) return [{ ...known, terms: read.value, refusal: undefined, otherPair: false }];
  const anyPair = rawDatum === undefined ? undefined : script?.form?.read(rawDatum, undefined, value);
  const refusal = anyPair?.ok === false ? anyPair.failure : undefined;
  return [{ ...known, terms: undefined, refusal, otherPair: anyPair?.ok === true }];
}

/**
 * How many signatures the transaction still gets: one for each key that must sign; for the account's script, the most
 * that satisfying it can take.
 */
export function signaturesToCome({ tx, context, ownSigners, foreignSigners }: Facts): number {
  const { script } = context.own;
  const signers = [...ownSigners, ...foreignSigners];
  const named: ReadonlySet<string> = script?.keys ?? new Set();
  const together = script && signers.some((hash) => named.has(hash)) ? mostSignatures(script.script) : 0;
  const alone = signers.filter((hash) => !named.has(hash)).length;
  return Math.max(0, alone + together - tx.witnesses.vkeys.length);
}

/**
 * S1: payment keys of own inputs and own collateral, and the account's keys among the required signers; the keys of its
 * script if that is spent from.
 */
function signers(
  tx: Transaction,
  inputs: readonly InputFact[],
  own: OwnKeys,
): Pick<Facts, 'ownSigners' | 'foreignSigners'> {
  const { script } = own;
  const isOwn = (hash: string): boolean =>
    own.paymentKeyHashes.has(hash) || own.stakeKeyHashes.has(hash) || script?.signers.has(hash) === true;
  const needed = new Set(tx.body.requiredSigners);
  if (inputs.some(({ ownHash }) => ownHash !== undefined && ownHash === script?.hash))
    for (const key of script?.signers ?? []) needed.add(key);
  for (const { address } of inputs) if (address?.payment.kind === 'key') needed.add(address.payment.hash);
  const all = [...needed];
  return { ownSigners: all.filter(isOwn), foreignSigners: all.filter((hash) => !isOwn(hash)) };
}
