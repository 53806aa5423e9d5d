/** Unpredictable bytes: keys, salts, nonces, jitter. Practice and tests bring seeded ones. */
export interface Random {
  /** `count` fresh bytes, which the caller may overwrite. */
  bytes(count: number): Uint8Array;
}
