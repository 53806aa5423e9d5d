import * as chainLibrary from '@emurgo/cardano-serialization-lib-nodejs';

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
export function scrubLibraryMemory(secret: Uint8Array): void {
  const bytes = Buffer.from(memory.buffer);
  for (let from = 0; from + WINDOW <= secret.length; from += WINDOW / 2) {
    const piece = secret.subarray(from, from + WINDOW);
    // A monotonous piece (test phrases have them) could be the library's own data.
    if (new Set(piece).size < WINDOW / 2) continue;
    for (let at = bytes.indexOf(piece); at >= 0; at = bytes.indexOf(piece, at))
      bytes.fill(0, at, at + WINDOW);
  }
}
