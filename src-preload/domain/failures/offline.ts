import { text, type FailureData } from './text.ts';

/** Failures of signing away from the network: what is handed out, what is judged there, what comes back. */
export const offlineFailures = {
  'offline-bundle-malformed': (d: FailureData) =>
    text(
      `The bundle cannot be read: ${d['reason'] ?? 'it is not whole'}.`,
      'Copy the file again, or export the trade again.',
    ),
  'offline-bundle-newer': () =>
    text(
      'The bundle was written by a newer Touchstone.',
      'Install the same version on this computer, from a source that you trust.',
    ),
  'offline-bundle-blocked': (d: FailureData) =>
    text(
      `Nothing was signed: ${d['finding'] ?? 'a rule blocks it'} (${d['rule'] ?? 'a rule'})`,
      'Do not sign it elsewhere either. Find out where the bundle was changed, then export the trade again.',
    ),
  'offline-too-late': (d: FailureData) =>
    text(
      `The transaction is valid for ${d['left'] ?? 'less than five'} more minutes: too short to carry it to another machine and back.`,
      'Export it again: the service then builds one that is valid for longer.',
    ),
  'offline-unproven': () =>
    text(
      'A value that the transaction spends is not proven by the bytes of the transaction that made it, so the offline machine could not check it.',
      'Connect a ledger back-end that shows the bytes of transactions, then export it again.',
    ),
  'offline-no-paths': () =>
    text(
      'The bundle does not say where the keys are, so no device can find them.',
      'Export it again with the public key of the account (--account-key) in place of the address.',
    ),
  'offline-bundle-elsewhere': () =>
    text(
      'This bundle was not exported from here, or what came of it is known already.',
      'Import what was signed where it was exported: on that computer, with the same profile or journal.',
    ),
  'envelope-malformed': (d: FailureData) =>
    text(
      `The file cannot be read: ${d['reason'] ?? 'it is not whole'}.`,
      'Choose a file as cardano-cli or Touchstone writes it.',
    ),
  'witness-file-malformed': (d: FailureData) =>
    text(
      `The file holds no signature that can be used: ${d['reason'] ?? 'it is not whole'}.`,
      'Choose the file that the offline machine wrote.',
    ),
  'signing-key-malformed': (d: FailureData) =>
    text(
      `The key file cannot be used: ${d['reason'] ?? 'it is not whole'}.`,
      'Choose a payment or stake signing key as cardano-cli writes it.',
    ),
  'witness-of-another': () =>
    text(
      'The file holds signatures, and none of them is over this transaction.',
      'Choose the file that was signed for this bundle; compare the fingerprints.',
    ),
  'witness-of-stranger': () =>
    text(
      'The signature is right, and it is by a key that this transaction does not need.',
      'Sign it with the keys of the wallet that trades.',
    ),
  'witness-incomplete': (d: FailureData) =>
    text(
      `${d['there'] ?? 'Some'} of ${d['needed'] ?? 'the'} signatures are here. They are kept.`,
      'Import the others when they come; nothing is sent before all are there.',
    ),
} as const;
