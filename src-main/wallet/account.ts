import { Bip32PrivateKey, Bip32PublicKey } from '@emurgo/cardano-serialization-lib-nodejs';
import * as chainLibrary from '@emurgo/cardano-serialization-lib-nodejs';
import { networkId, type NetworkName } from '#domain/network.ts';
import { baseAddress, formatAddress, formatRewardAccount, rewardAccountOf } from '../cardano/address.ts';
import { keyHash } from '../cardano/hash.ts';
import type { OwnScript } from '../cardano/own-script.ts';
import { SecretBytes } from './secret-bytes.ts';

/** A private key object of the chain library. */
interface LibraryKey {
  as_bytes(): Uint8Array;
  free(): void;
}

/** The library's linear memory, which holds every key that was handed to it, also after the objects are freed. */
const { memory } = (
  chainLibrary as unknown as { readonly __wasm: { readonly memory: { readonly buffer: ArrayBuffer } } }
).__wasm;

const WINDOW = 16;

/**
 * Lends private keys of the chain library to an action, then frees them and overwrites what is left of them in the
 * library's memory: `free` alone returns the memory with the key still in it.
 */
export function withLibraryKeys<T>(action: (lend: <K extends LibraryKey>(key: K) => K) => T): T {
  const lent: LibraryKey[] = [];
  try {
    return action((key) => {
      lent.push(key);
      return key;
    });
  } finally {
    const secrets = lent.map((key) => key.as_bytes());
    for (const key of lent) key.free();
    for (const secret of secrets) {
      scrubLibraryMemory(secret);
      secret.fill(0);
    }
  }
}

/** Overwrites copies of a secret, and pieces of 16 bytes and more, in the chain library's memory. */
function scrubLibraryMemory(secret: Uint8Array): void {
  const bytes = Buffer.from(memory.buffer);
  for (let from = 0; from + WINDOW <= secret.length; from += WINDOW / 2) {
    const piece = secret.subarray(from, from + WINDOW);
    // A monotonous piece (test phrases have them) could be the library's own data.
    if (new Set(piece).size < WINDOW / 2) continue;
    for (let at = bytes.indexOf(piece); at >= 0; at = bytes.indexOf(piece, at))
      bytes.fill(0, at, at + WINDOW);
  }
}

/** Hardened derivation index (BIP-32). */
const HARDENED = 0x8000_0000;
/** CIP-1852: the keys of a wallet. CIP-1854: keys that only sign for scripts shared by several people. */
export type KeyPurpose = 1852 | 1854;
const COIN = 1815;

/** CIP-1852 roles: addresses given to others, change addresses, staking. */
export type KeyRole = 0 | 1 | 2;

/** The last two steps of `m/1852'/1815'/account'/role/index`. */
export interface KeyPath {
  readonly role: KeyRole;
  readonly index: number;
}

const STAKE_KEY: KeyPath = { role: 2, index: 0 };

/** Where a device that holds the words derives a key: `1852'/1815'/0'/0/0` (CIP-1852). */
export interface KeyPlace {
  readonly keyHash: string;
  readonly path: string;
}

export interface AccountSeed {
  /** Extended private key of the account, 96 bytes: key 64, chain code 32 (which the public half holds too). */
  readonly privateKey: SecretBytes;
  /** Extended public key of the account, 64 bytes: key, chain code. */
  readonly publicKey: Uint8Array;
}

/** Derives the account `m/purpose'/1815'/account'` of BIP-39 entropy (CIP-3 Icarus). */
export function deriveAccount(entropy: SecretBytes, account = 0, purpose: KeyPurpose = 1852): AccountSeed {
  const seed = withLibraryKeys((lend) => {
    const root = lend(Bip32PrivateKey.from_bip39_entropy(entropy.bytes, new Uint8Array(0)));
    return accountBelow(root, [purpose, account], lend);
  });
  scrubLibraryMemory(entropy.bytes);
  return seed;
}

/**
 * Derives the account `m/purpose'/1815'/account'` of a root key, 96 bytes: key 64, chain code 32.
 * @throws Error if the bytes are not an extended private key.
 */
export function deriveAccountOfRoot(root: SecretBytes, account = 0, purpose: KeyPurpose = 1852): AccountSeed {
  return withLibraryKeys((lend) =>
    accountBelow(lend(Bip32PrivateKey.from_bytes(root.bytes)), [purpose, account], lend),
  );
}

/** The public half of an account's extended private key. */
export function accountPublicKey(privateKey: SecretBytes): Uint8Array {
  return withLibraryKeys((lend) => publicPart(lend(Bip32PrivateKey.from_bytes(privateKey.bytes))));
}

