import { ADA, type AssetId } from '#domain/asset.ts';
import { unixToSlot } from '#domain/network.ts';
import { epochMs } from '#domain/time.ts';
import { addressOf, baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import { blake2b256, keyHash } from '../../../src-main/cardano/hash.ts';
import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { encodeWitnessSet } from '../../../src-main/cardano/witness.ts';
import { signingKey, worldKey } from '../../../src-main/practice/accounts.ts';

/** Who and what there is in the thief's world. Every key is made from constant words: never fund them. */

interface Key {
  readonly hash: string;
  readonly publicKey: string;
  sign(bodyHash: string): string;
}

function keyOf(name: string): Key {
  const key = signingKey(hexBytes(blake2b256(new TextEncoder().encode(`thief test key ${name}`))));
  return {
    hash: keyHash(key.publicKey),
    publicKey: toHex(key.publicKey),
    sign: (bodyHash) => toHex(key.sign(hexBytes(bodyHash))),
  };
}

const payment = keyOf('payment');
const otherPayment = keyOf('another payment');
const stake = keyOf('stake');
const ownKeys: ReadonlyMap<string, Key> = new Map(
  [payment, otherPayment, stake].map((key) => [key.hash, key]),
);

export const PAYMENT = payment.hash;
export const STAKE = stake.hash;
const address = formatAddress(baseAddress(0, PAYMENT, STAKE));
export const account = {
  address,
  addresses: [address],
  own: {
    paymentKeyHashes: new Set([PAYMENT, otherPayment.hash]),
    stakeKeyHashes: new Set([STAKE]),
  },
};

/** The account's signatures over a body by the keys named, as a CIP-30 witness set. @throws Error for a key of others. */
export function signedByOwner(bodyHash: string, keys: readonly string[]): string {
  const witnesses = keys.map((hash) => {
    const key = ownKeys.get(hash);
    if (!key) throw new Error('a key of somebody else was asked for');
    return { publicKey: key.publicKey, signature: key.sign(bodyHash) };
  });
  return encodeWitnessSet(witnesses);
}

/** The thief, at an address that the user paid once, and at one that nobody has seen. */
export const thief = worldKey(1, 'thief');
export const FRESH_ADDRESS = formatAddress(
  addressOf(0, { kind: 'key', hash: thief.keyHash }, { kind: 'key', hash: thief.keyHash }),
);

export const GEM = ('7e'.repeat(28) + '47454d') as AssetId;
/** A token of which the ledger back-end knows no decimals: the service alone states them. */
export const FOG = ('5a'.repeat(28) + '464f47') as AssetId;

export interface Asset {
  readonly id: AssetId;
  readonly ticker: string;
  readonly decimals: number;
  /** Lovelace for one whole token: its worth in this world. */
  readonly worth: bigint;
  /** Whether the ledger back-end knows its decimals. */
  readonly registered: boolean;
}

export const ASSETS: readonly Asset[] = [
  { id: ADA, ticker: 'ADA', decimals: 6, worth: 1_000_000n, registered: true },
  { id: GEM, ticker: 'GEM', decimals: 6, worth: 500_000n, registered: true },
  { id: FOG, ticker: 'FOG', decimals: 4, worth: 2_000_000n, registered: false },
];

export function assetOf(id: AssetId): Asset {
  const found = ASSETS.find((one) => one.id === id);
  if (!found) throw new Error(`no asset ${id}`);
  return found;
}

/** The worth of base units, lovelace, rounded down. */
export function worthOf(id: AssetId, units: bigint): bigint {
  const { worth, decimals } = assetOf(id);
  return (units * worth) / 10n ** BigInt(decimals);
}

/** Exchanges that the thief's service names; their scripts are practice's. */
export const EXCHANGES = ['EXA', 'EXB', 'EXC'] as const;
export const HONEST_BATCHER_FEE = 2_000_000n;
export const HONEST_DEPOSIT = 2_000_000n;

/** The moment at which everything happens, and its slot. */
export const NOW = epochMs(Date.UTC(2026, 10, 22, 12));
export const NOW_SLOT = unixToSlot('preprod', NOW / 1000);
