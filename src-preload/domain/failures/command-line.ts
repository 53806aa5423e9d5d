import { text, type FailureData, type FailureText } from './text.ts';

/** Whether money is affected by a trade that is left in a state, as far as this side knows. */
function moneyIn(state: unknown): FailureText['money'] {
  if (state === 'placed' || state === 'partly-filled') return 'locked';
  const open = ['signed', 'assembled', 'submitting', 'submission-unknown', 'submitted'];
  return open.includes(String(state)) ? 'unknown' : 'none';
}

const LOOK_AGAIN =
  "Look for the transaction's hash on the ledger; the next swap with the same journal follows it and says how it stands.";

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
      d['state'] === undefined || moneyIn(d['state']) === 'none'
        ? 'Run the command again when ready.'
        : LOOK_AGAIN,
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
};
