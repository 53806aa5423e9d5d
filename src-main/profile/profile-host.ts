import type { ProfileMarkView, ProfileView } from '#contract/profile.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { PracticeEndpoints, PracticeHost, SmallFiles } from '../ports/system.ts';
import type { EpochMs } from '#domain/time.ts';
import type { LedgerConnection, ProfileParts } from './profile-parts.ts';
import { Topic } from '../gate/topic.ts';
import { ledgerUrlOf } from '../features/vault/live-keys.ts';
import { type LiveProfile, LiveProfiles } from '../features/vault/live-profiles.ts';
import { AlertBook } from '../features/alerts/alert-book.ts';
import { CoinLabels } from '../features/wallet/coin-labels.ts';
import { WatchLists } from '../features/markets/watch-lists.ts';
import type { OpenProfile } from '../gate/handlers.ts';
import { KnownExchanges } from './known-exchanges.ts';
import type { ProfileClock } from './profile-clock.ts';
import { listedProfiles, placeOf, type ProfilePlace, replayPlace } from './profile-place.ts';
import { Replays } from '../features/replay/replays.ts';
import { ledgerFindings } from '../trading/ledger-findings.ts';
import { Profile } from './profile.ts';
import { type ExchangeName, failureView } from '../gate/wire.ts';
import { Attention } from '../market/attention.ts';
import type { PolledJob, PollingGroup } from '../market/polling.ts';

/** The lists of a wallet that the page may show. */
type WalletList = 'orders' | 'plans';

/** Names the replay among the profiles. */
const REPLAY = 'replay';
const RESTART_PAUSE_MS = 500;
const LONGEST_RESTART_PAUSE_MS = 10_000;
/** A clock may go wrong, or a back-end fall behind, at any time. */
const EXAMINED_EVERY = { active: 600_000, idle: 1_800_000 };
/** Once an anomaly is fixed, its notice should soon go. */
const ODD_EXAMINED_EVERY = { active: 60_000, idle: 600_000 };
/** After everything on screen about the market. */
const EXAMINATION_RANK = 9;

/**
 * Holds the one open profile and keeps it connected: starts the practice exchange and restarts it when it dies, or
 * makes the live clients once addresses and keys are set.
 */
export class ProfileHost implements OpenProfile<Profile> {
  readonly topic: Topic<ProfileView>;
  readonly live: LiveProfiles;
  /** Whether anybody is looking. */
  readonly attention: Attention;
  readonly replays: Replays;
  readonly #parts: ProfileParts;
  readonly #exchanges: KnownExchanges;
  readonly #changeListeners = new Set<(profile: Profile | undefined) => void>();
  readonly #connectListeners = new Set<() => void>();
  #place: ProfilePlace;
  #profile: Profile | undefined;
  #examining: PollingGroup | undefined;
  #examined: LedgerConnection | undefined;
  #trouble: Failure | undefined;
  #practice: PracticeEndpoints | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #generation = new AbortController();
  #stopped = false;
  #lists: readonly WalletList[] = ['orders', 'plans'];
  readonly #sessionFiles = new Map<string, SmallFiles>();

