import { moneyIn } from './money-in.ts';
import { text, type FailureData } from './text.ts';

const LOOK_AGAIN =
  "Look for the transaction's hash on the ledger; the next swap with the same journal follows it and says what became of it.";

const AT_ITS_END =
  'The trade has come to its end: resume with the same journal says what was paid and received.';

/** Advice about a trade that a command leaves as it is. */
function adviceFor(state: unknown): string {
  const money = moneyIn(state);
  if (money === 'none') return 'Run the command again when ready.';
  return money === 'settled' ? AT_ITS_END : LOOK_AGAIN;
}

const BUNDLE_ADVICE = 'Nothing was judged. Correct the bundle; docs/cli.md says what one holds.';

/** Failures that only the command line can meet. */
export const commandLineFailures = {
  'command-line-wrong': (d: FailureData) =>
    text(
      `The command line is wrong: ${d['reason'] ?? 'it cannot be read'}.`,
      'See all commands: npm run --silent touchstone -- --help',
    ),
  interrupted: (d: FailureData) =>
    text(
      `Stopped by ${d['signal'] ?? 'a signal'}${d['state'] === undefined ? '' : `; the trade is ${d['state']}`}.`,
      adviceFor(d['state']),
      moneyIn(d['state']),
    ),
  'wait-over': (d: FailureData) =>
    text(
      `The trade did not come to "${d['goal'] ?? 'filled'}" in time: it is ${d['state'] ?? 'open'}.`,
      LOOK_AGAIN,
      moneyIn(d['state']),
    ),
  'closed-unfilled': () =>
    text(
      'The order was closed without a fill: cancelled elsewhere, or given back by the exchange.',
      'What it held was paid out by the closing transaction. Look at the balance, then trade again.',
      'settled',
    ),
  'file-not-written': (d: FailureData) =>
    text(
      `${d['file'] ?? 'The file'} cannot be written: ${d['reason'] ?? 'the disk refuses it'}.`,
      'No part of it is left behind. Make room, or name another place, and run the command again.',
    ),
  'result-not-written': (d: FailureData) =>
    text(
      `The result could not be written to ${d['stream'] ?? 'the output'}: ${d['reason'] ?? 'the system refuses it'}.`,
      'The command itself may have done its work: look before you repeat it. Then run it with an output that has room.',
      'unknown',
    ),
  'bundle-not-written': (d: FailureData) =>
    text(
      `The trade is recorded as exported, but its bundle could not be written to ${d['file'] ?? 'its file'}: ${d['reason'] ?? 'the disk refuses it'}.`,
      `Nobody has it yet. Do not export the trade a second time; have the same bundle written elsewhere: export --again ${d['trade'] ?? 'HASH'} --bundle FILE, with the same wallet or --journal.`,
    ),
  'signature-not-written': (d: FailureData) =>
    text(
      `It is signed and recorded here, but the signature could not be written to ${d['file'] ?? 'its file'}: ${d['reason'] ?? 'the disk refuses it'}.`,
      'Nobody has the signature. Make room or name another place, and sign again: rule V12 then asks about the first time, which is this one.',
    ),
  'nothing-to-resume': () =>
    text(
      'The journal holds no trade that was signed, so there is nothing to resume.',
      'If a trade was signed, name the journal that it is recorded in: --journal.',
    ),
  'trade-not-in-journal': () =>
    text(
      'The journal holds no trade with that transaction.',
      'Name the journal that it is recorded in (--journal), and look for the hash on the ledger before you trade again.',
      'unknown',
    ),
  'several-trades-open': (d: FailureData) =>
    text(
      `${d['count'] ?? 'Several'} trades of this journal are open.`,
      'Name one of them by the hash of its transaction: --trade.',
      'unknown',
    ),
  'token-ambiguous': (d: FailureData) =>
    text(
      `${d['count'] ?? 'Several'} verified tokens go by "${d['token'] ?? 'that ticker'}".`,
      'Name the token by its full id (policy id and asset name in hex).',
    ),
  'warning-unaccepted': (d: FailureData) =>
    text(
      `The check of the transaction warns (rule ${d['rule'] ?? 'unknown'}): ${d['finding'] ?? 'see the details'}`,
      `It was not signed. Run without --yes to decide, or add --accept ${d['rule'] ?? 'RULE'}.`,
    ),
  'receipt-unreadable': (d: FailureData) =>
    text(
      `This is not a receipt: ${d['reason'] ?? 'it cannot be read'}.`,
      'Name the file of a receipt that Touchstone saved, unchanged.',
    ),
  'audit-unreadable': (d: FailureData) =>
    text(
      `There is nothing here to audit: ${d['reason'] ?? 'it cannot be read'}.`,
      'Name a transaction that is on chain: its bytes, and the transactions that made what it spends.',
    ),
  'bundle-unreadable': (d: FailureData) =>
    text(
      `The bundle cannot be read: ${d['reason'] ?? 'the file cannot be opened'}.`,
      'Name a file that holds one bundle, or - for one bundle a line from standard input.',
    ),
  'bundle-too-large': (d: FailureData) =>
    text(
      `The bundle is too large: more than ${d['limit'] ?? 'a few'} megabytes.`,
      'Leave out parents and inputs that the transaction does not spend.',
    ),
  'bundle-not-json': (d: FailureData) =>
    text(`The bundle is not JSON: ${d['reason'] ?? 'it cannot be read'}.`, BUNDLE_ADVICE),
  'bundle-malformed': (d: FailureData) =>
    text(
      `The bundle is wrong at ${d['path'] ?? 'some place'}: ${d['reason'] ?? 'it cannot be read'}.`,
      BUNDLE_ADVICE,
    ),
};
