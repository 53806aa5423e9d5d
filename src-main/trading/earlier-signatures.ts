import type { EarlierSignature } from '../inspect/inspection-input.ts';
import type { JournalEntry } from '../ports/journal.ts';

/** Transactions of the journal that are signed, not on chain yet, and may still get there (rule V12). */
export function earlierSignatures(open: readonly JournalEntry[]): readonly EarlierSignature[] {
  return open
    .filter(({ trade, bytes }) => bytes.witnessSet !== undefined && !ON_CHAIN.includes(trade.state))
    .map(({ trade, bytes }) => ({
      bodyHash: trade.bodyHash,
      subject: bytes.subject ?? '',
      inputs: bytes.inputs.map(({ txHash, index }) => `${txHash}#${index}`),
      validUntil: bytes.validUntilSlot,
    }));
}

const ON_CHAIN: readonly JournalEntry['trade']['state'][] = ['placed', 'partly-filled'];
