import { text, type FailureData } from './text.ts';

/** Failures on a trade's way from quote to filled. */
export const tradingFailures = {
  'quote-expired': () => text('The quote is too old.', 'Refresh the price and review again.'),
  'price-moved': (d: FailureData) =>
    text(
      `The price moved: now about ${d['now'] ?? 'less'}, before ${d['before'] ?? 'more'}.`,
      'Accept the new price, or leave it.',
    ),
  'quote-unknown': () => text('There is no such quote.', 'Refresh the price and review again.'),
  'trade-busy': () =>
    text('This trade is already being worked on.', 'Wait until the step under way is done.'),
  'review-superseded': () =>
    text('A newer review of the same quote took its place.', 'Use the newest review.'),
  'no-quote': () =>
    text('The service has no price for this amount now.', 'Try another amount, or try again.'),
  'token-unacknowledged': (d: FailureData) =>
    text(
      `${d['token'] ?? 'This token'} is not verified.`,
      'Check its policy id, acknowledge the warning once, then review again.',
    ),
  'trade-declined': () => text('You left the trade before signing.', 'Nothing was signed.'),
  'trade-unknown': () => text('There is no such trade.', 'Open the trade again from Activity.'),
  'trade-not-in-that-state': (d: FailureData) =>
    text(
      `The trade cannot do that now (it is ${d['state'] ?? 'elsewhere'}).`,
      'Look at its state in Activity.',
    ),
  'approval-expired': () =>
    text('The approval is too old; prices may have moved.', 'Review the trade again.'),
  'service-changed-transaction': () =>
    text(
      'The service sent back another transaction than the one you signed. Its version was thrown away.',
      'Stop trading with this service; its answer is kept with the trade as evidence.',
    ),
  'decimals-unknown': (d: FailureData) =>
    text(
      `Neither the service nor the ledger tells how many decimals ${d['token'] ?? 'this token'} has, so no amount of it can be checked.`,
      'Choose another token.',
    ),
  'signature-incomplete': () =>
    text('The signed transaction lacks a signature that it needs.', 'Review the trade again.'),
  'transaction-expired': () =>
    text(
      'The transaction was not put on chain before it expired.',
      'Nothing left the wallet. Refresh the quote and trade again.',
    ),
  'amount-malformed': (d: FailureData) =>
    text(
      `"${d['text'] ?? ''}" is not an amount${d['decimals'] === undefined ? '' : ` with at most ${d['decimals']} decimals`}.`,
      'Enter a number such as 12.5.',
    ),
  'slippage-out-of-range': () =>
    text('The slippage tolerance must be more than 0 and at most 50 percent.', 'Enter a value such as 1.'),
  'same-token': () => text('Both sides are the same token.', 'Choose another token to get.'),
};
