import type { TradeView } from '#contract/views.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import { isConfirmed } from '#domain/trade.ts';
import { adaText, amountText, tokenLabel, type TokenShape } from '../../format/amount.ts';

export type StepStatus = 'done' | 'now' | 'ahead' | 'bad';

export interface ProgressStep {
  readonly name: string;
  readonly note: string;
  readonly status: StepStatus;
}

/** How far each state has come: the number of steps that are behind it. */
const reached: Record<TradeView['state'], number> = {
  built: 0,
  approved: 1,
  exported: 1,
  signed: 2,
  assembled: 3,
  submitting: 3,
  'submission-unknown': 3,
  submitted: 4,
  placed: 5,
  'partly-filled': 5,
  filled: 6,
  closed: 5,
  discarded: 0,
  expired: 3,
  refused: 0,
};

const ended: readonly TradeView['state'][] = ['closed', 'discarded', 'expired', 'refused'];

/** The way of a trade in six steps: five of your transaction, and the exchange's own that fills the orders. */
export function progressOf(trade: TradeView): readonly ProgressStep[] {
  const behind = reached[trade.state];
  const dead = ended.includes(trade.state);
  const names: readonly (readonly [string, string])[] = [
    ['Accepted', trade.state === 'built' ? 'waits for you in the approval window' : 'exactly these bytes'],
    ['Signed', signedNote(trade)],
    ['Assembled', assembledNote(trade)],
    ['Sent', sentNote(trade)],
    ...(trade.kind === 'cancel' || trade.kind === 'send'
      ? ([['On chain', alongNote(trade)]] as const)
      : ([
          ['Orders placed', placedNote(trade)],
          ['Filled', filledNote(trade)],
        ] as const)),
  ];
  const bad = dead && !isCancelled(trade) && !isPaidOut(trade);
  return names.map(([name, note], index) => ({ name, note, status: statusOf(index, behind, bad) }));
}

/** Whether a cancellation succeeded: it closed the orders. */
function isCancelled({ kind, state }: Pick<TradeView, 'kind' | 'state'>): boolean {
  return kind === 'cancel' && (state === 'closed' || state === 'filled');
}

/** Whether a payment is on chain: it has nothing else to wait for. */
function isPaidOut({ kind, state }: Pick<TradeView, 'kind' | 'state'>): boolean {
  return kind === 'send' && ['placed', 'closed', 'filled'].includes(state);
}

/** Whether a trade ended because its orders were cancelled. */
function wasTakenBack({ state, orders = [] }: Ended): boolean {
  return state === 'closed' && orders.some(({ outcome }) => outcome === 'cancelled');
}

type Ended = Pick<TradeView, 'state'> & Partial<Pick<TradeView, 'orders'>>;

/** Whether nothing was or will be paid: it was never signed, never reached the chain, or all of it came back. */
export function isUnpaid({ state, filledTotal }: Pick<TradeView, 'state' | 'filledTotal'>): boolean {
  if (['discarded', 'refused', 'expired'].includes(state)) return true;
  return state === 'closed' && (filledTotal === undefined || filledTotal === '0');
}

function alongNote(trade: TradeView): string {
  if (isPaidOut(trade)) return 'the recipient has it';
  if (trade.kind === 'send') return 'waits for the next block';
  if (isCancelled(trade)) return 'what the orders held is back';
  return trade.state === 'submitted' ? 'waits for the next block' : 'your transaction takes the orders back';
}

function statusOf(index: number, behind: number, dead: boolean): StepStatus {
  if (index < behind) return 'done';
  if (index > behind) return 'ahead';
  return dead ? 'bad' : 'now';
}

function signedNote({ state }: TradeView): string {
  return state === 'exported' ? 'elsewhere: import what was signed there' : 'by your key';
}

