import * as v from 'valibot';
import type { LiveAddressesView } from '#contract/profile.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SecretStore } from '../../ports/secret-store.ts';

/** A live profile's addresses, as the user entered them. */
export type LiveAddresses = Readonly<LiveAddressesView>;
type KeyKind = 'api-key' | 'ledger-key';

/** The rules of the HTTP core for addresses and keys. */
export interface AddressRules {
  /** The host (and port) of an address that may be used. Failure: `service-address-refused`. */
  hostOf(url: string): Result<string, Failure>;
  /** Failure: `api-key-malformed`. */
  checkKey(key: string): Result<undefined, Failure>;
}

export interface LiveKeyParts {
  readonly secrets: SecretStore;
  /** Names the data folder in the keychain: `[a-z0-9]`, at most 40 characters. */
  readonly place: string;
  readonly connect: AddressRules;
}

/** Whose keys they are. */
export interface KeyOwner {
  readonly id: string;
  readonly addresses: LiveAddresses;
}

const keySchema = v.strictObject({ host: v.string(), key: v.string() });

/** The keys of live profiles: in the keychain, each bound to the hosts that it was typed for. */
export class LiveKeys {
  readonly #parts: LiveKeyParts;

  constructor(parts: LiveKeyParts) {
    this.#parts = parts;
  }

  /**
   * The hosts that a key is for, for the window in which it is typed: the service's key also goes to its charts API,
   * which may be on another host.
   */
  hostFor({ addresses }: KeyOwner, kind: KeyKind): string | undefined {
    const urls = kind === 'api-key' ? [addresses.baseUrl, addresses.chartsUrl] : [ledgerUrlOf(addresses)];
    const hosts = urls.map((url) => this.#parts.connect.hostOf(url));
    const names = hosts.map((host) => (host.ok ? host.value : undefined));
    return names.includes(undefined) ? undefined : [...new Set(names)].join(' and ');
  }

  /**
   * The key, if one was entered for the hosts that are configured now: a key never goes to another host than the one
   * that the user saw when typing it.
   */
  async key(owner: KeyOwner, kind: KeyKind): Promise<string | undefined> {
    const read = await this.#parts.secrets.get(this.#entry(owner, kind));
    if (read.status !== 'value') return undefined;
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), keySchema), read.value);
    return entry.success && entry.output.host === this.hostFor(owner, kind) ? entry.output.key : undefined;
  }

  /** Failures: `api-key-malformed`, `not-configured`, `keychain-refused`. */
  async setKey(owner: KeyOwner, kind: KeyKind, key: string): Promise<Result<undefined, Failure>> {
    const trimmed = key.trim();
    const fit = this.#parts.connect.checkKey(trimmed);
    if (!fit.ok) return fit;
    const host = this.hostFor(owner, kind);
    if (host === undefined) return failed(failure('not-configured', { missing: 'addresses' }));
    const value = JSON.stringify({ host, key: trimmed });
    const stored = await this.#parts.secrets.set(this.#entry(owner, kind), value, { interactive: true });
    return stored.status === 'stored' ? ok(undefined) : failed(failure('keychain-refused'));
  }

  /** Whether the key can be read now; `other-host`: it is kept for hosts that are no longer configured. */
  async keyState(
    owner: KeyOwner,
    kind: KeyKind,
  ): Promise<'present' | 'absent' | 'other-host' | 'unreadable'> {
    const read = await this.#parts.secrets.get(this.#entry(owner, kind), { interactive: true });
    if (read.status === 'absent') return 'absent';
    if (read.status !== 'value') return 'unreadable';
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), keySchema), read.value);
    if (!entry.success) return 'unreadable';
    return entry.output.host === this.hostFor(owner, kind) ? 'present' : 'other-host';
  }

  /** Deletes the key, whichever hosts it is for. Failure: `keychain-refused`. */
  async forgetKey(owner: KeyOwner, kind: KeyKind): Promise<Result<undefined, Failure>> {
    const gone = await this.#parts.secrets.delete(this.#entry(owner, kind), { interactive: true });
    return gone.status === 'deleted' ? ok(undefined) : failed(failure('keychain-refused'));
  }

  /** Removes both keys from the keychain. Failure: `keychain-refused` when one of them is still there. */
  async forget(owner: KeyOwner): Promise<Result<undefined, Failure>> {
    for (const kind of ['api-key', 'ledger-key'] as const) {
      const gone = await this.forgetKey(owner, kind);
      if (!gone.ok) return gone;
    }
    return ok(undefined);
  }

  #entry({ id }: KeyOwner, kind: KeyKind): string {
    return `live/${this.#parts.place}/${id}/${kind}`;
  }
}

/** Failures: `service-address-refused` for any of the addresses, `second-ledger-same`. */
export function checkAddresses(
  addresses: LiveAddresses,
  rules: Pick<AddressRules, 'hostOf'>,
): Result<undefined, Failure> {
  const { baseUrl, chartsUrl, submitUrl } = addresses;
  const sockets = [overHttp(addresses.chartsWsUrl), ledgerUrlOf(addresses)];
  for (const url of [baseUrl, chartsUrl, ...sockets, ...(submitUrl === undefined ? [] : [submitUrl])]) {
    const host = rules.hostOf(url);
    if (!host.ok) return host;
  }
  const { secondLedger } = addresses;
  if (secondLedger !== undefined) {
    const both = [ledgerUrlOf(addresses), secondUrlOf(secondLedger)];
    const [first, second] = both.map((url) => rules.hostOf(url));
    if (second?.ok === false) return second;
    if (first?.ok && second?.ok && first.value === second.value) return failed(failure('second-ledger-same'));
  }
  return ok(undefined);
}

/** The address of the ledger back-end, with a socket's scheme (as Ogmios has) written as that of HTTP. */
export function ledgerUrlOf({
  ledgerUrl,
  ledgerApi,
}: Pick<LiveAddresses, 'ledgerUrl' | 'ledgerApi'>): string {
  return ledgerApi === 'ogmios' ? overHttp(ledgerUrl) : ledgerUrl;
}

function secondUrlOf({ url, api }: NonNullable<LiveAddresses['secondLedger']>): string {
  return api === 'ogmios' ? overHttp(url) : url;
}

function overHttp(url: string): string {
  return url.replace(/^ws/, 'http');
}
