/**
 * Rule A4. Local assembly is offered when the service fails or cheats after signing. It is never done unasked, and
 * not possible when a key of others has to sign: only they can add its signature.
 */
export const localAssembly = {
  id: 'A4',
  holds: 'Nobody else has to sign, so your signature makes the transaction complete.',
  leavesOut: 'Whether the ledger still takes it: rule T1, right before it is sent.',
  /** `foreignSigners`: hashes of the keys of others that the transaction needs. */
  possible: (foreignSigners: readonly string[]): boolean => foreignSigners.length === 0,
} as const;
