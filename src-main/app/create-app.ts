import type { ApprovalTable, ChartTable, MainTable, VaultTable } from '#contract/index.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { limitCalls } from '../features/limit/limit-calls.ts';
import { marketCalls, MarketFeeds } from '../features/markets/market-calls.ts';
import { qualityCalls } from '../features/quality/quality-calls.ts';
import { Releases } from '../features/releases/release-calls.ts';
import { replayCalls } from '../features/replay/replay-calls.ts';
import { preferenceCalls } from '../features/settings/preferences.ts';
import { swapCalls } from '../features/swap/swap-calls.ts';
import { tokenCalls } from '../features/tokens/token-calls.ts';
import { positionsTopic } from '../features/trades/positions.ts';
import { fillAuditsTopic, tradeCalls, tradesTopic } from '../features/trades/trade-calls.ts';
import { lowersProtection } from '../features/vault/vault-openings.ts';
import { sendCalls } from '../features/wallet/send-calls.ts';
import { walletCalls, WalletFeeds } from '../features/wallet/wallet-calls.ts';
import type { Handlers } from '../gate/handlers.ts';
import type { WindowName } from '../ports/windows.ts';
import { connectionCalls } from '../profile/connection-calls.ts';
import { ConnectionTests } from '../profile/connection-tests.ts';
import { applicationCalls } from './application-calls.ts';
import { approvalSide } from './approval-side.ts';
import { chartSide } from './chart-side.ts';
import { deskParts, type AppParts, type DeskParts } from './desk-parts.ts';
import { listSide } from './list-side.ts';
import { Notebook, notebookCalls } from './notebook.ts';
import { Viewers } from './viewers.ts';
import { vaultSide } from './vault-side.ts';

/** The application, whichever shell it runs in. */
export interface App {
  readonly main: Handlers<MainTable>;
  readonly vault: Handlers<VaultTable>;
  readonly approval: Handlers<ApprovalTable>;
  /** Of the window of each chart. */
  readonly charts: Readonly<Record<DeskSlot, Handlers<ChartTable>>>;
  /** Opens the profile used last and connects it in the background. */
  start(): Promise<void>;
  /**
   * The shell saw the user type, click, scroll or point in one of the windows. Only the shell can say so: a page that
   * was taken over could claim it for ever, and keep an unlocked wallet from locking.
   */
  userActed(): void;
  /** The machine is about to sleep: the wallet locks, since the clock that would lock it may stop during sleep. */
  sleeps(): void;
  /** The machine woke up: everything on screen is out of date and is fetched again. */
  woke(): void;
  /** The shell reports that the vault window is gone. */
  vaultClosed(): void;
  /** The shell reports that the approval window is gone. */
  approvalClosed(): void;
  /** The shell reports that the window of a chart is gone, while the trading window stays. */
  chartClosed(slot: DeskSlot): void;
  /** As `userActed`, deliberately and in this window. */
  acted(where: WindowName, pressed?: boolean): void;
  /** Why the page of a window may not act on other windows now. Failure: `window-waits`. */
  objection(where: WindowName): Failure | undefined;
  /** Locks, ends every call and helper, closes the files. */
  stop(): Promise<void>;
}

/** Builds the application from its ports. */
export function createApp(given: AppParts): App {
  const desk = deskParts(given);
  const { front, profiles, preferences } = desk;
  const sides = sidesOf(given, desk);
  const { vault, approval, wallet, charts, lists, releases } = sides;
  // A window opened after this is for the next profile, which windows show before all of it is open.
  profiles.onChange((profile) => {
    if (profile) return;
    charts.forget();
    void sides.leaveWindows('left-with-profile').catch(() => desk.log.warn('approval-not-discarded'));
  });
  return {
    main: deskHandlers(desk, sides),
    vault: vault.window({
      leaveApproval: () => approval.approval.leave(failure('left-with-profile')),
      fund: (address) => profiles.fund(address),
    }),
    approval: approval.window,
    charts: charts.windows,
    start: () => {
      releases.switch(preferences.value.newsOfReleases);
      return profiles.start();
    },
    userActed: () => {
      profiles.attention.acted();
      vault.userActed();
    },
    sleeps: vault.sleeps,
    woke: () => profiles.askAnew(),
    vaultClosed: () => vault.vault.closed(),
    approvalClosed: () => approval.approval.closed(),
    chartClosed: (slot) => charts.closed(slot),
    acted: (where, pressed) => front.acted(where, pressed),
    objection: (where) => front.objection(where),
    stop: async () => {
      releases.stop();
      vault.vault.finish();
      await approval.stop();
      charts.stop();
      lists.stop();
      await wallet.stop();
      await profiles.stop();
    },
  };
}

