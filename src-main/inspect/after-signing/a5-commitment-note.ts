import { commitmentNote } from '#domain/commitment-note.ts';

/** Rule A5. A signature is a commitment until the transaction's validity ends, whoever holds it. */
export const commitment = {
  id: 'A5',
  holds: 'You are told until when your signature can be used, and how to make it void.',
  leavesOut: 'Who holds it: the service was sent it, and so was everybody whom the service told.',
  /** `until` is the end of the validity as local time; `undefined` when it has none. */
  note: commitmentNote,
} as const;
