import type { KindOfTrade } from '#domain/trade.ts';
import { inLanguage } from '../../words/in-language.ts';

/** How far the market is from a price, and from which one. */
export type Away =
  'same' | { readonly share: string; readonly below: boolean; readonly of: 'fill' | 'price' };

/** The history of trades, and a trade in full. */
export const words = inLanguage('features/trades/words', {
  trades: 'Trades',
  none: 'No trades yet.',
  noneHint: 'Enter an amount in the ticket and review it; what you accept appears here with every step.',
  tour: 'Take the tour',
  state: 'State',
  date: 'Date',
  market: 'Market',
  side: 'Side',
  type: 'Type',
  price: 'Price',
  amount: 'Amount',
  total: 'Total',
  fees: 'Fees, ADA',
  feesTitle: 'Network fee, exchanges’ fees and payments to others',
  exchanges: 'Exchanges',
  buy: 'Buy',
  sell: 'Sell',
  typeOf: ({ kind }: { readonly kind: KindOfTrade }) => TYPES[kind],
  noAmount: 'none',
  // Before a figure.
  about: 'about',
  least: 'at least',
  leastTitle: ({ least }: { readonly least: string }) => `At least ${least}`,
  openTrade: ({ state }: { readonly state: string }) => `Open trade: ${state}`,
  amounts: ({ amounts }: { readonly amounts: readonly string[] }) => amounts.join(' and '),
  to: ({ address }: { readonly address: string }) => `to ${address}`,
  quality: 'Execution quality',
  saveReceipts: 'Save all receipts',
  // Before "saved as …".
  receiptsAre: 'The receipts are',
  receiptIs: 'The receipt is',
  bundleIs: 'The bundle is',

  // A trade in full.
  trade: 'Trade',
  confirmationsTitle:
    'The chain can still drop its newest blocks; each further block makes that less likely.',
  prices: 'Prices',
  servicesWord: 'the service’s word',
  progress: 'Progress',
  yourTransaction: 'Your transaction',
  exchangesTransaction: 'The exchange’s transaction',
  hash: 'Hash',
  copyYourHash: 'Copy the hash of your transaction',
  steps: ({ steps }: { readonly steps: number }) => `All ${steps} steps`,
  notInJournal: 'This trade is not in the journal of this profile.',
  explorer: 'Open in explorer',
  saveReceipt: 'Save receipt',
  askAgain: 'Ask the service again',
  askedAgain: 'The service assembled it; it was sent.',
  assembleHere: 'Assemble here and send',
  assembledHere: 'Assembled here and sent.',
  sendAgain: 'Send the same bytes again',
  sentAgain: 'The same bytes were sent again.',
  close: 'Close',

  // Its prices.
  perToken: ({ price, token }: { readonly price: string; readonly token: string }) =>
    `${price} ADA per ${token}`,
  marketNow: ({
    price,
    token,
    away,
  }: {
    readonly price: string;
    readonly token: string;
    readonly away?: Away;
  }) => {
    const words =
      away === undefined
        ? ''
        : away === 'same'
          ? ', the same'
          : `, ${away.share} ${away.below ? 'below' : 'above'} ${away.of === 'fill' ? 'the fill' : 'this price'}`;
    return `${price} ADA per ${token}${words}`;
  },
  averageFill: 'Average fill',
  againstQuote: 'Against the quote',
  againstLimit: 'Against the limit',
  noDifference: 'no difference',
  better: ({ share }: { readonly share: string }) => `${share} better`,
  worse: ({ share }: { readonly share: string }) => `${share} worse`,
  worthNow: 'Worth now',
  aboutDollars: ({ worth }: { readonly worth: string }) => `about ${worth}`,
  quoted: 'Quoted',
  limitPrice: 'Limit price',

  // Its orders.
  orders: 'Orders of this trade',
  orderAt: 'Order at',
  minimum: ({ token }: { readonly token: string }) => `Minimum, ${token}`,
  received: ({ token }: { readonly token: string }) => `Received, ${token}`,
  filledBy: 'Filled by',
  waits: 'waits',
  copyExchangeHash: "Copy the hash of the exchange's transaction",

  // Transactions signed elsewhere.
  waitsElsewhere: 'It waits to be signed where its key is',
  fingerprint: 'Fingerprint',
  onChainBy: 'Must be on chain by',
  onChainIn: ({ time, left }: { readonly time: string; readonly left: string }) => `${time}, in ${left}`,
  onChainPassed: ({ time }: { readonly time: string }) => `${time}: that time has passed`,
  howElsewhere:
    'Open the bundle there, compare the fingerprint and the address, sign it, and bring the files of the signatures back. Each is checked before anything is sent.',
  together: ({ together }: { readonly together: number }) =>
    `The bundle holds ${together} transactions that wait: bring the signatures of all of them here.`,
  checking: 'Checking…',
  importSignatures: 'Import signatures',
  saveBundle: 'Save the bundle',
  readPictures: 'Read signatures from pictures',
  hideCodes: 'Hide the codes',
  showCodes: 'Show the bundle as codes',
  files: 'Files of signatures',
  pictures: 'Pictures of signatures',
  wrongFiles: 'These are not signature files: there are too many, or they are too large.',
  mostPictures: ({ pictures }: { readonly pictures: number }) =>
    `At most ${pictures} pictures are read at once.`,
  noCode: 'No code was found in these pictures.',
  reader: 'What reads them',
  readerLabel: 'What reads the codes',
  device: 'A device that signs by codes',
  bundleCodes: 'The bundle as animated codes',
  deviceFingerprint: 'Fingerprint of the device’s master key',
  deviceFingerprintHint:
    'Eight hex digits, as the device shows them. It proves nothing by itself: read what you sign on the device.',
  requestCodes: 'The request to the device as animated codes',
});

const TYPES: Readonly<Record<KindOfTrade, string>> = {
  swap: 'Market',
  limit: 'Limit',
  dca: 'Recurring',
  cancel: 'Cancellation',
  send: 'Payment',
};
