/** Ways of writing answers that differ from the specification. */
const VARIATIONS = {
  'ada-value-as-text': 'the price of ADA is a string',
  'tokens-wrapper': 'lists of tokens are wrapped into an object',
  'null-lists': 'an empty list is null',
  'ada-as-zeros': 'ADA has an id of 56 zeros and its name',
  'decimals-as-text': 'decimals are strings',
  'amounts-as-text': 'amounts are strings',
  'trending-percentage': 'the change of a trending token has another name',
  'candles-unix': 'the time of a candle is in "unix"',
  'candles-milliseconds': 'the time of a candle is in milliseconds',
  'candles-unix-milliseconds': 'the time of a candle is in "unix", in milliseconds',
  'candles-timestamp': 'the time of a candle is an ISO timestamp',
  'candles-unreadable-time': 'the time of a candle is written for people, next to one for programs',
  'candles-without-volume': 'candles have no volume',
  'open-reads': 'reads are answered without a key',
};
export type Variation = keyof typeof VARIATIONS;

/** The capabilities of a ledger back-end, by name. */
const SHOWN = {
  bytes: 'the bytes of transactions',
  inclusion: 'when transactions entered the chain and who spent their outputs',
  data: 'data that outputs name by a hash',
};
export type ShownByLedger = keyof typeof SHOWN;

const shown = (all: readonly ShownByLedger[]): string => all.map((one) => SHOWN[one]).join('; ');