function assembledNote(trade: TradeView): string {
  if (trade.kind === 'send') return 'on this computer';
  if (trade.assembledBy === 'local') return 'on this computer; the service’s answer was not used';
  if (trade.assembledBy === 'service') return 'by the service, the bytes unchanged';
  return 'signature and transaction';
}

function sentNote(trade: TradeView): string {
  if (trade.state === 'submission-unknown') return 'not known yet whether it arrived; it is being looked up';
  if (trade.state === 'submitting') return 'on its way to the ledger';
  if (trade.state === 'expired') return 'it did not reach the chain in time';
  return 'to the ledger';
}

function placedNote(trade: TradeView): string {
  if (trade.state === 'submitted') return 'waits for the next block';
  const count = trade.orders.length;
  return count > 1 ? `your transaction is on chain with ${count} orders` : 'your transaction is on chain';
}

function filledNote(trade: TradeView): string {
  if (trade.kind === 'dca') return planNote(trade);
  const closed = trade.orders.filter((order) => order.closedBy !== undefined).length;
  if (trade.state === 'filled') return 'by the exchange’s own transaction';
  if (wasTakenBack(trade)) return 'you cancelled the orders';
  if (trade.state === 'closed') return 'the orders ended without what was wanted';
  if (trade.state === 'partly-filled') return `${closed} of ${trade.orders.length} orders; the rest waits`;
  return trade.state === 'placed' ? 'the order waits for the exchange' : 'later, by the exchange';
}

function planNote({ state }: TradeView): string {
  if (state === 'filled') return 'every trade of the plan was made';
  if (state === 'closed') return 'the plan ended before all its trades';
  return state === 'placed' || state === 'partly-filled'
    ? 'the plan runs; each of its trades is listed in Plans'
    : 'later, trade by trade';
}

const exact = { significant: 30 } as const;

/** What is paid for what, in a sentence. */
export function tradeSentence(trade: TradeView, pay: TokenShape, receive: TokenShape): string {
  if (trade.kind === 'cancel') return `${cancelSentence(trade)}.`;
  const paid = amountText(BigInt(trade.pay.quantity), pay, exact);
  if (trade.filledTotal !== undefined && trade.state === 'filled')
    return `You paid ${paid} and got ${amountText(BigInt(trade.filledTotal), receive, exact)}.`;
  if (isUnpaid(trade)) return `You offered ${paid} for ${tokenLabel(receive)}. Nothing was sold.`;
  if (trade.filledTotal !== undefined && trade.state === 'closed')
    return `You offered ${paid} and got ${amountText(BigInt(trade.filledTotal), receive, exact)} before the rest came back.`;
  if (trade.kind === 'limit')
    return `You offer ${paid} for at least ${amountText(BigInt(trade.atLeast), receive, exact)}.`;
  const about = amountText(BigInt(trade.expected), receive, exact);
  if (trade.kind === 'dca')
    return `You set ${paid} aside for about ${about}, trade by trade at the price of the time; ${NO_LEAST}.`;
  return `You pay ${paid} and get about ${about}, at least ${amountText(BigInt(trade.atLeast), receive, exact)}.`;
}

/** "You sent 25 ADA to addr1…", with the whole address. */
export function paymentSentence(
  { kind, send, state }: TradeView,
  shapeOf: (asset: string) => TokenShape,
): string {
  const what = (send?.pays ?? []).map(({ asset, quantity }) =>
    amountText(BigInt(quantity), shapeOf(asset), exact),
  );
  const does = isPaidOut({ kind, state })
    ? 'You sent'
    : ['discarded', 'refused', 'expired'].includes(state)
      ? 'Nothing was sent: this was to be'
      : 'You send';
  return `${does} ${what.join(' and ')} to ${send?.to ?? ''}.`;
}

/** What a cancellation does: "Takes back 3 orders". */
export function cancelSentence({ cancels = 0 }: Pick<TradeView, 'cancels'>): string {
  return cancels === 1 ? 'Takes back one order' : `Takes back ${cancels === 0 ? '' : `${cancels} `}orders`;
}

