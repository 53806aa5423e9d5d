import { isServersFault, text, type FailureData } from './text.ts';

/** The rules of the ledger that people meet, in words; the ledger's own name follows each. */
const REFUSALS: Readonly<Record<string, string>> = {
  OutsideValidityIntervalUTxO: 'it is outside the time for which it is valid',
  ValueNotConservedUTxO: 'what it spends is not what it pays out',
  FeeTooSmallUTxO: 'its network fee is too small',
  BabbageOutputTooSmallUTxO: 'one of its outputs holds less ADA than the network demands',
  OutputTooSmallUTxO: 'one of its outputs holds less ADA than the network demands',
};

function refusal(rule: string | number | boolean | undefined): string {
  if (rule === undefined) return 'it breaks a rule';
  const words = REFUSALS[String(rule)];
  return words === undefined ? String(rule) : `${words} (${rule})`;
}

/** The things that a ledger back-end cannot show, in words. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  history: 'past transactions',
  bytes: 'the bytes of past transactions',
  datums: 'data that is known by its hash alone',
  assets: 'what is registered of a token',
  scripts: "which outputs an exchange's script locks",
  spender: 'which transaction spent an output',
};

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
      'Try again in a moment; if it repeats, use another back-end.',
    ),
  'ledger-certificate-refused': () =>
    text(
      'The ledger back-end could not prove that it is the one at this address (its certificate was refused).',
      'Check the address and the network; do not continue over a network that you do not trust.',
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
    text('The ledger back-end sent a larger answer than is allowed.', 'Use another back-end.'),
  'ledger-key-refused': () =>
    text('The ledger back-end refused its access token.', 'Enter the token again in Settings.'),
  'ledger-blocked': () =>
    text(
      'The ledger back-end was not reached: something in front of it turned the request away with a web page (status 403).',
      'Your token may be fine. Try from another network, without a VPN or proxy, or use another back-end.',
    ),
  'ledger-rate-limited': () => text('The ledger back-end asks to slow down.', 'Wait a minute and try again.'),
  'ledger-answer-malformed': (d: FailureData) =>
    text(
      `The ledger back-end sent an answer that cannot be read${d['path'] ? ` (at ${d['path']})` : ''}.`,
      'Check that the API that you chose is the one at this address; if it is, use another back-end.',
    ),
  'ledger-error': (d: FailureData) =>
    text(
      `The ledger back-end could not do it (status ${d['status'] ?? 'unknown'}).`,
      isServersFault(d['status'])
        ? 'Try again in a moment; if it repeats, use another back-end.'
        : 'It would refuse the same request again: see its own words in the details, and check the address and the API that you chose for it.',
    ),
  'ledger-path-wrong': (d: FailureData) =>
    text(
      `There is no ledger back-end at ${d['address'] ?? 'this address'}: it does not know the first question.`,
      `Enter the address with its path, such as ${d['usual'] ?? 'https://…/api/v0'}.`,
    ),
  'ledger-syncing': () =>
    text(
      'The node behind this ledger back-end is still catching up with the network, so it cannot answer yet.',
      'Wait until it has caught up, which can take hours (Ogmios shows it at its address, under /health), or use another back-end.',
    ),
  'ledger-cannot-prove': (d: FailureData) =>
    text(
      `${d['backEnd'] ?? 'This ledger back-end'} cannot show ${NOT_SHOWN[String(d['what'])] ?? 'this'}, so it cannot be checked.`,
      'Name a second ledger back-end that keeps the history (Koios or Blockfrost) in Settings, or use one as the first.',
    ),
  'ledger-parameters-odd': (d: FailureData) =>
    text(
      `The ledger back-end states ${d['found'] ?? 'another value'} for ${d['parameter'] ?? 'a network parameter'}, where ${d['network'] ?? 'the network'} is known to have ${d['known'] ?? 'another one'}.`,
      'If the network did not change its parameters, the back-end is wrong or dishonest: compare it with another one.',
    ),
  'ledger-time-odd': (d: FailureData) =>
    text(
      `The ledger back-end's latest block has a time that is ${d['seconds'] ?? 'many'} seconds off its slot.`,
      'The back-end is wrong, or of another network: compare it with another one.',
    ),
  'ledger-behind': (d: FailureData) =>
    text(
      `The ledger back-end's latest block is ${d['minutes'] ?? 'many'} minutes old: it lags behind the network, or this machine's clock is wrong.`,
      'Check the clock of this machine. If it is right, wait until the back-end has caught up, or use another one.',
    ),
  'clock-off': (d: FailureData) =>
    text(
      `This machine's clock is ${d['seconds'] ?? 'more than 60'} seconds ${d['way'] === 'behind' ? 'behind' : 'ahead of'} the ledger back-end's.`,
      'Set the clock: how long a transaction is valid is judged by it.',
    ),
  'ledger-not-found': () =>
    text(
      'The ledger back-end does not know what was asked for.',
      'Check what you entered, and that it is of this network. What was sent just now appears there within minutes.',
    ),
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
  'ledgers-disagree': () =>
    text(
      'The first ledger back-end says that the transaction never reached the chain, but the second one shows it there: one of them is wrong or dishonest.',
      'Do not repeat the trade. Look for its hash on the ledger by other means, and replace the one that is wrong in Settings.',
      'unknown',
    ),
  'second-ledger-same': () =>
    text(
      'The second ledger back-end is at the same address as the first, so it would only repeat what the first says.',
      'Name one that somebody else runs, or leave it empty.',
    ),
  'submission-refused': (d: FailureData) =>
    text(
      `The ledger refused the transaction: ${refusal(d['rule'])}.`,
      'It is signed, so whoever has the signatures could still put it on chain until it expires. Send it again from Activity, or wait until it has expired before you trade again.',
      'unknown',
    ),
  'submission-unknown': () =>
    text(
      'It is not known yet whether the transaction arrived.',
      'Touchstone keeps looking for it; do not repeat the trade.',
      'unknown',
    ),
  'validity-passed': (d: FailureData) =>
    text(
      `The validity of this transaction has passed, and the chain does not show it. It counts as expired once ${d['of'] ?? 'enough'} blocks say so: until then one of them may still be replaced, or the ledger back-end may lag behind.`,
      'Wait for that, usually a few minutes, and do not repeat the trade before.',
      'unknown',
    ),
  'inputs-spent': (d: FailureData) =>
    d['unproven'] === true
      ? text(
          `The ledger service says that another transaction${d['by'] === undefined ? '' : `, ${d['by']},`} spent the funds of this one, and nothing proves it.`,
          'It is signed, so it could still run until it expires; Touchstone follows it until then. Do not repeat the trade before.',
          'unknown',
        )
      : d['waits'] !== undefined
        ? text(
            `Another transaction that this wallet signed, ${d['by'] ?? 'unknown'}, spent the funds of this one. This one is over once that is ${d['waits']} blocks deep; until then a block may still be replaced.`,
            'Touchstone follows both until then. Do not repeat the trade before.',
            'unknown',
          )
        : text(
            `The funds of this transaction were spent by another one${d['by'] === undefined ? '' : `, ${d['by']}: it cannot run any more`}.`,
            'If another program trades with this wallet, look at its trade first. Then refresh the quote and review again.',
          ),
};