/** The findings of connection tests, and their consequences for trading over the connection. */
export const connectionWords = {
  'answer/service': ({ host, status }: { readonly host: string; readonly status: number }) =>
    `${host} answered with status ${status}.`,
  'answer/service-means': 'The address leads to a server that knows this question.',
  'answer/ledger': ({ host, api }: { readonly host: string; readonly api: string }) =>
    `${host} answers and speaks ${api}.`,
  'answer/first-means': 'Balances, inputs and the fate of transactions are read here.',
  'answer/second-means': 'It vouches for what transactions spend, by itself and without a token.',
  'answer/charts': ({
    host,
    tokens,
    candles,
  }: {
    readonly host: string;
    readonly tokens: number;
    readonly candles?: number;
  }) =>
    `${host} answers with ${tokens === 0 ? 'no' : tokens} trending tokens${candles === undefined ? '' : ` and ${candles} candles of a day`}.`,
  'answer/charts-means': 'Charts and lists of tokens come from here, with the same key.',
  'answer/charts-unread': ({ host }: { readonly host: string }) =>
    `${host} answers, and some of it cannot be read.`,
  'answer/charts-unread-means': 'Charts or lists of tokens may have gaps. Trades do not depend on them.',
  'answer/charts-unread-advice': 'Check the address of the charts API; if it is right, report it.',
  'failed/charts-means': 'There are no charts until it answers.',
  'failed/service-means': 'Nothing can be quoted until this is fixed.',
  'failed/ledger-means': 'No trade is made through it until this is fixed.',
  'odd/means': 'This does not stop a trade by itself.',
  'key/no-answer': 'The service did not answer the question, so it said nothing about the key.',
  'key/not-needed': 'Reading needs no key here, so an answer does not show whether yours is accepted.',
  'key/unclear': 'The same question without the key got no clear answer, so the two cannot be compared.',
  'key/unknown-means': 'A key that is wrong would show with the first quote.',
  'key/unknown-advice': 'Ask for a quote before you rely on it.',
  'key/accepted': 'The API key is accepted.',
  'key/accepted-means': 'The same question without it is refused.',
  'key/asked': 'The service asks for a key, and none is entered.',
  'key/none': 'No API key is entered.',
  'key/none-means': 'Nothing can be quoted without one.',
  'key/none-advice': 'Enter the key of your partner dashboard in the vault window.',
  'reading/no-number': 'The price of ADA in its answer is not a number.',
  'reading/no-number-means': 'What answers at this address is probably not the service.',
  'reading/no-number-advice': 'Check the address in Settings.',
  'reading/some': 'Some of its list of tokens cannot be read.',
  'reading/some-means': 'A token may be missing from a search. What can be read is complete.',
  'reading/some-advice': 'If a token is missing, name it by its full id.',
  'reading/fine': 'Its answers can be read.',
  'reading/fine-means':
    'They have the form that the service interface describes, or one that Touchstone knows.',
  'clock/none': 'It states no time.',
  'clock/none-means':
    "This machine's clock cannot be compared with the service's; the ledger back-end may still show whether it is right.",
  'clock/off': ({ seconds, behind }: { readonly seconds: number; readonly behind: boolean }) =>
    `This machine's clock is ${seconds} seconds ${behind ? 'behind' : 'ahead of'} the service's.`,
  'clock/off-means': 'How long quotes and transactions are valid is judged by this clock.',
  'clock/off-advice': 'Set the clock of this machine.',
  'clock/agree': 'Both clocks agree.',
  'clock/near-means': 'It is near enough to judge how long a quote is valid.',
  'variations/none': 'It answers as the specification says.',
  'variations/none-means': 'Nothing in these answers differs from it.',
  'variations/some': ({ variations }: { readonly variations: readonly Variation[] }) =>
    `It differs from the specification: ${variations.map((one) => VARIATIONS[one]).join('; ')}.`,
  'variations/some-means': 'Touchstone can read such answers; nothing is lost.',
  'network/same': ({ network }: { readonly network: string }) => `It is on ${network}, as this profile is.`,
  'network/same-means': 'What it says is about the chain that you trade on.',
  'tip/age': ({ age }: { readonly age: number }) =>
    `Its latest block is ${age} ${age === 1 ? 'second' : 'seconds'} old.`,
  'tip/fresh-means': 'It keeps up with the network.',
  'tip/old-means': 'Blocks come every twenty seconds: it may lag behind, or this clock may be wrong.',
  'tip/old-advice': 'Wait until it has caught up, or use another one.',
  'parameters/known': 'It states the parameters that the network is known to have.',
  'parameters/known-means': 'Fees and deposits are computed from them.',
  'submission/where': ({ host }: { readonly host: string }) => `Signed transactions are sent to ${host}.`,
  'submission/where-means':
    'This is not tested: only a signed transaction would show whether it accepts one.',
  'proof/answers': ({ what }: { readonly what: readonly ShownByLedger[] }) =>
    `It answers for ${shown(what)}.`,
  'proof/cannot': ({ what }: { readonly what: readonly ShownByLedger[] }) => `It cannot show ${shown(what)}.`,
  'proof/silent': ({ what }: { readonly what: readonly ShownByLedger[] }) =>
    `It gave no answer about ${shown(what)}.`,
  'proof/silent-means': 'What it does not show cannot be proven.',
  'proof/silent-advice': 'Test again in a moment, or use another back-end.',
  'proof/all-means': 'What a trade spends can be proven by the bytes that made it.',
  'proof/second-means': 'It vouches for outputs that are not spent yet, and for nothing else.',
  'proof/helped-means': ({ other, api }: { readonly other: string; readonly api: string }) =>
    `${other}, the second back-end, completes what ${api} cannot show.`,
  'proof/alone-means': 'No trade can be proven or followed with it alone.',
  'proof/alone-advice': 'Name a second ledger back-end that keeps the history (Koios or Blockfrost).',
  'token/sent': 'Its access token is sent along.',
  'token/sent-means': 'It goes to this back-end and to no other host.',
  'token/not-needed': 'It answers without an access token.',
  'token/not-needed-means': 'None is needed, unless it allows more requests to those who have one.',
  'token/usual': ({ api }: { readonly api: string }) =>
    `${api} usually asks for an access token, and none is entered.`,
  'token/usual-means': 'Your own back-end may not need one.',
  'token/usual-advice': 'If it refuses to answer, enter its token in the vault window.',
};
