import { lovelaceIn, quantityIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { formatAddress, parseAddress, parseAddressBytes } from '../cardano/address.ts';
import type { KnownScripts, OrderTerms, RecurringTerms } from '../exchanges/order-form.ts';
import { decodeTransaction } from '../cardano/transaction.ts';

/** An output as the ledger reports it. */
export interface RestingOutput {
  /** Bech32. */
  readonly address: string;
  readonly value: Value;
  /** Hex of the inline datum. */
  readonly inlineDatum?: string;
  /** Hex of the datum that it names by its hash, where that was found. */
  readonly datum?: string;
}

/** An order on chain, as its own bytes describe it. */
export interface RestingOrder {
  readonly exchange: string;
  readonly terms: OrderTerms;
  /** The asset that it sells, and how much of it is left; `undefined` where the terms do not separate that from fees. */
  readonly sells: { readonly asset: AssetId; readonly quantity: bigint } | undefined;
  /** Base units of the asset wanted that it already holds, paid for earlier fills. */
  readonly waiting: bigint;
}

/** Reads an output as an order of a known script; `undefined` when it is none, or is in a form that is not understood. */
export function readRestingOrder(
  { address, value, inlineDatum, datum = inlineDatum }: RestingOutput,
  known: KnownScripts,
): RestingOrder | undefined {
  const parsed = parseAddress(address);
  if (!parsed.ok || parsed.value.payment.kind !== 'script' || datum === undefined) return undefined;
  const script = known.get(parsed.value.payment.hash);
  if (!script?.form) return undefined;
  const read = script.form.read(datum, undefined, value);
  if (!read.ok) return undefined;
  const terms = read.value;
  const { wanted, batcherFee, deposit } = terms;
  const spare =
    batcherFee === undefined || deposit === undefined ? 0n : lovelaceIn(value) - batcherFee - deposit;
  const tokens = [...value].filter(([asset]) => asset !== ADA && asset !== wanted);
  const [token] = tokens;
  const stated = terms.recurring && soldOf(terms.recurring, value);
  const sells =
    stated ??
    (tokens.length > 1
      ? undefined
      : token
        ? { asset: token[0], quantity: token[1] }
        : wanted !== ADA && spare > 0n
          ? { asset: ADA, quantity: spare }
          : undefined);
  const waiting = wanted === undefined ? 0n : wanted === ADA ? spare : quantityIn(value, wanted);
  return { exchange: script.exchange, terms, sells, waiting: waiting > 0n ? waiting : 0n };
}

/**
 * The unsold remainder of a plan that states what it sells. In ADA it is the sum of its remaining trades, since the
 * rest of the output is not for sale.
 */
function soldOf(
  { sells, amountPerCycle, cycles, completed = 0 }: RecurringTerms,
  value: Value,
): RestingOrder['sells'] {
  if (sells === undefined) return undefined;
  const quantity = sells === ADA ? amountPerCycle * BigInt(cycles - completed) : quantityIn(value, sells);
  return { asset: sells, quantity };
}

export type RecurringOrderTerms = OrderTerms;

/**
 * The terms of the one recurring order that a transaction (hex) places, as its bytes state them; `undefined` where it
 * places none, several, or one in a form that is not understood. For what is shown before the review: nothing is judged.
 */
export function recurringOrderOf(cbor: string, known: KnownScripts): OrderTerms | undefined {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return undefined;
  const found = decoded.value.body.outputs.flatMap(({ addressBytes, value, datum }) => {
    const address = parseAddressBytes(addressBytes);
    if (!address.ok || datum.kind !== 'inline') return [];
    const read = readRestingOrder(
      { address: formatAddress(address.value), value, inlineDatum: datum.hex },
      known,
    );
    return read?.terms.recurring === undefined ? [] : [read.terms];
  });
  return found.length === 1 ? found[0] : undefined;
}
