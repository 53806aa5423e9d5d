import type { TrendingPeriod } from '#domain/trending.ts';
import { inLanguage } from '../../words/in-language.ts';

/** The commands of the palette, and the announcements when they are done. */
export const words = inLanguage('app/words/commands', {
  goToSwap: 'Go to the ticket: market swap',
  goToLimit: 'Go to the limit order',
  goToLadder: 'Go to the ladder of limit orders',
  goToRecurring: 'Go to the recurring order (DCA)',
  flip: 'Flip the trade',
  refreshPrice: 'Refresh the price',
  stopLadder: 'Stop the ladder after this order',
  stopCancelling: 'Stop cancelling after this transaction',
  stopping: 'It stops after the transaction that is being made.',

  replayPlay: 'Replay: play',
  replayPause: 'Replay: pause',
  replayBlock: 'Replay: next block',
  replayCandle: 'Replay: to the end of the candle',
  replaySpeed: ({ speed }: { readonly speed: number }) => `Replay: speed ${speed}×`,
  replayResult: 'Replay: result',

  receive: 'Receive: show the address',
  send: 'Send ADA or tokens',
  coins: 'Coins: list, label and freeze them',
  refreshBalance: 'Refresh the balance',
  balanceRefreshed: 'The balance was refreshed.',
  fund: 'Fund with play money',
  lockWallet: 'Lock the wallet',
  walletLocked: 'The wallet is locked.',
  unlockFor: ({ minutes }: { readonly minutes: string }) => `Unlock for ${minutes}`,
  createWallet: 'Create a wallet',
  importWords: 'Import recovery words',
  restoreBackup: 'Restore a backup',
  watchAddress: 'Watch an address',
  stopWatching: 'Stop watching this wallet',
  saveBackup: 'Save an encrypted backup',
  changePassword: 'Change password',
  showAmounts: 'Show amounts',
  hideAmounts: 'Hide amounts',
  theme: ({ theme }: { readonly theme: Theme }) => `Theme: ${theme}`,
  priceColours: ({ colours }: { readonly colours: PriceColours }) =>
    `Colours of prices: ${colours === 'green-red' ? 'green and red' : 'blue and orange'}`,
  layoutBack: 'Put the layout back',
  toPractice: 'Switch to practice',
  toReplay: 'Switch to the replay: trade in practice’s past',
  toProfile: ({ profile, network }: { readonly profile: string; readonly network: string }) =>
    `Switch to ${profile} · ${network}`,
  settings: 'Settings',
  showLimits: 'Limits: show them',
  changeLimits: 'Limits: change them',
  serviceSettings: 'Settings of the service',
  secrets: 'Where each secret lives',
  tradeForReal: 'Trade for real: set up and test a live service',
  lookAtAddress: 'Look at an address, read-only',
  leaveLook: 'Leave the look',
  lookLeft: 'The lists are your own again.',
  checkRelease: 'Check a release: is a downloaded file the one that was signed?',
  whatIsNew: ({ version }: { readonly version: string }) => `What is new in Touchstone ${version}`,
  releaseSettings: 'Settings of releases and new versions',
  keys: 'Keyboard shortcuts',
  tour: 'Take the tour of the desk',
  quality: 'Execution quality: how your fills came out',
  figuresMean: 'What the figures mean',

  searchTokens: 'Search tokens',
  showAlerts: 'Show: Alerts on prices',
  putOnList: ({ list, token }: ListAndToken) => `Watch list ${list}: put ${token} on it`,
  takeOffList: ({ list, token }: ListAndToken) => `Watch list ${list}: take ${token} off`,
  againstAda: ({ token }: { readonly token: string }) => `Show ${token} against ADA`,
  showList: ({ list }: { readonly list: string }) => `Show the watch list ${list}`,
  showTrending: ({ period }: { readonly period: TrendingPeriod }) =>
    `Show what trends over ${TRENDING[period]}`,
  showRecent: 'Show recent tokens',
  showAll: 'Show all tokens',
  showActivity: 'Show: Activity',
  showBook: 'Show: Order book and depth',
  showBalances: 'Show: Balances',
  showPools: 'Show: Pools and depth',
  showToken: 'Show: Token page, notes and links',
  bookToTables: 'Order book: put it among the tables',
  bookToChart: 'Order book: put it next to the chart',

  chartToWindow: 'Move the chart to a separate window',
  chartToDesk: 'Bring the chart back to the desk',
  oneChart: 'One chart',
  twoCharts: 'Two charts side by side',
  fourCharts: 'Four charts, 2 × 2',
  charts: ({ layout }: { readonly layout: string }) => `Charts: ${layout}`,
  chartFull: 'Chart: full screen',
  chartBack: 'Chart: back to the desk',
  workspaces: 'Workspaces: save, rename, export and import',
  toWorkspace: ({ name }: { readonly name: string }) => `Workspace: switch to ${name}`,
  workspaceOpened: ({ name }: { readonly name: string }) => `Workspace ${name}.`,
  chartPeriod: ({ period }: { readonly period: string }) => `Chart: ${period} a candle`,
  chartType: ({ type }: { readonly type: string }) => `Chart: ${type}`,
  chartScale: ({ scale }: { readonly scale: string }) => `Chart: ${scale} scale`,
  chartLocalTime: 'Chart: local time',
  chartUtc: 'Chart: UTC',
  hideVolume: 'Chart: hide volume',
  showVolume: 'Chart: show volume',
  compare: 'Chart: compare with another token',
  stopComparing: ({ token }: { readonly token: string }) => `Chart: stop comparing with ${token}`,
  draw: ({ tool }: { readonly tool: string }) => `Draw: ${tool}`,
  undo: 'Draw: undo',
  redo: 'Draw: redo',
  removeDrawings: 'Draw: remove all drawings',

  assembleHere: ({ paid, received }: Swap) => `Resume: assemble ${paid} for ${received} here and send it`,
  assembled: 'Assembled here and sent.',
  sendAgain: ({ paid, received }: Swap) => `Resume: send ${paid} for ${received} again, the same bytes`,
  sentAgain: 'The same bytes were sent again.',
  openTrade: ({ paid, received }: Swap) => `Open the trade ${paid} for ${received}`,
  saveReceipts: 'Save the receipts of all trades',
  receiptsAre: 'The receipts are',
  showOrders: 'Show: Orders, open, filled and cancelled',
  refreshOrders: 'Refresh the orders',
  ordersRefresh: 'The orders are being refreshed.',
  selectOpen: ({ orders, token }: { readonly orders: number; readonly token: string }) =>
    `Select all ${orders} open orders on ${token}`,
  cancelOn: ({ cancelling, token }: { readonly cancelling: string; readonly token: string }) =>
    `${cancelling} on ${token}`,
  cancelSelected: ({ orders }: { readonly orders: number }) => `Cancel the ${orders} selected orders`,
  openOrder: ({ order }: { readonly order: string }) => `Open the order ${order}`,
  showPlans: 'Show: Plans, recurring orders (DCA)',
  refreshPlans: 'Refresh the plans',
  plansRefresh: 'The plans are being refreshed.',
  openPlan: ({ plan }: { readonly plan: string }) => `Open the plan ${plan}`,
  cancelPlan: ({ plan }: { readonly plan: string }) => `Cancel the plan ${plan}`,
});

export type Theme = 'dark' | 'light' | 'system';
export type PriceColours = 'green-red' | 'blue-orange';

export interface ListAndToken {
  readonly list: string;
  readonly token: string;
}

export interface Swap {
  readonly paid: string;
  readonly received: string;
}

const TRENDING: Readonly<Record<TrendingPeriod, string>> = {
  '5min': '5 minutes',
  '30min': '30 minutes',
  '1hour': '1 hour',
  '4hour': '4 hours',
  '1day': '1 day',
};
