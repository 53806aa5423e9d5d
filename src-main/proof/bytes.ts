import { blake2b } from '@noble/hashes/blake2.js';
import { unreadable } from './cbor.ts';

const HEX = /^(?:[0-9a-f]{2})*$/i;

/** Lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** @throws Unreadable for text that is not whole bytes in hex. */
export function bytesOf(hex: string): Uint8Array {
  if (!HEX.test(hex)) return unreadable('it is not hexadecimal');
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** BLAKE2b-256, hex: what transactions, datums and attached data are called by. */
export function hash256(bytes: Uint8Array): string {
  return hexOf(blake2b(bytes, { dkLen: 32 }));
}
