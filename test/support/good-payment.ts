import { addValues, subtractValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { parseAddress } from '../../src-main/cardano/address.ts';
import { plainTransaction, type PlainOutput } from '../../src-main/cardano/payment-bytes.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import type { SendTerms } from '../../src-main/inspect/terms.ts';
import type { JudgedInput } from '../../src-main/trading/kinds/judgement.ts';
import { agreedTo } from './agreed.ts';
import { GEM, goodTrade, myAddress, strangerAddress, TIP } from './good-trade.ts';

export const FEE = 180_000n;
const END = BigInt(TIP + 3_600);

/** Bytes (hex) of an address. */
function hexOf(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value.hex;
}

export function output(address: string, value: Value): PlainOutput {
  return { address: hexOf(address), value };
}

/** A payment of the test wallet to a stranger, and its transaction. */
export interface GoodPayment {
  readonly pays: Value;
  /** All that comes back. */
  readonly change: Value;
  readonly input: JudgedInput;
  /** The same question about other bytes: the agreement stays. */
  readonly with: (cbor: string) => JudgedInput;
  /** Bytes that spend the same, and pay this. */
  readonly paying: (outputs: readonly PlainOutput[], fee?: bigint) => string;
}

/** A payment of 25 ADA and a token, as the app would draft it. */
export function goodPayment(
  pays: Value = new Map([
    [ADA, 25_000_000n],
    [GEM, 1_000n],
  ]),
): GoodPayment {
  const { input: base } = goodTrade('token', 1);
  const inputs = [...base.resolved.keys()] as `${string}#${number}`[];
  const held = [...base.resolved.values()].reduce<Value>(
    (sum, { value }) => addValues(sum, value),
    new Map(),
  );
  const change = subtractValues(subtractValues(held, pays), new Map([[ADA, FEE]]));
  const paying = (outputs: readonly PlainOutput[], fee = FEE): string =>
    plainTransaction({ inputs, outputs, fee, validUntil: END });
  const terms: SendTerms = { kind: 'send', to: strangerAddress, pays };
  const input: InspectionInput = {
    ...base,
    terms,
    cbor: paying([output(strangerAddress, pays), output(myAddress, change)]),
  };
  const judged = agreedTo(input);
  return { pays, change, input: judged, with: (cbor) => ({ ...judged, cbor }), paying };
}
