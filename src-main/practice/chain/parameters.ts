/** The protocol parameters that the practice ledger enforces: those of preprod in the Conway era. */
export const PARAMETERS = {
  minFeeA: 44n,
  minFeeB: 155_381n,
  maxTxSize: 16_384,
  maxValueSize: 5_000,
  coinsPerUtxoByte: 4_310n,
  /** Bytes that the ledger adds to an output's size for its entry in the UTxO table (Babbage specification). */
  utxoEntryOverhead: 160n,
  epochLength: 432_000,
} as const;

/** The minimum fee of a signed transaction of `size` bytes, in lovelace. */
export function minimumFee(size: number): bigint {
  return PARAMETERS.minFeeA * BigInt(size) + PARAMETERS.minFeeB;
}

/** The minimum lovelace of an output of `size` serialised bytes. */
export function minimumLovelace(size: number): bigint {
  return (PARAMETERS.utxoEntryOverhead + BigInt(size)) * PARAMETERS.coinsPerUtxoByte;
}

/** Number and first slot of preprod's first Shelley epoch. */
const FIRST_EPOCH = { number: 4, slot: 86_400 };

/** Epoch of a preprod slot, and the slot's offset in it. */
export function epochOf(slot: number): { readonly epoch: number; readonly slotInEpoch: number } {
  const since = slot - FIRST_EPOCH.slot;
  return {
    epoch: FIRST_EPOCH.number + Math.floor(since / PARAMETERS.epochLength),
    slotInEpoch: since % PARAMETERS.epochLength,
  };
}
