import type { ProfileView } from '#contract/views.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { PracticeEndpoints, SmallFiles } from '../ports/system.ts';
import type { ProfileParts } from './profile-parts.ts';
import { Topic } from '../gate/topic.ts';
import { LiveSettings } from '../features/vault/live-settings.ts';
import type { OpenProfile, ProfileMode } from '../gate/handlers.ts';
import { Profile } from './profile.ts';
import { type ExchangeName, exchangeView, failureView } from '../gate/wire.ts';
import type { SettingsStore } from '../ports/journal.ts';

const MODE_KEY = 'profile.mode';
const RESTART_PAUSE_MS = 500;
const LONGEST_RESTART_PAUSE_MS = 10_000;

/**
 * Holds the one open profile and keeps it connected: starts the practice exchange and restarts it when it dies, or
 * makes the live clients once addresses and keys are set.
 */
export class ProfileHost implements OpenProfile<Profile> {
  readonly topic: Topic<ProfileView>;
  readonly live: LiveSettings;
  readonly #parts: ProfileParts;
  readonly #exchanges: KnownExchanges;
  readonly #changeListeners = new Set<(profile: Profile | undefined) => void>();
  readonly #connectListeners = new Set<() => void>();
  #profile: Profile | undefined;
  #trouble: Failure | undefined;
  #practice: PracticeEndpoints | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #generation = new AbortController();
  #stopped = false;
  readonly #sessionFiles = new Map<string, SmallFiles>();

