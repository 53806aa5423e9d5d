import * as v from 'valibot';
import { assetId, epoch, exchangeCode, identifier, none, shortText, typedAmount, units } from './codec.ts';
import { call, topic } from './table.ts';
import * as view from './views.ts';

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
  preferences: topic(view.preferences),

  'app.about': call(
    none,
    v.strictObject({ version: shortText, shell: v.picklist(['electron', 'chromium']), platform: shortText }),
  ),
  'app.touch': call(none, none),
  /** Opens a transaction or an address in the network's explorer; main holds the table of hosts. */
  'app.openExplorer': call(v.strictObject({ tradeId: identifier }), none),
  'app.openLink': call(
    v.strictObject({ token: assetId, link: v.picklist(['twitter', 'discord', 'website']) }),
    none,
  ),

  'preferences.set': call(v.partial(view.preferences), none),
  /** Addresses of a live service and ledger; the keys are typed in the vault window. */
  'profile.configureLive': call(
    v.strictObject({
      network: v.picklist(['mainnet', 'preprod', 'preview']),
      baseUrl: v.pipe(v.string(), v.maxLength(300)),
      chartsUrl: v.pipe(v.string(), v.maxLength(300)),
      chartsWsUrl: v.pipe(v.string(), v.maxLength(300)),
      ledgerUrl: v.pipe(v.string(), v.maxLength(300)),
    }),
    none,
  ),
  'profile.switch': call(v.strictObject({ mode: v.picklist(['practice', 'live']) }), none, 60_000),

  'wallet.openVault': call(
    v.strictObject({
      task: v.picklist([
        'create',
        'quick-practice',
        'import',
        'restore',
        'unlock',
        'change-password',
        'backup',
        'remove',
        'api-key',
        'ledger-key',
      ]),
    }),
    none,
    KEYCHAIN_MS,
  ),
  /** Looks at keystore and keychain again; the system may ask the user to open the keychain meanwhile. */
  'wallet.refresh': call(none, none, KEYCHAIN_MS),
  'wallet.lock': call(none, none),
  'wallet.fund': call(none, none, 60_000),
  'balance.refresh': call(none, none),

  'tokens.search': call(
    v.strictObject({ query: v.pipe(v.string(), v.maxLength(200)), verifiedOnly: v.boolean() }),
    v.strictObject({
      mode: v.picklist(['name', 'policy', 'id', 'fingerprint']),
      tokens: v.array(v.strictObject({ token: view.token, tickerShared: v.boolean() })),
    }),
  ),
  'tokens.get': call(v.strictObject({ id: assetId }), view.token),
  /** The tokens to show before anything is typed: recent ones and a starting list. */
  'tokens.suggested': call(none, v.array(view.token)),
  'market.get': call(v.strictObject({ id: assetId }), view.market),

  'swap.quote': call(
    v.strictObject({
      pay: assetId,
      receive: assetId,
      amount: typedAmount,
      slippageBps: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)),
      excluded: v.pipe(v.array(exchangeCode), v.maxLength(100)),
    }),
    view.quote,
  ),
  /** Builds at the service, inspects the bytes, and answers what they do. */
  'swap.review': call(v.strictObject({ quoteId: identifier }), view.review, 60_000),
  /** The user accepts exactly the reviewed bytes. Opens the vault window for the password unless a time-limited unlock runs. */
  'swap.accept': call(
    v.strictObject({ tradeId: identifier, bodyHash: v.pipe(v.string(), v.length(64)) }),
    none,
    // Time to read the vault window and to type a password there; the review itself ends sooner.
    300_000,
  ),
  'swap.discard': call(v.strictObject({ tradeId: identifier }), none),
  /** For a trade whose submission is unknown or failed on the way: sends the same bytes again. */
  'swap.resubmit': call(v.strictObject({ tradeId: identifier }), none, 60_000),
  /** The most that can be paid of an asset, with fees and deposits left in the wallet. */
  'swap.max': call(v.strictObject({ pay: assetId }), v.strictObject({ quantity: units })),
  'trades.steps': call(
    v.strictObject({ tradeId: identifier }),
    v.array(v.strictObject({ at: epoch, state: shortText, note: shortText })),
  ),
} as const;

export type MainTable = typeof mainTable;
