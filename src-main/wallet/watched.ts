import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { formatAddress, parseAddress } from '../cardano/address.ts';
import type { SmallFiles } from '../ports/system.ts';
import { readAccountKey } from './account-key.ts';
import { PublicAccount, type OwnKeys } from './account.ts';

/** A wallet whose keys are elsewhere: what can be known without them. */
export interface Watched {
  /** The address that buys and sells, Bech32. */
  readonly address: string;
  /** The keys that are the wallet's own: of an account those below an index, of an address its own two. */
  readonly ownKeys: (count: number) => OwnKeys;
}

const FILE = 'watched.json';
const VERSION = 1;
const LONGEST = 1_000;

/**
 * Reads what a watch-only wallet is made of: an address of a key, or an account's public key. Failures:
 * `address-malformed`, `address-elsewhere`, `watched-script`, `account-key-malformed`.
 */
export function readWatched(text: string, network: NetworkName): Result<Watched, Failure> {
  const typed = text.trim();
  if (/^addr(_test)?1/i.test(typed)) return watchedAddress(typed, network);
  const key = readAccountKey(typed);
  if (!key.ok) return key;
  const account = new PublicAccount(key.value, network);
  return ok({ address: account.address(0), ownKeys: (count) => account.ownKeys(count) });
}

function watchedAddress(typed: string, network: NetworkName): Result<Watched, Failure> {
  const parsed = parseAddress(typed);
  if (!parsed.ok) return failed(failure('address-malformed', { reason: parsed.failure }));
  const address = parsed.value;
  if ((address.network === 1) !== (network === 'mainnet')) {
    const found = address.network === 1 ? 'mainnet' : 'a test network';
    return failed(failure('address-elsewhere', { found, expected: network }));
  }
  const { payment, stake } = address;
  if (payment.kind === 'script') return failed(failure('watched-script'));
  const stakes = stake !== undefined && stake !== 'pointer' && stake.kind === 'key' ? [stake.hash] : [];
  const own: OwnKeys = {
    paymentKeyHashes: new Set([payment.hash]),
    stakeKeyHashes: new Set(stakes),
  };
  return ok({ address: formatAddress(address), ownKeys: () => own });
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
    const text = content.length > LONGEST ? undefined : storedText(content);
    const watched = text === undefined ? undefined : readWatched(text, this.#network);
    return watched?.ok ? watched : failed(failure('watched-corrupt'));
  }

  /** Keeps what `readWatched` has read. */
  save(text: string): void {
    this.#files.write(FILE, Buffer.from(JSON.stringify({ version: VERSION, watched: text.trim() })));
  }

  remove(): void {
    this.#files.remove(FILE);
  }
}

function storedText(content: Uint8Array): string | undefined {
  try {
    const { version, watched, ...others } = JSON.parse(Buffer.from(content).toString('utf8')) as Record<
      string,
      unknown
    >;
    const sound = version === VERSION && Object.keys(others).length === 0;
    return sound && typeof watched === 'string' ? watched : undefined;
  } catch {
    return undefined;
  }
}
