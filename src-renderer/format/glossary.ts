/** A figure of the desk, for those who see it for the first time. */
export interface Term {
  /** The labels that it is shown under. */
  readonly names: readonly [string, ...string[]];
  /** What it is, in a sentence or two. */
  readonly means: string;
  /** Where it comes from. */
  readonly from: string;
  /** What it rests on: what could be wrong with it. */
  readonly rests: string;
}

export interface TermGroup {
  readonly name: string;
  readonly terms: readonly Term[];
}

const SERVICE = "The service's word. Nothing on this computer proves it.";

/** Every figure of the tickets, the market and a trade, in the order in which one meets them. */
export const glossary: readonly TermGroup[] = [
  {
    name: 'Market swap',
    terms: [
      {
        names: ['Price'],
        means:
          'What one whole token costs on average over this trade, price impact included, before fixed fees.',
        from: "The service's quote; on a token's page, its market price.",
        rests: `${SERVICE} The least you get is enforced, whatever the price turns out to be.`,
      },
      {
        names: ['Price impact', 'Price impact of each'],
        means: 'How far this trade itself moves the price against you. It grows with the size of the trade.',
        from: "The service's quote.",
        rests: SERVICE,
      },
      {
        names: ['Exchange fees', 'Fees for filling'],
        means:
          'What the exchanges keep for filling the orders: a fixed sum of ADA for each order, whatever its size.',
        from: "Your own recent orders, the service's records or its estimate, whichever is largest.",
        rests:
          'An estimate until the transaction is built; then it is read from the bytes, and what you agree to limits it.',
      },
      {
        names: ['Deposit (returned)', 'Deposits (returned)'],
        means:
          'ADA that an order must hold while it waits, since the ledger allows no output without. It returns when the order closes.',
        from: "Your own recent orders, the service's records or its estimate, whichever is largest.",
        rests: 'An estimate until the transaction is built; then it is read from the bytes.',
      },
      {
        names: ['Network fee', 'Network fee, about', 'Network fees, about'],
        means: 'What the Cardano network takes for your transaction. It goes to nobody you trade with.',
        from: 'Your recent transactions, or what such a transaction usually costs.',
        rests:
          'An estimate until the transaction is built. Rule F5 holds the real one against what such a transaction costs.',
      },
      {
        names: ['Net received'],
        means: 'What is left for you of the amount expected, after fees that are paid in what you receive.',
        from: 'The quote, less the fees above.',
        rests: 'As good as the quote: only the least is enforced.',
      },
      {
        names: ['Route'],
        means: 'How the amount is divided between exchanges. Each part is an order of its own.',
        from: "The service's quote.",
        rests:
          "The bytes show at review which exchanges are really used; a better route is looked for in the ledger's pools.",
      },
      {
        names: ['Slippage tolerance, %'],
        means: 'How far below the expected amount the orders may be filled. Beyond it they wait.',
        from: 'You.',
        rests: "The least that follows from it is in the orders, and the exchange's contract enforces it.",
      },
    ],
  },
  {
    name: 'Ladders and recurring orders',
    terms: [
      {
        names: ['Transactions to sign'],
        means:
          'A ladder takes one transaction for each order, since each spends what the previous one left. One approval covers them all.',
        from: 'The plan in the ticket.',
        rests: 'What you agree to: it holds for all of them together.',
      },
      {
        names: ['ADA that leaves at first', 'Leaves the wallet now'],
        means: 'All that is locked when you sign: what you sell, with fees and deposits.',
        from: "The plan's amounts and fees.",
        rests: 'The approval shows the most that may be locked, and no answer of the service can raise it.',
      },
      {
        names: ['Each trade brings about'],
        means: 'What one part would bring at the price of this moment.',
        from: "The service's quote for one part.",
        rests: `${SERVICE} A recurring order enforces no least amount.`,
      },
      {
        names: ['Impact if all at once'],
        means: 'The price impact of selling the whole total in one trade, for comparison.',
        from: "The service's quote for the total.",
        rests: SERVICE,
      },
      {
        names: ['Fees of each trade', 'Fees of all trades'],
        means: 'What is paid for carrying out one part, or all of them. Small parts pay more for their size.',
        from: "The service's terms of recurring orders.",
        rests: 'The plan holds these sums from the start, and the review reads them from the bytes.',
      },
      {
        names: ['Exchange'],
        means: 'The exchange whose contract holds the orders.',
        from: 'You, or the service where the choice is left to it.',
        rests: 'Rule P6 compares it with the scripts of the orders.',
      },
    ],
  },
  {
    name: 'Market',
    terms: [
      {
        names: ['24 h high / low, ADA', '24 h high', '24 h low', '24 h change'],
        means: 'The highest and the lowest price of the last 24 hours, and the change since their beginning.',
        from: "The service's statistics.",
        rests: SERVICE,
      },
      {
        names: ['24 h volume, ADA', '24 h volume'],
        means: 'How much was traded in the last 24 hours, in ADA.',
        from: "The service's statistics.",
        rests: `${SERVICE} Trading with oneself can raise it.`,
      },
      {
        names: ['Liquidity, ADA', 'Liquidity'],
        means: 'The ADA in the pools of this pair. The more there is, the less a trade moves the price.',
        from: "The service's statistics.",
        rests: SERVICE,
      },
      {
        names: ['24 h buys / sells'],
        means: 'How many trades of the last 24 hours bought the token, and how many sold it.',
        from: "The service's statistics.",
        rests: SERVICE,
      },
      {
        names: ['Spread of pools'],
        means: 'How far apart the prices of the different pools are.',
        from: "Computed here from the service's list of pools.",
        rests: SERVICE,
      },
      {
        names: ['Inverse', 'In dollars'],
        means: 'The same price the other way round, and in US dollars.',
        from: "The price above, and the service's price of ADA.",
        rests: SERVICE,
      },
    ],
  },
  {
    name: 'A trade afterwards',
    terms: [
      {
        names: ['Average fill'],
        means: 'What one whole token really cost, or brought, over all of your orders.',
        from: 'What the filling transactions paid.',
        rests: 'The ledger back-end reports them.',
      },
      {
        names: ['Quoted'],
        means: 'The price that was expected when you reviewed the trade.',
        from: "The service's quote.",
        rests: SERVICE,
      },
      {
        names: ['Against the quote', 'Against the limit'],
        means: 'How much more or less you got than was quoted, or than your limit asked for.',
        from: 'The fill, compared with the quote or the limit.',
        rests: "The fill is the ledger's, the quote the service's.",
      },
      {
        names: ['Market', 'Market now'],
        means: 'The price now, and how far it is from yours.',
        from: "The service's latest price.",
        rests: SERVICE,
      },
      {
        names: ['Worth now'],
        means: 'The ADA side of the trade in US dollars at the present rate.',
        from: "The service's price of ADA.",
        rests: SERVICE,
      },
      {
        names: ['Expected price', 'Worst price', 'Against the market', 'Worth'],
        means:
          'In the approval window: the price if all goes as quoted, the worst at which the orders can be filled, the distance from the market, and the ADA side of the trade in US dollars.',
        from: 'The quote, the bytes, and the latest prices of the token and of ADA.',
        rests: "The worst price rests on the transaction's bytes, the others on the service's word.",
      },
    ],
  },
  {
    name: 'Execution quality',
    terms: [
      {
        names: ['Exact', 'Checkable'],
        means:
          "Of the fills whose exchange's formula is known here, how many paid exactly what it requires; and which share of all fills that is.",
        from: "The bytes of each fill and of what it spent, recomputed by the exchange's formula.",
        rests: 'The bytes prove themselves. That they are on chain is the word of the ledger back-end.',
      },
      {
        names: ['Cost', 'Worst cost'],
        means:
          "What trades cost against the pool's price at your review, all fees included: in the middle of them, and at worst.",
        from: 'The audits of the fills.',
        rests:
          'Bytes; which state of the pool was the latest at your review is the word of the ledger back-end.',
      },
      {
        names: ['Slippage used'],
        means:
          'How far a fill went from the quote towards the least you would have accepted: at 100 % you got exactly the least.',
        from: 'The quote, your tolerance, and what was paid.',
        rests: "The fill is the ledger's, the quote the service's.",
      },
      {
        names: ['Time to fill'],
        means: 'From sending your transaction until Touchstone saw the last of its orders filled.',
        from: 'The steps in the journal.',
        rests: "This computer's clock. It is longer where Touchstone was closed meanwhile.",
      },
      {
        names: ['Better route'],
        means: 'The most that other pools would have paid beyond what you were offered, at your review.',
        from: 'The pools that were read before you signed.',
        rests: 'The ledger back-end reports them. Some pools may not have been read.',
      },
    ],
  },
  {
    name: 'Payments and coins',
    terms: [
      {
        names: ['They get'],
        means: 'Exactly what the recipient receives, in one output of your transaction.',
        from: 'What you typed. With tokens alone, the least ADA that the network asks for is added.',
        rests:
          'The approval window reads it, and the whole address, from the bytes. Rule V18 holds them to it.',
      },
      {
        names: ['Change'],
        means: 'What the coins hold beyond the payment and the fee. It returns to your address at once.',
        from: 'The coins that are spent, as the ledger back-end reports them.',
        rests: 'Before you sign, each coin is proven by the bytes of the transaction that made it.',
      },
      {
        names: ['Coins spent'],
        means: 'How many outputs of earlier transactions the payment uses up.',
        from: 'Chosen here: as few as it takes, none that you froze; or those that you ticked.',
        rests: 'The ledger back-end says which coins are unspent; the network checks that.',
      },
      {
        names: ['Age'],
        means: 'How long ago a coin came to this wallet.',
        from: 'The time of its block, as the ledger back-end states it.',
        rests: "The back-end's word. Nothing depends on it.",
      },
    ],
  },
  {
    name: 'A replay',
    terms: [
      {
        names: ['Orders placed', 'Orders filled', 'Orders still open'],
        means:
          'How many of the orders of this session are on chain, how many were filled, and how many wait.',
        from: 'The journal of the session.',
        rests: 'What the ledger of the replay shows.',
      },
      {
        names: ['Fees paid'],
        means: 'The network fees of all transactions, and the exchange fees of filled orders.',
        from: 'The journal of the session.',
        rests: "The transactions' bytes.",
      },
      {
        names: ['Result of the trades'],
        means: 'The worth of what you got in filled orders, less what you paid for it and the fees.',
        from: 'The fills, at the prices of the moment.',
        rests: "The fills are the ledger's, the prices the service's word.",
      },
      {
        names: ['Wallet without the trades', 'Wallet now'],
        means: 'The worth of the wallet as it is, and as it would be if nothing had been traded.',
        from: 'The balance and the result, at the prices of the moment.',
        rests: "The balance is the ledger's, the prices the service's word.",
      },
    ],
  },
];

/** The term that a label stands for, if it is explained. */
export function termOf(name: string): Term | undefined {
  return glossary.flatMap(({ terms }) => terms).find(({ names }) => names.includes(name));
}
