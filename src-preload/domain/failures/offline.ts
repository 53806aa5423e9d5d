import { text, type FailureData } from './text.ts';

/** Failures of the files that cross to a machine that was never online: transactions, signatures and keys. */
export const offlineFailures = {
  'envelope-malformed': (d: FailureData) =>
    text(
      `This is no file of a transaction: ${d['reason'] ?? 'it cannot be read'}.`,
      'Use a file of the type "Tx ConwayEra", as cardano-cli and Touchstone write it, unchanged.',
    ),
  'witness-file-malformed': (d: FailureData) =>
    text(
      `This is no file of a signature: ${d['reason'] ?? 'it cannot be read'}.`,
      'Use a file of the type "TxWitness ConwayEra", as cardano-cli writes it, or the witness set of a wallet in hex.',
    ),
  'signing-key-malformed': (d: FailureData) =>
    text(
      `This is no signing key that can be used here: ${d['reason'] ?? 'it cannot be read'}.`,
      "Use a payment or stake key's .skey file as cardano-cli writes it, or its text (addr_sk1…, addr_xsk1…, stake_sk1…, stake_xsk1…).",
    ),
  'encrypted-key-malformed': (d: FailureData) =>
    text(
      `This is no encrypted key (EMIP-3): ${d['reason'] ?? 'it cannot be read'}.`,
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
};
