import * as v from 'valibot';
import { liveAddresses } from '#contract/protection-views.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { AppParts, LiveAddresses } from './app-parts.ts';

type LiveParts = Pick<AppParts, 'settings' | 'secrets' | 'place' | 'connect'>;
export type KeyKind = 'api-key' | 'ledger-key';

const KEY = 'live';
const keySchema = v.strictObject({ host: v.string(), key: v.string() });

/** The live profile's addresses, which are settings, and its keys, which are secrets. */
export class LiveSettings {
  readonly #parts: LiveParts;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  addresses(): LiveAddresses | undefined {
    const stored = v.safeParse(liveAddresses, this.#parts.settings.get(KEY));
    return stored.success ? stored.output : undefined;
  }

  /** Failures: `service-address-refused` for any of the addresses, `second-ledger-same`. */
  check(addresses: LiveAddresses): Result<undefined, Failure> {
    const chartsWs = addresses.chartsWsUrl.replace(/^ws/, 'http');
    for (const url of [addresses.baseUrl, addresses.chartsUrl, chartsWs, addresses.ledgerUrl]) {
      const host = this.#parts.connect.hostOf(url);
      if (!host.ok) return host;
    }
    const { secondLedger, ledgerUrl } = addresses;
    if (secondLedger !== undefined) {
      const [first, second] = [ledgerUrl, secondLedger.url].map((url) => this.#parts.connect.hostOf(url));
      if (second?.ok === false) return second;
      if (first?.ok && second?.ok && first.value === second.value)
        return failed(failure('second-ledger-same'));
    }
    return ok(undefined);
  }

  /** Failures as of `check`. */
  configure(addresses: LiveAddresses): Result<undefined, Failure> {
    const fit = this.check(addresses);
    if (fit.ok) this.#parts.settings.set(KEY, addresses);
    return fit;
  }

  /**
   * The hosts that a key is for, for the window in which it is typed: the service's key also goes to its charts API,
   * which may be on a host of its own.
   */
  hostFor(kind: KeyKind): string | undefined {
    const addresses = this.addresses();
    if (!addresses) return undefined;
    const urls = kind === 'api-key' ? [addresses.baseUrl, addresses.chartsUrl] : [addresses.ledgerUrl];
    const hosts = urls.map((url) => this.#parts.connect.hostOf(url));
    const names = hosts.map((host) => (host.ok ? host.value : undefined));
    return names.includes(undefined) ? undefined : [...new Set(names)].join(' and ');
  }

  /**
   * The key, if one was entered for the hosts that are configured now: a key never goes to another host than the one
   * that the user saw when typing it.
   */
  async key(kind: KeyKind): Promise<string | undefined> {
    const read = await this.#parts.secrets.get(this.#entry(kind));
    if (read.status !== 'value') return undefined;
    const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), keySchema), read.value);
    return kept.success && kept.output.host === this.hostFor(kind) ? kept.output.key : undefined;
  }

  /** Failures: `api-key-malformed`, `not-configured`, `keychain-refused`. */
  async setKey(kind: KeyKind, key: string): Promise<Result<undefined, Failure>> {
    const trimmed = key.trim();
    const fit = this.#parts.connect.checkKey(trimmed);
    if (!fit.ok) return fit;
    const host = this.hostFor(kind);
    if (host === undefined) return failed(failure('not-configured', { missing: 'its addresses' }));
    const value = JSON.stringify({ host, key: trimmed });
    const stored = await this.#parts.secrets.set(this.#entry(kind), value, { interactive: true });
    return stored.status === 'stored' ? ok(undefined) : failed(failure('keychain-refused'));
  }

  #entry(kind: KeyKind): string {
    return `live/${this.#parts.place}/${kind}`;
  }
}
