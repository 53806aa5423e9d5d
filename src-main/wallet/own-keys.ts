/** Hashes (28 bytes, hex) of an account's own keys over all derived indexes. */
export interface OwnKeys {
  readonly paymentKeyHashes: ReadonlySet<string>;
  readonly stakeKeyHashes: ReadonlySet<string>;
}

/** How many indexes of each chain count as the account's own (the usual gap limit is 20). */
export const OWN_KEY_INDEXES = 40;
