import type { Value } from '#domain/amount.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { OutputName } from '#domain/trade.ts';
import { parseAddress } from '../cardano/address.ts';
import type { OrderTerms } from '../exchanges/order-form.ts';
import { isOwner } from '../inspect/facts.ts';
import type { OwnKeys } from '../inspect/inspection-input.ts';
import type { RestingOrder } from '../inspect/resting-order.ts';
import type { ChainOutput, ChainTx, Ledger, OutputRef, ReferenceSource } from '../ports/ledger.ts';
import { MOST_PARTS, restOf, type PartReader, type SeenOutput } from './partial-fill.ts';
import {
  isDatumOf,
  isScriptAddress,
  namedDatum,
  readSpending,
  type ResolvedInput,
} from '../cardano/resolution.ts';

/** An order as the ledger has it now. */
export interface FoundOrder {
  readonly output: OutputName;
  /** Bech32, of the script that locks it. */
  readonly address: string;
  readonly holds: Value;
  /** Bech32, the wallet's own: whose order it is, by its datum. A service takes it back for that address. */
  readonly owner: string;
  readonly order: RestingOrder;
  /** How many parts of it were carried out so far. */
  readonly parts: number;
}

/** The part of a ledger that a search asks. */
export type SearchedLedger = Pick<Ledger, 'transaction' | 'transactionCbor' | 'datum'>;

export interface FinderParts extends DatumSources {
  readonly ledger: SearchedLedger;
  readonly parts: PartReader;
  readonly own: OwnKeys;
  /** Whose an order with these terms is: one of the wallet's addresses, Bech32. */
  readonly owner: (terms: OrderTerms) => string;
}

/**
 * Finds the owner of an order among a wallet's addresses by the key that its datum names, with its stake part where
 * several have that key; the first address where none has it, as with a script.
 */
export function ownerAmong(addresses: readonly string[]): FinderParts['owner'] {
  const byKey = new Map<string, string>();
  const nameOf = (key: string, stake = ''): string => `${key} ${stake}`;
  for (const text of addresses) {
    const address = parseAddress(text);
    if (!address.ok || address.value.payment.kind !== 'key') continue;
    const { payment, stake } = address.value;
    const staked = stake !== undefined && stake !== 'pointer' ? stake.hash : undefined;
    for (const name of [nameOf(payment.hash, staked), payment.hash])
      if (!byKey.has(name)) byKey.set(name, text);
  }
  return ({ ownerPaymentKeyHash: key = '', ownerStakeKeyHash: stake }) =>
    byKey.get(nameOf(key, stake)) ?? byKey.get(key) ?? addresses[0] ?? '';
}

/**
 * Finds on the ledger where an order is now, from the output that placed it through the parts that were filled, and
 * that its datum names the account as its owner, wherever that datum is ownBytes. Failures: `order-not-on-chain`,
 * `order-already-closed`, `order-not-yours`, `order-terms-unknown`, `order-rest-unproven`, those of the ledger.
 */
export async function findOrder(
  first: OutputRef,
  { ledger, second, ownBytes, parts, own, owner }: FinderParts,
  signal?: AbortSignal,
): Promise<Result<FoundOrder, Failure>> {
  const sources = { ledger, second, ownBytes };
  const placed = await ledger.transaction(first.txHash, signal, ({ index }) => index === first.index);
  if (!placed.ok) return placed;
  const output = placed.value?.outputs.find(({ index }) => index === first.index);
  if (!output) return failed(failure('order-not-on-chain'));
  const seen = await withDatum(output, sources, signal);
  if (!seen.ok) return seen;
  let at: SeenOutput = seen.value;
  const order = parts(at);
  if (!order && isHidden(at)) return failed(failure('order-terms-unknown'));
  if (!order || !isOwner(order.terms, own)) return failed(failure('order-not-yours'));
  const whose = owner(order.terms);
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const now = parts(at);
    if (!now) return failed(failure('order-already-closed'));
    if (at.spentBy === undefined)
      return ok({
        output: `${at.txHash}#${at.index}`,
        address: at.address,
        holds: at.value,
        owner: whose,
        order: now,
        parts: part,
      });
    const { address } = at;
    const spending = await ledger.transaction(at.spentBy, signal, (output) => output.address === address);
    if (!spending.ok) return spending;
    if (spending.value === undefined) return failed(failure('order-not-on-chain'));
    const { sells, terms } = now;
    // A plan that places its orders elsewhere names the asset it buys in none of its outputs; following it does not
    // need that.
    const followed = terms.wanted !== undefined || terms.recurring?.placesAt !== undefined;
    if (!sells || !followed) return failed(failure('order-already-closed'));
    const pair = { pay: { asset: sells.asset }, receive: terms.wanted };
    const readable = await withDataAt(at.address, spending.value, sources, signal);
    if (!readable.ok) return readable;
    const rest = restOf(at, readable.value, pair, whose, parts, new Set());
    if (!rest) return failed(failure('order-already-closed'));
    if (!(await isRestProven(at, rest.output, sources, signal)))
      return failed(failure('order-rest-unproven'));
    at = rest.output;
  }
  return failed(failure('order-already-closed'));
}

