import { inLanguage } from '../../words/in-language.ts';

/** The wallet's balances and coins, and payments to and from it. */
export const words = inLanguage('features/wallet/words', {
  refreshed: 'The balance was refreshed.',
  tryAgain: 'Try again',
  noWallet: 'No wallet yet.',
  setUp: 'Set up a wallet',
  unavailable: 'The wallet is not available, so its balance is not known.',
  empty: 'This wallet is empty.',
  fundHint: 'Fund it with play money to make a first trade.',
  sendHint: 'Send ADA to its address to trade.',
  fund: 'Fund with play money',
  showAddress: 'Show the address',
  balances: 'Balances',
  severalAddresses: ({ addresses }: { readonly addresses: number }) =>
    addresses === 1
      ? 'All of this is at an address that does not trade.'
      : `This is spread over ${addresses} addresses.`,
  builtFromOne:
    'Payments spend from all of them. A trade is built from one, which you choose in the wallet menu.',
  otherTokens: ({ count }: { readonly count: number }) => (count === 1 ? '1 token' : `${count} tokens`),
  gathersOnly: 'Only from addresses that do not trade.',
  // Beside one of the wallet's addresses.
  trades: 'trades are built from it',
  gather: 'Gather at the address that trades',
  namesUnread: ({ count }: { count: number }) =>
    count === 1
      ? 'The name of one token has not been read yet: it is shown in base units.'
      : `The names of ${count} tokens have not been read yet: they are shown in base units.`,
  token: 'Token',
  name: 'Name',
  policy: 'Policy',
  amount: 'Amount',
  averageCost: 'Average cost',
  sendToken: ({ token }: { readonly token: string }) => `Send ${token}`,
  sendShort: 'send',
  sellToken: ({ token }: { readonly token: string }) => `Sell ${token}`,
  sellShort: 'sell',
  close: 'Close',

  // Coins.
  coins: 'Coins',
  coinsNote:
    'Unspent outputs of this wallet. A frozen coin is left alone by payments. A service chooses its own inputs for trades: one that spends a frozen coin is asked about before it is signed.',
  find: 'Find',
  findCoins: 'Find coins by label, token or reference',
  noCoins: 'This wallet has no coins.',
  noMatch: 'No coin matches.',
  coinsOfWallet: 'Coins of this wallet',
  spend: 'Spend',
  output: 'Output',
  tokens: 'Tokens',
  age: 'Age',
  label: 'Label',
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
  spendCoin: ({ coin }: { readonly coin: string }) => `Spend ${coin}`,
  copyCoin: ({ coin }: { readonly coin: string }) => `Copy ${coin}`,
  labelOf: ({ coin }: { readonly coin: string }) => `Label of ${coin}`,
  freezeCoin: ({ coin }: { readonly coin: string }) => `Freeze ${coin}`,
  unfreezeCoin: ({ coin }: { readonly coin: string }) => `Unfreeze ${coin}`,
  andMore: ({ shown, more }: { readonly shown: string; readonly more: number }) =>
    `${shown} and ${more} more`,
  block: ({ height }: { readonly height: number }) => `Block ${height}`,
  noLabel: 'none',
  labelKept: 'The label is saved.',
  frozen: 'The coin is frozen: payments leave it alone.',
  unfrozen: 'The coin can be spent again.',
  firstOf: ({ shown, all }: { readonly shown: number; readonly all: number }) =>
    `The first ${shown} of ${all} are shown.`,
  chooseForMe: 'Choose for me',
  sendFrom: ({ coins }: { readonly coins: number }) =>
    `Send from ${coins === 1 ? 'this coin' : `these ${coins} coins`}`,

  // A payment.
  send: 'Send',
  to: 'To',
  ownAddress: 'This is one of your own addresses.',
  sentBefore: 'You sent to this address from here before.',
  neverSent: 'You have never sent anything to this address from here.',
  leastWithTokens: 'the least that goes with the tokens',
  notAmount: ({ plain, short }: { readonly plain: string; readonly short: string }) =>
    `Not an amount. Try ${plain}, ${short} or max.`,
  mostDecimals: ({ decimals }: { readonly decimals: number }) => `${decimals} decimals at most.`,
  of: ({ amount }: { readonly amount: string }) => `of ${amount}`,
  removeToken: ({ token }: { readonly token: string }) => `Remove ${token}`,
  addToken: 'Add a token',
  addTokenMenu: 'Add a token…',
  chooseCoins: 'Choose coins',
  coinsChosen: ({ coins }: { readonly coins: number }) =>
    `${coins === 1 ? 'One coin' : `${coins} coins`} chosen`,
  theyGet: 'They get',
  // In a payment to an address of the wallet.
  youMove: 'You move',
  amounts: ({ amounts }: { readonly amounts: readonly string[] }) => amounts.join(' and '),
  networkFee: 'Network fee',
  change: 'Change',
  noChange: 'nothing: the coins are spent whole',
  changeWith: ({ amount, tokens }: { readonly amount: string; readonly tokens: number }) =>
    `${amount} and ${tokens === 1 ? 'one token' : `${tokens} tokens`}`,
  coinsSpent: 'Coins spent',
  countCoins: ({ coins }: { readonly coins: number }) => (coins === 1 ? 'one coin' : `${coins} coins`),
  least: ({ least }: { readonly least: string }) => `The network asks for at least ${least} in what is sent.`,
  cancel: 'Cancel',
  review: 'Review payment',
  changePayment: 'Change the payment',

  // How far it is.
  building: 'The payment is built here.',
  proves: 'Touchstone proves that it pays exactly what you typed.',
  onItsWay: 'The payment is on its way.',
  waitsForBlock: 'It is signed, and waits for the next block.',
  sent: 'Sent.',
  onChain: 'The payment is on chain.',
  nothingSent: 'Nothing was sent.',
  itsTransaction: 'Its transaction',

  // To be paid.
  receive: 'Receive',
  practiceAddress:
    'The address of your practice wallet. It takes play money only: real ADA sent here is lost.',
  addressOn: ({ network }: { readonly network: string }) =>
    `The address of your wallet on Cardano ${network}.`,
  copyAddress: 'Copy the address',
});
