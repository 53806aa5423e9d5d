import type { ApprovalTable, ChartTable, MainTable, VaultTable } from '#contract/index.ts';
import { alertCalls, alertsTopic } from '../features/alerts/alert-calls.ts';
import { alertNotices } from '../features/alerts/alert-notices.ts';
import { approvalCalls, ApprovalWindow } from '../features/approval/approval-window.ts';
import { batchCalls, Batches } from '../features/approval/batches.ts';
import { Reviews } from '../features/approval/review.ts';
import { bookCalls, BookFeed } from '../features/book/book-calls.ts';
import { chartCalls, ChartFeeds, savePicture } from '../features/charts/chart-calls.ts';
import { drawingCalls, Drawings } from '../features/charts/drawings.ts';
import {
  chartHandlers,
  chartWindowCalls,
  withoutThose,
} from '../features/chart-window/chart-window-calls.ts';
import { ChartWindows } from '../features/chart-window/chart-windows.ts';
import { surroundingsOf } from '../features/chart-window/surroundings.ts';
import { workspaceCalls } from '../features/workspaces/workspace-calls.ts';
import { Workspaces } from '../features/workspaces/workspaces.ts';
import { dcaCalls, plansTopic } from '../features/dca/dca-calls.ts';
import { planNotices } from '../features/dca/plan-notices.ts';
import { followLook, lookCalls, lookTopic } from '../features/look/look-calls.ts';
import { limitCalls } from '../features/limit/limit-calls.ts';
import { marketCalls, MarketFeeds } from '../features/markets/market-calls.ts';
import { noticeCalls, NoticeStream } from '../features/notices/notices.ts';
import { orderCalls, OrderFeed } from '../features/orders/order-calls.ts';
import { moveNotices } from '../features/orders/move-notices.ts';
import { orderNotices } from '../features/orders/order-notices.ts';
import { Releases, type ReleaseParts } from '../features/releases/release-calls.ts';
import { replayCalls } from '../features/replay/replay-calls.ts';
import { swapCalls } from '../features/swap/swap-calls.ts';
import { tokenCalls } from '../features/tokens/token-calls.ts';
import { qualityCalls } from '../features/quality/quality-calls.ts';
import { positionsTopic } from '../features/trades/positions.ts';
import { fillAuditsTopic, tradeCalls, tradesTopic } from '../features/trades/trade-calls.ts';
import { vaultCalls } from '../features/vault/vault-calls.ts';
import { profileProposals } from '../features/vault/profile-proposals.ts';
import { limitsTopic, lowersProtection, vaultOpenings } from '../features/vault/vault-openings.ts';
import { VaultWindow, type VaultSurroundings } from '../features/vault/vault-window.ts';
import { sendCalls } from '../features/wallet/send-calls.ts';
import { walletCalls, WalletFeeds } from '../features/wallet/wallet-calls.ts';
import { DESK_SLOTS, type DeskSlot, settingsPageOf } from '#domain/chart-slots.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { Front } from '../gate/front.ts';
import type { Handlers } from '../gate/handlers.ts';
import { PageDoor, SaveBudget } from '../gate/outside.ts';
import { FileChooser } from '../gate/own-file.ts';
import { chosenTongue } from '../gate/tongue.ts';
import { failureView } from '../gate/wire.ts';
import type { WindowName, Windows } from '../ports/windows.ts';
import { ConnectionTests } from '../profile/connection-tests.ts';
import { ProfileClock } from '../profile/profile-clock.ts';
import { ProfileHost } from '../profile/profile-host.ts';
import type { ProfileParts } from '../profile/profile-parts.ts';
import type { Profile } from '../profile/profile.ts';
import { applicationCalls } from './application-calls.ts';
import { connectionCalls } from '../profile/connection-calls.ts';
import { Notebook, notebookCalls } from './notebook.ts';
import { Onlookers } from './onlookers.ts';
import { languageOf, type LanguageChoice } from '#domain/words/catalogue.ts';
import { preferenceCalls, Preferences } from '../features/settings/preferences.ts';

