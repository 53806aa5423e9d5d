import { moneyIn, neverSent } from './money-in.ts';
import { text, type FailureData } from './text.ts';

/** The next step for a signed transaction that was not assembled. */
function nextStep(here: FailureData[string] | undefined): string {
  if (here === undefined) return '';
  return here === true
    ? 'You can assemble it here and send it, or let it expire. '
    : 'A key of the service has to sign as well, so it cannot be assembled here: ask again, or let it expire. ';
}

/** Why a back-end's answer about a transaction at a fill's pool proves nothing. */
const NEIGHBOUR_UNPROVEN: Readonly<Record<string, string>> = {
  missing: 'it does not have all the transactions that led there',
  'other-bytes': 'it gave the bytes of a different transaction',
  'too-large': 'what it gave is larger than any real transaction',
  'not-next': 'the transaction that it names as the next one does not use the pool as this one left it',
};

/** Failures on a trade's way from quote to filled. */
export const tradingFailures = {
  'quote-expired': () => text('The quote is too old.', 'Refresh the price and review again.'),
  'price-moved': (d: FailureData) =>
    text(
      `The price moved: now about ${d['now'] ?? 'less'}, before ${d['before'] ?? 'more'}.`,
      'Accept the new price, or leave it.',
    ),
  'quote-unknown': () => text('There is no such quote.', 'Refresh the price and review again.'),
  'trade-busy': () => text('This trade is already being worked on.', 'Wait until the current step is done.'),
  'review-superseded': () =>
    text('A newer review of the same quote took its place.', 'Use the newest review.'),
  'no-quote': () =>
    text('The service has no price for this amount now.', 'Try another amount, or try again.'),
  'token-unacknowledged': (d: FailureData) =>
    text(
      `${d['token'] ?? 'This token'} is not verified.`,
      'Check its policy id, acknowledge the warning once, then review again.',
    ),
  'ticker-disputed': (d: FailureData) =>
    text(
      `The service says that ${d['token'] ?? 'this ticker'} is the token ${d['id'] ?? ''}, but that one is called ${d['other'] ?? 'something else'}.`,
      'Compare its id with the one that you know from elsewhere, and name the token by its id.',
    ),
  'ticker-unconfirmed': (d: FailureData) =>
    text(
      `Only the service says that ${d['token'] ?? 'this ticker'} is the token ${d['id'] ?? ''}; the ledger does not.`,
      'Compare its id with the one that you know from elsewhere, and name the token by its id.',
    ),
  'trade-declined': () => text('You left the trade before signing.', 'Nothing was signed.'),
  'receipt-missing': () =>
    text(
      'There is no receipt.',
      'A trade has one once it is signed; trades of versions before this one have none.',
    ),
  'trade-unknown': () => text('There is no such trade.', 'Open the trade again from Activity.'),
  'trade-not-in-that-state': (d: FailureData) =>
    text(
      `The trade cannot do that now (it is ${d['state'] ?? 'elsewhere'}).`,
      'Look at its state in Activity.',
      moneyIn(d['state']),
    ),
  'already-on-chain': () =>
    text(
      'This transaction is already on chain: it was sent by another command or program. It is one trade, not two.',
      'It was not signed a second time. Look at what it paid and received where it was sent; for one more trade, review again.',
      'settled',
    ),
  'signed-elsewhere': (d: FailureData) =>
    text(
      `Exactly this transaction was signed before, by the application or another command${d['journal'] === undefined ? '' : ` (journal ${d['journal']})`}. It is one trade, not two.`,
      'It was not signed a second time. See how that trade comes out before you review again.',
      'unknown',
    ),
  'approval-busy': () =>
    text(
      'The approval window shows another transaction.',
      'Approve or leave that one first, then review this one.',
    ),
  'approval-closed': () => text('The approval window did not open.', 'Review the trade again.'),
  'approval-too-soon': () =>
    text('The transaction had only just appeared.', 'Read it, then approve it. Nothing was signed.'),
  'consent-missing': (d: FailureData) =>
    text(
      `You have not agreed to this yet: ${d['finding'] ?? 'a warning'}`,
      'Agree to it separately, or leave the trade. Nothing was signed.',
    ),
  'approval-expired': () =>
    text('The approval is too old; prices may have moved.', 'Review the trade again.'),
  'service-changed-transaction': (d: FailureData) =>
    text(
      `The service sent back a different transaction from the one you signed${d['rule'] === undefined ? '' : ` (rule ${d['rule']}: ${d['part'] ?? 'a part of it'})`}. Its version was discarded.`,
      `${nextStep(d['here'])}Stop trading with this service; its answer is kept with the trade as evidence.`,
    ),
  'service-did-not-sign': (d: FailureData) =>
    text(
      `The service did not assemble your signed transaction. ${d['told'] ?? ''}`.trim(),
      `Nothing was sent from here. ${nextStep(d['here'])}`.trim(),
      neverSent.includes(String(d['reason'])) ? 'none' : 'unknown',
    ),
  'decimals-unknown': (d: FailureData) =>
    text(
      `Neither the service nor the ledger says how many decimals ${d['token'] ?? 'this token'} has, so no amount of it can be checked.`,
      'Select another token.',
    ),
  'decimals-changed': (d: FailureData) =>
    text(
      `The amount was read with ${d['read'] ?? 'other'} decimals, but ${d['token'] ?? 'the token'} now has ${d['now'] ?? 'others'}.`,
      'Check the amount, then ask again.',
    ),
  'signature-incomplete': (d: FailureData) =>
    text(
      'The signed transaction lacks a signature that it needs.',
      d['here'] === undefined ? 'Review the trade again.' : nextStep(d['here']).trim(),
    ),
  'block-rolled-back': (d: FailureData) => {
    if (d['of'] === 'fill')
      return text(
        'The chain dropped a block with the exchange’s transaction for this trade, as chains do now and then. What it had paid does not count.',
        'Most often the same fill comes back within minutes; until then the order waits. There is nothing to do.',
        'locked',
      );
    if (d['of'] === 'settled-anew')
      return text(
        'The chain dropped a block with the exchange’s transaction for this trade, as chains do now and then. The trade has been settled again since.',
        'Compare what you got with what was shown before: it may differ. There is nothing to do.',
        'settled',
      );
    return text(
      'The chain dropped the block that held the transaction, as chains do now and then.',
      d['of'] === 'not-sent'
        ? 'It is looked for. It was not sent from here; whoever sent it can do so again. Nothing is signed again.'
        : 'It is looked for, and the same bytes are sent again. Nothing is signed again.',
      'unknown',
    );
  },
  'transaction-expired': (d: FailureData) =>
    d['signed'] === true
      ? text(
          'The transaction is about to expire, so it was not sent.',
          'It is signed, so whoever has the signatures could still put it on chain in its last minute. Look at Activity before you trade again.',
          'unknown',
        )
      : text(
          'The transaction was not put on chain before it expired.',
          'Nothing left the wallet. Refresh the quote and trade again.',
        ),
  'scripts-failed': () =>
    text(
      'The ledger back-end says that the transaction is on chain, but that one of its scripts failed: it did nothing but take its collateral.',
      'Check your balance, and look the hash up elsewhere. An order that it should have cancelled is still open: cancel it again once this transaction has expired.',
      'unknown',
    ),
  'fill-unknown': () =>
    text('No fill of this trade is known yet.', 'Once an order is filled, its fill is audited here.'),
  'fill-other-bytes': (d: FailureData) =>
    text(
      `The ledger back-end did not give the bytes of the fill: ${d['reason'] ?? 'they cannot be read'}.`,
      'What you received is not affected, as the trade shows; only the audit is missing. Audit it again, or use another ledger back-end.',
      'settled',
    ),
  'fill-too-large': (d: FailureData) =>
    text(
      `What the ledger back-end gave as the fill is larger than any real transaction (${d['inputs'] !== undefined ? `${d['inputs']} inputs` : d['kilobytes'] !== undefined ? `${d['kilobytes']} kB` : 'its size'}), so it was not read.`,
      'What you received is not affected, as the trade shows; only the audit is missing. Audit it again, or use another ledger back-end.',
      'settled',
    ),
  'fill-audit-late': () =>
    text(
      'The ledger back-end did not give the fill and what it spends in time.',
      'What you received is not affected, as the trade shows; only the audit is missing. Audit it again.',
      'settled',
    ),
  'fill-audit-unreadable': () =>
    text(
      'The new audit was not kept, because it could not be read back. An earlier audit stays as it is.',
      'What you received is not affected, as the trade shows. Audit it again; if it repeats, report it.',
      'settled',
    ),
  'neighbours-unproven': (d: FailureData) =>
    text(
      `The ledger back-end does not prove who else traded at the pool: ${NEIGHBOUR_UNPROVEN[String(d['what'])] ?? 'it cannot be read'}.`,
      'What you received and the audit of the fill itself are not affected. Audit it again, or use another ledger back-end.',
      'settled',
    ),
  'neighbours-late': () =>
    text(
      'The ledger back-end did not give the other transactions at the pool in time.',
      'What you received and the audit of the fill itself are not affected. Audit it again.',
      'settled',
    ),
  'neighbours-no-pool': () =>
    text(
      'The order did not trade with exactly one pool that can be read here.',
      'What you received and the audit of the fill itself are not affected.',
      'settled',
    ),
  'amount-malformed': (d: FailureData) =>
    text(
      `"${d['text'] ?? ''}" is not an amount${d['decimals'] === undefined ? '' : ` with at most ${d['decimals']} decimals`}.`,
      'Enter a number such as 12.5.',
    ),
  'number-ambiguous': (d: FailureData) =>
    text(
      `${d['text'] ?? 'The number'} could mean ${d['grouped'] ?? 'one number'} or ${d['decimal'] ?? 'another'}.`,
      `Write ${d['grouped'] ?? 'it without a comma'} or ${d['short'] ?? 'with a point'}.`,
    ),
  'slippage-out-of-range': () =>
    text('The slippage tolerance must be more than 0 and at most 50 percent.', 'Enter a value such as 1.'),
  'same-token': () => text('Both sides are the same token.', 'Select another token to buy.'),
};
