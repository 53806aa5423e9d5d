import type { Catalogue } from '#domain/words/catalogue.ts';

const WORD = "The service's word. Nothing on this computer proves it.";

/**
 * Explanation, origin and evidence of each figure. A figure's first entry is the labels that it is shown under, with a
 * bar between them.
 */
export const glossaryWords = {
  ofMarketSwap: 'Market swap',
  price: 'Price',
  priceMeans:
    'What one whole token costs on average over this trade, price impact included, before fixed fees.',
  priceFrom: "The service's quote; on a token's page, its market price.",
  priceRests: `${WORD} The least you get is enforced, whatever the price turns out to be.`,
  priceImpact: 'Price impact | Price impact of each',
  priceImpactMeans:
    'How far this trade itself moves the price against you. It grows with the size of the trade.',
  priceImpactFrom: "The service's quote.",
  priceImpactRests: WORD,
  exchangeFees: 'Exchange fees | Fees for filling',
  exchangeFeesMeans:
    'What the exchanges keep for filling the orders: a fixed sum of ADA for each order, whatever its size.',
  exchangeFeesFrom: "Your own recent orders, the service's records or its estimate, whichever is largest.",
  exchangeFeesRests:
    'An estimate until the transaction is built; then it is read from the bytes, and what you agree to limits it.',
  depositReturned: 'Deposit (returned) | Deposits (returned)',
  depositReturnedMeans:
    'ADA that an order must hold while it waits, since the ledger allows no output without it. It returns when the order closes.',
  depositReturnedFrom: "Your own recent orders, the service's records or its estimate, whichever is largest.",
  depositReturnedRests: 'An estimate until the transaction is built; then it is read from the bytes.',
  networkFee: 'Network fee | Network fee, about | Network fees, about',
  networkFeeMeans: 'What the Cardano network takes for your transaction. It goes to nobody you trade with.',
  networkFeeFrom: 'Your recent transactions, or what such a transaction usually costs.',
  networkFeeRests:
    'An estimate until the transaction is built. Rule F5 holds the real one against what such a transaction costs.',
  netReceived: 'Net received',
  netReceivedMeans:
    'What is left for you of the amount expected, after fees that are paid in what you receive.',
  netReceivedFrom: 'The quote, less the fees above.',
  netReceivedRests: 'As good as the quote: only the least is enforced.',
  route: 'Route',
  routeMeans: 'How the amount is divided between exchanges. Each part is a separate order.',
  routeFrom: "The service's quote.",
  routeRests:
    "The bytes show at review which exchanges are really used; a better route is looked for in the ledger's pools.",
  slippageTolerance: 'Slippage tolerance, %',
  slippageToleranceMeans: 'How far below the expected amount the orders may be filled. Beyond it they wait.',
  slippageToleranceFrom: 'You.',
  slippageToleranceRests:
    "The least that follows from it is in the orders, and the exchange's contract enforces it.",

  ofLaddersAndRecurringOrders: 'Ladders and recurring orders',
  transactionsToSign: 'Transactions to sign',
  transactionsToSignMeans:
    'A ladder takes one transaction for each order, since each spends what the previous one left. One approval covers them all.',
  transactionsToSignFrom: 'The plan in the ticket.',
  transactionsToSignRests: 'What you agree to: it holds for all of them together.',
  adaThatLeavesAtFirst: 'ADA that leaves at first | Leaves the wallet now',
  adaThatLeavesAtFirstMeans: 'All that is locked when you sign: what you sell, with fees and deposits.',
  adaThatLeavesAtFirstFrom: "The plan's amounts and fees.",
  adaThatLeavesAtFirstRests:
    'The approval shows the most that may be locked, and no answer of the service can raise it.',
  eachTradeBringsAbout: 'Each trade brings about',
  eachTradeBringsAboutMeans: 'What one part would bring at the price of this moment.',
  eachTradeBringsAboutFrom: "The service's quote for one part.",
  eachTradeBringsAboutRests: `${WORD} A recurring order enforces no least amount.`,
  impactIfAllAtOnce: 'Impact if all at once',
  impactIfAllAtOnceMeans: 'The price impact of selling the whole total in one trade, for comparison.',
  impactIfAllAtOnceFrom: "The service's quote for the total.",
  impactIfAllAtOnceRests: WORD,
  feesOfEachTrade: 'Fees of each trade | Fees of all trades',
  feesOfEachTradeMeans:
    'What is paid for carrying out one part, or all of them. Small parts pay more for their size.',
  feesOfEachTradeFrom: "The service's terms of recurring orders.",
  feesOfEachTradeRests: 'The plan holds these sums from the start, and the review reads them from the bytes.',
  exchange: 'Exchange',
  exchangeMeans: 'The exchange whose contract holds the orders.',
  exchangeFrom: 'You, or the service where the choice is left to it.',
  exchangeRests: 'Rule P6 compares it with the scripts of the orders.',

  ofMarket: 'Market',
  highLow24h: '24 h high / low, ADA | 24 h high | 24 h low | 24 h change',
  highLow24hMeans:
    'The highest and the lowest price of the last 24 hours, and the change since their beginning.',
  highLow24hFrom: "The service's statistics.",
  highLow24hRests: WORD,
  volume24h: '24 h volume, ADA | 24 h volume',
  volume24hMeans: 'How much was traded in the last 24 hours, in ADA.',
  volume24hFrom: "The service's statistics.",
  volume24hRests: `${WORD} Trading with oneself can raise it.`,
  liquidityAda: 'Liquidity, ADA | Liquidity',
  liquidityAdaMeans:
    'The ADA in the pools of this pair. The more there is, the less a trade moves the price.',
  liquidityAdaFrom: "The service's statistics.",
  liquidityAdaRests: WORD,
  buysSells24h: '24 h buys / sells',
  buysSells24hMeans: 'How many trades of the last 24 hours bought the token, and how many sold it.',
  buysSells24hFrom: "The service's statistics.",
  buysSells24hRests: WORD,
  spreadOfPools: 'Spread of pools',
  spreadOfPoolsMeans: 'How far apart the prices of the different pools are.',
  spreadOfPoolsFrom: "Computed here from the service's list of pools.",
  spreadOfPoolsRests: WORD,
  inverse: 'Inverse | In dollars',
  inverseMeans: 'The same price the other way round, and in US dollars.',
  inverseFrom: "The price above, and the service's price of ADA.",
  inverseRests: WORD,

  ofATradeAfterwards: 'A trade afterwards',
  averageFill: 'Average fill',
  averageFillMeans: 'What one whole token really cost, or brought, over all of your orders.',
  averageFillFrom: 'What the filling transactions paid.',
  averageFillRests: 'The ledger back-end reports them.',
  averageCost: 'Average cost',
  averageCostMeans:
    'What you paid on average for one whole token that you still hold, fees included. Each sale takes away its share of the cost, so it does not change the average.',
  averageCostFrom: "This profile's journal: its purchases for ADA, its sales and its payments.",
  averageCostRests:
    'The fills are those that the ledger back-end reported. Tokens that came to the wallet in other ways are not counted.',
  quoted: 'Quoted',
  quotedMeans: 'The price that was expected when you reviewed the trade.',
  quotedFrom: "The service's quote.",
  quotedRests: WORD,
  againstTheQuote: 'Against the quote | Against the limit',
  againstTheQuoteMeans: 'How much more or less you got than was quoted, or than your limit asked for.',
  againstTheQuoteFrom: 'The fill, compared with the quote or the limit.',
  againstTheQuoteRests: "The fill is the ledger's, the quote the service's.",
  market: 'Market | Market now',
  marketMeans: 'The price now, and how far it is from yours.',
  marketFrom: "The service's latest price.",
  marketRests: WORD,
  worthNow: 'Worth now',
  worthNowMeans: 'The ADA side of the trade in US dollars at the present rate.',
  worthNowFrom: "The service's price of ADA.",
  worthNowRests: WORD,
  expectedPrice: 'Expected price | Worst price | Against the market | Worth',
  expectedPriceMeans:
    'In the approval window: the price if all goes as quoted, the worst at which the orders can be filled, the distance from the market, and the ADA side of the trade in US dollars.',
  expectedPriceFrom: 'The quote, the bytes, and the latest prices of the token and of ADA.',
  expectedPriceRests: "The worst price rests on the transaction's bytes, the others on the service's word.",

  ofExecutionQuality: 'Execution quality',
  exact: 'Exact | Checkable',
  exactMeans:
    "Of the fills whose exchange's formula is known here, how many paid exactly what it requires; and which share of all fills that is.",
  exactFrom: "The bytes of each fill and of what it spent, recomputed by the exchange's formula.",
  exactRests: 'The bytes prove themselves. That they are on chain is the word of the ledger back-end.',
  cost: 'Cost | Worst cost',
  costMeans:
    "What trades cost against the pool's price at your review, all fees included: in the middle of them, and at worst.",
  costFrom: 'The audits of the fills.',
  costRests:
    'Bytes; which state of the pool was the latest at your review is the word of the ledger back-end.',
  slippageUsed: 'Slippage used',
  slippageUsedMeans:
    'How far a fill went from the quote towards the least you would have accepted: at 100 % you got exactly the least.',
  slippageUsedFrom: 'The quote, your tolerance, and what was paid.',
  slippageUsedRests: "The fill is the ledger's, the quote the service's.",
  timeToFill: 'Time to fill',
  timeToFillMeans: 'From sending your transaction until Touchstone saw the last of its orders filled.',
  timeToFillFrom: 'The steps in the journal.',
  timeToFillRests: "This computer's clock. It is longer if Touchstone was closed in the meantime.",
  betterRoute: 'Better route',
  betterRouteMeans: 'The most that other pools would have paid beyond what you were offered, at your review.',
  betterRouteFrom: 'The pools that were read before you signed.',
  betterRouteRests: 'The ledger back-end reports them. Some pools may not have been read.',

  ofPaymentsAndCoins: 'Payments and coins',
  theyGet: 'They get | You move',
  theyGetMeans:
    'Exactly what the recipient receives, in one output of your transaction; to an address of yours, what you move there.',
  theyGetFrom: 'What you typed. With tokens alone, the least ADA that the network asks for is added.',
  theyGetRests:
    'The approval window reads it, and the whole address, from the bytes. Rule V18 holds them to it.',
  change: 'Change',
  changeMeans: 'What the coins hold beyond the payment and the fee. It returns to your address at once.',
  changeFrom: 'The coins that are spent, as the ledger back-end reports them.',
  changeRests: 'Before you sign, each coin is proven by the bytes of the transaction that made it.',
  coinsSpent: 'Coins spent',
  coinsSpentMeans: 'How many outputs of earlier transactions the payment uses up.',
  coinsSpentFrom: 'Chosen here: as few as it takes, none that you froze; or those that you ticked.',
  coinsSpentRests: 'The ledger back-end says which coins are unspent; the network checks that.',
  age: 'Age',
  ageMeans: 'How long ago a coin came to this wallet.',
  ageFrom: 'The time of its block, as the ledger back-end states it.',
  ageRests: "The back-end's word. Nothing depends on it.",

  ofAReplay: 'A replay',
  ordersPlaced: 'Orders placed | Orders filled | Orders still open',
  ordersPlacedMeans:
    'How many of the orders of this session are on chain, how many were filled, and how many wait.',
  ordersPlacedFrom: 'The journal of the session.',
  ordersPlacedRests: 'What the ledger of the replay shows.',
  feesPaid: 'Fees paid',
  feesPaidMeans: 'The network fees of all transactions, and the exchange fees of filled orders.',
  feesPaidFrom: 'The journal of the session.',
  feesPaidRests: "The transactions' bytes.",
  resultOfTheTrades: 'Result of the trades',
  resultOfTheTradesMeans:
    'The worth of what you got in filled orders, less what you paid for it and the fees.',
  resultOfTheTradesFrom: 'The fills, at the prices of the moment.',
  resultOfTheTradesRests: "The fills are the ledger's, the prices the service's word.",
  walletWithoutTheTrades: 'Wallet without the trades | Wallet now',
  walletWithoutTheTradesMeans:
    'The worth of the wallet as it is, and as it would be if nothing had been traded.',
  walletWithoutTheTradesFrom: 'The balance and the result, at the prices of the moment.',
  walletWithoutTheTradesRests: "The balance is the ledger's, the prices the service's word.",
} satisfies Catalogue;
