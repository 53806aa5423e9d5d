import { failureText, type Failure, type FailureCode } from '#domain/failure.ts';
import type { FailureText } from '#domain/failures/text.ts';

const AGAIN = 'Run the command again for a fresh price.';
const RESUME =
  'The trade is signed, and nothing was sent from here: resume with the same journal asks the service again, and resume --assemble-locally does without it.';
const SENT_AGAIN =
  'Do not repeat the trade before then: resume with the same journal sends the same bytes again, or says how the trade ended.';
const ADDRESS = 'Check the network, and the address after --base-url.';
const LEDGER_ADDRESS = 'Check the network, and the address after --ledger-url.';

/** What to do on the command line, where the app would send people to a window. */
const ADVICE: Readonly<Partial<Record<FailureCode, string>>> = {
  'already-on-chain':
    'It was not signed a second time. The journal of the command that sent it says what was paid and received; for one more trade, run the command again.',
  'approval-expired': AGAIN,
  'backup-other-network': 'Name that network with --network, or use the backup of another wallet.',
  'data-directory-busy': 'Wait until the other command has ended, or name another file with --journal.',
  'inputs-spent': `If another command or program trades with this wallet, look at its trade first. ${AGAIN}`,
  'ledger-key-refused': 'Check the value of the variable that --ledger-key-env names.',
  'ledger-quota-used':
    'Use another token or back-end (--ledger-url, --ledger-key-env), or wait until tomorrow.',
  'ledger-redirected': LEDGER_ADDRESS,
  'ledger-unreachable': LEDGER_ADDRESS,
  'pool-out-of-sync': AGAIN,
  'price-moved': AGAIN,
  'quote-expired': AGAIN,
  'quote-unknown': AGAIN,
  'signed-elsewhere':
    'It was not signed a second time. resume with that journal continues the trade, or says how it ended; a journal of the application is continued by the application.',
  'second-ledger-same': 'Name one that somebody else runs, or leave --second-ledger-url out.',
  'service-built-nothing': AGAIN,
  'service-changed-transaction': `${RESUME} Stop trading with this service; its answer is kept as evidence.`,
  'service-did-not-sign': RESUME,
  'service-key-refused': 'Check the value of the variable that --api-key-env names.',
  'service-redirected': ADDRESS,
  'service-unreachable': ADDRESS,
  'signature-incomplete': RESUME,
  'sources-disagree': 'Nothing was signed. Find out which one is wrong: --ledger-url or --second-ledger-url.',
  'storage-failed': 'Check free space and permissions, or name another file with --journal.',
  'storage-corrupt':
    'Restore it from a copy, or name another file with --journal. Trades already sent go on.',
  'submission-refused': `It is signed, so it could still come on chain until it expires. ${SENT_AGAIN}`,
  'submission-unknown': 'Do not repeat the trade before you know: look for its hash on the ledger.',
  'token-unacknowledged':
    'Check its policy id, then name it by its full id (policy id and asset name in hex).',
  'token-unknown': 'Name it by the ticker of a verified token, or by its full id.',
  'trade-not-in-that-state':
    'See how it stands before you trade again: resume with the same journal says so.',
  'wrong-network': 'Check --network and --ledger-url.',
};

/** What happened, whether money is affected, and what to do on the command line. */
export function failureWords(item: Failure): FailureText {
  const words = failureText(item);
  if (item.code === 'transaction-expired')
    return { ...words, advice: words.money === 'unknown' ? SENT_AGAIN : AGAIN };
  return { ...words, advice: ADVICE[item.code] ?? words.advice };
}
