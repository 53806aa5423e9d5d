/** Lovelace per byte and per transaction (protocol parameters `min_fee_a`, `min_fee_b`). */
export interface FeeParameters {
  readonly minFeeA: bigint;
  readonly minFeeB: bigint;
}

/** Bytes that the ledger adds to an output's own size for its place in the UTxO set (Babbage, minimum UTxO value). */
const UTXO_ENTRY_OVERHEAD = 160n;

/** Bytes of one key signature in a witness set: list head, 32-byte key, 64-byte signature. */
export const WITNESS_BYTES = 101;

/** The least fee of a transaction of `size` bytes that runs no script: `a × size + b`, lovelace. */
export function minimumFee(size: number, parameters: FeeParameters): bigint {
  return parameters.minFeeA * BigInt(size) + parameters.minFeeB;
}

/** The least fee of a transaction that has `unsignedSize` bytes now and still gets `signatures` key signatures. */
export function minimumFeeSigned(
  unsignedSize: number,
  signatures: number,
  parameters: FeeParameters,
): bigint {
  // The entry's key in the witness set, and the head of the list, which grows with its length (RFC 8949, section 3).
  const head = signatures < 24 ? 1 : signatures < 256 ? 2 : 3;
  const listOverhead = signatures > 0 ? 1 + head : 0;
  return minimumFee(unsignedSize + listOverhead + signatures * WITNESS_BYTES, parameters);
}

/** The least ADA that an output of `outputSize` encoded bytes must hold, lovelace. */
export function minimumAda(outputSize: number, coinsPerUtxoByte: bigint): bigint {
  return (UTXO_ENTRY_OVERHEAD + BigInt(outputSize)) * coinsPerUtxoByte;
}