  /** `clock` is the one of `parts`: it follows the replay while that is open. */
  constructor(parts: ProfileParts, clock: ProfileClock) {
    this.#parts = parts;
    this.replays = new Replays(parts.replay, parts.settings, clock, () => this.askAnew());
    this.#exchanges = new KnownExchanges(parts.exchanges, parts.settings);
    this.live = new LiveProfiles(parts);
    this.attention = new Attention(parts.clock);
    this.#place = this.replays.wasOpen ? this.#replayPlace() : placeOf(this.live.lastOpen());
    this.topic = new Topic<ProfileView>(this.#opening());
    for (const world of [parts.practice, parts.replay])
      world.onExit((why) => (world === this.#world() ? this.#practiceDied(why) : undefined));
  }

  /** The open profile. Failures: `storage-…` when its files cannot be opened, `internal-error` before the start. */
  current(): Result<Profile, Failure> {
    if (this.#profile) return ok(this.#profile);
    return failed(this.#trouble ?? failure('practice-unavailable'));
  }

  /** The windows' view of the profile that is open or being opened. */
  get mark(): ProfileMarkView {
    return this.#place.mark;
  }

  onChange(listener: (profile: Profile | undefined) => void): void {
    this.#changeListeners.add(listener);
  }

  onConnected(listener: () => void): void {
    this.#connectListeners.add(listener);
  }

  /** The exchanges that are known by name or from answers. */
  exchanges(): readonly ExchangeName[] {
    return this.topic.value.exchanges;
  }

  /** Opens the profile that was open last. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#open());
  }

  /**
   * Opens practice (`undefined`), the replay (`replay`) or a live profile; all of the present one is closed first.
   * Failure: `profile-unknown`.
   */
  switchTo(id: string | undefined): Promise<Result<undefined, Failure>> {
    return this.#inTurn(async () => {
      const replayed = id === REPLAY;
      const live = id === undefined || replayed ? undefined : this.live.get(id);
      if (id !== undefined && !replayed && !live) return failed(failure('profile-unknown'));
      // Practice makes its own key at each start: one that is refused is mended by starting again.
      const broken = this.#place.mode === 'practice' && this.topic.value.service === 'failed';
      if (id === this.#openId() && this.#profile && !broken) return ok(undefined);
      if (!replayed) this.live.remember(live);
      this.replays.remember(replayed);
      await this.#close();
      this.#place = replayed ? this.#replayPlace() : placeOf(live);
      await this.#open();
      return ok(undefined);
    });
  }

  /** Closes the session of the replay that is open, and begins another one. Failure: `replay-closed`. */
  beginReplay(day: EpochMs): Promise<Result<undefined, Failure>> {
    return this.#inTurn(async () => {
      if (this.#place.session === undefined) return failed(failure('replay-closed'));
      await this.#close();
      this.replays.begin(day);
      this.#place = this.#replayPlace();
      await this.#open();
      return ok(undefined);
    });
  }

  /** After a live profile was added. */
  relisted(): void {
    this.#show({ profiles: listedProfiles(this.live, this.#parts.connect) });
  }

  /** After the open live profile or its keys changed: it takes what is new into use. */
  async reconfigured(): Promise<void> {
    await this.#inTurn(async () => {
      this.relisted();
      const live = this.#openLive();
      if (!live || !this.#profile) return;
      this.#place = placeOf(live);
      this.#profile.mark = this.#place.mark;
      this.#show({ ...this.#place.mark, excluded: [...live.excluded] });
      await this.#connectLive(this.#profile);
    });
  }

  /**
   * Deletes the open live profile: its keys, its terms, its lists and alerts; its journal stays on disk, and practice is opened.
   * Failures: `live-profile-closed`, `keychain-…`: then it stays, without the keys that were removed before.
   */
  remove(id: string): Promise<Result<undefined, Failure>> {
    return this.#inTurn(async () => {
      const [profile, live, place] = [this.#profile, this.#openLive(), this.#place];
      if (!profile || live?.id !== id) return failed(failure('live-profile-closed'));
      const forgotten = await this.live.keys.forget(live);
      if (!forgotten.ok) return forgotten;
      const limits = await profile.policy.forget();
      if (!limits.ok) return limits;
      await this.#close();
      try {
        this.live.remove(id);
        this.#place = placeOf(undefined);
        this.#sessionFiles.delete(place.store);
        this.live.remember(undefined);
        this.#exchanges.forget(place);
        WatchLists.forget(this.#parts.settings, place.store);
        AlertBook.forget(this.#parts.settings, place.store);
        CoinLabels.forget(this.#parts.settings, place.store);
      } finally {
        await this.#open();
      }
      return ok(undefined);
    });
  }

  /** Asks the practice ledger for funds. Failures: `practice-only`, of the ledger. */
  async fund(address: string): Promise<Result<undefined, Failure>> {
    if (this.#place.mode !== 'practice') return failed(failure('practice-only'));
    if (!this.#practice) return failed(failure('practice-unavailable'));
    const funded = await this.#parts.connect.fund(this.#practice.ledgerUrl, this.#practice.apiKey, address);
    if (funded.ok) this.replays.blockIfPaused();
    return funded;
  }

  /** Remembers exchange codes first seen in an answer, so that they can be excluded. */
  learn(codes: readonly string[]): void {
    const place = this.#place;
    if (this.#exchanges.learn(codes, place)) this.#show({ exchanges: this.#exchanges.all(place) });
  }

  showAdaUsd(value: number): void {
    this.#show({ adaUsd: value, adaUsdAt: this.#parts.clock.now() });
  }

  /** Takes note of which lists of the wallet the page shows. */
  attend(lists: readonly WalletList[]): void {
    this.#lists = lists;
    this.#showLists();
  }

  /** Called after the machine has slept. */
  askAnew(): void {
    this.#profile?.askAnew();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.attention.stop();
    await this.#inTurn(() => this.#close());
  }

  async #open(): Promise<void> {
    this.#generation = new AbortController();
    if (this.#place.session !== undefined) this.replays.opened();
    this.topic.set(this.#opening());
    const parts = { ...this.#parts, attention: this.attention };
    const opened = await Profile.open(parts, this.#place, (name) => this.#sessionFilesOf(name));
    if (!opened.ok) {
      this.#trouble = opened.failure;
      this.#show({ service: 'failed', failure: failureView(opened.failure) });
      return;
    }
    this.#trouble = undefined;
    this.#setProfile(opened.value);
    if (this.#place.mode === 'practice') void this.#connectPractice(opened.value, this.#generation.signal);
    else await this.#connectLive(opened.value);
  }

  /** The view while the profile is being opened. */
  #opening(): ProfileView {
    const { id, mode, mark, session } = this.#place;
    return {
      ...mark,
      ...(id === undefined ? {} : { id }),
      ...(session === undefined ? {} : { replay: session }),
      mode,
      profiles: listedProfiles(this.live, this.#parts.connect),
      excluded: [...(this.#openLive()?.excluded ?? [])],
      service: 'starting',
      hasApiKey: mode === 'practice',
      exchanges: this.#exchanges.all(this.#place),
    };
  }

  #openLive(): LiveProfile | undefined {
    const { id } = this.#place;
    return id === undefined ? undefined : this.live.get(id);
  }

  async #close(): Promise<void> {
    this.#generation.abort();
    const profile = this.#profile;
    this.#practice = undefined;
    this.#setProfile(undefined);
    await profile?.close();
    if (profile?.mode === 'practice') await this.#world().stop();
    this.replays.closed();
  }

  /** The exchange of the open profile, unless it is a live one. */
  #world(): PracticeHost {
    return this.#place.session === undefined ? this.#parts.practice : this.#parts.replay;
  }

  #replayPlace(): ProfilePlace {
    return replayPlace(this.replays.session.id);
  }

  /** The id with which `switchTo` opens the present profile. */
  #openId(): string | undefined {
    return this.#place.session === undefined ? this.#place.id : REPLAY;
  }

  /** Starts the practice exchange, again and again with longer pauses, until it answers or the profile is left. */
  async #connectPractice(profile: Profile, left: AbortSignal): Promise<void> {
    for (let tries = 0; !left.aborted; tries += 1) {
      const started = await this.#world().start();
      if (left.aborted) return;
      if (started.ok) {
        const { baseUrl, chartsUrl, chartsWsUrl, ledgerUrl, apiKey } = started.value;
        const service = this.#parts.connect.service(baseUrl, apiKey);
        const ledger = this.#parts.connect.ledger({ ledgerUrl }, apiKey);
        if (!service.ok) return this.#failed(profile, service.failure);
        if (!ledger.ok) return this.#failed(profile, ledger.failure);
        this.#practice = started.value;
        const charts = this.#parts.connect.charts(chartsUrl, chartsWsUrl, apiKey);
        profile.connect(service.value, ledger.value, charts, profile.name);
        return this.#ready(baseUrl, ledgerUrl);
      }
      this.#failed(profile, started.failure);
      await this.#parts.clock.sleep(Math.min(RESTART_PAUSE_MS * 2 ** tries, LONGEST_RESTART_PAUSE_MS), left);
    }
  }

  #practiceDied(why: Failure | undefined): void {
    const profile = this.#profile;
    // While it is being started, whoever starts it sees that it failed and tries again.
    if (this.#stopped || profile?.mode !== 'practice' || !this.#practice) return;
    this.#parts.log.warn('practice-died');
    this.#practice = undefined;
    if (why) this.#failed(profile, why);
    else {
      profile.disconnect(failure('practice-unavailable'));
      this.#show({ service: 'starting', failure: undefined });
    }
    const { signal } = this.#generation;
    void this.#parts.clock
      .sleep(RESTART_PAUSE_MS, signal)
      .then(() => (signal.aborted ? undefined : this.#connectPractice(profile, signal)));
  }

  async #connectLive(profile: Profile): Promise<void> {
    const live = this.#openLive();
    if (!live) return this.#unconfigured(profile, 'addresses');
    const { keys } = this.live;
    const { addresses } = live;
    const [apiKey, ledgerKey] = await Promise.all([keys.key(live, 'api-key'), keys.key(live, 'ledger-key')]);
    this.#show({ hasApiKey: apiKey !== undefined });
    if (apiKey === undefined) return this.#unconfigured(profile, 'the API key');
    const service = this.#parts.connect.service(addresses.baseUrl, apiKey);
    if (!service.ok) return this.#failed(profile, service.failure);
    const ledger = this.#parts.connect.ledger(addresses, ledgerKey);
    if (!ledger.ok) return this.#failed(profile, ledger.failure);
    const { chartsUrl, chartsWsUrl } = addresses;
    const charts = this.#parts.connect.charts(chartsUrl, chartsWsUrl, apiKey);
    profile.connect(service.value, ledger.value, charts, chartsUrl);
    this.#ready(addresses.baseUrl, ledgerUrlOf(addresses));
    this.#examine(ledger.value, addresses.network);
  }

  /** Shows anything odd about the ledger back-end, or about the clock compared with it, while it lasts. */
  #examine(ledger: LedgerConnection, network: NetworkName): void {
    this.#examined = ledger;
    const group = this.#examining;
    const next = (every: PolledJob['every']): void => {
      const run = async (signal: AbortSignal): Promise<boolean> => {
        const odd = await ledgerFindings(ledger.client, network, this.#parts.clock, signal);
        if (signal.aborted || ledger !== this.#examined) return true;
        const findings = ledger.lacks === undefined ? odd : [ledger.lacks, ...odd];
        const shown = new Set(this.topic.value.ledgerFindings?.map(({ code }) => code));
        for (const { code } of findings) if (!shown.has(code)) this.#parts.log.warn(code);
        this.#show({ ledgerFindings: findings.length === 0 ? undefined : findings.map(failureView) });
        next(findings.length === 0 ? EXAMINED_EVERY : ODD_EXAMINED_EVERY);
        return true;
      };
      group?.set([{ key: 'ledger-findings', host: 'ledger', every, rank: EXAMINATION_RANK, cost: 2, run }]);
    };
    next(EXAMINED_EVERY);
    group?.poke('ledger-findings');
  }

  #sessionFilesOf(name: string): SmallFiles {
    const files = this.#sessionFiles.get(name) ?? this.#parts.sessionFiles();
    this.#sessionFiles.set(name, files);
    return files;
  }

  #unconfigured(profile: Profile, missing: string): void {
    const why = failure('not-configured', { missing });
    profile.disconnect(why);
    this.#show({ service: 'not-configured', failure: failureView(why) });
  }

  #failed(profile: Profile, why: Failure): void {
    profile.disconnect(why);
    this.#show({ service: 'failed', failure: failureView(why) });
  }

  #ready(serviceUrl: string, ledgerUrl: string): void {
    const hosts = [serviceUrl, ledgerUrl].map((url) => this.#parts.connect.hostOf(url));
    const [service, ledger] = hosts.map((host) => (host.ok ? host.value : undefined));
    const known = { serviceHost: service, ledgerHost: ledger, ledgerFindings: undefined };
    this.#show({ service: 'ready', failure: undefined, ...known });
    for (const listener of this.#connectListeners) listener();
  }

  #setProfile(profile: Profile | undefined): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    this.#examining = profile?.polling.group();
    this.#showLists();
    profile?.polling.onRefusal((host, why) => {
      if (host !== 'service' || profile !== this.#profile) return;
      if (why) this.#show({ service: 'failed', failure: failureView(why) });
      else this.#show({ service: 'ready', failure: undefined });
    });
    profile?.trading.past.onFailure((why) => {
      if (profile === this.#profile) this.#show({ past: failureView(why) });
    });
    for (const listener of this.#changeListeners) listener(profile);
  }

  #showLists(): void {
    this.#profile?.orders.show(this.#lists.includes('orders'));
    this.#profile?.plans.show(this.#lists.includes('plans'));
  }

  #show(changes: Partial<ProfileView>): void {
    this.topic.set({ ...this.topic.value, ...changes });
  }

  /** Openings and closings one after the other. */
  #inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
