import { lovelaceIn, quantityIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { parseAddress } from '../cardano/address.ts';
import type { KnownScripts, OrderTerms } from '../cardano/order-forms/order-form.ts';

/** An output as the ledger tells it. */
export interface RestingOutput {
  /** Bech32. */
  readonly address: string;
  readonly value: Value;
  /** Hex of the inline datum. */
  readonly inlineDatum?: string;
  /** Hex of the datum that it names by its hash, where that was found. */
  readonly datum?: string;
}

/** An order that lies on chain, as its own bytes tell. */
export interface RestingOrder {
  readonly exchange: string;
  readonly terms: OrderTerms;
  /** The asset that it sells, and how much of it is left; `undefined` where the terms do not tell that from fees. */
  readonly sells: { readonly asset: AssetId; readonly quantity: bigint } | undefined;
  /** Base units of the asset wanted that lie in it already, paid for earlier parts. */
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
  const sells =
    tokens.length > 1
      ? undefined
      : token
        ? { asset: token[0], quantity: token[1] }
        : wanted !== ADA && spare > 0n
          ? { asset: ADA, quantity: spare }
          : undefined;
  const waiting = wanted === undefined ? 0n : wanted === ADA ? spare : quantityIn(value, wanted);
  return { exchange: script.exchange, terms, sells, waiting: waiting > 0n ? waiting : 0n };
}
