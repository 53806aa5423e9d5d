import { inLanguage } from '../../words/in-language.ts';

/** A page of a token elsewhere. */
type LinkTo = 'website' | 'twitter' | 'discord';

/** How a column is sorted. */
type Sorted = 'not' | 'down' | 'up';

const SORTED = { not: 'not sorted', down: 'sorted, largest first', up: 'sorted, smallest first' } as const;

export const words = inLanguage('features/markets/words', {
  tryAgain: 'Try again',
  cancel: 'Cancel',
  perAda: ({ token }: { readonly token: string }) => `${token} per ADA`,
  loading: 'loading',

  searchTokens: 'Search tokens',
  searchBy: 'Search markets by ticker, policy id or full id',
  clearSearch: 'Clear the search',
  marketLists: 'Market lists',
  watch: 'Watch',
  watched: 'Watched',
  trending: 'Trending',
  recent: 'Recent',
  all: 'All',
  trendingOver: 'Trending over',
  trending5min: '5 m',
  trending30min: '30 m',
  trending1hour: '1 h',
  trending4hour: '4 h',
  trending1day: '1 d',
  noneFound: 'No token found. Check the spelling, or paste the policy id.',
  noneWatched: 'Nothing is watched here yet. Click the star of a token to put it on this list.',
  noneRecent: 'The tokens that you look at are kept here.',
  noneTrending: 'Nothing traded in this period. Choose a longer one.',
  noneNamed: 'The service names no tokens. Press / to search.',
  actionsFor: ({ token }: { readonly token: string }) => `Actions for ${token}`,
  takeOff: ({ list }: { readonly list: string }) => `Take off ${list}`,
  putOn: ({ list }: { readonly list: string }) => `Put on ${list}`,
  copyTokenId: 'Copy token id',

  tokens: 'Tokens',
  sortBy: 'Sort by',
  sorted: ({ column, sorted }: { readonly column: string; readonly sorted: Sorted }) =>
    `${column}: ${SORTED[sorted]}`,
  token: 'Token',
  over24h: '24 h',
  hideChart24h: 'Hide 24 h chart',
  showChart24h: 'Show 24 h chart',
  volumeHead: 'Vol 24 h',
  hideVolume: 'Hide 24 h volume',
  showVolume: 'Show 24 h volume',
  hideLiquidity: 'Hide Liquidity',
  showLiquidity: 'Show Liquidity',
  thin: 'Thin: a small trade moves this price',
  /** `age` as it is written elsewhere: `3 min`. */
  old: ({ age }: { readonly age: string }) => `${age} old`,
  policy: ({ policy }: { readonly policy: string }) => `policy ${policy}`,
  moved: ({
    token,
    place,
    count,
    list,
  }: {
    readonly token: string;
    readonly place: number;
    readonly count: number;
    readonly list: string;
  }) => `${token} is number ${place} of ${count} on ${list}.`,

  watchList: 'Watch list',
  noList: 'No list',
  newList: 'New list',
  nameOfNewList: 'Name of the new list',
  nameOfList: 'Name of the list',
  name: 'Name',
  save: 'Save',
  listMade: ({ list }: { readonly list: string }) => `The list ${list} was made.`,
  listRemoved: ({ list }: { readonly list: string }) => `The list ${list} was removed.`,
  listsAdded: ({ lists }: { readonly lists: number }) =>
    lists === 1 ? 'One list was added.' : `${lists} lists were added.`,
  rename: ({ list }: { readonly list: string }) => `Rename ${list}`,
  moveUp: ({ list }: { readonly list: string }) => `Move ${list} up`,
  remove: ({ list }: { readonly list: string }) => `Remove ${list}`,
  /** Comes before "saved as" and the file's name. */
  listsAre: 'The lists are',
  exportLists: 'Export all lists…',
  importLists: 'Import lists…',
  tokenCount: ({ tokens }: { readonly tokens: number }) => `${tokens} tokens`,
  watchIn: ({ token, list }: { readonly token: string; readonly list: string }) =>
    `Watch ${token} in ${list}`,
  onList: ({ list }: { readonly list: string }) => `On the list ${list}. Click to take it off`,
  putOnList: ({ list }: { readonly list: string }) => `Put it on the list ${list}`,

  selectForMarket: 'Select a token to see its market.',
  marketStarts: 'The market is starting.',
  flipPrice: 'Flip the price',
  highLow24hAda: '24 h high / low, ADA',
  volume24hAda: '24 h volume, ADA',
  liquidityAda: 'Liquidity, ADA',
  buysSells24h: '24 h buys / sells',
  noTrades: 'no trades',
  spreadOfPools: 'Spread of pools',

  selectForPage: 'Select a token to see its page.',
  tokenPage: 'Token page',
  figuresOf: ({ token }: { readonly token: string }) => `Figures of ${token}`,
  price: 'Price',
  inverse: 'Inverse',
  inDollars: 'In dollars',
  change24h: '24 h change',
  high24h: '24 h high',
  low24h: '24 h low',
  volume24h: '24 h volume',
  liquidity: 'Liquidity',
  yourPosition: 'Your position',
  holdNone: 'You hold none.',
  /** Comes before the amount. */
  about: 'about',
  pairs: 'Pairs',
  noPairs: 'The service names no pair of this token.',
  tradingPairs: 'Trading pairs',
  showAgainst: ({ quote }: { readonly quote: string }) => `Chart and ticket against ${quote}`,
  liquidityInAda: 'Liquidity in ADA',
  linksUnchecked: 'Links, unchecked',
  noLinks: 'None that may be opened.',
  asksFirst: ({ address }: { readonly address: string }) => `${address} – asks before it is opened`,
  fullId: 'Full id',
  copyFullId: "Copy the token's full id",
  othersWithTicker: ({ ticker }: { readonly ticker: string }) => `Others with the ticker ${ticker}`,
  looking: 'looking',
  noOthers: 'None is known to the service.',
  andMore: ({ more }: { readonly more: number }) => `and ${more} more`,
  notesOn: ({ token }: { readonly token: string }) => `Notes on ${token}`,
  notKept: 'not kept',
  writing: 'writing…',
  keptHere: 'Kept on this computer, for this token',

  openLinkTitle: 'Open a link outside Touchstone?',
  linkAbout: ({ link, token }: { readonly link: LinkTo; readonly token: string }) =>
    `The service names this as the ${link} of ${token}. Nobody checked where it leads. A page that asks for your recovery words or for a payment is a fraud.`,
  host: 'Host',
  wholeAddress: 'Whole address',
  copyLink: 'Copy the address of the link',
  openInBrowser: 'Open in the browser',
  opened: ({ host }: { readonly host: string }) => `${host} was opened in your browser.`,

  poolsAndDepth: 'Pools and depth',
  selectForPools: 'Select a token to see its pools.',
  noPools: 'No pool holds this token and ADA, so it cannot be traded here.',
  pricesApart: ({ exchange, percent }: { readonly exchange: string; readonly percent: string }) =>
    `The service’s price and the deepest pool (${exchange}) are ${percent} apart. Look at the pools before you trade.`,
  /** `age` as it is written elsewhere: `9 s old`. */
  poolsAge: ({ age }: { readonly age: string }) => `The pools: ${age}`,
  pools: 'Pools',
  poolAt: 'Pool at',
  share: 'Share of liquidity',
  impliedPrice: 'Implied price, ADA',
  againstAverage: "Against the service's average price",
  offAverage: 'Off average',
  poolId: 'Pool id',
  depthEstimated: 'Depth, estimated',
  depthFrom: 'From the reserves above, without fees; order books and stable pools differ',
  depthBeforeFees: 'Depth, estimated before fees',
  buyAt: 'Buy at, ADA',
  sellAt: 'Sell at, ADA',
  /** Comes before the amount. */
  tradeOf: 'a trade of',
});
