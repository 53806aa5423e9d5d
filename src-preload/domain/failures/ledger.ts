import { text, type FailureData } from './text.ts';

/** Failures of the ledger back-end and of submission. */
export const ledgerFailures = {
  'ledger-unreachable': (d: FailureData) =>
    text(
      `The ledger back-end at ${d['host'] ?? 'the configured address'} cannot be reached.`,
      'Check the network and the address in Settings.',
    ),
  'ledger-key-refused': () =>
    text('The ledger back-end refused its access token.', 'Enter the token again in Settings.'),
  'ledger-rate-limited': () => text('The ledger back-end asks to slow down.', 'Wait a minute and try again.'),
  'ledger-answer-malformed': (d: FailureData) =>
    text(
      `The ledger back-end sent an answer that cannot be read${d['path'] ? ` (at ${d['path']})` : ''}.`,
      'Try again, or use another back-end.',
    ),
  'ledger-error': (d: FailureData) =>
    text(
      `The ledger back-end could not do it (status ${d['status'] ?? 'unknown'}).`,
      'Try again in a moment.',
    ),
  'ledger-not-found': () =>
    text('The ledger back-end does not know what was asked for.', 'Try again in a moment.'),
  'wrong-network': (d: FailureData) =>
    text(
      `The ledger back-end is on another network (${d['found'] ?? 'unknown'}, expected ${d['expected'] ?? 'unknown'}).`,
      'Correct the address in Settings.',
    ),
  'submission-refused': (d: FailureData) =>
    text(
      `The ledger refused the transaction: ${d['rule'] ?? 'it breaks a rule'}.`,
      'Nothing was sent. Refresh the quote and review again.',
    ),
  'submission-unknown': () =>
    text(
      'It is not known yet whether the transaction arrived.',
      'Touchstone keeps looking for it; do not repeat the trade.',
      'unknown',
    ),
  'inputs-spent': () =>
    text('The funds of this transaction were spent by another one.', 'Refresh the quote and review again.'),
};
