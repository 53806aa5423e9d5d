import type { DcaIntervalId } from '#domain/dca.ts';
import type { ShownAmount } from '#domain/words/figures.ts';
import { amount, amounts, interval, moment } from '#domain/words/phrases.en.ts';

type Amounts = readonly ShownAmount[];

/** An order by its number, from 1. */
type Numbered = {
  readonly order: number;
};

/** The part of the orders' holdings that comes back. */
type Back = {
  readonly back: Amounts;
  readonly held: Amounts;
};

/** When an order ends, in milliseconds since 1970, and what those who send it back may keep of it. */
type OrderEnd = Numbered & {
  readonly at: bigint;
  readonly then: 'sent-back' | 'waits';
  readonly tip?: ShownAmount;
};

/** An order's content that no Plutus version 1 script can be run over. */
export type UnspendableForm = 'inline-terms' | 'script';

/** The rules' sentences about orders: their holdings, recipients, proceeds and end. */
export const orderWords = {
  'V2-none': 'The transaction places no order: you would get nothing.',
  'V2-also-holds': ({ order, what }: Numbered & { what: ShownAmount }) =>
    `Order ${order} also holds ${amount(what)}.`,
  'V2-holds-none': ({ order, token }: Numbered & { token: string }) =>
    `Order ${order} holds none of the ${token} that you sell.`,
  'V2-unexplained': ({
    order,
    holds,
    explained,
  }: Numbered & { holds: ShownAmount; explained: ShownAmount }) =>
    `Order ${order} holds ${amount(holds)}, its terms explain ${amount(explained)}.`,
  'V2-takes': (d: Numbered & { takes: ShownAmount; deposit: boolean; limit: ShownAmount }) =>
    `Order ${d.order} takes ${amount(d.takes)} ${d.deposit ? 'for fee and deposit' : 'as its fee'}, more than your limit of ${amount(d.limit)}.`,
  'V2-sell-other': ({ sold, accepted }: { sold: ShownAmount; accepted: ShownAmount }) =>
    `The orders sell ${amount(sold)}, not the ${amount(accepted)} that you accepted.`,
  'V2-less': 'The orders hold less ADA than you sell.',
  'V2-take-beyond-allowed': ({ taken, allowed }: { taken: ShownAmount; allowed: ShownAmount }) =>
    `The orders take ${amount(taken)} for fees and deposits, ${amount(allowed)} is allowed.`,
  'V2-take-beyond-stated': ({ taken, stated }: { taken: ShownAmount; stated: ShownAmount }) =>
    `The orders take ${amount(taken)} for fees and deposits, the quote stated ${amount(stated)}.`,
  'V2-take': ({ taken }: { taken: ShownAmount }) => `The orders take ${amount(taken)} for fees and deposits.`,
  'V2-take-tenth': ({ taken, traded }: { taken: ShownAmount; traded: ShownAmount }) =>
    `The orders take ${amount(taken)} for fees and deposits, more than a tenth of the ${amount(traded)} that you trade.`,
  'V2-keeps': ({ keeps, stated }: { keeps: ShownAmount; stated: ShownAmount }) =>
    `Whoever fills the orders may keep ${amount(keeps)}, the quote stated ${amount(stated)}.`,

  'V6-unseen': ({ order }: Numbered) => `Where the proceeds of order ${order} go cannot be seen.`,
  /** `why`: what the terms are instead, in technical terms. */
  'V6-no-order': ({ order, why }: Numbered & { why: string }) =>
    `The terms of order ${order} are not those of an order: ${why}.`,
  'V6-someone-else': ({ order }: Numbered) => `The proceeds of order ${order} would go to someone else.`,
  'V6-foreign-stake': ({ order }: Numbered) =>
    `The proceeds of order ${order} would go to an address with a foreign stake part.`,
  'V6-no-rewards': ({ order }: Numbered) =>
    `The proceeds of order ${order} go to an address of yours that earns no staking rewards.`,
  'V6-other-own': ({ order }: Numbered) =>
    `The proceeds of order ${order} go to another address of yours than you spend from.`,
  'V6-taken-back': ({ order }: Numbered) => `Someone else could take order ${order} back.`,
  'V6-not-named': ({ order }: Numbered) =>
    `The terms of order ${order} do not name you: where its proceeds go cannot be seen.`,
  'V6-also-names': ({ order, hash }: Numbered & { hash: string }) =>
    `The terms of order ${order} also name someone or something else (${hash}…).`,

  'V7-other-token': ({ order, token }: Numbered & { token: string }) =>
    `Order ${order} buys another token than ${token}.`,
  'V7-other-pair': ({ order }: Numbered) =>
    `Order ${order} does not trade between what you sell and what you buy.`,
  'V7-unreadable': 'What an order buys, or enforces as the least to receive, cannot be read.',
  'V7-no-least': 'The orders enforce nothing as the least to receive.',
  'V7-too-low': ({ least, accepted }: { least: ShownAmount; accepted: ShownAmount }) =>
    `The orders enforce only ${amount(least)}; you accepted at least ${amount(accepted)}.`,
  'V7-padded': ({ least, accepted }: { least: ShownAmount; accepted: ShownAmount }) =>
    `An order that asks for more than its share may never be filled. Without what it asks for beyond that, the orders enforce only ${amount(least)}; you accepted at least ${amount(accepted)}.`,
  'V7-too-high': ({ order, asks, expected }: Numbered & { asks: ShownAmount; expected: ShownAmount }) =>
    `Order ${order} asks for at least ${amount(asks)}, where about ${amount(expected)} is expected: it may never be filled.`,
  'V7-share': ({ order, least }: Numbered & { least: ShownAmount }) =>
    `Order ${order} enforces only ${amount(least)} for its share of what you sell.`,

  'V8-stake': ({ order }: Numbered) => `Order ${order} is at an address with a foreign stake part.`,
  'V9-script': ({ order, script }: Numbered & { script: string }) =>
    `Order ${order} is locked by a script that no known exchange uses (${script}).`,

  'V10-unknown': 'Which orders are to be cancelled is not known: nothing can be compared.',
  'V10-left': ({ order }: { order: string }) => `The order ${order} is not taken back.`,
  'V10-locks': ({ output }: { output: number }) =>
    `Output ${output} locks funds in a script, which a cancellation never does.`,
  'V10-spends': ({ input }: { input: string }) =>
    `It also spends ${input}, which a script locks and you did not name.`,
  'V10-token-lost': ({ lost, back, held }: Back & { lost: ShownAmount }) =>
    `${amount(lost)} of your orders would not come back: you would get ${amounts(back)} of the ${amounts(held)} that the orders hold.`,
  'V10-dear': ({ lost, beyond, back, held }: Back & { lost: ShownAmount; beyond: ShownAmount }) =>
    `It costs ${amount(lost)}, ${amount(beyond)} more than its fees: you would get back ${amounts(back)} of the ${amounts(held)} that the orders hold.`,
  'V10-back': ({ back, held }: Back) =>
    `You get back ${amounts(back)} of the ${amounts(held)} that the orders hold.`,

  'V11-unasked': ({ order }: Numbered) => `Order ${order} is a recurring one, which you did not ask for.`,
  'V11-scripts': 'The recurring order is spread over several scripts.',
  'V11-several': ({ orders }: { orders: number }) => `It places ${orders} recurring orders, not one.`,
  'V11-holds': ({ whole, extra }: { whole: ShownAmount; extra?: ShownAmount }) =>
    `The order holds ${amount(whole)}${extra === undefined ? '' : ` and ${amount(extra)} for its fees and deposit`}.`,
  'V11-unreadable':
    'How the order is divided, when it trades and at what prices cannot be read: all of it may be traded at once, or at any time.',
  'V11-not-compared': 'How the order was to be divided and timed is not known, so none of it was compared.',
  'V11-not-recurring': 'It is not a recurring order: all of it may be traded at once, or at any time.',
  'V11-interval': ({ would, chosen }: { would: DcaIntervalId; chosen: DcaIntervalId }) =>
    `It would trade ${interval(would)}; you chose ${interval(chosen)}.`,
  'V11-month': ({ days }: { days: number }) =>
    `Its trades are ${days} days apart: how the service counts months is not known.`,
  'V11-trades': ({ would, chosen }: { would: number; chosen: number }) =>
    `It would make ${would} trades; you chose ${chosen}.`,
  'V11-made-already': ({ trades }: { trades: number }) =>
    `It says that ${trades} of its trades are already made.`,
  'V11-due-before': 'Its first trade may be due long before it is placed: several would be made at once.',
  'V11-due-late': 'Its first trade is due later than one interval after it is placed.',
  'V11-due-already': ({ trades }: { trades: bigint }) =>
    `Its first trades are due already: ${trades} may be made at once.`,
  'V11-place': ({ script }: { script: string }) =>
    `Its trades may be placed at a script that no known exchange uses (${script}).`,
  'V11-binds-receiver': ({ exchange }: { exchange: string }) =>
    `At ${exchange} the plan binds who is paid, and not what a trade buys: you trust the service with each trade.`,
  'V11-binds-nothing': ({ exchange }: { exchange: string }) =>
    `At ${exchange} the plan does not bind who receives what a trade buys: you trust the service with each trade.`,
  'V11-binds-unproven': ({ exchange }: { exchange: string }) =>
    `At ${exchange} it cannot be proven who receives what a trade buys: you trust the service with each trade.`,
  'V11-part': ({ would, chosen }: { would: ShownAmount; chosen: ShownAmount }) =>
    `Each trade would sell ${amount(would)}, not ${amount(chosen)}.`,
  'V11-any-price': 'The plan enforces no least: the service decides the price at which each trade is placed.',
  'V11-slippage': ({ may, allowed }: { may: string; allowed: string }) =>
    `Each trade may be ${may} worse than the market; you allowed ${allowed}.`,
  'V11-waits-longer': 'Its trades may wait longer.',
  'V11-reserve': ({ each }: { each: ShownAmount }) =>
    `${amount(each)} for each trade is set aside for fees and deposits; whether what is not used comes back cannot be read.`,
  'V11-fee': ({ fee, planned }: { fee: ShownAmount; planned: ShownAmount }) =>
    `Each trade costs ${amount(fee)}; the plan said about ${amount(planned)}.`,
  'V11-fee-share': ({ share, fee }: { share: string; fee: ShownAmount }) =>
    `The fees take ${share} of each trade (${amount(fee)}).`,

  'V13-lost': ({ order, holds, exchange }: Numbered & { holds: UnspendableForm; exchange: string }) =>
    `Order ${order} holds ${UNSPENDABLE[holds]}, and the script of ${exchange} is of Plutus version 1: nobody could ever spend it, and what it holds would be lost.`,
  'V13-unknown': ({ order, holds }: Numbered & { holds: UnspendableForm }) =>
    `Order ${order} holds ${UNSPENDABLE[holds]}, and the Plutus version of its script is not known: at a script of version 1, what it holds would be lost.`,

  'V14-killable': ({ order }: Numbered) =>
    `Order ${order} may be sent back to you unfilled, less the fee for filling it, once its least cannot be met.`,
  'V14-ends': ({ order, at, then, tip }: OrderEnd) =>
    then === 'sent-back'
      ? `Order ${order} ends at ${moment(at)}: after that, anybody may send it back to you${tip === undefined ? '' : `, and keep up to ${amount(tip)} of it`}.`
      : `Order ${order} ends at ${moment(at)}: after that, nobody fills it, and it waits until you take it back.`,
  'V14-passed': 'That time has passed.',
  'V14-in-time': 'This transaction can still enter the chain then.',
  'V14-unknown': 'Whether that time has passed is not known.',

  'V17-independent':
    'It spends nothing that the cancellation gave back: it could be placed even if the order that it replaces was filled.',
  'V17-not-that-order': 'The order that is to be replaced is not the one that it takes back.',
  'V17-elsewhere': 'The new order would be placed elsewhere than where the old one is.',
  'V17-more': 'The new order would sell more than the old one holds.',
  'V17-output-elsewhere': ({ output }: { output: number }) =>
    `Output ${output} is not placed where the order that it replaces was.`,
};

const UNSPENDABLE: Readonly<Record<UnspendableForm, string>> = {
  'inline-terms': 'its terms inline',
  script: 'a reference script',
};
