import type { TradeState } from '#domain/trade.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import { inLanguage } from '../../words/in-language.ts';

/** Where a trade is: its state, or what that is called for its kind. */
export type Standing =
  TradeState | 'plan-runs' | 'paid-out' | 'cancelled' | 'open' | 'on-its-way' | 'on-chain';

/** How far a trade is, what it does and what it costs. */
export const words = inLanguage('features/trades/trade-words', {
  // The steps of its way, and a note on each.
  accepted: 'Accepted',
  inReview: 'waits for you in the approval window',
  theseBytes: 'exactly these bytes',
  signed: 'Signed',
  byYourKey: 'by your key',
  elsewhere: 'elsewhere: import what was signed there',
  assembled: 'Assembled',
  here: 'on this computer',
  hereUnused: 'on this computer; the service’s answer was not used',
  byService: 'by the service, the bytes unchanged',
  signatureAndTransaction: 'signature and transaction',
  sent: 'Sent',
  arrivalUnknown: 'not known yet whether it arrived; it is being looked up',
  toLedgerNow: 'on its way to the ledger',
  notInTime: 'it did not reach the chain in time',
  toLedger: 'to the ledger',
  onChain: 'On chain',
  recipientHasIt: 'the recipient has it',
  nextBlock: 'waits for the next block',
  heldIsBack: 'what the orders held is back',
  takesBack: 'your transaction takes the orders back',
  ordersPlaced: 'Orders placed',
  isOnChain: 'your transaction is on chain',
  isOnChainWith: ({ orders }: { readonly orders: number }) =>
    `your transaction is on chain with ${orders} orders`,
  filled: 'Filled',
  byExchange: 'by the exchange’s own transaction',
  youCancelled: 'you cancelled the orders',
  endedWithout: 'the orders ended without what was wanted',
  someFilled: ({ closed, orders }: { readonly closed: number; readonly orders: number }) =>
    `${closed} of ${orders} orders; the rest waits`,
  waitsForExchange: 'the order waits for the exchange',
  laterByExchange: 'later, by the exchange',
  planDone: 'every trade of the plan was made',
  planEnded: 'the plan ended before all its trades',
  planRuns: 'the plan runs; each of its trades is listed in Plans',
  planLater: 'later, trade by trade',

  // Amounts paid and received.
  paidAndGot: ({ paid, got }: { readonly paid: string; readonly got: string }) =>
    `You paid ${paid} and got ${got}.`,
  nothingSold: ({ paid, token }: { readonly paid: string; readonly token: string }) =>
    `You offered ${paid} for ${token}. Nothing was sold.`,
  gotBefore: ({ paid, got }: { readonly paid: string; readonly got: string }) =>
    `You offered ${paid} and got ${got} before the rest came back.`,
  offer: ({ paid, least }: { readonly paid: string; readonly least: string }) =>
    `You offer ${paid} for at least ${least}.`,
  setAside: ({ paid, about }: { readonly paid: string; readonly about: string }) =>
    `You set ${paid} aside for about ${about}, trade by trade at the price of the time; ${NO_LEAST}.`,
  payAndGet: ({
    paid,
    about,
    least,
  }: {
    readonly paid: string;
    readonly about: string;
    readonly least: string;
  }) => `You pay ${paid} and get about ${about}, at least ${least}.`,
  sentTo: ({ amounts, to }: Payment) => `You sent ${amounts.join(' and ')} to ${to}.`,
  nothingSentTo: ({ amounts, to }: Payment) =>
    `Nothing was sent: this was to be ${amounts.join(' and ')} to ${to}.`,
  sendTo: ({ amounts, to }: Payment) => `You send ${amounts.join(' and ')} to ${to}.`,
  takesOrdersBack: ({ orders }: { readonly orders: number }) =>
    orders === 1 ? 'Takes back one order' : `Takes back ${orders === 0 ? '' : `${orders} `}orders`,
  takesOrdersBackSentence: ({ orders }: { readonly orders: number }) =>
    orders === 1 ? 'Takes back one order.' : `Takes back ${orders === 0 ? '' : `${orders} `}orders.`,

  // Costs.
  costNothing: 'It cost nothing.',
  networkFee: ({ fee }: { readonly fee: string }) => `The network fee is ${fee}.`,
  costs: ({ fees }: { readonly fees: string }) => `It costs ${fees} in fees.`,
  costUnpaid: ({ fee }: { readonly fee: string }) =>
    `It cost ${fee} in network fees; what the orders held came back, less what taking them back cost.`,
  costsPlan: ({ fees, back }: { readonly fees: string; readonly back: string }) =>
    `It costs ${fees} in fees if all trades are made; ${back} comes back as the plan runs.`,
  costMost: ({ fees }: { readonly fees: string }) =>
    `It cost at most ${fees} in fees; the rest of what the orders held came back.`,
  costFilled: ({ fees, back }: { readonly fees: string; readonly back: string }) =>
    `It cost ${fees} in fees; ${back} came back with the fill.`,
  costsFill: ({ fees, back }: { readonly fees: string; readonly back: string }) =>
    `It costs ${fees} in fees; ${back} comes back with the fill.`,

  // Where it is.
  standing: ({ at }: { readonly at: Standing }) => STANDING[at],
  confirmed: 'Confirmed',
  confirmations: ({ confirmations, wanted }: { readonly confirmations: number; readonly wanted: number }) =>
    `${confirmations} of ${wanted} confirmations`,
});

/** The amounts of a payment, and the full address. */
export interface Payment {
  readonly amounts: readonly string[];
  readonly to: string;
}

const STANDING: Readonly<Record<Standing, string>> = {
  'plan-runs': 'Plan runs',
  'paid-out': 'Sent',
  cancelled: 'Cancelled',
  open: 'Open',
  'on-its-way': 'On its way',
  'on-chain': 'On chain',
  built: 'In review',
  approved: 'Signing',
  exported: 'Exported',
  signed: 'Signed',
  assembled: 'Assembled',
  submitting: 'Sending',
  'submission-unknown': 'Not known',
  submitted: 'Sent',
  placed: 'Awaiting fill',
  'partly-filled': 'Partly filled',
  filled: 'Filled',
  closed: 'Ended unfilled',
  discarded: 'Cancelled',
  expired: 'Expired',
  refused: 'Refused',
};
