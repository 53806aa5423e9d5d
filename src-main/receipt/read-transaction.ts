import { addValues, subtractValues, type Value } from '#domain/amount.ts';
import { holderOfText } from '../proof/address.ts';
import type { RawTransaction } from '../proof/transaction.ts';

/** An output as a receipt tells it. */
export interface ReadOutput {
  readonly index: number;
  /** Bech32; hex where the bytes are of a kind that has no Bech32 text here. */
  readonly address: string;
  readonly value: Value;
  /** Hash of the key that can spend it; `undefined` when it is no key's. */
  readonly key: string | undefined;
  /** Hash of the script that locks it; `undefined` when none does. */
  readonly script: string | undefined;
  /** Raw bytes of its datum, hex; `undefined` when there is none or it cannot be seen. */
  readonly datum: string | undefined;
}

/** The outputs of a transaction, whose they are and what their datums hold. Nothing of the inspector is used. */
export function readOutputs({ outputs, data }: RawTransaction): readonly ReadOutput[] {
  return outputs.map(({ holder, value, inlineDatum, datumHash }, index) => ({
    index,
    address: holder.text,
    value,
    key: holder.kind === 'key' ? holder.hash : undefined,
    script: holder.kind === 'script' ? holder.hash : undefined,
    datum: inlineDatum ?? (datumHash === undefined ? undefined : data.get(datumHash)),
  }));
}

/** Hash of the key that guards an address; `undefined` when no key does. */
export function paymentKeyOf(address: string): string | undefined {
  const { kind, hash } = holderOfText(address);
  return kind === 'key' ? hash : undefined;
}

/**
 * The account's payment keys that occur in a transaction (hex), wherever they do: in its outputs, its datums, among
 * those who must sign; and in the addresses that it spends from.
 */
export function ownPaymentKeys(
  cbor: string,
  spentAddresses: readonly string[],
  own: ReadonlySet<string>,
): string[] {
  const spending = new Set(spentAddresses.map(paymentKeyOf));
  return [...own].filter((key) => cbor.includes(key) || spending.has(key)).toSorted();
}

export function sumOf(values: readonly Value[]): Value {
  return values.reduce<Value>((sum, value) => addValues(sum, value), new Map());
}

/** What the account has more (or less) after the transaction. */
export function netOf(returned: Value, spent: Value): Value {
  return subtractValues(returned, spent);
}
