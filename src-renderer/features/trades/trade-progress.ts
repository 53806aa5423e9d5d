import type { TradeView } from '#contract/trades.ts';
import { isConfirmed } from '#domain/trade.ts';
import { adaText, amountText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import { type Standing, words } from './trade-words.ts';

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
    [words.accepted, trade.state === 'built' ? words.inReview : words.theseBytes],
    [words.signed, signedNote(trade)],
    [words.assembled, assembledNote(trade)],
    [words.sent, sentNote(trade)],
    ...(trade.kind === 'cancel' || trade.kind === 'send'
      ? ([[words.onChain, alongNote(trade)]] as const)
      : ([
          [words.ordersPlaced, placedNote(trade)],
          [words.filled, filledNote(trade)],
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
  if (isPaidOut(trade)) return words.recipientHasIt;
  if (trade.kind === 'send') return words.nextBlock;
  if (isCancelled(trade)) return words.heldIsBack;
  return trade.state === 'submitted' ? words.nextBlock : words.takesBack;
}

function statusOf(index: number, behind: number, dead: boolean): StepStatus {
  if (index < behind) return 'done';
  if (index > behind) return 'ahead';
  return dead ? 'bad' : 'now';
}

function signedNote({ state }: TradeView): string {
  return state === 'exported' ? words.elsewhere : words.byYourKey;
}

function assembledNote(trade: TradeView): string {
  if (trade.kind === 'send') return words.here;
  if (trade.assembledBy === 'local') return words.hereUnused;
  if (trade.assembledBy === 'service') return words.byService;
  return words.signatureAndTransaction;
}

function sentNote(trade: TradeView): string {
  if (trade.state === 'submission-unknown') return words.arrivalUnknown;
  if (trade.state === 'submitting') return words.toLedgerNow;
  if (trade.state === 'expired') return words.notInTime;
  return words.toLedger;
}

function placedNote(trade: TradeView): string {
  if (trade.state === 'submitted') return words.nextBlock;
  const orders = trade.orders.length;
  return orders > 1 ? words.isOnChainWith({ orders }) : words.isOnChain;
}

function filledNote(trade: TradeView): string {
  if (trade.kind === 'dca') return planNote(trade);
  const closed = trade.orders.filter((order) => order.closedBy !== undefined).length;
  if (trade.state === 'filled') return words.byExchange;
  if (wasTakenBack(trade)) return words.youCancelled;
  if (trade.state === 'closed') return words.endedWithout;
  if (trade.state === 'partly-filled') return words.someFilled({ closed, orders: trade.orders.length });
  return trade.state === 'placed' ? words.waitsForExchange : words.laterByExchange;
}

function planNote({ state }: TradeView): string {
  if (state === 'filled') return words.planDone;
  if (state === 'closed') return words.planEnded;
  return state === 'placed' || state === 'partly-filled' ? words.planRuns : words.planLater;
}

const exact = { significant: 30 } as const;

/** The trade in one sentence: amounts paid and received. */
export function tradeSentence(trade: TradeView, pay: TokenShape, receive: TokenShape): string {
  if (trade.kind === 'cancel') return words.takesOrdersBackSentence({ orders: trade.cancels ?? 0 });
  const shown = (units: string): string => amountText(BigInt(units), receive, exact);
  const paid = amountText(BigInt(trade.pay.quantity), pay, exact);
  if (trade.filledTotal !== undefined && trade.state === 'filled')
    return words.paidAndGot({ paid, got: shown(trade.filledTotal) });
  if (isUnpaid(trade)) return words.nothingSold({ paid, token: tokenLabel(receive) });
  if (trade.filledTotal !== undefined && trade.state === 'closed')
    return words.gotBefore({ paid, got: shown(trade.filledTotal) });
  if (trade.kind === 'limit') return words.offer({ paid, least: shown(trade.atLeast) });
  const about = shown(trade.expected);
  return trade.kind === 'dca'
    ? words.setAside({ paid, about })
    : words.payAndGet({ paid, about, least: shown(trade.atLeast) });
}

/** "You sent 25 ADA to addr1…", with the whole address. */
export function paymentSentence(
  { kind, send, state }: TradeView,
  shapeOf: (asset: string) => TokenShape,
): string {
  const amounts = (send?.pays ?? []).map(({ asset, quantity }) =>
    amountText(BigInt(quantity), shapeOf(asset), exact),
  );
  const facts = { amounts, to: send?.to ?? '' };
  if (isPaidOut({ kind, state })) return words.sentTo(facts);
  return ['discarded', 'refused', 'expired'].includes(state)
    ? words.nothingSentTo(facts)
    : words.sendTo(facts);
}

/** A cancellation in words: "Takes back 3 orders". */
export function cancelSentence({ cancels = 0 }: Pick<TradeView, 'cancels'>): string {
  return words.takesOrdersBack({ orders: cancels });
}

/** The costs of a trade and the amounts returned, in a sentence. */
export function costsSentence({ kind, state, costs, filledTotal }: TradeView): string {
  const { networkFee, exchangeFees, deposits, otherRecipients } = costs;
  const total = BigInt(networkFee) + BigInt(exchangeFees) + BigInt(otherRecipients);
  const [fees, back] = [adaText(total, exact), adaText(BigInt(deposits), exact)];
  const fee = adaText(BigInt(networkFee), exact);
  const unsent = ['discarded', 'refused', 'expired'].includes(state);
  if (kind === 'send') return unsent ? words.costNothing : words.networkFee({ fee });
  if (kind === 'cancel') return words.costs({ fees });
  if (unsent) return words.costNothing;
  if (isUnpaid({ state, filledTotal })) return words.costUnpaid({ fee });
  if (kind === 'dca') return words.costsPlan({ fees, back });
  if (state === 'closed') return words.costMost({ fees });
  return state === 'filled' ? words.costFilled({ fees, back }) : words.costsFill({ fees, back });
}

/** How sure the end of a trade is, in words; `undefined` where there is nothing to count. */
export function confirmationWords(
  trade: Pick<TradeView, 'confirmations' | 'confirmationsWanted'>,
): string | undefined {
  const { confirmations, confirmationsWanted } = trade;
  if (confirmations === undefined || confirmationsWanted === undefined) return undefined;
  return isConfirmed({ confirmations, confirmationsWanted })
    ? words.confirmed
    : words.confirmations({ confirmations, wanted: confirmationsWanted });
}

export type StateTone = 'plain' | 'amber' | 'red';

/** A trade's state in a word or two, and how strongly it is marked: amber waits, red asks the user to act. */
export function stateWords(trade: Pick<TradeView, 'kind'> & Ended): {
  readonly text: string;
  readonly tone: StateTone;
} {
  const at = standingOf(trade);
  return { text: words.standing({ at }), tone: TONES[at] ?? 'plain' };
}

function standingOf(trade: Pick<TradeView, 'kind'> & Ended): Standing {
  const { kind, state } = trade;
  if (kind === 'dca' && (state === 'placed' || state === 'partly-filled')) return 'plan-runs';
  if (isPaidOut(trade)) return 'paid-out';
  if (kind === 'send' && state === 'submitted') return 'on-its-way';
  if (isCancelled(trade) || wasTakenBack(trade)) return 'cancelled';
  if (kind === 'limit' && state === 'placed') return 'open';
  return kind === 'cancel' && state === 'placed' ? 'on-chain' : state;
}

const TONES: Readonly<Partial<Record<Standing, StateTone>>> = {
  'on-its-way': 'amber',
  approved: 'amber',
  exported: 'amber',
  signed: 'amber',
  assembled: 'amber',
  submitting: 'amber',
  'submission-unknown': 'red',
  submitted: 'amber',
  placed: 'amber',
  'partly-filled': 'amber',
  refused: 'red',
};
