import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { addressOf, formatAddress } from '../cardano/address.ts';
import { otherKind, typedAddress } from '../cardano/typed-address.ts';
import { nativeScriptHash, readNativeScript } from '../cardano/native-script.ts';
import { ownScriptAt, type OwnScript } from '../cardano/own-script.ts';
import type { SmallFiles } from '../ports/system.ts';
import { readAccountKey } from './account-key.ts';
import { PublicAccount, type KeyPlace, type OwnKeys } from './account.ts';

/** A wallet whose keys are elsewhere: what can be known without them. */
export interface Watched {
  /** The address that buys and sells, Bech32. */
  readonly address: string;
  /** All that are watched, in the order in which they were typed; of an account its first. */
  readonly addresses: readonly string[];
  /** The script that locks it, if several people sign for it together. */
  readonly script?: OwnScript;
  /** Where it is an account: what its addresses are derived from. */
  readonly account?: PublicAccount;
  /** The keys that are the wallet's own: of an account those below an index, of addresses those that they name. */
  readonly ownKeys: (count: number) => OwnKeys;
  /** Where these are, for devices that derive them; an address or a script does not say. */
  readonly places?: (count: number) => readonly KeyPlace[];
}

const FILE = 'watched.json';
const VERSION = 1;
const LONGEST = 20_000;
/** More than anybody keeps apart, and few enough to be compared one by one. */
const MOST_ADDRESSES = 20;
/** An account's public key and account number, from 0; the number may be omitted for the first account. */
const NUMBERED = /^(\S+)\s+(\d{1,4})$/;

/**
 * Reads what a watch-only wallet is made of: addresses of keys, separated by spaces or commas, an account's public key
 * (and after a space its number), or a native script (JSON), alone or after its address. The first address trades,
 * unless `active` names another one of them: a service builds for one. Failures: `address-malformed`,
 * `address-other-kind`, `address-elsewhere`, `watched-script`, `watched-several`, `script-malformed`, `script-elsewhere`,
 * `account-key-malformed`.
 */
export function readWatched(text: string, network: NetworkName, active?: string): Result<Watched, Failure> {
  const brace = text.indexOf('{');
  if (brace >= 0) return watchedScript(text.slice(0, brace).trim(), text.slice(brace), network);
  const typed = text.trim().split(/[\s,;]+/);
  const [first = ''] = typed;
  if (/^addr(_test)?1/i.test(first)) return watchedAddresses(typed, network, active);
  const kind = otherKind(first);
  // Of keys, private and public, the next step says more.
  if (kind !== undefined && kind !== 'secret' && kind !== 'account-key')
    return failed(failure('address-other-kind', { kind }));
  const [, named = text, number = '0'] = NUMBERED.exec(text.trim()) ?? [];
  const key = readAccountKey(named);
  if (!key.ok) return key;
  const account = new PublicAccount(key.value, network);
  const address = account.address(0);
  return ok({
    address,
    addresses: [address],
    account,
    ownKeys: (count) => account.ownKeys(count),
    places: (count) => account.places(count, Number(number)),
  });
}

function watchedAddresses(
  typed: readonly string[],
  network: NetworkName,
  active: string | undefined,
): Result<Watched, Failure> {
  const all = new Map<string, OwnKeys>();
  for (const one of typed) {
    if (!/^addr(_test)?1/i.test(one)) return failed(failure('watched-several', { most: MOST_ADDRESSES }));
    const read = watchedAddress(one, network);
    if (!read.ok) return read;
    all.set(read.value.address, read.value.own);
  }
  const addresses = [...all.keys()];
  const [first] = addresses;
  if (first === undefined || addresses.length > MOST_ADDRESSES)
    return failed(failure('watched-several', { most: MOST_ADDRESSES }));
  const hashes = (of: 'paymentKeyHashes' | 'stakeKeyHashes') =>
    new Set([...all.values()].flatMap((own) => [...own[of]]));
  const own: OwnKeys = {
    paymentKeyHashes: hashes('paymentKeyHashes'),
    stakeKeyHashes: hashes('stakeKeyHashes'),
  };
  const address = active !== undefined && all.has(active) ? active : first;
  return ok({ address, addresses, ownKeys: () => own });
}

/** A wallet that several people sign for. Without an address it is the script's own, which has no stake part. */
function watchedScript(address: string, json: string, network: NetworkName): Result<Watched, Failure> {
  const read = readNativeScript(json);
  if (!read.ok) return failed(failure('script-malformed', { reason: read.failure }));
  const bare = addressOf(network === 'mainnet' ? 1 : 0, {
    kind: 'script',
    hash: nativeScriptHash(read.value),
  });
  const typed = address === '' ? ok(bare) : typedAddress(address, network);
  if (!typed.ok) return typed;
  const { payment, stake } = typed.value;
  if (payment.kind !== 'script' || payment.hash !== bare.payment.hash)
    return failed(failure('script-elsewhere', { address: formatAddress(bare) }));
  const script = ownScriptAt(typed.value, read.value);
  const own: OwnKeys = {
    paymentKeyHashes: new Set(),
    stakeKeyHashes: new Set(
      stake !== undefined && stake !== 'pointer' && stake.kind === 'key' ? [stake.hash] : [],
    ),
    script,
  };
  return ok({ address: script.address, addresses: [script.address], script, ownKeys: () => own });
}

function watchedAddress(
  typed: string,
  network: NetworkName,
): Result<{ readonly address: string; readonly own: OwnKeys }, Failure> {
  const here = typedAddress(typed, network);
  if (!here.ok) return here;
  const address = here.value;
  const { payment, stake } = address;
  if (payment.kind === 'script') return failed(failure('watched-script'));
  const stakes = stake !== undefined && stake !== 'pointer' && stake.kind === 'key' ? [stake.hash] : [];
  const own: OwnKeys = {
    paymentKeyHashes: new Set([payment.hash]),
    stakeKeyHashes: new Set(stakes),
  };
  return ok({ address: formatAddress(address), own });
}

/** The file that names what is watched. It holds no secret. Methods throw when the disk refuses. */
export class WatchedFile {
  readonly #files: SmallFiles;
  readonly #network: NetworkName;

  constructor(files: SmallFiles, network: NetworkName) {
    this.#files = files;
    this.#network = network;
  }

  /** `undefined` when nothing is watched. Failure: `watched-corrupt`. */
  load(): Result<Watched | undefined, Failure> {
    const content = this.#files.read(FILE);
    if (!content) return ok(undefined);
    const stored = content.length > LONGEST ? undefined : storedText(content);
    const watched = stored && readWatched(stored.watched, this.#network, stored.active);
    return watched?.ok ? watched : failed(failure('watched-corrupt'));
  }

  /** Keeps what `readWatched` has read, and which of several addresses trades. */
  save(text: string, active?: string): void {
    const content = { version: VERSION, watched: text.trim(), ...(active === undefined ? {} : { active }) };
    this.#files.write(FILE, Buffer.from(JSON.stringify(content)));
  }

  remove(): void {
    this.#files.remove(FILE);
  }
}

interface Kept {
  readonly watched: string;
  readonly active?: string;
}

function storedText(content: Uint8Array): Kept | undefined {
  try {
    const json = JSON.parse(Buffer.from(content).toString('utf8')) as Record<string, unknown>;
    const { version, watched, active, ...others } = json;
    if (version !== VERSION || Object.keys(others).length > 0 || typeof watched !== 'string')
      return undefined;
    if (active === undefined) return { watched };
    return typeof active === 'string' ? { watched, active } : undefined;
  } catch {
    return undefined;
  }
}
