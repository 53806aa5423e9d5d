import * as v from 'valibot';
import { MOST_CANCELLED } from '#domain/limit-order.ts';
import { LONGEST_NUMBER } from '#domain/typed-number.ts';
import * as alerts from './alert-views.ts';
import * as chart from './chart-views.ts';
import { chartWindowCalls, chartWindows } from './chart-window-views.ts';
import {
  assetId,
  count,
  exchangeChoice,
  hash32,
  identifier,
  none,
  plainName,
  sale,
  savedFile,
  shortText,
  slippageChoice,
  units,
} from './codec.ts';
import { codesWanted, masterFingerprint, readFrames, shownCodes } from './code-views.ts';
import { connectionTest, secretPlaces } from './connection-views.ts';
import * as dca from './dca-views.ts';
import { drawingCalls } from './drawing-views.ts';
import { fillAudit, lastFillAudit } from './fill-audit-views.ts';
import * as limits from './limit-views.ts';
import * as markets from './market-views.ts';
import { notebookPage, notebookText } from './notebook-views.ts';
import { notices } from './notice-views.ts';
import * as orders from './order-views.ts';
import { policyInForce } from './policy-limits.ts';
import { profileCalls } from './profile-views.ts';
import { quality, qualityFile, qualityWanted } from './quality-views.ts';
import { protection } from './protection-views.ts';
import { releaseCalls, releases } from './release-views.ts';
import { coinList, coinNote, sendForm, sendQuote } from './send-views.ts';
import { replay, replayCalls } from './replay-views.ts';
import { acting, quiet, topic, type DeskTable } from './table.ts';
import * as view from './views.ts';
import * as workspaces from './workspace-views.ts';

/** A keychain that asks the user is waited for two minutes; the call outlives it. */
const KEYCHAIN_MS = 150_000;

/**
 * THE table of the trading window: every call and topic that its page has. Server, client, bridge and test double
 * are derived from it. Nothing secret crosses here: words and passwords are typed in the vault window.
 */