/**
 * Whether the bytes of a transaction show that it spends one output and makes the other, as that one was told. A back-end
 * could otherwise name another order of the same owner as the rest of one that was filled in part.
 */
async function isRestProven(
  before: OutputRef,
  rest: ChainOutput,
  { ledger, second }: DatumSources,
  signal?: AbortSignal,
): Promise<boolean> {
  const { txHash, index } = rest;
  const proves = (cbor: string | undefined): boolean => {
    const spending = cbor === undefined ? undefined : readSpending(cbor);
    if (spending?.hash !== txHash || !spending.isValid) return false;
    if (!spending.inputs.includes(`${before.txHash}#${before.index}`)) return false;
    const output = spending.output(index);
    return output.ok && isAsReported(output.value, rest);
  };
  const bytes = await ledger.transactionCbor(txHash, signal);
  if (bytes.ok && proves(bytes.value)) return true;
  const others = await second?.transactionBytes([txHash], signal);
  return others?.ok === true && proves(others.value.get(txHash));
}

/** A datum named by its hash was found by these bytes or proves itself (`withDatum`). */
function isAsReported({ address, value, datum }: ResolvedInput, report: ChainOutput): boolean {
  const sameValue =
    value.size === report.value.size && [...value].every(([asset, held]) => report.value.get(asset) === held);
  if (address !== report.address || !sameValue) return false;
  if (report.inlineDatum !== undefined) return datum?.kind === 'inline' && datum.hex === report.inlineDatum;
  return datum?.kind !== 'inline';
}

/** True for an output that names a datum which nobody showed. */
function isHidden({ inlineDatum, datum, datumHash }: SeenOutput): boolean {
  return inlineDatum === undefined && datum === undefined && datumHash !== undefined;
}

/** Where data can be found that outputs name by their hash alone. */
interface DatumSources {
  readonly ledger: Pick<Ledger, 'transactionCbor' | 'datum'>;
  /** A second back-end, for what the first one does not have. */
  readonly second?: ReferenceSource | undefined;
  /** The bytes (hex) of a transaction that was built for this account, from the journal. */
  readonly ownBytes: (txHash: string) => string | undefined;
}

/**
 * The output with its datum. Orders at scripts of Plutus version 1 name theirs by a hash: what they say came along with
 * the transaction that placed them, which the journal has, or a back-end; or a back-end knows the datum by its hash.
 * Every one of these proves itself: a transaction by its id, a datum by its hash. An output whose datum cannot be found
 * stays as it is. Failures: those of the ledger.
 */
async function withDatum(
  output: ChainOutput,
  sources: DatumSources,
  signal?: AbortSignal,
): Promise<Result<SeenOutput, Failure>> {
  if (output.inlineDatum !== undefined || !isScriptAddress(output.address)) return ok(output);
  const named = await namedByParent(output, sources, signal);
  if (!named.ok) return named;
  if (named.value?.datum !== undefined) return ok({ ...output, datum: named.value.datum });
  const hash = named.value === undefined ? output.datumHash : named.value.hash;
  if (hash === undefined) return ok(output);
  const found = await datumOf(hash, sources, signal);
  if (!found.ok) return found;
  return ok(found.value === undefined ? output : { ...output, datum: found.value });
}

/** The datum as named by the bytes of the transaction that made the output; `undefined` when no back-end has them. */
async function namedByParent(
  { txHash, index }: ChainOutput,
  { ledger, second, ownBytes }: DatumSources,
  signal?: AbortSignal,
): Promise<Result<ReturnType<typeof namedDatum>, Failure>> {
  const own = ownBytes(txHash);
  const named = own === undefined ? undefined : namedDatum(own, txHash, index);
  if (named) return ok(named);
  const bytes = await ledger.transactionCbor(txHash, signal);
  const first = bytes.ok && bytes.value !== undefined ? namedDatum(bytes.value, txHash, index) : undefined;
  if (first) return ok(first);
  const others = await second?.transactionBytes([txHash], signal);
  const other = others?.ok === true ? others.value.get(txHash) : undefined;
  const confirmed = other === undefined ? undefined : namedDatum(other, txHash, index);
  return confirmed === undefined && !bytes.ok ? bytes : ok(confirmed);
}

/** The datum with this hash, from the first back-end that has it. */
async function datumOf(
  hash: string,
  { ledger, second }: DatumSources,
  signal?: AbortSignal,
): Promise<Result<string | undefined, Failure>> {
  const found = await ledger.datum(hash, signal);
  if (found.ok && found.value !== undefined && isDatumOf(hash, found.value)) return found;
  const other = await second?.datum(hash, signal);
  if (other?.ok === true && other.value !== undefined && isDatumOf(hash, other.value)) return other;
  return found.ok ? ok(undefined) : found;
}

/** The transaction with the data of its outputs at one address. */
async function withDataAt(
  address: string,
  tx: ChainTx,
  sources: DatumSources,
  signal?: AbortSignal,
): Promise<Result<ChainTx, Failure>> {
  const outputs: SeenOutput[] = [];
  for (const output of tx.outputs) {
    const seen = output.address === address ? await withDatum(output, sources, signal) : ok(output);
    if (!seen.ok) return seen;
    outputs.push(seen.value);
  }
  return ok({ ...tx, outputs });
}
