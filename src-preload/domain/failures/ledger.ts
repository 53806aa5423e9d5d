import { text, type FailureData } from './text.ts';

/** Failures of the ledger back-end and of submission. */
export const ledgerFailures = {
  'ledger-unreachable': (d: FailureData) =>
    text(
      `The ledger back-end at ${d['host'] ?? 'the configured address'} cannot be reached.`,
      'Check the network and the address in Settings.',
    ),
  'ledger-timeout': (d: FailureData) =>
    text(
      `The ledger back-end did not answer within ${d['seconds'] ?? '15'} seconds.`,
      'Try again in a moment.',
    ),
  'ledger-certificate-refused': () =>
    text(
      'The ledger back-end could not prove that it is the one at this address (its certificate was refused).',
      'Check the address and the network; do not go on over a network that you do not trust.',
    ),
  'ledger-redirected': () =>
    text(
      'The ledger back-end answered with a redirect, which Touchstone refuses because your access token would go along.',
      'Check the address in Settings.',
    ),
  'ledger-paused': (d: FailureData) =>
    text(
      `The ledger back-end failed or asked to wait; Touchstone calls it again in ${d['seconds'] ?? 'some'} seconds.`,
      'Wait, then try again.',
    ),
  'ledger-call-cancelled': () =>
    text('The request to the ledger back-end was given up.', 'Try again when ready.'),
  'ledger-quota-used': () =>
    text(
      "The day's allowance of the ledger back-end's access token is used up.",
      'Use another token or back-end in Settings, or wait until tomorrow.',
    ),
  'ledger-mempool-full': () =>
    text(
      'The ledger back-end cannot take more transactions now; yours was not taken.',
      'Try again in a minute.',
    ),
  'ledger-answer-too-large': () =>
    text('The ledger back-end sent a larger answer than is allowed.', 'Try again, or use another back-end.'),
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
      `The ledger back-end is on another network (${d['found'] ?? 'unknown'}${d['expected'] === undefined ? '' : `, expected ${d['expected']}`}).`,
      'Correct the address in Settings.',
    ),
  'sources-disagree': (d: FailureData) =>
    text(
      `The two ledger back-ends contradict each other about what the transaction spends (input ${d['input'] ?? 'unknown'}), so one of them is wrong or dishonest.`,
      'Nothing was signed. Find out which one is wrong, and replace it in Settings.',
    ),
  'second-ledger-same': () =>
    text(
      'The second ledger back-end is at the same address as the first, so it would only repeat what the first says.',
      'Name one that somebody else runs, or leave it empty.',
    ),
  'submission-refused': (d: FailureData) =>
    text(
      `The ledger refused the transaction: ${d['rule'] ?? 'it breaks a rule'}.`,
      'It is signed, so whoever has the signatures could still put it on chain until it expires. Send it again from Activity, or wait until it has expired before you trade again.',
      'unknown',
    ),
  'submission-unknown': () =>
    text(
      'It is not known yet whether the transaction arrived.',
      'Touchstone keeps looking for it; do not repeat the trade.',
      'unknown',
    ),
  'inputs-spent': (d: FailureData) =>
    text(
      `The funds of this transaction were spent by another one${d['by'] === undefined ? '' : `, ${d['by']}: it cannot run any more`}.`,
      'If another program trades with this wallet, look at its trade first. Then refresh the quote and review again.',
    ),
};
