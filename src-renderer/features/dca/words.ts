import type { DcaIntervalId } from '#domain/dca.ts';
import type { Side } from '#domain/limit-price.ts';
import { NO_LEAST, recurringPriceWords } from '#domain/order-words.ts';
import { interval } from '#domain/words/phrases.en.ts';
import { inLanguage } from '../../words/in-language.ts';

/** Which token a plan buys or sells. */
export interface PlanNamed {
  readonly side: Side;
  readonly token: string;
}

/** A plan's sides as text; `pays` and `receives` have their tokens, where they are amounts. */
export interface PlanLine {
  readonly side: Side;
  readonly pays: string;
  readonly token: string;
  readonly every: string;
  readonly completed: number;
  readonly cycles: number;
}

/** The parts of a sentence about a plan; `looked`: it is somebody else's. */
export interface PlanValues {
  readonly is: 'sells' | 'sold' | 'was-to-sell';
  readonly looked: boolean;
  readonly total: string;
  readonly token: string;
  readonly cycles: number;
  readonly each: string;
  readonly every: string;
}

/** How a run of the past came out against all at once; `percent` without a sign. */
export type Advantage = { readonly is: 'same' } | { readonly is: 'more' | 'less'; readonly percent: string };

/** Prices in ADA. */
export interface RunPrices {
  readonly average: string;
  readonly lumpSum: string;
}

export interface RunSpan {
  readonly trades: number;
  readonly from: string;
  readonly to: string;
  /** In ADA. */
  readonly average: string;
}

export interface Past {
  readonly moments: number;
  readonly from: string;
  readonly to: string;
  /** In ADA; absent where a price is not known. */
  readonly average?: string;
  readonly best?: string;
  readonly worst?: string;
  readonly better: number;
}

export interface Completed {
  readonly completed: number;
  readonly cycles: number;
}

const BACK = {
  comes: 'Comes back',
  came: 'Came back',
  'was-to-come': 'Was to come back',
  'would-have-come': 'Would have come back',
} as const;

function advantage(against: Advantage): string {
  return against.is === 'same'
    ? 'as much as all at once'
    : `${against.percent} ${against.is} than all at once`;
}

function inAda(price: string | undefined): string {
  return price === undefined ? 'not known' : `${price} ADA`;
}

function sells({ is, looked }: PlanValues): string {
  if (is === 'sold') return 'sold';
  if (is === 'was-to-sell') return `${looked ? 'was' : 'were'} to sell`;
  return looked ? 'sells' : 'sell';
}