  constructor(parts: ProfileParts) {
    this.#parts = parts;
    this.#exchanges = new KnownExchanges(parts.exchanges, parts.settings);
    this.live = new LiveSettings(parts);
    const mode = parts.settings.get(MODE_KEY) === 'live' ? 'live' : 'practice';
    this.topic = new Topic<ProfileView>({
      mode,
      network: mode === 'practice' ? 'preprod' : (this.live.addresses()?.network ?? 'mainnet'),
      service: 'starting',
      hasApiKey: mode === 'practice',
      exchanges: this.#exchanges.all(mode),
    });
    parts.practice.onExit(() => this.#practiceDied());
  }

  /** The open profile. Failures: `storage-…` when its files cannot be opened, `internal-error` before the start. */
  current(): Result<Profile, Failure> {
    if (this.#profile) return ok(this.#profile);
    return failed(this.#trouble ?? failure('practice-unavailable'));
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

  start(): Promise<void> {
    return this.#inTurn(() => this.#open(this.topic.value.mode));
  }

  async switchTo(mode: ProfileMode): Promise<void> {
    await this.#inTurn(async () => {
      if (mode === this.topic.value.mode && this.#profile) return;
      await this.#close();
      this.#parts.settings.set(MODE_KEY, mode);
      await this.#open(mode);
    });
  }

  /** After the live addresses or keys changed: an open live profile takes the new ones into use. */
  async reconfigured(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.topic.value.mode !== 'live') return;
      const network = this.live.addresses()?.network;
      if (this.#profile && this.#profile.network === network) return this.#connectLive(this.#profile);
      await this.#close();
      await this.#open('live');
    });
  }

  /** Asks the practice ledger for funds. Failures: `practice-only`, of the ledger. */
  async fund(address: string): Promise<Result<undefined, Failure>> {
    if (this.topic.value.mode !== 'practice') return failed(failure('practice-only'));
    if (!this.#practice) return failed(failure('practice-unavailable'));
    return this.#parts.connect.fund(this.#practice.ledgerUrl, this.#practice.apiKey, address);
  }

  /** Remembers exchange codes first seen in an answer, so that they can be excluded. */
  learn(codes: readonly string[]): void {
    const { mode } = this.topic.value;
    if (this.#exchanges.learn(codes, mode)) this.#show({ exchanges: this.#exchanges.all(mode) });
  }

  showAdaUsd(value: number): void {
    this.#show({ adaUsd: value, adaUsdAt: this.#parts.clock.now() });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#inTurn(() => this.#close());
  }

  async #open(mode: ProfileMode): Promise<void> {
    const addresses = this.live.addresses();
    const network: NetworkName = mode === 'practice' ? 'preprod' : (addresses?.network ?? 'mainnet');
    this.#generation = new AbortController();
    this.topic.set({
      mode,
      network,
      service: 'starting',
      hasApiKey: mode === 'practice',
      exchanges: this.#exchanges.all(mode),
    });
    const opened = await Profile.open(this.#parts, mode, network, (name) => this.#sessionFilesOf(name));
    if (!opened.ok) {
      this.#trouble = opened.failure;
      this.#show({ service: 'failed', failure: failureView(opened.failure) });
      return;
    }
    this.#trouble = undefined;
    this.#setProfile(opened.value);
    if (mode === 'practice') void this.#connectPractice(opened.value, this.#generation.signal);
    else await this.#connectLive(opened.value);
  }

  async #close(): Promise<void> {
    this.#generation.abort();
    const profile = this.#profile;
    this.#practice = undefined;
    this.#setProfile(undefined);
    await profile?.close();
    if (profile?.mode === 'practice') await this.#parts.practice.stop();
  }

  /** Starts the practice exchange, again and again with longer pauses, until it answers or the profile is left. */
  async #connectPractice(profile: Profile, left: AbortSignal): Promise<void> {
    for (let tries = 0; !left.aborted; tries += 1) {
      const started = await this.#parts.practice.start();
      if (left.aborted) return;
      if (started.ok) {
        const { baseUrl, chartsUrl, chartsWsUrl, ledgerUrl, apiKey } = started.value;
        const service = this.#parts.connect.service(baseUrl, apiKey);
        const ledger = this.#parts.connect.ledger(ledgerUrl, apiKey);
        if (!service.ok) return this.#failed(profile, service.failure);
        if (!ledger.ok) return this.#failed(profile, ledger.failure);
        this.#practice = started.value;
        const charts = this.#parts.connect.charts(chartsUrl, chartsWsUrl, apiKey);
        profile.connect(service.value, ledger.value, charts, 'practice');
        return this.#ready(baseUrl, ledgerUrl);
      }
      this.#failed(profile, started.failure);
      await this.#parts.clock.sleep(Math.min(RESTART_PAUSE_MS * 2 ** tries, LONGEST_RESTART_PAUSE_MS), left);
    }
  }

  #practiceDied(): void {
    const profile = this.#profile;
    // While it is being started, whoever starts it sees that it failed and tries again.
    if (this.#stopped || profile?.mode !== 'practice' || !this.#practice) return;
    this.#parts.log.warn('practice-died');
    this.#practice = undefined;
    profile.disconnect(failure('practice-unavailable'));
    this.#show({ service: 'starting', failure: undefined });
    const { signal } = this.#generation;
    void this.#parts.clock
      .sleep(RESTART_PAUSE_MS, signal)
      .then(() => (signal.aborted ? undefined : this.#connectPractice(profile, signal)));
  }

  async #connectLive(profile: Profile): Promise<void> {
    const addresses = this.live.addresses();
    if (!addresses) return this.#unconfigured(profile, 'its addresses');
    const [apiKey, ledgerKey] = await Promise.all([this.live.key('api-key'), this.live.key('ledger-key')]);
    this.#show({ hasApiKey: apiKey !== undefined });
    if (apiKey === undefined) return this.#unconfigured(profile, 'the API key');
    const service = this.#parts.connect.service(addresses.baseUrl, apiKey);
    if (!service.ok) return this.#failed(profile, service.failure);
    const ledger = this.#parts.connect.ledger(addresses.ledgerUrl, ledgerKey);
    if (!ledger.ok) return this.#failed(profile, ledger.failure);
    const second = addresses.secondLedger && this.#parts.connect.secondSource(addresses.secondLedger);
    if (second?.ok === false) return this.#failed(profile, second.failure);
    const { chartsUrl, chartsWsUrl } = addresses;
    const charts = this.#parts.connect.charts(chartsUrl, chartsWsUrl, apiKey);
    profile.connect(service.value, ledger.value, charts, chartsUrl, second?.value);
    this.#ready(addresses.baseUrl, addresses.ledgerUrl);
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
    this.#show({ service: 'ready', failure: undefined, serviceHost: service, ledgerHost: ledger });
    for (const listener of this.#connectListeners) listener();
  }

  #setProfile(profile: Profile | undefined): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    for (const listener of this.#changeListeners) listener(profile);
  }

  #show(changes: Partial<ProfileView>): void {
    this.topic.set({ ...this.topic.value, ...changes });
  }

  /** Openings and closings one after the other. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

const LEARNED_KEY = 'exchanges.learned';
const MOST_EXCHANGES = 100;

/** The exchanges that can be named or excluded: those known by name, and codes that were seen in answers. */
class KnownExchanges {
  readonly #named: ProfileParts['exchanges'];
  readonly #settings: SettingsStore;

  constructor(named: ProfileParts['exchanges'], settings: SettingsStore) {
    this.#named = named;
    this.#settings = settings;
  }

  /** Those of this mode's list, and the learned ones. A code that no list has is shown as it came, being a claim. */
  all(mode: ProfileMode): ExchangeName[] {
    const named = this.#named[mode].map(({ code, name }) => ({ code, name }));
    const codes = new Set(named.map(({ code }) => code));
    const elsewhere = new Map(
      Object.values(this.#named).flatMap((list) => list.map(({ code, name }) => [code, name])),
    );
    const learned = this.#learned().filter((code) => !codes.has(code));
    return [...named, ...learned.map((code) => ({ code, name: elsewhere.get(code) ?? code }))];
  }

  /** Remembers codes that are seen for the first time. Returns whether there were any. */
  learn(codes: readonly string[], mode: ProfileMode): boolean {
    const known = new Set(this.all(mode).map(({ code }) => code));
    const fresh = new Set(codes.map((code) => exchangeView(code)));
    const added = [...fresh].filter((code) => !known.has(code));
    if (added.length === 0 || known.size >= MOST_EXCHANGES) return false;
    this.#settings.set(LEARNED_KEY, [...this.#learned(), ...added].slice(0, MOST_EXCHANGES));
    return true;
  }

  #learned(): string[] {
    const stored = this.#settings.get(LEARNED_KEY);
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
  }
}
