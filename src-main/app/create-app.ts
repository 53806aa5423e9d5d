import type { ApprovalTable, MainTable, VaultTable } from '#contract/index.ts';
import type { AppParts } from '../profile/app-parts.ts';
import { ApprovalDesk } from '../features/approval/approval-window.ts';
import { ChartFeeds } from '../features/charts/chart-feeds.ts';
import { DcaFeeds } from '../features/dca/dca-feeds.ts';
import { DeskFeeds } from '../features/wallet/wallet-feeds.ts';
import type { Desk } from './desk.ts';
import type { Handlers } from '../gate/handlers.ts';
import { applicationCalls } from './application-calls.ts';
import { approvalCalls } from '../features/approval/approval-calls.ts';
import { chartCalls } from '../features/charts/chart-calls.ts';
import { dcaCalls, dcaNoticeCalls } from '../features/dca/dca-calls.ts';
import { marketCalls, watchListCalls } from '../features/markets/market-calls.ts';
import { limitCalls, ladderCalls } from '../features/limit/limit-calls.ts';
import { notebookCalls } from './notebook-calls.ts';
import { bookCalls, noticeCalls, orderCalls, setCalls } from '../features/orders/order-calls.ts';
import { preferenceCalls } from './preference-calls.ts';
import { profileCalls } from '../profile/profile-calls.ts';
import { swapCalls } from '../features/swap/swap-calls.ts';
import { tokenCalls } from '../features/tokens/token-calls.ts';
import { tradeCalls } from '../features/trades/trade-calls.ts';
import { vaultCalls } from '../features/vault/vault-calls.ts';
import { walletCalls } from '../features/wallet/wallet-calls.ts';
import { MarketFeeds } from '../features/markets/market-feeds.ts';
import { Notebook } from './notebook.ts';
import { OrderFeeds } from '../features/orders/order-feeds.ts';
import { Preferences } from './preferences.ts';
import { ProfileHost } from '../profile/profile-host.ts';
import type { Profile } from '../profile/profile.ts';
import { SaveBudget } from '../gate/save-budget.ts';
import { SetDesk } from '../features/approval/batches.ts';
import { VaultDesk, type VaultSurroundings } from '../features/vault/vault-window.ts';
import { failureView } from '../gate/wire.ts';

/** The application, whichever shell it runs in. */
export interface App {
  readonly main: Handlers<MainTable>;
  readonly vault: Handlers<VaultTable>;
  readonly approval: Handlers<ApprovalTable>;
  /** Opens the profile used last and connects it in the background. */
  start(): Promise<void>;
  /**
   * The shell saw the user type, click, scroll or point in one of the windows. Only the shell can say so: a page that
   * was taken over could claim it for ever, and keep an unlocked wallet from locking.
   */
  userActed(): void;
  /** The shell tells that the vault window is gone. */
  vaultClosed(): void;
  /** The shell tells that the approval window is gone. */
  approvalClosed(): void;
  /** Locks, ends every call and helper, closes the files. */
  stop(): Promise<void>;
}

/** Builds the application from its ports. */
export function createApp(parts: AppParts): App {
  const preferences = new Preferences(parts.settings);
  const notebook = new Notebook(parts.settings);
  const host = new ProfileHost(parts);
  const feeds = new DeskFeeds(parts, host);
  const charts = new ChartFeeds(host);
  const markets = new MarketFeeds(host);
  const orders = new OrderFeeds(parts, host, preferences);
  const dca = new DcaFeeds(parts, host, preferences);
  let profile: Profile | undefined;
  const surroundings = (): VaultSurroundings => {
    const status = profile?.wallet.status();
    return {
      sessionOnly: status?.sessionOnly ?? false,
      ...(status?.failure === undefined ? {} : { keychainNote: failureView(status.failure) }),
      theme: preferences.value.theme,
    };
  };
  const vault = new VaultDesk(parts.windows, parts.clock, surroundings());
  const approval = new ApprovalDesk(parts, preferences.value.theme);
  const sets = new SetDesk(parts, host, approval);
  host.onProfile((opened) => {
    if (opened && opened !== profile) {
      opened.wallet.setAutoLock(preferences.value.autoLockMinutes);
      opened.wallet.onChange(() => vault.surround(surroundings()));
    }
    profile = opened;
    vault.surround(surroundings());
  });
  preferences.onChange(({ autoLockMinutes, theme }) => {
    profile?.wallet.setAutoLock(autoLockMinutes);
    vault.surround(surroundings());
    approval.setTheme(theme);
  });
  const desk: Desk = {
    parts,
    host,
    feeds,
    charts,
    markets,
    orders,
    dca,
    sets,
    saving: new SaveBudget(parts.clock),
    notebook,
    preferences,
    vault,
    approval,
  };
  return {
    main: {
      calls: {
        ...applicationCalls(desk),
        ...notebookCalls(desk),
        ...preferenceCalls(desk),
        ...profileCalls(desk),
        ...walletCalls(desk),
        ...tokenCalls(desk),
        ...marketCalls(desk),
        ...watchListCalls(desk),
        ...chartCalls(desk),
        ...swapCalls(desk),
        ...limitCalls(desk),
        ...ladderCalls(desk),
        ...setCalls(desk),
        ...orderCalls(desk),
        ...bookCalls(desk),
        ...noticeCalls(desk),
        ...dcaCalls(desk),
        ...dcaNoticeCalls(desk),
        ...tradeCalls(desk),
      },
      topics: {
        profile: host.topic,
        wallet: feeds.wallet,
        balance: feeds.balance,
        trades: feeds.trades,
        preferences: preferences.topic,
        limits: feeds.limits,
        chartMain: charts.main,
        chartCompare: charts.compare,
        watchLists: markets.watchLists,
        recentTokens: markets.recentTokens,
        marketFigures: markets.figures,
        orders: orders.orders,
        orderSet: sets.topic,
        book: orders.book,
        orderNotices: orders.notices,
        dcaPlans: dca.plans,
        dcaNotices: dca.notices,
      },
    },
    vault: { calls: vaultCalls(desk), topics: { task: vault.topic } },
    approval: { calls: approvalCalls(desk), topics: { task: approval.topic } },
    start: () => host.start(),
    userActed: () => profile?.wallet.touch(),
    vaultClosed: () => vault.closed(),
    approvalClosed: () => approval.closed(),
    stop: async () => {
      vault.finish();
      sets.stop();
      await approval.leave();
      await sets.settled();
      charts.stop();
      orders.stop();
      dca.stop();
      await feeds.stop();
      await host.stop();
    },
  };
}
