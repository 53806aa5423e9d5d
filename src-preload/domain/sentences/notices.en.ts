import { MOST_AN_HOUR, type AlertWindow } from '../alert.ts';
import type { ShownAmount } from '../words/figures.ts';
import { amount, LOOK_BACK } from '../words/phrases.en.ts';

type Side = 'buy' | 'sell';
/** The reference of a price: the limit, or the quote. */
type Agreed = 'limit' | 'quote';

/** `name` is the token's ticker; empty if it has none. */
const named = (name: string): string => name || 'the token';
const atStart = (name: string): string => name || 'The token';

const plan = (side: Side, name: string): string => `${side === 'buy' ? 'Buying' : 'Selling'} ${named(name)}`;
const traded = (paid: ShownAmount, got: ShownAmount | undefined): string =>
  got === undefined ? `${amount(paid)} traded` : `${amount(paid)} for ${amount(got)}`;
/** When a crossing happened, if it was found only afterwards. */
const around = (at: string | undefined): string => (at === undefined ? '' : ` around ${at}`);

/** Said where no percentage is given, because it would be too large to read. */
const BEYOND = 'more than 100-fold';

/** Notices of orders, plans and alerts. */
export const noticeWords = {
  'order/filled': 'Order filled',
  'order/partly-filled': 'Order partly filled',
  'order/cancelled': 'Order cancelled',
  'order/closed': 'Order closed unfilled',
  'order/drifted': 'Order far off the market',
  'order/several': ({ orders }: { readonly orders: number }) => `${orders} orders changed`,
  'order/counts': (counted: {
    readonly filled: number;
    readonly partlyFilled: number;
    readonly cancelled: number;
    readonly closed: number;
    readonly drifted: number;
  }) =>
    `${[
      ...(counted.filled > 0 ? [`${counted.filled} filled`] : []),
      ...(counted.partlyFilled > 0 ? [`${counted.partlyFilled} partly filled`] : []),
      ...(counted.cancelled > 0 ? [`${counted.cancelled} cancelled`] : []),
      ...(counted.closed > 0 ? [`${counted.closed} closed`] : []),
      ...(counted.drifted > 0 ? [`${counted.drifted} far off the market`] : []),
    ].join(', ')}.`,
  'order/must-move': ({ whole, percent }: { readonly whole: ShownAmount; readonly percent: string }) =>
    `It sells ${amount(whole)}. The market must move ${percent} to reach its price.`,
  'order/was-to-sell': ({ whole }: { readonly whole: ShownAmount }) => `It would have sold ${amount(whole)}.`,
  'order/sold': ({ whole, got }: { readonly whole: ShownAmount; readonly got: ShownAmount }) =>
    `Sold ${amount(whole)}, got ${amount(got)}.`,
  'order/sold-part': ({
    sold,
    whole,
    open,
    got,
  }: {
    readonly sold: ShownAmount;
    readonly whole: ShownAmount;
    readonly open: boolean;
    readonly got: ShownAmount;
  }) => `Sold ${amount(sold)} of ${amount(whole)}${open ? ' so far' : ''}, got ${amount(got)}.`,
  'order/average': ({ price, name }: { readonly price: string; readonly name: string }) =>
    `Average ${price} ADA per ${named(name)}.`,
  'order/average-as': ({
    price,
    name,
    promised,
  }: {
    readonly price: string;
    readonly name: string;
    readonly promised: Agreed;
  }) => `Average ${price} ADA per ${named(name)}, ${promised === 'limit' ? 'at the limit' : 'as quoted'}.`,
  'order/average-off': ({
    price,
    name,
    percent,
    better,
    promised,
  }: {
    readonly price: string;
    readonly name: string;
    readonly percent: string;
    readonly better: boolean;
    readonly promised: Agreed;
  }) =>
    `Average ${price} ADA per ${named(name)}, ${percent} ${better ? 'better' : 'worse'} than ${promised === 'limit' ? 'the limit' : 'quoted'}.`,
  'move/not-placed': 'Order cancelled, not moved',
  'move/several': ({ orders }: { readonly orders: number }) => `${orders} orders cancelled, not moved`,
  'move/count': ({ orders }: { readonly orders: number }) => `${orders} not placed.`,
  'move/what': ({
    what,
    price,
    name,
  }: {
    readonly what: ShownAmount;
    readonly price: string;
    readonly name: string;
  }) => `${amount(what)} at ${price} ADA per ${named(name)} was not placed.`,
  'plan/traded': 'Plan traded',
  'plan/late': 'Plan is late',
  'plan/finished': 'Plan finished',
  'plan/several': ({ plans }: { readonly plans: number }) => `${plans} plans moved on`,
  'plan/counts': (counted: { readonly traded: number; readonly late: number; readonly finished: number }) =>
    `${[
      ...(counted.traded > 0 ? [`${counted.traded} traded`] : []),
      ...(counted.late > 0 ? [`${counted.late} late`] : []),
      ...(counted.finished > 0 ? [`${counted.finished} finished`] : []),
    ].join(', ')}.`,
  'plan/is-late': ({
    side,
    name,
    trade,
    trades,
  }: {
    readonly side: Side;
    readonly name: string;
    readonly trade: number;
    readonly trades: number;
  }) => `${plan(side, name)}: trade ${trade} of ${trades} is late.`,
  'plan/all-made': ({
    side,
    name,
    trades,
    paid,
    got,
    price,
  }: {
    readonly side: Side;
    readonly name: string;
    readonly trades: number;
    readonly paid: ShownAmount;
    readonly got?: ShownAmount;
    readonly price?: string;
  }) =>
    `${plan(side, name)}: all ${trades} trades were made, ${traded(paid, got)}${price === undefined ? '' : `, at ${price} ADA per ${named(name)} on average`}.`,
  'plan/one-made': ({
    side,
    name,
    trade,
    trades,
    price,
    paid,
    got,
  }: {
    readonly side: Side;
    readonly name: string;
    readonly trade: number;
    readonly trades: number;
    readonly price?: string;
    readonly paid: ShownAmount;
    readonly got?: ShownAmount;
  }) =>
    `${plan(side, name)}, trade ${trade} of ${trades} was made${price === undefined ? '' : ` at ${price} ADA per ${named(name)}`}; ${traded(paid, got)} so far.`,
  'plan/average': ({ price, name }: { readonly price: string; readonly name: string }) =>
    `On average ${price} ADA per ${named(name)}.`,
  'alert/went-off': 'Alert',
  'alert/missed': 'Alert, missed',
  'alert/several': ({ alerts }: { readonly alerts: number }) => `${alerts} alerts went off`,
  'alert/others': ({ alerts }: { readonly alerts: number }) => `And ${alerts} more.`,
  'alert/moved': ({
    name,
    rose,
    percent,
    within,
    at,
  }: {
    readonly name: string;
    readonly rose: boolean;
    readonly percent?: string;
    readonly within: AlertWindow;
    readonly at?: string;
  }) =>
    `${atStart(name)} ${rose ? 'rose' : 'fell'} by ${percent ?? BEYOND} within ${LOOK_BACK[within]}${around(at)}.`,
  'alert/volume': ({
    name,
    units,
    within,
    at,
  }: {
    readonly name: string;
    readonly units: string;
    readonly within: AlertWindow;
    readonly at?: string;
  }) => `${atStart(name)} traded ${units} ADA within ${LOOK_BACK[within]}${around(at)}.`,
  'alert/spread': ({
    name,
    percent,
    at,
  }: {
    readonly name: string;
    readonly percent: string;
    readonly at?: string;
  }) => `${atStart(name)} has a spread above ${percent}${around(at)}.`,
  'alert/price': ({
    name,
    way,
    price,
    at,
  }: {
    readonly name: string;
    readonly way: 'above' | 'below' | 'crossed' | 'above-and-back' | 'below-and-back';
    readonly price: string;
    readonly at?: string;
  }) => {
    const happened = {
      above: `rose above ${price} ADA`,
      below: `fell below ${price} ADA`,
      crossed: `crossed ${price} ADA`,
      'above-and-back': `went above ${price} ADA and came back`,
      'below-and-back': `went below ${price} ADA and came back`,
    }[way];
    return `${atStart(name)} ${happened}${around(at)}.`;
  },
  'alert/now-price': ({ price }: { readonly price: string }) => `Now ${price} ADA.`,
  'alert/now-share': ({ percent }: { readonly percent?: string }) => `Now ${percent ?? BEYOND}.`,
  'alert/times-crossed': ({ times }: { readonly times: number }) => `It crossed this price ${times} times.`,
  'alert/times': ({ times }: { readonly times: number }) => `It did so ${times} times.`,
  'alert/paused': `That was ${MOST_AN_HOUR} times within an hour, so the alert is paused.`,
};