/** What a trade costs, and what comes back, in a sentence. */
export function costsSentence({ kind, state, costs, filledTotal }: TradeView): string {
  const { networkFee, exchangeFees, deposits, otherRecipients } = costs;
  const fees = BigInt(networkFee) + BigInt(exchangeFees) + BigInt(otherRecipients);
  const [all, back] = [adaText(fees, exact), adaText(BigInt(deposits), exact)];
  if (kind === 'send')
    return ['discarded', 'refused', 'expired'].includes(state)
      ? 'It cost nothing.'
      : `The network fee is ${adaText(BigInt(networkFee), exact)}.`;
  if (kind === 'cancel') return `It costs ${all} in fees.`;
  if (['discarded', 'refused', 'expired'].includes(state)) return 'It cost nothing.';
  if (isUnpaid({ state, filledTotal }))
    return `It cost ${adaText(BigInt(networkFee), exact)} in network fees; what the orders held came back, less what taking them back cost.`;
  if (kind === 'dca')
    return `It costs ${all} in fees if all trades are made; ${back} comes back as the plan goes on.`;
  if (state === 'closed')
    return `It cost at most ${all} in fees; the rest of what the orders held came back.`;
  return state === 'filled'
    ? `It cost ${all} in fees; ${back} came back with the fill.`
    : `It costs ${all} in fees; ${back} comes back with the fill.`;
}

/** How sure the end of a trade is, in words; `undefined` where there is nothing to count. */
export function confirmationWords(
  trade: Pick<TradeView, 'confirmations' | 'confirmationsWanted'>,
): string | undefined {
  const { confirmations, confirmationsWanted } = trade;
  if (confirmations === undefined || confirmationsWanted === undefined) return undefined;
  return isConfirmed({ confirmations, confirmationsWanted })
    ? 'Confirmed'
    : `${confirmations} of ${confirmationsWanted} confirmations`;
}

export type StateTone = 'plain' | 'amber' | 'red';

/** A trade's state in a word or two, and how strongly it is marked: amber waits, red asks the user to act. */
export function stateWords(trade: Pick<TradeView, 'kind'> & Ended): {
  readonly text: string;
  readonly tone: StateTone;
} {
  if (trade.kind === 'dca' && (trade.state === 'placed' || trade.state === 'partly-filled'))
    return { text: 'Plan runs', tone: 'plain' };
  if (isPaidOut(trade)) return { text: 'Sent', tone: 'plain' };
  if (trade.kind === 'send' && trade.state === 'submitted') return { text: 'On its way', tone: 'amber' };
  if (isCancelled(trade)) return { text: 'Cancelled', tone: 'plain' };
  if (wasTakenBack(trade)) return { text: 'Cancelled', tone: 'plain' };
  if (trade.kind === 'limit' && trade.state === 'placed') return { text: 'Open', tone: 'plain' };
  if (trade.kind === 'cancel' && trade.state === 'placed') return { text: 'On chain', tone: 'plain' };
  const words: Record<TradeView['state'], readonly [string, StateTone]> = {
    built: ['In review', 'plain'],
    approved: ['Signing', 'amber'],
    exported: ['Exported', 'amber'],
    signed: ['Signed', 'amber'],
    assembled: ['Assembled', 'amber'],
    submitting: ['Sending', 'amber'],
    'submission-unknown': ['Not known', 'red'],
    submitted: ['Sent', 'amber'],
    placed: ['Awaiting fill', 'amber'],
    'partly-filled': ['Partly filled', 'amber'],
    filled: ['Filled', 'plain'],
    closed: ['Ended unfilled', 'plain'],
    discarded: ['Cancelled', 'plain'],
    expired: ['Expired', 'plain'],
    refused: ['Refused', 'red'],
  };
  const [text, tone] = words[trade.state];
  return { text, tone };
}
