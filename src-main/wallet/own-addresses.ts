import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { SmallFiles } from '../ports/system.ts';
import { type KeyPath, OWN_KEY_INDEXES, type OwnKeys, type PublicAccount } from './account.ts';

/** Whose trades and payments these are: the one address that trades, and all that payments are made from. */
export interface OwnAccount {
  /** Bech32: a service builds for one address. */
  readonly address: string;
  /** All of the wallet's that are known, the trading one first. */
  readonly addresses: readonly string[];
  readonly own: OwnKeys;
}

/**
 * The keys of an account in use besides `0/0`, and the one whose address trades. A back-end's list and the file on disk
 * only say where to derive: the addresses themselves come from the account's key.
 */
export interface UsedKeys {
  readonly paths: readonly KeyPath[];
  /** Absent: `0/0`. */
  readonly trading?: KeyPath;
}

export const NOTHING_FOUND: UsedKeys = { paths: [] };

/** How many unused addresses in a row end the search on a chain, as in other wallets. */
export const GAP_LIMIT = 20;
/** The same where a list has been read already: looking farther into it asks for nothing. */
const GAP_IN_LIST = 100;
/** Indexes of each chain that are looked at. Bundles name the place of each key, and have room for so many. */
const MOST_INDEXES = 400;
const CHAINS = [0, 1] as const;
const FIRST: KeyPath = { role: 0, index: 0 };

/** The addresses of an account that are known, `0/0` first, then by chain and index. */
export function addressesOf(account: PublicAccount, { paths }: UsedKeys): readonly string[] {
  return [FIRST, ...paths].map((path) => account.addressAt(path));
}

export function tradingAddressOf(account: PublicAccount, { trading }: UsedKeys): string {
  return account.addressAt(trading ?? FIRST);
}

/** The same keys with another one's address to trade; `undefined` unless that is one of the known ones. */
export function tradingWith(account: PublicAccount, used: UsedKeys, address: string): UsedKeys | undefined {
  const { paths } = used;
  if (account.addressAt(FIRST) === address) return { paths };
  const trading = paths.find((path) => account.addressAt(path) === address);
  return trading && { paths, trading };
}

/** How many indexes of each chain count as the account's own: the gap limit beyond the last one in use, at least the usual number. */
export function reachOf(paths: readonly KeyPath[]): number {
  return Math.max(OWN_KEY_INDEXES, ...paths.map(({ index }) => index + 1 + GAP_LIMIT));
}

/**
 * The account's own keys as far as those reach whose hashes (hex) are named. A machine without a network learns from what
 * a transaction spends which of its keys are in use.
 */
export function ownKeysReaching(account: PublicAccount, hashes: ReadonlySet<string>): OwnKeys {
  const usual = account.ownKeys(OWN_KEY_INDEXES);
  if ([...hashes].every((hash) => usual.paymentKeyHashes.has(hash))) return usual;
  const farther = Array.from({ length: MOST_INDEXES - OWN_KEY_INDEXES }, (_, at) => at + OWN_KEY_INDEXES);
  const used = farther.flatMap((index) => CHAINS.map((role): KeyPath => ({ role, index })));
  return account.ownKeys(reachOf(used.filter((path) => hashes.has(account.keyHash(path)))));
}

/**
 * Looks for the addresses of an account that are in use, on both chains: by one list of the account's addresses where the
 * back-end keeps it, else, up to the gap limit, by what is unspent. Enterprise addresses of its keys are not looked for:
 * no wallet gives them out. Answers the paths besides `0/0`, those known before among them. Failures: those of the ledger.
 */
export async function findUsedKeys(
  account: PublicAccount,
  { paths: known }: UsedKeys,
  ledger: Pick<Ledger, 'accountAddresses' | 'utxosAt'>,
  signal?: AbortSignal,
): Promise<Result<readonly KeyPath[], Failure>> {
  const listed = await ledger.accountAddresses(account.rewardAddress(), signal);
  if (!listed.ok && listed.failure.code !== 'ledger-cannot-prove') return listed;
  const holding = async (addresses: readonly string[]): Promise<Result<ReadonlySet<string>, Failure>> => {
    const outputs = await ledger.utxosAt(addresses, signal);
    if (!outputs.ok) return outputs;
    const used = new Set(outputs.value.map(({ address }) => address));
    // Unreadable outputs may be at any of the other addresses.
    const unclear = outputs.leftOut ? addresses.filter((address) => !used.has(address)) : [];
    for (const address of unclear) {
      const held = await ledger.utxosAt([address], signal);
      if (!held.ok) return held;
      if (held.leftOut || held.value.length > 0) used.add(address);
    }
    return ok(used);
  };
  if (!listed.ok) return walk(account, known, GAP_LIMIT, holding);
  const all = new Set(listed.value.addresses);
  const found = await walk(account, known, GAP_IN_LIST, () => Promise.resolve(ok(all)));
  if (!found.ok) return found;
  if (listed.value.complete) {
    if (all.size > 0) return found;
    // A back-end without such a list answers as one that knows nothing of the account.
    const first = await holding([account.addressAt(FIRST)]);
    if (!first.ok || first.value.size === 0) return first.ok ? found : first;
  }
  return walk(account, found.value, GAP_LIMIT, holding);
}