/** Signs a hash with one key of the account; returns 64 bytes (Ed25519, extended keys). */
export function signWith(privateKey: SecretBytes, path: KeyPath, hash: Uint8Array): Uint8Array {
  return withLibraryKeys((lend) => {
    const account = lend(Bip32PrivateKey.from_bytes(privateKey.bytes));
    const role = lend(account.derive(path.role));
    const key = lend(role.derive(path.index));
    const signature = lend(key.to_raw_key()).sign(hash);
    const bytes = signature.to_bytes();
    signature.free();
    return bytes;
  });
}

/** The part of an account that its public key reveals without any password: its keys, their hashes, its addresses. */
export class PublicAccount {
  readonly #publicKey: Uint8Array;
  readonly #network: NetworkName;
  readonly #keys = new Map<string, Uint8Array>();

  /** @throws RangeError when the extended public key does not have 64 bytes. */
  constructor(publicKey: Uint8Array, network: NetworkName) {
    if (publicKey.length !== 64) throw new RangeError('an extended public key has 64 bytes');
    this.#publicKey = publicKey.slice();
    this.#network = network;
  }

  /** The same account with its addresses on another network. */
  on(network: NetworkName): PublicAccount {
    return new PublicAccount(this.#publicKey, network);
  }

  /** A public key of the account, 32 bytes. */
  key(path: KeyPath): Uint8Array {
    const name = `${path.role}/${path.index}`;
    const known = this.#keys.get(name);
    if (known) return known;
    const account = Bip32PublicKey.from_bytes(this.#publicKey);
    const role = account.derive(path.role);
    const extended = role.derive(path.index);
    const raw = extended.to_raw_key();
    const key = raw.as_bytes();
    for (const item of [account, role, extended, raw]) item.free();
    this.#keys.set(name, key);
    return key;
  }

  /** Hash of a key, 28 bytes as hex. */
  keyHash(path: KeyPath): string {
    return keyHash(this.key(path));
  }

  /** Base address (CIP-19 type 0) of payment key `0/index` with the account's stake key, as Bech32. */
  address(index: number): string {
    return this.addressAt({ role: 0, index });
  }

  /** The same of a payment key of either chain: `0/index` is given to others, `1/index` is for change. */
  addressAt(path: KeyPath): string {
    const stake = this.keyHash(STAKE_KEY);
    return formatAddress(baseAddress(networkId(this.#network), this.keyHash(path), stake));
  }

  /** The stake key's reward address (CIP-19 type 14), as Bech32. */
  rewardAddress(): string {
    return formatRewardAccount(rewardAccountOf(networkId(this.#network), this.keyHash(STAKE_KEY)));
  }

  /** Hashes of the stake key, and of the payment and change keys below an index. */
  ownKeys(count: number): OwnKeys {
    const hashes = (stake: boolean): ReadonlySet<string> =>
      new Set(
        this.paths(count)
          .filter(({ role }) => (role === 2) === stake)
          .map((path) => this.keyHash(path)),
      );
    return { paymentKeyHashes: hashes(false), stakeKeyHashes: hashes(true) };
  }

  /** Where the same keys are, if the account has this number: its public key does not say. */
  places(count: number, account: number): readonly KeyPlace[] {
    return this.paths(count).map((path) => ({
      keyHash: this.keyHash(path),
      path: `1852'/${COIN}'/${account}'/${path.role}/${path.index}`,
    }));
  }

  /** Paths of the stake key and of the payment and change keys below an index. */
  paths(count: number): readonly KeyPath[] {
    const indexes = Array.from({ length: count }, (_, index) => index);
    return [
      { role: 2, index: 0 },
      ...indexes.map((index): KeyPath => ({ role: 0, index })),
      ...indexes.map((index): KeyPath => ({ role: 1, index })),
    ];
  }
}

function accountBelow(
  root: Bip32PrivateKey,
  [purpose, account]: readonly [KeyPurpose, number],
  lend: (key: Bip32PrivateKey) => Bip32PrivateKey,
): AccountSeed {
  const wallets = lend(root.derive(HARDENED + purpose));
  const coin = lend(wallets.derive(HARDENED + COIN));
  const key = lend(coin.derive(HARDENED + account));
  return { privateKey: SecretBytes.take(key.as_bytes()), publicKey: publicPart(key) };
}

function publicPart(key: Bip32PrivateKey): Uint8Array {
  const half = key.to_public();
  const bytes = half.as_bytes();
  half.free();
  return bytes;
}

/**
 * Hashes (28 bytes, hex) of an account's own keys over all derived indexes. A native script's wallet has the script
 * instead, and no payment key.
 */
export interface OwnKeys {
  readonly paymentKeyHashes: ReadonlySet<string>;
  readonly stakeKeyHashes: ReadonlySet<string>;
  readonly script?: OwnScript;
  /** Available keys that sign only for native scripts (CIP-1854). */
  readonly sharedKeyHashes?: ReadonlySet<string>;
}

/** How many indexes of each chain count as the account's own (the usual gap limit is 20). */
export const OWN_KEY_INDEXES = 40;