export const words = inLanguage('features/dca/words', {
  interval: ({ every }: { readonly every: DcaIntervalId }) => interval(every),
  utc: 'UTC',
  inUtc: ({ moment }: { readonly moment: string }) => `${moment} UTC`,
  notKnown: 'not known',
  readAtReview: 'read at review',
  close: 'Close',
  cancel: 'Cancel',

  title: 'Recurring order',
  buyAbout: 'Buy about, if the price holds',
  numberOfTrades: 'Number of trades',
  whatEachSells: 'What each trade sells',
  eachSells: ({ each, last }: { readonly each: string; readonly last?: string }) =>
    `Each sells ${each}${last === undefined ? '' : `; the last ${last}`}`,
  frequency: 'Frequency',
  whenTradesRun: 'When the trades run',
  run: 'Run',
  /** `zone`: absent where it is UTC. */
  here: ({ zone }: { readonly zone?: string }) => `Here${zone === undefined ? '' : `, ${zone}`}`,
  firstRun: 'First run',
  lastRun: 'Last run',
  atLatest: 'at the latest',
  eachBrings: 'Each trade brings about',
  impactOfEach: 'Price impact of each',
  impactAtOnce: 'Impact if all at once',
  feesOfEach: 'Fees of each trade',
  feesOfAll: 'Fees of all trades',
  deposit: 'Deposit (returned)',
  networkFee: 'Network fee, about',
  leavesNow: 'Leaves the wallet now',
  and: 'and',
  review: 'Review recurring order',
  reviewPlan: ({ trades }: { readonly trades: number }) =>
    trades === 1 ? 'Review plan of one trade' : `Review plan of ${trades} trades`,
  checkTrades: 'Check the number of trades',
  tooLittle: 'Too little for so many trades',
  /** `until`: a date, absent where there is one trade. */
  planned: ({
    total,
    token,
    cycles,
    every,
    until,
  }: {
    readonly total: string;
    readonly token: string;
    readonly cycles: number;
    readonly every: DcaIntervalId;
    readonly until: string;
  }) => {
    const trades =
      cycles === 1 ? 'in one trade' : `in ${cycles} trades, one ${interval(every)}, until about ${until}`;
    return `You sell ${total} for ${token} ${trades}; ${NO_LEAST}.`;
  },
  allLeaves: 'All of it leaves the wallet now; cancelling brings back the rest.',
  costsAtReview: 'What it costs is read at review.',
  costs: ({ costs, returns }: { readonly costs: string; readonly returns?: string }) =>
    `Costs ${costs} and the network fee${returns === undefined ? '.' : `; ${returns} comes back.`}`,

  history: 'History, not a forecast',
  historyLarger: 'See the history larger',
  historyOfPlan: 'History of this plan',
  begunPrices: ({ begun, average, lumpSum }: RunPrices & { readonly begun: string }) =>
    `Begun ${begun}: ${average}, at once ${lumpSum}`,
  tryAgain: 'Try again',
  pastShownHere: 'What the same plan would have done in the past is shown here.',
  planAverage: 'the plan’s average',
  allAtOnce: 'all at once',
  best: 'Best',
  worst: 'Worst',
  latest: 'Latest',
  planInPast: 'The plan in the past',
  begun: 'Begun',
  on: 'On',
  averageInAda: 'Average, ADA',
  atOnce: 'At once',
  all: ({ moments }: { readonly moments: number }) => `All ${moments}`,
  broughtMore: ({ better, moments }: { readonly better: number; readonly moments: number }) =>
    `It brought more than all at once ${better} of ${moments} times.`,
  advantage: ({ against }: { readonly against: Advantage }) => advantage(against),
  byBeginning: ({ token }: { readonly token: string }) => `By when it was begun: ADA for one ${token}`,
  oneRun: 'One run of it',
  whichRun: 'Which run',
  latestRun: 'latest',
  bestRun: 'best',
  worstRun: 'worst',
  runSummary: ({ trades, from, to, average, lumpSum }: RunSpan & RunPrices) =>
    `${trades} trades from ${from} to ${to} at ${average} ADA on average; all at once ${lumpSum} ADA.`,
  runCaption: ({ from, to, trades, average, against }: RunSpan & { readonly against: Advantage }) =>
    `${from} to ${to}: ${trades} trades at ${average} ADA on average, which is ${advantage(against)}.`,
  past: ({ moments, from, to, average, best, worst, better }: Past) =>
    `History, not a forecast: the plan begun at ${moments} moments from ${from} to ${to}. Average price ${inAda(average)}, best ${inAda(best)}, worst ${inAda(worst)}; more than all at once ${better} of ${moments} times.`,

  preparing: 'On its way',
  running: 'Running',
  late: 'Late',
  cancelling: 'Cancelling',
  finished: 'Finished',
  cancelled: 'Cancelled',
  closed: 'Ended',
  failed: 'Failed',
  unknown: 'Not known',

  name: ({ side, token }: PlanNamed) => `${side === 'buy' ? 'Buy' : 'Sell'} ${token}`,
  recurring: ({ side, token }: PlanNamed) => `${side === 'buy' ? 'Buy' : 'Sell'} ${token}, recurring`,
  /** `token` is what it receives. */
  line: ({ side, pays, token, every, completed, cycles }: PlanLine) =>
    `${side === 'buy' ? `Buy ${token} for ${pays}` : `Sell ${pays} for ${token}`}, ${every}, ${completed} of ${cycles} done`,
  sentence: (plan: PlanValues) => {
    const trades = plan.cycles === 1 ? 'in one trade' : `in ${plan.cycles} trades of ${plan.each}`;
    return `${plan.looked ? 'Its owner' : 'You'} ${sells(plan)} ${plan.total} for ${plan.token} ${trades}, one ${plan.every}.`;
  },
  noneYet: 'None has been made yet.',
  noneMade: 'None was made.',
  allMade: ({ received }: { readonly received?: string }) =>
    `All of them are made${received === undefined ? '' : `, which brought ${received}`}.`,
  someMade: ({
    completed,
    sold,
    received,
  }: {
    readonly completed: number;
    readonly sold: string;
    readonly received?: string;
  }) =>
    `${completed === 1 ? 'One of them is made' : `${completed} of them are made`}: ${sold} sold${received === undefined ? '' : `, which brought ${received}`}.`,
  cameByOthers: ({ token }: { readonly token: string }) =>
    `Its ${token} came by transactions that are not in this program's journal.`,
  notFoundYet: 'Its trades were not found on the chain yet.',
  dueNow: 'due now',
  dueAgo: ({ age }: { readonly age: string }) => `due ${age} ago`,
  in: ({ time }: { readonly time: string }) => `in ${time}`,

  /** `exact`: the figures are the cancelling transaction's own. */
  back: ({ when, exact }: { readonly when: keyof typeof BACK; readonly exact: boolean }) =>
    `${BACK[when]}, ${exact ? 'after the network fee' : 'estimated before the network fee'}`,
  buildsCancellation: 'The service builds the cancellation.',
  provesReturn: 'Touchstone proves that all that is not sold comes back to you.',
  madeMeanwhile: 'The plan made a trade in the meantime.',
  buildAgain:
    'What the approval window shows takes back what is no longer there. Build the cancellation again.',
  cancellationSent: 'The cancellation is on its way.',
  mayStillTrade:
    'Until it is on chain a trade of the plan may still be made; then the cancellation must be built again.',
  notInList: 'The plan is no longer in the list.',
  runsAsBefore: 'The plan runs as before.',
  planCancelled: ({ completed, cycles }: Completed) =>
    `The plan is cancelled; ${completed} of ${cycles} trades were made.`,
  finishedFirst: 'The plan finished first: all its trades were made.',
  planEnded: 'The plan has ended.',
  cancelPlan: 'Cancel the plan',
  wouldHaveSold: ({ trades }: { readonly trades: number }) =>
    `What ${trades === 1 ? 'one trade' : `${trades} trades`} would still have sold, with the fees that were not used and the deposit. A transaction that pays back less is refused.`,
  buildItAgain: 'Build it again',
  keepPlan: 'Keep plan',

  plan: 'Plan',
  yourTransaction: 'Your transaction',
  ownersTransaction: 'Its owner’s transaction',
  otherTransaction: 'Another transaction',
  placedPlan: 'placed the plan',
  cancelledIt: 'cancelled it',
  endedIt: 'ended it',
  made: 'Made',
  tradesMade: 'Trades made',
  madeOf: ({ completed, cycles }: Completed) => `${completed} of ${cycles}`,
  tradesMadeOf: ({ completed, cycles }: Completed) => `${completed} of ${cycles} trades`,
  averageSoFar: 'Average so far',
  average: 'Average',
  adaPer: ({ price, token }: { readonly price: string; readonly token: string }) =>
    `${price} ADA per ${token}`,
  perAda: ({ price, token }: { readonly price: string; readonly token: string }) =>
    `${price} ${token} per ADA`,
  noTradeKnown: 'no trade is known yet',
  remaining: 'Remaining',
  nextRun: 'Next run',
  /** After a moment. */
  accordingToService: 'according to the service',
  serviceSays: 'According to the service',
  slippage: 'Slippage',
  eachTrade: ({ share }: { readonly share: string }) => `Each trade ${recurringPriceWords(share)}`,
  exchanges: 'Exchanges',
  allExchanges: 'all',
  elsewhere: 'Elsewhere',
  wallet: 'Wallet',
  ended: 'Ended',
  changed: 'Changed',
  tradesAndTransactions: 'Trades and transactions',
  trade: ({ number }: { readonly number: number }) => `Trade ${number}`,
  madeTrade: ({ number }: { readonly number: number }) => `made trade ${number}`,
  sells: ({ amount }: { readonly amount: string }) => `sells ${amount}`,
  more: ({ trades }: { readonly trades: number }) =>
    `and ${trades} more. Dates are as planned; the service decides.`,
  dueSince: ({ since }: { readonly since: string }) => `Due since ${since}.`,

  countRunning: ({ plans }: { readonly plans: number }) => `${plans} running`,
  countLate: ({ plans }: { readonly plans: number }) => `${plans} late`,
  countEnded: ({ plans }: { readonly plans: number }) => `${plans} ended`,
  servicesPlans: ({ old }: { readonly old: string }) => `the service’s plans: ${old}`,
  refreshPlans: 'Refresh the plans',
  plansAsked: 'The plans are being refreshed.',
  mayBeOld: 'What is shown may be old.',
  asJournal: 'Plans made here are shown as the journal has them.',
  noPlansOfAddress: 'The service lists no plans of this address.',
  noPlans: 'No plans yet.',
  howToBegin:
    'Select DCA in the ticket to divide a total over several trades; the plan then runs here by itself, also while Touchstone is closed.',
  plans: 'Plans',
  status: 'Status',
  token: 'Token',
  openPlan: ({ plan }: { readonly plan: string }) => `Open the plan: ${plan}`,
  cancelOf: ({ plan }: { readonly plan: string }) => `Cancel: ${plan}`,
  cancelThis: 'Cancel this plan',
  external: 'external',
  notInJournal: "Not in this program's journal",
});
