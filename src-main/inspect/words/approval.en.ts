import { networkWords, type NetworkName } from '#domain/network.ts';
import type { KindOfTrade } from '#domain/trade.ts';
import type { ShownAmount } from '#domain/words/figures.ts';
import { amount, amounts } from '#domain/words/phrases.en.ts';

/** A price as text, and the token that it is of. */
export type PriceOf = { readonly price: string; readonly token: string };

/** `approval`: of the first transaction; `agreement`: of a later round. */
type Covers = { readonly by: 'approval' | 'agreement'; readonly count: number };

/** The subject of an approval; a number of orders or transactions if there are several. */
export type Title =
  KindOfTrade | 'any' | 'move' | { readonly ladder: number } | { readonly cancellations: number };

/** A swap or limit order at a glance; the price is of one token in ADA, `away` its distance from the middle. */
export type Headline = {
  readonly side: 'buy' | 'sell';
  readonly what: ShownAmount;
  readonly amountIs: 'exact' | 'about' | 'at-least';
  readonly price: string;
  readonly priceAbout: boolean;
  readonly away?: string;
  readonly costs: ShownAmount;
};

/** The approval window's texts around the facts read from bytes: titles, prices, several transactions. */
export const approvalWords = {
  'approval/title': (d: { title: Title; transactions: number; network: NetworkName | 'practice' }) =>
    `${titleWords(d.title)}${d.transactions > 1 ? ` in ${d.transactions} transactions` : ''} on ${d.network === 'practice' ? 'the practice network' : networkWords(d.network)}`,
  'approval/worse': (d: {
    quoted: ShownAmount;
    quotedLeast: ShownAmount;
    expected: ShownAmount;
    least: ShownAmount;
  }) =>
    `The price moved: the quote said about ${amount(d.quoted)}, at least ${amount(d.quotedLeast)}. ` +
    `This transaction brings about ${amount(d.expected)}, at least ${amount(d.least)}.`,
  'approval/headline': ({ side, what, amountIs, price, priceAbout, away, costs }: Headline) =>
    `${side === 'buy' ? 'BUY' : 'SELL'} ${AMOUNT_IS[amountIs]}${amount(what)} at ${priceAbout ? 'about ' : ''}${price} ADA${away === undefined ? '' : ` (${away} of mid)`}, ${amount(costs)} all in`,
  'price/expected': 'Expected price',
  'price/worst': 'Worst price',
  'price/limit': 'Limit price',
  'price/market': 'Against the market',
  'price/of': (of: PriceOf) => priceWords(of),
  'price/away': ({ percent, above, ...of }: PriceOf & { percent: string; above: boolean }) =>
    `${percent} % ${above ? 'above' : 'below'} ${priceWords(of)}`,
  'price/worth': 'Worth',
  'price/dollars': ({ dollars }: { dollars: string }) => `about $${dollars}`,
  'price/less-than-a-cent': 'less than $0.01',
  'price/comparing': 'Comparing the price with pools on the ledger…',
  'price/same': (of: PriceOf) => `the same, ${priceWords(of)}`,

  'batch/place': ({ at, count }: { at: number; count: number }) => `${at} of ${count}`,
  'batch/ladder': ({ by, count, sold, least }: Covers & { sold: ShownAmount; least: ShownAmount }) =>
    `This ${by} covers ${count} transactions, which together sell ${amount(sold)} for at least ${amount(least)}.`,
  'batch/move': ({ by, count, from, to }: Covers & { from: PriceOf; to: PriceOf }) =>
    `This ${by} covers ${count} transactions, which together move a limit order from ${priceWords(from)} to ${priceWords(to)}.`,
  'batch/cancel': ({ by, count, orders }: Covers & { orders: number }) =>
    `This ${by} covers ${count} transactions, which together take back ${orders} orders.`,
  'batch/venue': ({ venue }: { venue: string }) => `The service is asked to place all of them at ${venue}.`,
  'batch/each': ({ stays }: { stays: 'placed' | 'taken-back' }) =>
    `Each is built once the one before it is on chain, and checked by its own bytes against its entry here before it is signed. The batch ends at the first that differs, and what was ${stays === 'placed' ? 'placed stays' : 'taken back is yours'}.`,
  'batch/round': ({ rounds, round }: { rounds: number; round: number }) =>
    `They take ${rounds} rounds, since each spends what the one before it left. This is round ${round}: it is exported and signed where its key is; once it is on chain, the next one is asked for in the trading window. Each is checked against its entry here before it leaves.`,
  'batch/last-round': ({ rounds, round }: { rounds: number; round: number }) =>
    `They take ${rounds} rounds, since each spends what the one before it left. This is round ${round}: it is exported and signed where its key is.`,
  'batch/costs': ({ most }: { most: ShownAmount }) => `Costs at most ${amount(most)}.`,
  'batch/sells': ({ what, least }: { what: ShownAmount; least: ShownAmount }) =>
    `Sells ${amount(what)} for at least ${amount(least)}.`,
  'batch/at-price': (of: PriceOf) => `At ${priceWords(of)}, or better.`,
  'batch/takes-back': ({ orders, holds }: { orders: number; holds: readonly ShownAmount[] }) =>
    `Takes back ${orders === 1 ? 'one order, which holds' : `${orders} orders, which hold`} ${amounts(holds)}.`,
  'batch/takes-back-moved': ({ holds }: { holds: readonly ShownAmount[] }) =>
    `Takes back the order, which holds ${amounts(holds)}.`,
  'batch/moved-from':
    'Placed where the old one was, from what the cancellation gave back: if the old order is filled first, this one can never be placed.',
  'batch/not-moved': 'If it cannot be placed, the old order stays cancelled and you get a notice.',

  'batch/other-agreement': 'It was held against something else than you agreed to.',
  'batch/gives-less': 'It gives less than was agreed to.',

  'together/leaves': ({ count }: { count: number }) =>
    `${count === 1 ? 'This transaction leaves' : `These ${count} transactions leave`} in one bundle.`,
  'together/signs': ({ count }: { count: number }) =>
    `One approval signs all ${count} transactions of the bundle.`,
  'together/apart':
    'None of them spends what another needs. What each of them does was read from its own bytes.',
  'together/in-order':
    'Some of them spend what another makes or needs, so they reach the chain in this order or not at all. What each of them does was read from its own bytes.',
  'together/one-later':
    'One more has to wait for the next round, since it spends funds that this bundle needs. Ask again once this one is on chain.',
  'together/later': ({ later }: { later: number }) =>
    `${later} more have to wait, for up to ${later} rounds, since they spend funds that this bundle needs. Ask again once this one is on chain.`,
  'together/hash': ({ hash }: { hash: string }) => `Its hash is ${hash}.`,
};

const AMOUNT_IS: Readonly<Record<Headline['amountIs'], string>> = {
  exact: '',
  about: 'about ',
  'at-least': 'at least ',
};

function titleWords(title: Title): string {
  if (typeof title === 'object')
    return 'ladder' in title
      ? `Ladder of ${title.ladder} limit orders`
      : `Cancellation in ${title.cancellations} transactions`;
  switch (title) {
    case 'swap':
      return 'Swap';
    case 'limit':
      return 'Limit order';
    case 'dca':
      return 'Recurring order';
    case 'cancel':
      return 'Cancellation';
    case 'send':
      return 'Payment';
    case 'any':
      return 'Transaction';
    case 'move':
      return 'Move of a limit order';
  }
}

function priceWords({ price, token }: PriceOf): string {
  return `${price} ADA per ${token}`;
}
