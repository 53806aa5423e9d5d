import { addressOf, formatAddress } from '../../cardano/address.ts';
import { cborArray, cborBytes } from '../../cardano/cbor-writer.ts';
import { blake2b224, blake2b256, keyHash } from '../../cardano/hash.ts';
import { hexBytes } from '../../cardano/hex.ts';
import { signingKey } from './ed25519.ts';

/** A key that the practice world itself holds: a batcher's, the faucet's, the background traders'. */
export interface WorldKey {
  readonly keyHash: string;
  /** Enterprise address on preprod. */
  readonly address: string;
  /** The encoded vkey witness over a transaction hash (hex). */
  witness(txHash: string): Uint8Array;
}

const TEST_NETWORK = 0;
const text = new TextEncoder();

/** Key of a role; it follows from the seed, so that a world made again from the same seed is the same world. */
export function worldKey(seed: number, role: string): WorldKey {
  const key = signingKey(hexBytes(blake2b256(text.encode(`touchstone practice key ${seed} ${role}`))));
  const hash = keyHash(key.publicKey);
  return {
    keyHash: hash,
    address: formatAddress(addressOf(TEST_NETWORK, { kind: 'key', hash })),
    witness: (txHash) => cborArray([cborBytes(key.publicKey), cborBytes(key.sign(hexBytes(txHash)))]),
  };
}

/**
 * Script hash of an exchange's orders or pools. The script is a practice validator (`chain/validator.ts`), not
 * Plutus: its hash is that of its name, the same for every seed.
 */
export function scriptHash(exchange: string, kind: 'order' | 'pool'): string {
  return blake2b224(text.encode(`touchstone practice ${kind} script ${exchange}`));
}

/** Enterprise address of an exchange's script on preprod. */
export function scriptAddress(exchange: string, kind: 'order' | 'pool'): string {
  return formatAddress(addressOf(TEST_NETWORK, { kind: 'script', hash: scriptHash(exchange, kind) }));
}