/** Everything that the application is built from. */
export interface AppParts extends ProfileParts {
  readonly shell: 'electron' | 'chromium';
  readonly platform: string;
  readonly windows: Windows;
  readonly releases: ReleaseParts;
}

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
  const clock = new ProfileClock(given.clock);
  const parts: AppParts = { ...given, clock };
  const { windows, settings } = parts;
  const front = new Front(clock);
  const door = new PageDoor(windows, front, clock);
  const deskWaits = (): Failure | undefined => front.objection('desk');
  const preferences = new Preferences(settings);
  const tongue = chosenTongue(preferences);
  const profiles = new ProfileHost(parts, clock);
  const { vault, surround, userActed, sleeps } = sideOfTheWallet(parts, front, profiles, preferences);
  const approval = new ApprovalWindow(
    {
      ...parts,
      front,
      machineTime: (moment) => clock.machineTime(moment),
      adaUsd: () => profiles.topic.value.adaUsd,
    },
    preferences.value.theme,
  );
  const speak = (choice: LanguageChoice): void => {
    approval.setLanguage(languageOf(choice));
    windows.speak(languageOf(choice));
  };
  speak(preferences.value.language);
  preferences.onChange(({ theme, language }) => {
    approval.setTheme(theme);
    speak(language);
  });
  approval.topic.follow(({ value: { task } }) => profiles.replays.hold(task.kind === 'transaction'));
  const batches = new Batches(parts, profiles, approval);
  let seen = false;
  const reviews = new Reviews(approval, batches, {
    acknowledged: () => preferences.value.acknowledged,
    buildsAhead: (id) => seen && !preferences.value.builtAtReview.includes(id ?? 'practice'),
  });
  const budget = new SaveBudget(clock, deskWaits);
  const chooser = new FileChooser(windows, parts.releases.files, deskWaits);
  const wallet = new WalletFeeds(clock, profiles, (value) => profiles.showAdaUsd(value));
  /** Where nothing can be signed yet, no window for it is made ahead. */
  const prepareApproval = (): void => {
    if (wallet.wallet.value.address !== undefined) void approval.prepare();
  };
  wallet.wallet.follow(prepareApproval);
  const charts = new ChartFeeds(profiles);
  const onlookers = new Onlookers((anybody) => profiles.attention.show(anybody));
  const notebook = new Notebook(settings);
  const drawings = new Drawings(notebook);
  const chartWindows = new ChartWindows({
    windows,
    settings,
    clock,
    letGo: (slot) => {
      charts.unwatch(slot);
      onlookers.see(slot, false);
    },
    front,
  });
  drawings.onChange((by) => chartWindows.drawingsChanged(by));
  const workspaces = new Workspaces(settings);
  const markets = new MarketFeeds(profiles);
  const orders = new OrderFeed((show) => profiles.onChange((profile) => show(profile?.orders)), tongue);
  const looks = followLook(profiles);
  const lookedOrders = new OrderFeed((show) => looks((looked) => show(looked?.orders)), tongue);
  const book = new BookFeed(profiles);
  const notices = new NoticeStream<Profile>(windows, tongue, profiles, [
    orderNotices(parts, () => preferences.value.notify),
    planNotices(parts, () => preferences.value.notifyPlans),
    alertNotices(parts),
    moveNotices(parts, {
      underWay: (tradeId) => batches.underWay(tradeId),
      onChange: (listener) => batches.topic.follow(listener),
    }),
  ]);
  // A release's dates are compared with today, even during a replay.
  const releases = new Releases({ ...given, chooser, door, tongue });
  preferences.onChange(({ newsOfReleases }) => releases.switch(newsOfReleases));
  const { live } = profiles;
  const learn = (exchanges: readonly string[]): void => profiles.learn(exchanges);
  const exchanges = () => profiles.exchanges();
  const fund = (address: string) => profiles.fund(address);
  /** The tasks of these windows belong to the open profile, and to its wallet as it is. */
  const leaveWindows = async (why: 'left-with-profile' | 'left-with-wallet'): Promise<void> => {
    vault.leave(failure(why));
    await approval.leave(failure(why));
  };
  // A window opened after this is for the next profile, which windows show before all of it is open.
  profiles.onChange((profile) => {
    if (!profile) chartWindows.forget();
    if (!profile)
      void leaveWindows('left-with-profile').catch(() => parts.log.warn('approval-not-discarded'));
  });
  const chart = chartCalls({ profiles, feeds: charts, windows, budget });
  const drawn = drawingCalls(drawings, 'desk');
  // Whether a chart's page may act is asked before each of its pictures.
  const pictureBudget = new SaveBudget(clock, () => undefined);
  return {
    main: {
      calls: {
        ...applicationCalls({
          about: { version: parts.version, shell: parts.shell, platform: parts.platform },
          profiles,
          door,
          attend: (visible, lists, ticket) => {
            profiles.attend(visible ? lists : []);
            onlookers.see('desk', visible);
            seen = visible;
            if (!seen) dropAhead(profiles);
            approval.ticket = ticket;
            prepareApproval();
          },
          switchTo: async (id) => {
            if (id !== undefined && id !== 'replay' && !live.get(id))
              return failed(failure('profile-unknown'));
            await leaveWindows('left-with-profile');
            return profiles.switchTo(id);
          },
        }),
        ...connectionCalls({
          profiles,
          tests: new ConnectionTests(live.keys, parts.connect.test, clock),
          live,
          secrets: parts.secrets,
          platform: parts.platform,
          clock,
          tongue,
        }),
        ...lookCalls(profiles),
        ...notebookCalls(notebook, ({ kind, of }) => {
          const slot = DESK_SLOTS.find((each) => settingsPageOf(each) === of);
          if (kind === 'chart' && slot !== undefined) chartWindows.settingsChanged(slot, 'desk');
        }),
        ...drawn,
        ...chartWindowCalls(chartWindows),
        ...preferenceCalls(preferences, lowersProtection),
        ...profileProposals({ profiles, vault, live, windows, budget }),
        ...vaultOpenings({ profiles, vault, live, protection: () => preferences.protection, exchanges }),
        ...walletCalls({
          profiles,
          feeds: wallet,
          fund,
          leaveWindows: () => {
            batches.stop();
            return leaveWindows('left-with-wallet');
          },
        }),
        ...sendCalls({ profiles, reviews }),
        ...tokenCalls({ profiles, clock, held: () => wallet.held(), learn }),
        ...marketCalls({ profiles, feeds: markets, chooser, windows, budget }),
        ...chart,
        ...withoutThose(chart, chartWindows),
        ...workspaceCalls({ workspaces, chooser, windows, budget }),
        ...swapCalls({
          profiles,
          approval,
          reviews,
          learn,
          mostPayable: (asset) => wallet.mostPayable(asset),
          tongue,
        }),
        ...limitCalls({ profiles, reviews, learn, tongue }),
        ...batchCalls(batches),
        ...orderCalls({ profiles, reviews, door, clock, tongue }),
        ...bookCalls(profiles, book),
        ...dcaCalls({ profiles, reviews, door, clock, exchanges, tongue }),
        ...alertCalls(profiles, clock),
        ...noticeCalls(notices),
        ...releases.calls(),
        ...replayCalls({
          replays: profiles.replays,
          begin: async (day) => {
            await leaveWindows('left-with-profile');
            return profiles.beginReplay(day);
          },
        }),
        ...tradeCalls({ profiles, windows, budget, tongue }),
        ...qualityCalls({ profiles, windows, clock, budget }),
      },
      topics: {
        profile: profiles.topic,
        wallet: wallet.wallet,
        balance: wallet.balance,
        trades: tradesTopic(profiles),
        fillAudits: fillAuditsTopic(profiles),
        positions: positionsTopic(profiles),
        preferences: preferences.topic,
        limits: limitsTopic(profiles),
        chartMain: charts.topics.main,
        chartSecond: charts.topics.second,
        chartThird: charts.topics.third,
        chartFourth: charts.topics.fourth,
        chartCompare: charts.topics.compare,
        chartWindows: chartWindows.topic,
        workspaces: workspaces.topic,
        watchLists: markets.watchLists,
        recentTokens: markets.recentTokens,
        marketFigures: markets.figures,
        orders: orders.topic,
        batch: batches.topic,
        book: book.topic,
        look: lookTopic(looks),
        lookedOrders: lookedOrders.topic,
        lookedPlans: plansTopic((show) => looks((looked) => show(looked?.plans)), tongue),
        dcaPlans: plansTopic((show) => profiles.onChange((profile) => show(profile?.plans)), tongue),
        alerts: alertsTopic(profiles),
        notices: notices.topic,
        releases: releases.topic,
        replay: profiles.replays.topic,
      },
    },
    vault: {
      calls: vaultCalls({
        profiles,
        vault,
        windows,
        live,
        relisted: () => profiles.relisted(),
        reconfigured: async () => {
          await profiles.reconfigured();
          surround();
        },
        removeProfile: (id) => profiles.remove(id),
        leaveApproval: () => approval.leave(failure('left-with-profile')),
        setProtection: (wanted) => preferences.change(wanted),
        fund,
      }),
      topics: { task: vault.topic },
    },
    approval: { calls: approvalCalls(approval, windows), topics: { task: approval.topic } },
    charts: chartHandlers(
      {
        chartWindows,
        calls: { ...chart, 'drawings.read': drawn['drawings.read'] },
        surroundings: surroundingsOf(profiles.topic, profiles.replays.topic, preferences.topic),
        changeDrawings: (pair, change, by) => drawings.change(pair, change, by),
        notebook,
        savePicture: (slot, wanted) =>
          savePicture(
            wanted,
            { saveFile: (name, content) => windows.saveFile(name, content, slot) },
            pictureBudget,
          ),
        setColours: (priceColours) => preferences.change({ priceColours }),
        see: (slot, visible) => onlookers.see(slot, visible && chartWindows.holds(slot)),
      },
      (slot) => charts.topics[slot],
    ),
    start: () => {
      releases.switch(preferences.value.newsOfReleases);
      return profiles.start();
    },
    userActed: () => {
      profiles.attention.acted();
      userActed();
    },
    sleeps,
    woke: () => profiles.askAnew(),
    vaultClosed: () => vault.closed(),
    approvalClosed: () => approval.closed(),
    chartClosed: (slot) => chartWindows.closed(slot),
    acted: (where, pressed) => front.acted(where, pressed),
    objection: (where) => front.objection(where),
    stop: async () => {
      releases.stop();
      vault.finish();
      batches.stop();
      await approval.cancel();
      await batches.settled();
      charts.stop();
      book.unwatch();
      await wallet.stop();
      await profiles.stop();
    },
  };
}

