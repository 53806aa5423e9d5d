import { text, type FailureData } from './text.ts';

/** Failures of signing away from the network: handing out, judging there, taking back. */
export const offlineFailures = {
  'offline-bundle-malformed': (d: FailureData) =>
    text(
      `The bundle cannot be read: ${d['reason'] ?? 'it is incomplete'}.`,
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
      'Watch the wallet by the public key of its account in place of its address (on the command line: --account-key), and export the trade again.',
    ),
  'offline-bundle-elsewhere': () =>
    text(
      'This bundle was not exported from here, or its outcome is already known.',
      'Import what was signed where it was exported: on that computer, with the same profile or journal.',
    ),
  'offline-no-bundle': () =>
    text('No bundle is open.', 'Open the file that the other computer exported, or its codes.'),
  'offline-no-keys': () =>
    text(
      'There are no keys here to sign with.',
      'Create the wallet from your recovery words, or bring keys for this bundle alone.',
    ),
  'offline-other-keys': () =>
    text(
      'None of these keys belongs to the wallet that the bundle is for.',
      'Compare the address, and bring the keys of that wallet. Some devices derive other keys from the same words.',
    ),
  'offline-unsigned': () => text('Nothing was signed yet.', 'Check the bundle and sign it first.'),
  'envelope-malformed': (d: FailureData) =>
    text(
      `This is not a transaction file: ${d['reason'] ?? 'it cannot be read'}.`,
      'Use a file of the type "Tx ConwayEra", as cardano-cli and Touchstone write it, unchanged.',
    ),
  'witness-file-malformed': (d: FailureData) =>
    text(
      `This is not a signature file: ${d['reason'] ?? 'it cannot be read'}.`,
      'Use a file of the type "TxWitness ConwayEra", as cardano-cli writes it, or the witness set of a wallet in hex.',
    ),
  'signing-key-malformed': (d: FailureData) =>
    text(
      `This is not a signing key that can be used here: ${d['reason'] ?? 'it cannot be read'}.`,
      "Use a payment or stake key's .skey file as cardano-cli writes it, or its text (addr_sk1…, addr_xsk1…, stake_sk1…, stake_xsk1…).",
    ),
  'encrypted-key-malformed': (d: FailureData) =>
    text(
      `This is not an encrypted key (EMIP-3): ${d['reason'] ?? 'it cannot be read'}.`,
      'Use the hex text as the wallet exported it, or the recovery words.',
    ),
  'encrypted-key-password': () =>
    text(
      'The password of the encrypted key is not right, or the key is damaged.',
      'Check capitals and keyboard layout, then try again. If it repeats, use the recovery words.',
    ),
  'encrypted-key-unsupported': () =>
    text(
      'This program was built without the cipher that the key is encrypted with (ChaCha20-Poly1305).',
      'Use the command line, which runs under Node and has it, or the recovery words.',
    ),
  'witness-of-another': () =>
    text(
      'The file holds signatures, but none of them is for this transaction.',
      'Choose the file that was signed for this bundle; compare the fingerprints.',
    ),
  'witness-of-stranger': () =>
    text(
      'The signature is valid, but it is by a key that this transaction does not need.',
      'Sign it with the keys of the wallet that trades.',
    ),
  'witness-incomplete': (d: FailureData) =>
    text(
      `${d['there'] ?? 'Some'} of ${d['needed'] ?? 'the'} signatures are here. They are kept.`,
      'Import the others when they come; nothing is sent before all are there.',
    ),
} as const;
