import type { ProfileView } from '#contract/views.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { PracticeEndpoints, SmallFiles } from '../ports/system.ts';
import type { LedgerConnection, ProfileParts } from './profile-parts.ts';
import { Topic } from '../gate/topic.ts';
import { ledgerUrlOf, LiveSettings } from '../features/vault/live-settings.ts';
import type { OpenProfile, ProfileMode } from '../gate/handlers.ts';
import { ledgerFindings } from '../trading/ledger-findings.ts';
import { Profile } from './profile.ts';
import { type ExchangeName, exchangeView, failureView } from '../gate/wire.ts';
import { Attention } from '../market/attention.ts';
import type { SettingsStore } from '../ports/journal.ts';
import { StorageError } from '../ports/storage-trouble.ts';

/** The lists of a wallet that the page may show. */
type WalletList = 'orders' | 'plans';

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
  /** Whether anybody is looking. */
  readonly attention: Attention;
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
  #lists: readonly WalletList[] = ['orders', 'plans'];
  readonly #sessionFiles = new Map<string, SmallFiles>();

  constructor(parts: ProfileParts) {
    this.#parts = parts;
    this.#exchanges = new KnownExchanges(parts.exchanges, parts.settings);
    this.live = new LiveSettings(parts);
    this.attention = new Attention(parts.clock);
    const mode = parts.settings.get(MODE_KEY) === 'live' ? 'live' : 'practice';
    this.topic = new Topic<ProfileView>({
      mode,
      network: mode === 'practice' ? 'preprod' : (this.live.addresses()?.network ?? 'mainnet'),
      service: 'starting',
      hasApiKey: mode === 'practice',
      exchanges: this.#exchanges.all(mode),
    });
    parts.practice.onExit((why) => this.#practiceDied(why));
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
      const { mode: open, service } = this.topic.value;
      // Practice makes its own key at each start: one that is refused is mended by starting again.
      const broken = mode === 'practice' && service === 'failed';
      if (mode === open && this.#profile && !broken) return;
      this.#parts.settings.set(MODE_KEY, mode);
      await this.#close();
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

  /** What the page shows: whether it can be seen, and which lists of the wallet. */
  attend(visible: boolean, lists: readonly WalletList[]): void {
    this.attention.show(visible);
    this.#lists = lists;
    this.#showLists();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.attention.stop();
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
    const opened = await Profile.open({ ...this.#parts, attention: this.attention }, mode, network, (name) =>
      this.#sessionFilesOf(name),
    );
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
        const ledger = this.#parts.connect.ledger({ ledgerUrl }, apiKey);
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
    const addresses = this.live.addresses();
    if (!addresses) return this.#unconfigured(profile, 'its addresses');
    const [apiKey, ledgerKey] = await Promise.all([this.live.key('api-key'), this.live.key('ledger-key')]);
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
    void this.#examine(ledger.value, addresses.network, this.#generation.signal);
  }

  /** Shows what is odd about the ledger back-end, or about the clock next to it, once it has answered. */
  async #examine(ledger: LedgerConnection, network: NetworkName, left: AbortSignal): Promise<void> {
    const odd = await ledgerFindings(ledger.client, network, this.#parts.clock, left);
    const findings = ledger.lacks === undefined ? odd : [ledger.lacks, ...odd];
    if (left.aborted) return;
    for (const { code } of findings) this.#parts.log.warn(code);
    this.#show({ ledgerFindings: findings.length === 0 ? undefined : findings.map(failureView) });
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
    this.#showLists();
    profile?.polling.onRefusal((host, why) => {
      if (host !== 'service' || profile !== this.#profile) return;
      if (why) this.#show({ service: 'failed', failure: failureView(why) });
      else this.#show({ service: 'ready', failure: undefined });
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
    try {
      this.#settings.set(LEARNED_KEY, [...this.#learned(), ...added].slice(0, MOST_EXCHANGES));
      return true;
    } catch (error) {
      // The answer that named it is worth more than the note of it.
      if (error instanceof StorageError) return false;
      throw error;
    }
  }

  #learned(): string[] {
    const stored = this.#settings.get(LEARNED_KEY);
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
  }
}
