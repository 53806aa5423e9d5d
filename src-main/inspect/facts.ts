import { addValues, subtractValues, type Value } from '../../src-preload/domain/amount.ts';
import type { Result } from '../../src-preload/domain/result.ts';
import { formatAddress, parseAddress, parseAddressBytes, type Address } from '../cardano/address.ts';
import { toHex } from '../cardano/hex.ts';
import { decodeOrderDatum, type OrderDatum } from '../cardano/order-datum.ts';
import { readWithSecondDecoder, type SecondReading } from '../cardano/second-decoder.ts';
import type { TransactionOutput } from '../cardano/transaction-output.ts';
import type { OutputReference, Transaction } from '../cardano/transaction.ts';
import {
  DEFAULT_LIMITS,
  type InspectionInput,
  type InspectionLimits,
  type OwnKeys,
} from './inspection-input.ts';
import type { ResolvedInput } from './resolution.ts';

/** An input or collateral with what the ledger says of it. */
export interface InputFact {
  readonly reference: OutputReference;
  readonly resolved: ResolvedInput | undefined;
  /** The payment key hash when it is one of the account's keys. */
  readonly ownKey: string | undefined;
}

/**
 * `own`: payment and stake part are both the account's. `half-own`: the payment key is the account's, the stake part
 * is not. `order`: locked by a script. `foreign`: anything else.
 */
export type OutputRole = 'own' | 'half-own' | 'order' | 'foreign';

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
  readonly scriptHash: string;
  readonly exchange: string | undefined;
  /** The datum's raw bytes in hex: inline, or the witness set's preimage of its hash. */
  readonly rawDatum: string | undefined;
  /** Its terms, when it is in the form that this version understands. */
  readonly datum: OrderDatum | undefined;
}

/** What the rules look at: the decoded transaction beside everything that it is judged against. */
export interface Facts {
  readonly given: InspectionInput;
  readonly limits: InspectionLimits;
  readonly tx: Transaction;
  /** The same bytes as another decoder reads them. */
  readonly second: Result<SecondReading, string>;
  readonly inputs: readonly InputFact[];
  readonly collateral: readonly InputFact[];
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
export function gatherFacts(given: InspectionInput, tx: Transaction): Facts {
  const { own, resolved } = given;
  const exchangeOf = new Map(Array.from(given.orderScripts ?? [], ([exchange, hash]) => [hash, exchange]));
  const inputs = tx.body.inputs.map((reference) => inputFact(reference, resolved.get(reference), own));
  const collateral = tx.body.collateral.map((reference) =>
    inputFact(reference, resolved.get(reference), own),
  );
  const outputs = tx.body.outputs.map((output, index) => outputFact(output, index, own));
  const orders = outputs.flatMap((output) => orderFact(output, tx, exchangeOf));
  const spent = sum(
    uniqueByReference(inputs).flatMap((input) =>
      input.ownKey && input.resolved ? [input.resolved.value] : [],
    ),
  );
  const returned = sum(
    outputs.filter(({ role }) => role === 'own' || role === 'half-own').map(({ output }) => output.value),
  );
  return {
    given,
    limits: given.limits ?? DEFAULT_LIMITS,
    tx,
    second: readWithSecondDecoder(tx.bytes),
    inputs,
    collateral,
    outputs,
    orders,
    returned,
    spent,
    net: subtractValues(returned, spent),
    ...signers(tx, [...inputs, ...collateral], own),
  };
}

/** The datum of an output as raw bytes in hex, from the output itself or from the witness set. */
function rawDatumOf(output: TransactionOutput, tx: Transaction): string | undefined {
  if (output.datum.kind === 'inline') return output.datum.hex;
  return output.datum.kind === 'hash' ? tx.witnesses.data.get(output.datum.hash) : undefined;
}

export function sum(values: readonly Value[]): Value {
  return values.reduce<Value>((total, value) => addValues(total, value), new Map());
}

function inputFact(reference: OutputReference, resolved: ResolvedInput | undefined, own: OwnKeys): InputFact {
  const address = resolved && parseAddress(resolved.address);
  const payment = address?.ok ? address.value.payment : undefined;
  const mine = payment?.kind === 'key' && own.paymentKeyHashes.has(payment.hash);
  return { reference, resolved, ownKey: mine ? payment.hash : undefined };
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
  if (address.payment.kind === 'script') return 'order';
  if (!own.paymentKeyHashes.has(address.payment.hash)) return 'foreign';
  const { stake } = address;
  if (stake === undefined) return own.stakeKeyHashes.size === 0 ? 'own' : 'half-own';
  return stake !== 'pointer' && stake.kind === 'key' && own.stakeKeyHashes.has(stake.hash)
    ? 'own'
    : 'half-own';
}

function orderFact(fact: OutputFact, tx: Transaction, exchangeOf: ReadonlyMap<string, string>): OrderFact[] {
  if (fact.role !== 'order' || !fact.address) return [];
  const scriptHash = fact.address.payment.hash;
  const rawDatum = rawDatumOf(fact.output, tx);
  const decoded = rawDatum === undefined ? undefined : decodeOrderDatum(rawDatum);
  return [
    {
      ...fact,
      scriptHash,
      exchange: exchangeOf.get(scriptHash),
      rawDatum,
      datum: decoded?.ok ? decoded.value : undefined,
    },
  ];
}

/** S1: payment keys of own inputs and own collateral, and the account's keys among the required signers. */
function signers(
  tx: Transaction,
  inputs: readonly InputFact[],
  own: OwnKeys,
): Pick<Facts, 'ownSigners' | 'foreignSigners'> {
  const isOwn = (hash: string): boolean => own.paymentKeyHashes.has(hash) || own.stakeKeyHashes.has(hash);
  const needed = new Set(tx.body.requiredSigners);
  for (const input of inputs) {
    const address = input.resolved && parseAddress(input.resolved.address);
    if (address?.ok && address.value.payment.kind === 'key') needed.add(address.value.payment.hash);
  }
  const all = [...needed];
  return { ownSigners: all.filter(isOwn), foreignSigners: all.filter((hash) => !isOwn(hash)) };
}