/** Both chains side by side, window by window, until so many unused addresses follow the last one in use on each. */
async function walk(
  account: PublicAccount,
  known: readonly KeyPath[],
  gap: number,
  inUse: (addresses: readonly string[]) => Promise<Result<ReadonlySet<string>, Failure>>,
): Promise<Result<readonly KeyPath[], Failure>> {
  const used = new Map(known.map((path) => [nameOf(path), path]));
  const endOf = (role: KeyPath['role']): number => {
    const last = Math.max(
      -1,
      ...[...used.values()].filter((one) => one.role === role).map((one) => one.index),
    );
    return Math.min(last + 1 + gap, MOST_INDEXES);
  };
  const seen: [number, number] = [0, 0];
  for (;;) {
    const window = CHAINS.flatMap((role) => {
      const from = seen[role];
      const end = endOf(role);
      seen[role] = Math.max(from, end);
      return Array.from({ length: seen[role] - from }, (_, at): KeyPath => ({ role, index: from + at }));
    });
    if (window.length === 0) break;
    const found = await inUse(window.map((path) => account.addressAt(path)));
    if (!found.ok) return found;
    for (const path of window) if (found.value.has(account.addressAt(path))) used.set(nameOf(path), path);
  }
  used.delete(nameOf(FIRST));
  return ok([...used.values()].toSorted((one, other) => one.role - other.role || one.index - other.index));
}

function nameOf({ role, index }: KeyPath): string {
  return `${role}/${index}`;
}

const FILE = 'addresses.json';
const VERSION = 1;
const LONGEST = 20_000;
const PATH = /^([01])\/(0|[1-9]\d{0,2})$/;

/** The file that names the keys in use. It holds no secret, and can be found again. Methods throw when the disk refuses. */
export class UsedKeysFile {
  readonly #files: SmallFiles;

  constructor(files: SmallFiles) {
    this.#files = files;
  }

  /** The keys found for this account; none if the file belongs to another one, or cannot be read. */
  load(account: PublicAccount): UsedKeys {
    const content = this.#files.read(FILE);
    if (!content || content.length > LONGEST) return NOTHING_FOUND;
    try {
      const json = JSON.parse(Buffer.from(content).toString('utf8')) as Record<string, unknown>;
      if (json['version'] !== VERSION || json['account'] !== account.rewardAddress()) return NOTHING_FOUND;
      const stored: readonly unknown[] = Array.isArray(json['paths']) ? json['paths'] : [];
      const paths = stored.flatMap((one) => pathOf(one) ?? []);
      const trading = pathOf(json['trading']);
      return trading && paths.some((path) => nameOf(path) === nameOf(trading))
        ? { paths, trading }
        : { paths };
    } catch {
      return NOTHING_FOUND;
    }
  }

  save(account: PublicAccount, { paths, trading }: UsedKeys): void {
    const content = {
      version: VERSION,
      account: account.rewardAddress(),
      paths: paths.map(nameOf),
      ...(trading === undefined ? {} : { trading: nameOf(trading) }),
    };
    this.#files.write(FILE, Buffer.from(JSON.stringify(content)));
  }

  remove(): void {
    this.#files.remove(FILE);
  }
}

function pathOf(stored: unknown): KeyPath | undefined {
  const [, role, index] = (typeof stored === 'string' && PATH.exec(stored)) || [];
  const path: KeyPath | undefined =
    role === undefined ? undefined : { role: role === '0' ? 0 : 1, index: Number(index) };
  return path && path.index < MOST_INDEXES && nameOf(path) !== nameOf(FIRST) ? path : undefined;
}
