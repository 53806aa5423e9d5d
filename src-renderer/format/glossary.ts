import { inLanguage } from '../words/in-language.ts';
import { glossaryWords } from './glossary.en.ts';

/** A figure of the desk, for those who see it for the first time. */
export interface Term {
  /** The labels that it is shown under. */
  readonly names: readonly [string, ...string[]];
  /** Explanation, in a sentence or two. */
  readonly means: string;
  /** Where it comes from. */
  readonly from: string;
  /** The assumptions behind it: how it could be wrong. */
  readonly rests: string;
}

export interface TermGroup {
  readonly name: string;
  readonly terms: readonly Term[];
}

const words = inLanguage('format/glossary', glossaryWords);

type Id = keyof typeof glossaryWords;
/** A figure that is explained: its labels are under its name, the rest under names that end in what they tell. */
type Named<Each> = Each extends `${infer Name}Means` ? Name : never;
type TermId = Named<Id> & Id;

const GROUPS: readonly { readonly group: Id; readonly terms: readonly TermId[] }[] = [
  {
    group: 'ofMarketSwap',
    terms: [
      'price',
      'priceImpact',
      'exchangeFees',
      'depositReturned',
      'networkFee',
      'netReceived',
      'route',
      'slippageTolerance',
    ],
  },
  {
    group: 'ofLaddersAndRecurringOrders',
    terms: [
      'transactionsToSign',
      'adaThatLeavesAtFirst',
      'eachTradeBringsAbout',
      'impactIfAllAtOnce',
      'feesOfEachTrade',
      'exchange',
    ],
  },
  {
    group: 'ofMarket',
    terms: ['highLow24h', 'volume24h', 'liquidityAda', 'buysSells24h', 'spreadOfPools', 'inverse'],
  },
  {
    group: 'ofATradeAfterwards',
    terms: ['averageFill', 'averageCost', 'quoted', 'againstTheQuote', 'market', 'worthNow', 'expectedPrice'],
  },
  { group: 'ofExecutionQuality', terms: ['exact', 'cost', 'slippageUsed', 'timeToFill', 'betterRoute'] },
  { group: 'ofPaymentsAndCoins', terms: ['theyGet', 'change', 'coinsSpent', 'age'] },
  { group: 'ofAReplay', terms: ['ordersPlaced', 'feesPaid', 'resultOfTheTrades', 'walletWithoutTheTrades'] },
];

/** Every figure of the tickets, the market and a trade, in the order in which one meets them. */
export const glossary: readonly TermGroup[] = GROUPS.map(({ group, terms }) => ({
  name: words[group],
  terms: terms.map((id) => {
    const [first = '', ...others] = words[id].split(' | ');
    return {
      names: [first, ...others],
      means: words[`${id}Means`],
      from: words[`${id}From`],
      rests: words[`${id}Rests`],
    };
  }),
}));

/** The term behind a label, if it is explained. */
export function termOf(name: string): Term | undefined {
  return glossary.flatMap(({ terms }) => terms).find(({ names }) => names.includes(name));
}
