import type { ShownAmount } from '../words/figures.ts';
import { amount } from '../words/phrases.en.ts';

type Side = 'buy' | 'sell';

/** `name` is the token's ticker; empty if it has none. */
const named = (name: string): string => name || 'the token';

/** Main's texts about quotes, orders and recurring orders: before they are placed, and while they wait. */
export const orderWords = {
  'waiting/not-on-chain': 'Its transaction is not on chain yet; nothing can fill it.',
  'waiting/distance': ({
    name,
    side,
    percent,
  }: {
    readonly name: string;
    readonly side: Side;
    readonly percent: string;
  }) =>
    `The market price of ${named(name)} must ${side === 'buy' ? 'fall' : 'rise'} by another ${percent} to reach yours.`,
  'waiting/depth': ({ depth, wanted }: { readonly depth: ShownAmount; readonly wanted: ShownAmount }) =>
    `At your price the pools would give about ${amount(depth)}; the order still wants ${amount(wanted)}.`,
  'waiting/touched':
    'The price was touched since the order was placed, but not for long enough, or not for all of it.',
  'waiting/untouched': 'The price has not been touched since the order was placed.',
  'waiting/fees': ({ percent }: { readonly percent: string }) =>
    `Its exchange fee is ${percent} of the order: whoever fills it may wait for a better price.`,
  'waiting/exchange': ({ exchange }: { readonly exchange?: string }) =>
    `The market is at your price. ${exchange ?? 'The exchange'} fills orders one after the other, and other orders may come first.`,
  'waiting/unknown': 'Nothing known here says why it waits.',
  'late/no-price': 'The service cannot price this trade now.',
  'late/tried-again': 'It is tried again.',
  'late/beyond': ({ percent, allowed }: { readonly percent: string; readonly allowed: string }) =>
    `One trade would now get ${percent} less than the average price, fees of the pools included; the plan allows ${allowed}. It waits and is tried again.`,
  'late/unknown':
    'It is due but has not been carried out yet. The service does not say why; it is tried again.',
  'late/would-go': ({ percent, allowed }: { readonly percent: string; readonly allowed: string }) =>
    `The market would allow it now (${percent} under the average price, ${allowed} is allowed), but the service has not carried it out yet.`,
  'history/too-short': ({ from, to }: { readonly from: string; readonly to: string }) =>
    `The pair's history from ${from} to ${to} is shorter than this plan, so there is nothing to compare with.`,
  'history/none': "The pair's history so far is shorter than this plan, so there is nothing to compare with.",
  'history/what': ({
    from,
    to,
    starts,
  }: {
    readonly from: string;
    readonly to: string;
    readonly starts: number;
  }) =>
    `History from ${from} to ${to}: what this plan would have done, started at ${starts} moments of it, at the prices of candles, without fees. It says nothing about the future.`,
  'quote/ticker-disputed': (d: { readonly id: string; readonly service: string; readonly ledger: string }) =>
    `The service calls the token ${d.id} by the name ${d.service}, the ledger by the name ${d.ledger}: check its id before you trade.`,
  'quote/unverified': ({ name }: { readonly name: string }) =>
    `${name || 'This token'} is not verified: check its policy id before you trade.`,
  'quote/loses': ({ percent }: { readonly percent: string }) =>
    `You would lose ${percent} to the price impact of this trade.`,
  'quote/high-impact': ({ percent }: { readonly percent: string }) =>
    `High price impact: ${percent}. Consider a smaller amount.`,
  'quote/impact': ({ percent }: { readonly percent: string }) => `Price impact ${percent}.`,
  'quote/impact-unknown': 'The price impact is not known.',
  'quote/minimum': ({ gap, allowed }: { readonly gap: string; readonly allowed: string }) =>
    `The service's minimum is ${gap} below what is expected; you allowed ${allowed}.`,
  'quote/no-exchanges': 'The service does not say which exchanges it uses.',
  'quote/shares': 'The shares of the route do not add up to the amount that you pay.',
  'quote/market-unknown': 'The market price is not known.',
  'quote/fees-later': 'The fees are shown with the transaction, before you sign it.',
  'quote/at-once': ({ side }: { readonly side: Side }) =>
    `The market is ${side === 'buy' ? 'below' : 'above'} your price already: this fills at once, as a swap would.`,
  'quote/large-fees': ({ percent }: { readonly percent: string }) =>
    `The exchange fees take ${percent} of the order. Consider a larger one.`,
  'quote/under-price':
    'The service states less than your price gives. It is held to your price when it builds the order.',
  'quote/rounded':
    'The amount is so small that whole units of the token make your price stricter than typed.',
  'ladder/fees': ({ percent }: { readonly percent: string }) =>
    `The exchange fees take ${percent} of the ladder. Consider fewer orders.`,
  'ladder/level-fee': ({ percent }: { readonly percent: string }) =>
    `The exchange fee takes ${percent} of this order.`,
  'plan/fees': ({ percent }: { readonly percent: string }) =>
    `The fees take ${percent} of each trade. Consider fewer, larger trades.`,
  'plan/moves-beyond': ({ percent }: { readonly percent: string }) =>
    `One trade moves the price by ${percent}, more than the slippage that you allow: trades may wait.`,
  'plan/moves': ({ percent }: { readonly percent: string }) =>
    `One trade moves the price by ${percent}. Consider smaller trades.`,
  'plan/any-price':
    'The plan as the service builds it does not enforce your slippage: the service decides each price.',
  'plan/one-trade': 'One trade does not need a plan: a swap does the same at once.',
  'plan/uneven': 'The total does not divide evenly: the last trade sells the rest, too.',
  'plan/no-lump': 'A single trade of the total could not be estimated, so there is nothing to compare with.',
  'plan/fees-in-ada': 'Fees and deposit are paid in ADA in addition to the tokens that you sell.',
};
