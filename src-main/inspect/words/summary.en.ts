import type { DcaIntervalId } from '#domain/dca.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import { amount, amounts, interval, list } from '#domain/words/phrases.en.ts';
import type { ShownAmount } from '#domain/words/figures.ts';
import { shortened } from '#domain/words/names.ts';

/** A token as the sentences name it, and its whole id. */
export interface NamedToken {
  readonly name: string;
  readonly id: string;
}

type Amounts = readonly ShownAmount[];

/** The division of an order that was set aside; `each` if there is more than one trade. */
export interface SetAside {
  readonly what: ShownAmount;
  readonly cycles: number;
  readonly each?: ShownAmount;
  readonly interval: DcaIntervalId;
}

/** `stated`: every order states what may be kept for filling it; otherwise `keeps` is the most that it can be. */
export interface Costs {
  readonly cost: ShownAmount;
  readonly network: ShownAmount;
  readonly keeps?: ShownAmount;
  readonly others?: ShownAmount;
  readonly othersAre: 'service-fee' | 'cancellation-fee';
  readonly stated: boolean;
}

/** `shareBps`: hundredths of a percent of the ADA traded or, where `cancels`, of that in the orders. */
export interface WholeCost {
  readonly transactions: number;
  readonly cost: ShownAmount;
  readonly shareBps?: number;
  readonly cancels: boolean;
  readonly perCycle?: ShownAmount;
}