/** The vault window, what it shows of the wallet and the preferences, and the wallet's locking on its own. */
function sideOfTheWallet(
  { windows, clock }: AppParts,
  front: Front,
  profiles: ProfileHost,
  preferences: Preferences,
) {
  let profile: Profile | undefined;
  const surroundings = (): VaultSurroundings => {
    const status = profile?.wallet.status();
    return {
      sessionOnly: status?.sessionOnly ?? false,
      ...(status?.failure === undefined ? {} : { keychainNote: failureView(status.failure) }),
      profile: profiles.mark,
      theme: preferences.value.theme,
    };
  };
  const vault = new VaultWindow(windows, clock, front, surroundings());
  const surround = (): void => vault.surround(surroundings());
  profiles.onChange((opened) => {
    profile = opened;
    opened?.wallet.setAutoLock(preferences.value.autoLockMinutes);
    opened?.wallet.onChange(surround);
    surround();
  });
  preferences.onChange(({ autoLockMinutes }) => {
    profile?.wallet.setAutoLock(autoLockMinutes);
    surround();
  });
  return {
    vault,
    surround,
    userActed: () => profile?.wallet.touch(),
    sleeps: () => profile?.wallet.lock(),
  };
}

/** Nothing is built for a window that nobody sees. */
function dropAhead(profiles: ProfileHost): void {
  const profile = profiles.current();
  if (profile.ok) profile.value.trading.dropAhead();
}