/** The parts of the application that have a state, in the order in which they hear of another profile. */
function sidesOf(given: AppParts, desk: DeskParts) {
  const { clock, profiles, preferences, chooser, door, locale } = desk;
  const vault = vaultSide(desk);
  const approval = approvalSide(desk, () => wallet.wallet.value.address);
  const wallet = new WalletFeeds(clock, profiles, (value) => profiles.showAdaUsd(value));
  wallet.wallet.follow(approval.prepare);
  const viewers = new Viewers((anybody) => profiles.attention.show(anybody));
  const notebook = new Notebook(desk.settings);
  const charts = chartSide(desk, notebook, viewers);
  const markets = new MarketFeeds(profiles);
  const lists = listSide(desk, approval);
  // A release's dates are compared with today, even during a replay.
  const releases = new Releases({ ...given, chooser, door, locale });
  preferences.onChange(({ newsOfReleases }) => releases.switch(newsOfReleases));
  /** The tasks of these windows belong to the open profile, and to its wallet as it is. */
  const leaveWindows = async (why: 'left-with-profile' | 'left-with-wallet'): Promise<void> => {
    vault.vault.leave(failure(why));
    await approval.approval.leave(failure(why));
  };
  return { vault, approval, wallet, viewers, notebook, charts, markets, lists, releases, leaveWindows };
}

type Sides = ReturnType<typeof sidesOf>;

/** The calls about the application, and about its profile as a whole. */
function profileCalls(desk: DeskParts, { vault, approval, viewers, leaveWindows }: Sides) {
  const { profiles, door, clock, locale, secrets, platform } = desk;
  const { live } = profiles;
  return {
    ...applicationCalls({
      about: { version: desk.version, shell: desk.shell, platform },
      profiles,
      door,
      attend: (visible, lists, ticket) => {
        profiles.attend(visible ? lists : []);
        viewers.see('desk', visible);
        approval.attend(visible, ticket);
      },
      switchTo: async (id) => {
        if (id !== undefined && id !== 'replay' && !live.get(id)) return failed(failure('profile-unknown'));
        await leaveWindows('left-with-profile');
        return profiles.switchTo(id);
      },
    }),
    ...vault.proposals(),
    ...connectionCalls({
      profiles,
      tests: new ConnectionTests(live.keys, desk.connect.test, clock),
      live,
      secrets,
      platform,
      clock,
      locale,
    }),
  };
}

/** The calls and topics of the trading window, feature by feature. */
function deskHandlers(desk: DeskParts, sides: Sides): Handlers<MainTable> {
  const { windows, clock, profiles, preferences, locale, chooser, budget } = desk;
  const { approval, wallet, charts, markets, lists, releases, notebook } = sides;
  const { reviews } = approval;
  const learn = (exchanges: readonly string[]): void => profiles.learn(exchanges);
  const vault = sides.vault.main();
  return {
    calls: {
      ...approval.main.calls,
      ...charts.main.calls,
      ...lists.main.calls,
      ...vault.calls,
      ...profileCalls(desk, sides),
      ...notebookCalls(notebook, charts.notebookWritten),
      ...preferenceCalls(preferences, lowersProtection),
      ...walletCalls({
        profiles,
        feeds: wallet,
        fund: (address) => profiles.fund(address),
        leaveWindows: () => {
          approval.batches.stop();
          return sides.leaveWindows('left-with-wallet');
        },
      }),
      ...sendCalls({ profiles, reviews }),
      ...tokenCalls({ profiles, clock, held: () => wallet.held(), learn }),
      ...marketCalls({ profiles, feeds: markets, chooser, windows, budget }),
      ...swapCalls({
        profiles,
        approval: approval.approval,
        reviews,
        learn,
        mostPayable: (asset) => wallet.mostPayable(asset),
        locale,
      }),
      ...limitCalls({ profiles, reviews, learn, locale }),
      ...releases.calls(),
      ...replayCalls({
        replays: profiles.replays,
        begin: async (day) => {
          await sides.leaveWindows('left-with-profile');
          return profiles.beginReplay(day);
        },
      }),
      ...tradeCalls({ profiles, windows, budget, locale }),
      ...qualityCalls({ profiles, windows, clock, budget }),
    },
    topics: {
      ...approval.main.topics,
      ...charts.main.topics,
      ...lists.main.topics,
      ...vault.topics,
      profile: profiles.topic,
      preferences: preferences.topic,
      wallet: wallet.wallet,
      balance: wallet.balance,
      trades: tradesTopic(profiles),
      fillAudits: fillAuditsTopic(profiles),
      positions: positionsTopic(profiles),
      watchLists: markets.watchLists,
      recentTokens: markets.recentTokens,
      marketFigures: markets.figures,
      releases: releases.topic,
      replay: profiles.replays.topic,
    },
  };
}
