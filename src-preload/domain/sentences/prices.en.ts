import type { ShownAmount } from '../words/figures.ts';
import { amount, list } from '../words/phrases.en.ts';

type Offer = 'swap' | 'limit';

/** How a trade or a resting order compares with what the pools that the app reads itself would pay. */
export const priceWords = {
  'price/failed': 'The price could not be compared with pools on the ledger.',
  'price/not-compared': ({ why }: { readonly why: string }) =>
    `The price was not compared with pools on the ledger: ${why}.`,
  'price/not-read': 'The price was not compared with pools on the ledger.',
  'price/none-reported': ({ slot }: { readonly slot: number }) =>
    `The price was not compared with pools on the ledger: the back-end reported none for this pair at slot ${slot}.`,
  'price/service-expects': ({
    slot,
    more,
    percent,
  }: {
    readonly slot: number;
    readonly more: ShownAmount;
    readonly percent: string;
  }) =>
    `At slot ${slot} the service expects ${amount(more)} more (${percent}) than the best route in the pools read here would have paid, after the exchanges' fees.`,
  'price/service-word':
    'What the service expects is its own word. It may use pools that are not read here, or hide a better route by promising too much.',
  'price/none-better': ({
    offer,
    pools,
    slot,
  }: {
    readonly offer: Offer;
    readonly pools: number;
    readonly slot: number;
  }) =>
    `No ${offer === 'swap' ? 'better price' : 'price better than the limit'} was found in the ${pools === 1 ? 'one pool' : `${pools} pools`} that the ledger back-end reported at slot ${slot}.`,
  'price/no-guarantee': 'This is no guarantee: some pools may not have been read.',
  'price/better': ({
    slot,
    more,
    offer,
    percent,
    exchanges,
  }: {
    readonly slot: number;
    readonly more: ShownAmount;
    readonly offer: Offer;
    readonly percent: string;
    readonly exchanges: readonly string[];
  }) =>
    `At slot ${slot} the pools read here would have paid ${amount(more)} more${offer === 'swap' ? '' : ' than the limit asks for'} (${percent}) through ${list(exchanges)}, after the exchanges' fees.`,
  'price/enforced': ({
    least,
    more,
    percent,
  }: {
    readonly least: ShownAmount;
    readonly more: ShownAmount;
    readonly percent: string;
  }) =>
    `The transaction enforces at least ${amount(least)}. The pools read here would have paid ${amount(more)} more than that (${percent}); beyond what is enforced there is only the service's word.`,
  'price/rests-proven':
    "What these pools held is proven by their transactions' bytes; that they were unspent is the ledger back-end's word.",
  'price/rests-said': "What these pools held is the ledger back-end's word.",
  'price/contradicted': ({ pools }: { readonly pools: number }) =>
    `Left out: ${pools} ${pools === 1 ? 'pool' : 'pools'} on which the ledger back-end contradicts itself.`,
  'price/unreadable': ({ outputs }: { readonly outputs: number }) =>
    `Not checked: ${outputs} ${outputs === 1 ? 'output' : 'outputs'} at pool scripts that could not be read.`,
  'price/more-pools': 'Not checked: there are more pools than were read.',
  'price/not-computed': ({ exchange, why }: { readonly exchange: string; readonly why: string }) =>
    `Not checked: ${exchange}, because ${why}.`,
  'price/not-known':
    'Exchanges whose pools this version does not know, and routes through a third token, are not checked.',
  'price/one-of-plan': ({ cycles }: { readonly cycles: number }) =>
    `This is about one of its ${cycles} trades at current prices. Each is made later, at the prices of that time.`,
  'price/each-order': ({ orders }: { readonly orders: number }) =>
    `Each of the ${orders} orders was compared by itself.`,
  'price/worst-order': ({ orders, order }: { readonly orders: number; readonly order: number }) =>
    `Each of the ${orders} orders was compared by itself. This is about order ${order}, where the difference is largest.`,
  'elsewhere/not-compared': ({ why }: { readonly why: string }) =>
    `Not compared with pools elsewhere: ${why}.`,
  'elsewhere/not-read': 'Not compared with pools elsewhere.',
  'elsewhere/too-many': ({ pairs }: { readonly pairs: number }) =>
    `Not compared with pools elsewhere: only the orders of ${pairs} pairs are; name one with --pair.`,
  'elsewhere/none-reported': ({ slot }: { readonly slot: number }) =>
    `Not compared with pools elsewhere: the ledger back-end reported none for this pair elsewhere at slot ${slot}.`,
  'elsewhere/own-unread': ({ exchanges }: { readonly exchanges: readonly string[] }) =>
    `Not compared with pools elsewhere: no pool of ${list(exchanges)} could be read for this pair.`,
  'elsewhere/none': ({
    pools,
    slot,
    percent,
  }: {
    readonly pools: number;
    readonly slot: number;
    readonly percent: string;
  }) =>
    pools === 1
      ? `The one pool that the ledger back-end reported elsewhere at slot ${slot} was not found to pay ${percent} more now.`
      : `None of the ${pools} pools that the ledger back-end reported elsewhere at slot ${slot} was found to pay ${percent} more now.`,
  'elsewhere/better-than-own': ({
    exchanges,
    percent,
    own,
    slot,
  }: {
    readonly exchanges: readonly string[];
    readonly percent: string;
    readonly own: readonly string[];
    readonly slot: number;
  }) =>
    `The pools of ${list(exchanges)} would pay ${percent} more now than the pools of ${list(own)}, after the exchanges' fees, at slot ${slot}.`,
  'elsewhere/better-than-asked': ({
    exchanges,
    percent,
    slot,
  }: {
    readonly exchanges: readonly string[];
    readonly percent: string;
    readonly slot: number;
  }) =>
    `The pools of ${list(exchanges)} would pay ${percent} more now than is asked for, after the exchanges' fees, at slot ${slot}.`,
  'elsewhere/not-computed': ({ exchanges }: { readonly exchanges: readonly string[] }) =>
    `Not checked: ${list(exchanges)}.`,
};
