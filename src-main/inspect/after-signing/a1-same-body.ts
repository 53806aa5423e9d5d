import { bytesEqual } from '../../cardano/hex.ts';
import { slice, type Transaction } from '../../cardano/transaction.ts';
import type { AnswerRule } from './answered.ts';

/** The bytes are compared, not their hash: what was inspected is what is sent. */
export const sameBody: AnswerRule = {
  id: 'A1',
  holds: 'Body, validity flag and attached data are, byte for byte, those that you accepted.',
  leavesOut: 'The witnesses: scripts and data by A2, signatures by A3.',
  judge: ({ before, after }) => {
    const part = changedPart(before, after);
    return part === undefined ? undefined : { kind: 'changed', part };
  },
};

function changedPart(before: Transaction, after: Transaction): string | undefined {
  const same = (span: 'body' | 'auxiliary'): boolean =>
    bytesEqual(slice(before.bytes, before.spans[span]), slice(after.bytes, after.spans[span]));
  if (!same('body')) return 'the signed body';
  if (before.isValid !== after.isValid) return 'the validity flag';
  return same('auxiliary') ? undefined : 'the attached data';
}