/** The sentences that the user accepts, and the bounds of an agreement. */
export const summaryWords = {
  amount: ({ what }: { what: ShownAmount }) => amount(what),
  amounts: ({ what }: { what: Amounts }) => amounts(what),
  sends: ({ what }: { what: ShownAmount }) => `You send ${amount(what)}.`,
  offers: ({ what }: { what: ShownAmount }) => `You offer ${amount(what)}.`,
  'sets-aside': ({ what, cycles, each, interval: every }: SetAside) =>
    `You set ${amount(what)} aside, for ${each === undefined ? 'one trade' : `${cycles} trades of ${amount(each)}`}, ${interval(every)}.`,
  'sets-aside-somehow': ({ what }: { what: ShownAmount }) =>
    `You set ${amount(what)} aside, to be traded bit by bit.`,
  pays: ({ what, to }: { what: Amounts; to: string }) => `You send ${amounts(what)} to ${to}.`,
  'takes-back': ({ orders }: { orders: number }) =>
    `You take back ${orders === 0 ? 'orders' : orders === 1 ? 'one order' : `${orders} orders`}.`,
  'locks-in-scripts': ({ orders }: { orders: number }) =>
    `It locks funds in ${orders === 1 ? 'one script' : `${orders} scripts`}.`,
  unchanged: 'Your wallet does not change.',
  gets: ({ gained }: { gained: Amounts }) => `You get ${amounts(gained)}.`,
  leaves: ({ lost }: { lost: Amounts }) => `${amounts(lost)} leaves your wallet.`,
  'leaves-and-gets': ({ lost, gained }: { lost: Amounts; gained: Amounts }) =>
    `${amounts(lost)} leaves your wallet, and you get ${amounts(gained)}.`,
  'least-unreadable': 'What is enforced as the least to get cannot be read.',
  'gets-about-least-unreadable': ({ about }: { about: ShownAmount }) =>
    `You get about ${amount(about)}; what is enforced as the least cannot be read.`,
  'gets-about-no-least': ({ about }: { about: ShownAmount }) =>
    `You get about ${amount(about)}; ${NO_LEAST}.`,
  'gets-at-least': ({ least }: { least: ShownAmount }) => `You get at least ${amount(least)}.`,
  'gets-about': ({ about, least }: { about: ShownAmount; least: ShownAmount }) =>
    `You get about ${amount(about)}, at least ${amount(least)}.`,
  'tokens-are': ({ tokens }: { tokens: readonly NamedToken[] }) =>
    `${list(tokens.map(({ name, id }) => `${name} is the token ${shortened(id)}`))}.`,
  'network-fee': ({ fee }: { fee: ShownAmount }) => `The network fee is ${amount(fee)}.`,
  costs: ({ cost, network, keeps, others, othersAre, stated }: Costs) => {
    const parts = [
      `${amount(network)} is the network fee`,
      ...(keeps
        ? [stated ? `${amount(keeps)} the exchange fee` : `up to ${amount(keeps)} for the exchanges`]
        : []),
      ...(others
        ? [`${amount(others)} ${othersAre === 'service-fee' ? 'the service fee' : 'a cancellation fee'}`]
        : []),
    ];
    return `${stated ? 'Costs' : 'Costs at most'} ${amount(cost)}, of which ${list(parts)}.`;
  },
  'comes-back': ({ what, recurring }: { what: ShownAmount; recurring: boolean }) =>
    `${amount(what)} comes back ${recurring ? 'with the trades, or when the order ends' : 'when the order closes'}.`,

  'total-cost': ({ transactions, cost, shareBps, cancels, perCycle }: WholeCost) => {
    const whole = transactions > 1 ? `In all ${transactions} transactions, up to` : 'In all,';
    const share =
      shareBps === undefined
        ? ''
        : `: ${shareBps / 100} % of the ADA ${cancels ? 'in the orders' : 'traded'}`;
    const each = perCycle === undefined ? '' : `, ${amount(perCycle)} for each trade`;
    return `${whole} ${amount(cost)} does not come back${share}${each}.`;
  },

  'agrees-payment': ({ what, to }: { what: Amounts; to: string }) =>
    `Exactly ${amounts(what)} goes to ${to}, in one output.`,
  'agrees-payment-fee': ({ most }: { most: ShownAmount }) =>
    `At most ${amount(most)} is the network fee; everything else that is spent comes back in the same transaction.`,
  'agrees-gone': ({ gone, scope, cost }: { gone: Amounts; scope: Scope; cost: ShownAmount }) =>
    `At most ${amounts(gone)} leaves for good${scopeWords(scope)}: what you sell, and at most ${amount(cost)} of costs.`,
  'agrees-costs': ({ network, others }: { network: ShownAmount; others: ShownAmount }) =>
    `Of the costs, up to ${amount(network)} is for the network, ${amount(others)} for the service or others, the rest for exchanges.`,
  'agrees-locked-recurring': ({ locked }: { locked: Amounts }) =>
    `At most ${amounts(locked)} is locked in orders that pay to you; of what they bring, ${NO_LEAST}.`,
  'agrees-locked-for-nothing': ({ locked }: { locked: Amounts }) =>
    `At most ${amounts(locked)} is locked in orders that pay to you. Nothing is certain to come back.`,
  'agrees-locked': ({ locked, back }: { locked: Amounts; back: Amounts }) =>
    `At most ${amounts(locked)} is locked in orders that pay you at least ${amounts(back)} in all, or wait.`,
  'agrees-cancel-gone': (d: { gone: Amounts; scope: Scope; network: ShownAmount; others: ShownAmount }) =>
    `At most ${amounts(d.gone)} leaves for good${scopeWords(d.scope)}, all of it costs: ${amount(d.network)} to the network and ${amount(d.others)} to the service or others.`,
  'agrees-nothing-back': 'Nothing is certain to come back.',
  'agrees-back': ({ back, several }: { back: Amounts; several: boolean }) =>
    `At least ${amounts(back)} comes back in ${several ? 'the same transactions' : 'the same transaction'}.`,
};

/** The scope of a bound: one transaction, that many together, or a moved order's new one. */
export type Scope = number | 'new-order';

function scopeWords(scope: Scope): string {
  if (scope === 'new-order') return ' with the new order';
  return scope > 1 ? ` in all ${scope} transactions` : '';
}
