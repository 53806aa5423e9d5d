import { isServersFault, text, type FailureData } from './text.ts';

/** Failures of the exchange-aggregation service and of the way to it. */
export const serviceFailures = {
  'service-unreachable': (d: FailureData) =>
    text(
      `The service at ${d['host'] ?? 'the configured address'} cannot be reached.`,
      'Check the network and the address in Settings, then refresh.',
    ),
  'service-timeout': (d: FailureData) =>
    text(`The service did not answer within ${d['seconds'] ?? '15'} seconds.`, 'Try again in a moment.'),
  'service-certificate-refused': () =>
    text(
      'The service could not prove that it is the one at this address (its certificate was refused).',
      'Check the address and the network; do not continue over a network that you do not trust.',
    ),
  'service-paused': (d: FailureData) =>
    text(
      `The service failed or asked to wait; Touchstone calls it again in ${d['seconds'] ?? 'some'} seconds.`,
      'Wait, then try again.',
    ),
  'service-call-cancelled': () => text('The request to the service was given up.', 'Try again when ready.'),
  'service-redirected': () =>
    text(
      'The service answered with a redirect, which Touchstone refuses because your API key would go along.',
      'Check the address in Settings.',
    ),
  'service-key-refused': () =>
    text('The service refused the API key.', 'Enter the key of your partner dashboard again in Settings.'),
  'service-blocked': () =>
    text(
      'The service was not reached: something in front of it turned the request away with a web page (status 403).',
      'Your key may be fine. Open the service in a browser on this network; a VPN, a proxy or the country may be blocked.',
    ),
  'service-rate-limited': () =>
    text('The service asks to slow down.', 'Wait a minute; quotes resume by themselves.'),
  'service-answer-too-large': () =>
    text(
      'The service sent a larger answer than is allowed.',
      'Try again; if it repeats, do not trade with this service.',
    ),
  'service-answer-malformed': (d: FailureData) =>
    text(
      `The service sent an answer that cannot be read${d['path'] ? ` (at ${d['path']})` : ''}.`,
      'Try again; if it repeats, report it with the details.',
    ),
  'rows-left-out': (d: FailureData) =>
    text(
      `${d['count'] ?? 'Some'} of the ${d['list'] ?? 'rows'} that the ${d['from'] === 'ledger' ? 'ledger back-end' : 'service'} sent cannot be read and ${d['count'] === 1 ? 'is' : 'are'} left out${d['path'] ? ` (the first for its ${d['path']})` : ''}.`,
      d['from'] === 'ledger'
        ? 'The others are complete. What is left out is not spent, and still yours: another ledger back-end may be able to read it.'
        : 'The others are complete. If something of yours is missing, look it up on the ledger.',
    ),
  'service-error': (d: FailureData) =>
    text(
      `The service could not do it (status ${d['status'] ?? 'unknown'}).`,
      isServersFault(d['status'])
        ? 'See the details, then try again.'
        : 'It would refuse the same request again: see its own words in the details.',
    ),
  'service-built-nothing': () =>
    text('The service answered without a transaction.', 'Refresh the quote and try again.'),
  'service-not-found': () => text('The service does not know what was asked for.', 'Check the token.'),
  'api-key-malformed': () =>
    text(
      'The API key has characters that no key has, or a wrong length (1 to 256).',
      'Paste it again without spaces or line breaks.',
    ),
  'service-address-refused': (d: FailureData) =>
    text(
      `The address cannot be used: ${d['reason'] ?? 'it is not an https address'}.`,
      'Enter an https address without user name, query or path.',
    ),
  'not-enough-liquidity': () =>
    text(
      'No exchange has enough of this token for that amount.',
      'Try a smaller amount, or allow more exchanges.',
    ),
  'no-pool': () =>
    text(
      'There is no pool for this pair on the exchanges allowed.',
      'Allow more exchanges or select another token.',
    ),
  'amount-too-small': (d: FailureData) =>
    text(
      `The amount is too small to trade${d['minimum'] ? `. Minimum order: ${d['minimum']}` : ''}.`,
      'Enter a larger amount.',
    ),
  'amount-too-large': (d: FailureData) =>
    text(
      `The amount is too large to trade${d['most'] ? `: at most ${d['most']}` : '; it is more than the token’s whole supply'}.`,
      'Enter a smaller amount.',
    ),
  'all-exchanges-excluded': () => text('Every exchange is excluded.', 'Allow at least one exchange.'),
  'token-unknown': () => text('The service does not know this token.', 'Check the token id.'),
  'insufficient-funds': (d: FailureData) =>
    text(
      `The wallet lacks ${d['missing'] ?? 'funds'} for this trade with its fees and deposits.`,
      'Enter a smaller amount or add funds.',
    ),
  'pool-out-of-sync': () =>
    text('The pool changed while the route was being computed.', 'Refresh the quote.'),
};
