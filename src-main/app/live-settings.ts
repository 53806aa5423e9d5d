import * as v from 'valibot';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import type { SettingsStore } from '../ports/settings.ts';
import type { Connector, LiveAddresses } from './app-parts.ts';

export type KeyKind = 'api-key' | 'ledger-key';

const KEY = 'live';
const schema = v.strictObject({
  network: v.picklist(['mainnet', 'preprod', 'preview']),
  baseUrl: v.string(),
  chartsUrl: v.string(),
  chartsWsUrl: v.string(),
  ledgerUrl: v.string(),
});
const keySchema = v.strictObject({ host: v.string(), key: v.string() });

/** The live profile's addresses, which are settings, and its keys, which are secrets. */
export class LiveSettings {
  readonly #settings: SettingsStore;
  readonly #secrets: SecretStore;
  readonly #connect: Connector;

  constructor(settings: SettingsStore, secrets: SecretStore, connect: Connector) {
    this.#settings = settings;
    this.#secrets = secrets;
    this.#connect = connect;
  }

  addresses(): LiveAddresses | undefined {
    const stored = v.safeParse(schema, this.#settings.get(KEY));
    return stored.success ? stored.output : undefined;
  }

  /** Failure: `service-address-refused`, for any of the addresses. */
  configure(addresses: LiveAddresses): Result<undefined, Failure> {
    const chartsWs = addresses.chartsWsUrl.replace(/^ws/, 'http');
    for (const url of [addresses.baseUrl, addresses.chartsUrl, chartsWs, addresses.ledgerUrl]) {
      const host = this.#connect.hostOf(url);
      if (!host.ok) return host;
    }
    this.#settings.set(KEY, addresses);
    return ok(undefined);
  }

  /** The host that a key is for, for the window in which it is typed. */
  hostFor(kind: KeyKind): string | undefined {
    const addresses = this.addresses();
    if (!addresses) return undefined;
    const host = this.#connect.hostOf(kind === 'api-key' ? addresses.baseUrl : addresses.ledgerUrl);
    return host.ok ? host.value : undefined;
  }

  /**
   * The key, if one was entered for the host that is configured now: a key never goes to another host than the one
   * that the user saw when typing it.
   */
  async key(kind: KeyKind): Promise<string | undefined> {
    const read = await this.#secrets.get(`live/${kind}`);
    if (read.status !== 'value') return undefined;
    const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), keySchema), read.value);
    return kept.success && kept.output.host === this.hostFor(kind) ? kept.output.key : undefined;
  }

  /** Failures: `api-key-malformed`, `not-configured`, `keychain-refused`. */
  async setKey(kind: KeyKind, key: string): Promise<Result<undefined, Failure>> {
    const trimmed = key.trim();
    const fit = this.#connect.checkKey(trimmed);
    if (!fit.ok) return fit;
    const host = this.hostFor(kind);
    if (host === undefined) return failed(failure('not-configured', { missing: 'its addresses' }));
    const value = JSON.stringify({ host, key: trimmed });
    const stored = await this.#secrets.set(`live/${kind}`, value, { interactive: true });
    return stored.status === 'stored' ? ok(undefined) : failed(failure('keychain-refused'));
  }
}