export const mainTable = {
  profile: topic(view.profile),
  wallet: topic(view.walletStatus),
  balance: topic(view.balance),
  trades: topic(v.array(view.trade)),
  /** Tells that fills were audited: `trades.fillAudit` then has the result. */
  fillAudits: topic(lastFillAudit),
  /** Holdings that were bought, with their cost; empty until the journal was read. */
  positions: topic(v.array(view.position)),
  preferences: topic(view.preferences),
  /** The limits of the profile. They are changed in the vault window, with the password: no call here does. */
  limits: topic(policyInForce),
  /** The live charts chosen by `chart.watch` for each slot. */
  chartMain: topic(chart.liveChart),
  chartSecond: topic(chart.liveChart),
  chartThird: topic(chart.liveChart),
  chartFourth: topic(chart.liveChart),
  chartCompare: topic(chart.liveChart),
  /** The charts in windows of their own. */
  chartWindows: topic(chartWindows),
  /** The named workspaces, in the order in which they were made. */
  workspaces: topic(v.array(workspaces.workspace)),
  /** The watch lists in the user's order. */
  watchLists: topic(v.array(markets.watchList)),
  /** Tokens that were looked at last, newest first. */
  recentTokens: topic(v.array(view.token)),
  /** Figures of the tokens that `market.attend` named, and of others known so far. */
  marketFigures: topic(v.array(markets.marketFigures)),
  /** Orders of this profile's wallets, merged from journal and service: a snapshot, then deltas. */
  orders: topic(orders.orderList),
  /**
   * The batch under way, or the last one; absent: none since the profile was opened. `planning`: how far the planning of
   * a cancellation of many orders is.
   */
  batch: topic(
    v.strictObject({ batch: v.optional(limits.batchProgress), planning: v.optional(limits.batchPlanning) }),
  ),
  /** The book that `book.watch` chose. */
  book: topic(orders.book),
  /** The address that is looked at, read-only; absent: none. */
  look: topic(v.strictObject({ address: v.optional(shortText) })),
  /** The orders and recurring orders of that address, as the service lists them; nothing of them can be cancelled. */
  lookedOrders: topic(orders.orderList),
  lookedPlans: topic(dca.dcaPlans),
  /** Recurring orders that run or ran, merged from journal and service; finished ones stay. */
  dcaPlans: topic(dca.dcaPlans),
  /** Alerts on prices, newest first. */
  alerts: topic(alerts.alerts),
  /** Events of orders and recurring orders, and alerts that went off. */
  notices: topic(notices),
  /** The known newer versions, and the check of a downloaded file. */
  releases: topic(releases),
  /** The replay of practice's history. */
  replay: topic(replay),

  'app.about': quiet(
    none,
    v.strictObject({ version: shortText, shell: v.picklist(['electron', 'chromium']), platform: shortText }),
  ),
  /**
   * The visible parts of the page: whether it can be seen at all, and which lists of the wallet. Main polls for hidden
   * parts more rarely, or not at all; a page that lies about this gets no more than a visible one. `ticket` is where
   * the ticket begins, as a share of the width: the approval window is put beside it.
   */
  'app.attend': quiet(
    v.strictObject({
      visible: v.boolean(),
      lists: v.pipe(v.array(v.picklist(['orders', 'plans'])), v.maxLength(2)),
      ticket: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    }),
    none,
  ),
  /** Opens a transaction or an address in the network's explorer; main holds the table of hosts. */
  'app.openExplorer': acting(v.strictObject({ tradeId: identifier }), none),
  /** Opens a link of a token, https only. */
  'app.openLink': acting(
    v.strictObject({
      token: assetId,
      link: v.picklist(['twitter', 'discord', 'website']),
      /** The address that the user was shown and agreed to; main opens no other. */
      address: shortText,
    }),
    none,
  ),

  /** The text of a page of the notebook; empty if it was never written. */
  'notebook.read': quiet(notebookPage, v.strictObject({ text: notebookText })),
  /** Replaces a page; an empty text removes it. */
  'notebook.write': quiet(v.strictObject({ ...notebookPage.entries, text: notebookText }), none),

  ...drawingCalls,

  /** Failure: `password-needed` where the wallet would stay open for longer. */
  'preferences.set': quiet(v.partial(view.preferences), none),
  /** Opens the vault window for a change of preferences that `preferences.set` refuses: there it needs the password. */
  'preferences.lower': acting(protection, none, KEYCHAIN_MS),
  ...profileCalls,
  ...releaseCalls,
  ...replayCalls,
  /**
   * Asks the live service, or the ledger, what shows how good the connection is; nothing that is asked changes anything.
   * One test runs at a time. Failures: `live-only`, `test-under-way`, `not-configured`, those of addresses and keys.
   */
  'profile.test': quiet(v.strictObject({ part: v.picklist(['service', 'ledger']) }), connectionTest, 60_000),
  /** Where the secrets of the open profile live. */
  'profile.secrets': acting(none, secretPlaces, KEYCHAIN_MS),

  'wallet.openVault': acting(
    v.strictObject({
      task: v.picklist([
        'create',
        'quick-practice',
        'import',
        'restore',
        'watch',
        'unlock',
        'change-password',
        'backup',
        'remove',
        'api-key',
        'ledger-key',
        'forget-api-key',
        'forget-ledger-key',
        'policy',
      ]),
    }),
    none,
    KEYCHAIN_MS,
  ),
  /** Looks at keystore and keychain again; the system may ask the user to open the keychain meanwhile. */
  'wallet.refresh': acting(none, none, KEYCHAIN_MS),
  'wallet.lock': acting(none, none),
  /** Trades with another one of the wallet's addresses. Failures: `address-not-used`, `no-wallet`, `wallet-unwritable`. */
  'wallet.useAddress': acting(v.strictObject({ address: shortText }), none),
  'wallet.fund': quiet(none, none, 60_000),
  'balance.refresh': quiet(none, none),

  /**
   * Drafts a payment from the wallet's coins; the service has no part in it. Failures that the sheet shows at its fields:
   * `send-…`, `address-elsewhere`, `coin-…`, `decimals-changed`; those of the ledger.
   */
  'send.prepare': quiet(sendForm, sendQuote, 30_000),
  /** As `swap.review`, for a payment: inspects what was drafted, and shows it in the approval window. */
  'send.review': acting(v.strictObject({ quoteId: identifier }), view.review, 60_000),
  /** The wallet's unspent outputs, with what the user noted of them. */
  'coins.list': quiet(none, coinList, 60_000),
  /** Labels a coin of this profile, or freezes it: payments leave it alone. Failure: `coin-labels-full`. */
  'coins.note': quiet(coinNote, none),

  'tokens.search': quiet(
    v.strictObject({ query: v.pipe(v.string(), v.maxLength(200)), verifiedOnly: v.boolean() }),
    v.strictObject({
      mode: v.picklist(['name', 'policy', 'id', 'fingerprint']),
      tokens: v.array(v.strictObject({ token: view.token, tickerShared: v.boolean() })),
    }),
  ),
  'tokens.get': quiet(v.strictObject({ id: assetId }), view.token),
  /** The tokens to show before anything is typed: recent ones and a starting list. */
  'tokens.suggested': quiet(none, v.array(view.token)),
  'market.get': quiet(v.strictObject({ id: assetId }), view.market),

  /** Figures of one token, at most a quarter of a minute old. */
  'market.stats': quiet(v.strictObject({ id: assetId }), markets.marketFigures),
  /** Tokens by volume, with what is known of their liquidity; at most a minute old. */
  'market.trending': quiet(v.strictObject({ period: markets.trendingPeriod }), markets.trending),
  /**
   * The tokens that the page shows now: main keeps their figures fresh, the first ones first, and polls for none while
   * the page is hidden.
   */
  'market.attend': quiet(
    v.strictObject({
      visible: v.boolean(),
      tokens: v.pipe(v.array(assetId), v.maxLength(markets.MOST_ATTENDED)),
    }),
    none,
  ),
  /** The user chose a token: it becomes the newest of the recent ones. */
  'market.visited': quiet(v.strictObject({ id: assetId }), none),
  'watchLists.create': quiet(v.strictObject({ name: plainName }), v.strictObject({ id: identifier })),
  'watchLists.rename': quiet(v.strictObject({ id: identifier, name: plainName }), none),
  'watchLists.remove': quiet(v.strictObject({ id: identifier }), none),
  /** Sets all tokens of a list in their order: this adds, removes and moves. */
  'watchLists.setTokens': quiet(v.strictObject({ id: identifier, tokens: markets.watchedTokens }), none),
  /** Saves all lists as a file where the user wants it. */
  'watchLists.export': acting(none, savedFile, 300_000),
  /**
   * Adds the lists of a file that the user chooses, all or none, and says how many; nothing where none was chosen.
   * Failures: `watch-list-file-unreadable`, `watch-lists-full`, `release-choosing`.
   */
  'watchLists.import': acting(none, v.strictObject({ added: v.optional(count) }), 300_000),
  /** Sets the order of the lists; those not named come after. */
  'watchLists.order': quiet(
    v.strictObject({ ids: v.pipe(v.array(identifier), v.maxLength(markets.MOST_WATCH_LISTS)) }),
    none,
  ),

  /**
   * The last `count` candles before `to` (Unix seconds, exclusive), or fewer; `from` of the answer is the next `to`.
   */
  'chart.history': quiet(chart.historyWanted, chart.chartHistory, 60_000),
  /**
   * Makes a pair live in a slot, in place of the previous one; the slot's topic carries the rest. Failures:
   * `pair-without-chart`; `chart-elsewhere` if the chart is in a window of its own.
   */
  'chart.watch': quiet(
    v.strictObject({ slot: chart.chartSlot, ...chart.chartPair.entries }),
    v.strictObject({ key: identifier }),
  ),
  'chart.unwatch': quiet(v.strictObject({ slot: chart.chartSlot }), none),
  /** Saves a picture of the chart (PNG, base64) where the user wants it. */
  'chart.savePicture': acting(
    v.strictObject({ name: chart.pictureName, picture: chart.picture }),
    savedFile,
    300_000,
    chart.MOST_PICTURE_CHARACTERS + 1_000,
  ),

  ...chartWindowCalls,

  /** Keeps how the desk is arranged, in place of the workspace of that name. Failure: `workspaces-full`. */
  'workspaces.save': quiet(workspaces.workspace, none),
  /** Failures: `workspace-unknown`, `workspace-name-taken`. */
  'workspaces.rename': quiet(
    v.strictObject({ name: workspaces.workspaceName, to: workspaces.workspaceName }),
    none,
  ),
  'workspaces.remove': quiet(v.strictObject({ name: workspaces.workspaceName }), none),
  /** Saves a workspace as a file where the user wants it. */
  'workspaces.export': acting(v.strictObject({ name: workspaces.workspaceName }), savedFile, 300_000),
  /**
   * Adds the workspace of a file that the user chooses, and says under which name; nothing where none was chosen.
   * Failures: `workspace-file-unreadable`, `workspaces-full`, `release-choosing`.
   */
  'workspaces.import': acting(none, v.strictObject({ name: v.optional(workspaces.workspaceName) }), 300_000),

  /** Asks for a price. Failures: `same-token`, `decimals-changed`, `decimals-unknown`, and those of the service. */
  'swap.quote': quiet(
    v.strictObject({ ...sale, slippageBps: slippageChoice, excluded: exchangeChoice }),
    view.quote,
  ),
  /**
   * Builds at the service, inspects the bytes, and shows in the approval window what they do. Nothing can be agreed
   * to from here: the answer names the trade to follow.
   */
  'swap.review': acting(v.strictObject({ quoteId: identifier }), view.review, 60_000),
  /**
   * Has the service build the transaction of a quote ahead of its review, which then takes it, and judges the bytes. It is
   * kept in memory alone and nothing can agree to it; one build is under way at most. Failures besides those of
   * `swap.review`: `review-superseded`.
   */
  'swap.ahead': quiet(v.strictObject({ quoteId: identifier }), view.ahead, 60_000),
  /**
   * Compares a quote with pools that the app reads itself: the finding, or why there is none. It takes a few seconds,
   * and the review does not wait for it. Failures: `quote-unknown`, `quote-expired`, of the limits.
   */
  'swap.compare': quiet(v.strictObject({ quoteId: identifier }), view.compared, 20_000),
  /** Leaves a trade that was not signed; the approval window goes when it shows this one. */
  'swap.discard': acting(v.strictObject({ tradeId: identifier }), none),
  /** For a trade whose submission is unknown or failed on the way: sends the same bytes again. */
  'swap.resubmit': quiet(v.strictObject({ tradeId: identifier }), none, 60_000),
  /** The most that can be paid of an asset, with fees and deposits left in the wallet. */
  'swap.max': quiet(v.strictObject({ pay: assetId }), v.strictObject({ quantity: units })),

  /**
   * Converts the typed price exactly and has the service estimate the order, its smallest part included. Failures that
   * the ticket shows at its fields: `limit-needs-ada`, `price-malformed`, `market-price-unknown` (for a percentage),
   * `decimals-changed`, `amount-too-small`, `too-many-parts`.
   */
  'limit.estimate': quiet(limits.limitTicket, limits.limitQuote, 30_000),
  /** As `swap.review`, for a limit quote: builds, inspects, and shows it in the approval window. */
  'limit.review': acting(v.strictObject({ quoteId: identifier }), view.review, 60_000),
  /** As `swap.ahead`. */
  'limit.ahead': quiet(v.strictObject({ quoteId: identifier }), view.ahead, 60_000),
  /** Prices and amounts of a ladder, with what all of it costs. The smallest level is estimated at the service. */
  'ladder.plan': quiet(limits.ladderTicket, limits.ladderPlan, 60_000),
  /**
   * Builds the first transaction of a plan and shows the whole batch in the approval window; the topic `batch` reports
   * the rest. Failures: `set-busy` while another batch is under way, those of `limit.review`.
   */
  'ladder.start': acting(
    v.strictObject({ planId: identifier }),
    v.strictObject({ batchId: identifier, ...view.review.entries }),
    60_000,
  ),
  /** Ends the batch after the transaction in progress. Orders already placed stay. */
  'batch.stop': acting(v.strictObject({ id: identifier }), none),
  /** Builds the next transaction of a batch whose key is elsewhere, and shows it in the approval window. */
  'batch.next': acting(v.strictObject({ id: identifier }), none, 60_000),

  /**
   * Looks at the orders of any address of this network, in place of the one before. Failures: `address-malformed`,
   * `address-elsewhere`.
   */
  'look.at': quiet(v.strictObject({ address: shortText }), none),
  /** Asks the service for the orders of that address now. */
  'look.refresh': quiet(none, none),
  'look.leave': quiet(none, none),
  /** As `orders.detail` and `dca.detail`, of the address that is looked at. */
  'orders.lookedDetail': quiet(v.strictObject({ id: orders.orderId }), orders.orderDetail, 30_000),
  'dca.lookedDetail': quiet(v.strictObject({ id: orders.orderId }), dca.dcaDetail, 30_000),

  /** Asks the service for the orders now. */
  'orders.refresh': quiet(none, none),
  'orders.detail': quiet(v.strictObject({ id: orders.orderId }), orders.orderDetail, 30_000),
  /**
   * Has the service build the cancellation of these orders, proves that it takes back exactly them and pays all to
   * their owner, and shows it in the approval window. Where they do not fit into one transaction they are divided, and
   * an order that cannot be cancelled is left out and named. Failures: `order-unknown`, `order-not-cancellable`,
   * `nothing-to-cancel`, `set-busy`, those of `swap.review`.
   */
  'orders.cancel': acting(
    v.strictObject({
      ids: v.pipe(v.array(orders.orderId), v.minLength(1), v.maxLength(MOST_CANCELLED)),
    }),
    orders.cancelPrepared,
    180_000,
  ),
  /**
   * Moves an open limit order that was placed here to another price (ADA per whole token, as typed): prepares its
   * cancellation and the order that takes its place, and shows both in the approval window by the cancellation. The
   * topic `batch` reports the rest. Failures: `order-not-movable`, `move-same-price`, `move-off-market`, `watch-only`,
   * those of a limit price, of `orders.cancel` and of `ladder.start`.
   */
  'orders.move': acting(
    v.strictObject({
      id: orders.orderId,
      adaPerToken: v.pipe(v.string(), v.maxLength(LONGEST_NUMBER)),
    }),
    v.strictObject({ batchId: identifier, ...view.review.entries }),
    180_000,
  ),
  /** Opens a transaction of an order (see `orders.detail`) in the network's explorer. */
  'orders.openExplorer': acting(v.strictObject({ id: orders.orderId, hash: hash32 }), none),
  /** Makes the book of a token live, in place of what was; its topic carries the rest. */
  'book.watch': quiet(v.strictObject({ token: assetId }), none),
  'book.unwatch': quiet(none, none),

  /**
   * Divides the total exactly, and has the service estimate one cycle and the whole at once; where there is a wallet also
   * build it, for the fees that its bytes state. Failures that the planner shows at its fields: `dca-needs-ada`,
   * `same-token`, `decimals-changed`, `dca-cycle-too-small` (a cycle would sell nothing, or less than the service takes),
   * `exchange-without-dca`, `slippage-out-of-range`, `decimals-unknown`; and those of the service.
   */
  'dca.plan': quiet(dca.dcaTicket, dca.dcaPlan, 30_000),
  /**
   * The plan's results over past windows of the pair's candles. Failures: `plan-unknown`, those of the charts. A past
   * that is too short is an answer without windows.
   */
  'dca.history': quiet(v.strictObject({ planId: identifier }), dca.dcaHistory, 60_000),
  /**
   * As `limit.review`, for a plan: builds, inspects, and shows it in the approval window. Failures: `plan-unknown`,
   * `quote-expired`, those of `swap.review`.
   */
  'dca.review': acting(v.strictObject({ planId: identifier }), view.review, 60_000),
  /** Asks the service for the plans now. */
  'dca.refresh': quiet(none, none),
  'dca.detail': quiet(v.strictObject({ id: orders.orderId }), dca.dcaDetail, 30_000),
  /**
   * Has the service build the cancellation, proves that the unspent rest comes back (amount per cycle × cycles left,
   * unspent fees and deposit), and shows it in the approval window. Failures: `order-unknown`, `order-not-cancellable`,
   * `dca-rest-differs` (what is on chain is not what must come back: with both figures), those of `orders.cancel`. A
   * transaction that pays back less is shown as blocked, with both figures.
   */
  'dca.cancel': acting(v.strictObject({ id: orders.orderId }), dca.dcaCancelPrepared, 180_000),
  /** Opens a transaction of a plan (see `dca.detail`) in the network's explorer. */
  'dca.openExplorer': acting(v.strictObject({ id: orders.orderId, hash: hash32 }), none),
  /**
   * Watches a token's price from now on; an alert only notifies. Failures: `token-unknown`,
   * `price-malformed`, `number-ambiguous`, `alerts-full`.
   */
  'alerts.add': quiet(
    v.strictObject({ token: assetId, condition: alerts.alertCondition, repeat: alerts.alertRepeat }),
    v.strictObject({ id: identifier }),
  ),
  /** Failure: `alert-unknown`. */
  'alerts.setPaused': quiet(v.strictObject({ id: identifier, paused: v.boolean() }), none),
  /** Gives an alert on a price another one. Failures: `alert-unknown`, `price-malformed`, `number-ambiguous`. */
  'alerts.move': quiet(v.strictObject({ id: identifier, price: alerts.typedAlertPrice }), none),
  /** Failure: `alert-unknown`. */
  'alerts.remove': quiet(v.strictObject({ id: identifier }), none),

  /** Takes a notice out of the list. */
  'notices.dismiss': quiet(v.strictObject({ id: identifier }), none),

  'trades.steps': quiet(v.strictObject({ tradeId: identifier }), orders.journalSteps),
  /** The audit of a trade's fills as it is kept. Failure: `trade-unknown`. */
  'trades.fillAudit': quiet(v.strictObject({ tradeId: identifier }), fillAudit),
  /** Audits them again, from the ledger. Failures: `trade-unknown`, `fill-unknown`, `storage-…`; of single fills: in the answer. */
  'trades.auditFill': quiet(v.strictObject({ tradeId: identifier }), fillAudit, 240_000),
  /** How well the filled trades of the profile came out. Failures: `storage-…`. */
  'quality.read': quiet(qualityWanted, quality, 30_000),
  /** Saves the same as a CSV file. Failures: `saving-paused`, `storage-…`. */
  'quality.save': acting(qualityFile, savedFile, 300_000),
  /**
   * Takes the offer of a trade that is signed and that the service has not put together: it is put together here, from
   * the bytes that were accepted, and sent. Nothing is signed.
   */
  'trades.assembleLocally': quiet(v.strictObject({ tradeId: identifier }), none, 60_000),
  /** Saves the bundle of a trade that is out to be signed elsewhere, once more. */
  'trades.bundle': acting(v.strictObject({ tradeId: identifier }), savedFile, 300_000),
  /**
   * Takes the signatures of such a trade from the texts of files: each is checked, and once all of them are here the trade
   * is sent. Failures besides: `witness-…`, `envelope-malformed`.
   */
  'trades.importSignatures': quiet(
    v.strictObject({
      tradeId: identifier,
      files: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100_000))), v.minLength(1), v.maxLength(10)),
    }),
    none,
    120_000,
  ),
  /**
   * The bundle of such a trade as codes; with `device`, its transaction as a request to that device, which signs by
   * codes and knows nothing of bundles. Additional failure: `offline-no-paths`.
   */
  'trades.bundleCodes': quiet(
    v.strictObject({ tradeId: identifier, device: v.optional(masterFingerprint), ...codesWanted }),
    shownCodes,
  ),
  /** Takes its signatures from codes that were read, as `trades.importSignatures` does. Failures besides: `ur-…`, `frames-incomplete`. */
  'trades.importFrames': quiet(
    v.strictObject({
      tradeId: identifier,
      frames: readFrames,
    }),
    none,
    120_000,
    1_000_000,
  ),
  /** Saves the signed receipt of a trade to a file of the user's choice. */
  'trades.receipt': acting(v.strictObject({ tradeId: identifier }), savedFile, 300_000),
  /** Saves the receipts of all trades of this profile, as one chain. */
  'trades.receipts': acting(none, savedFile, 300_000),
} as const satisfies DeskTable;

export type MainTable = typeof mainTable;
