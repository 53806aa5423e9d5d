import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SmallFiles } from '../ports/system.ts';
import { parseKeystore, type KeystoreFile } from './keystore-format.ts';

const CURRENT = 'keystore';
/** The keystore before the last change, until the new one was opened once; a second copy of it from then on. */
const PREVIOUS = 'keystore.previous';
/** A keystore that was given up for a restored one: never read here, kept in case it is missed. */
const REPLACED = 'keystore.replaced';
const MARKER = 'wallet.json';

interface Marker {
  /** A keystore was written and must be there. */
  readonly exists: boolean;
  /** Ids (hex) of keychain entries that were, or were about to be, made for keystores of this profile. */
  readonly entries: readonly string[];
}

/**
 * The files of a wallet. The marker says that a keystore exists, so that a lost file never looks like a first
 * start, and which keychain entries are to be cleaned up after a crash. Methods throw when the disk refuses.
 */
export class KeystoreFiles {
  readonly #files: SmallFiles;

  constructor(files: SmallFiles) {
    this.#files = files;
  }

  /**
   * The keystore; the previous one when the current one is damaged; `undefined` when there never was one.
   * Failures: `keystore-corrupt`, `keystore-newer`, `keystore-missing`.
   */
  load(): Result<KeystoreFile | undefined, Failure> {
    const current = this.#read(CURRENT);
    if (current?.ok) return current;
    const previous = this.#read(PREVIOUS);
    if (previous?.ok && current?.failure.code !== 'keystore-newer') return previous;
    if (current) return current;
    return this.#marker().exists ? failed(failure('keystore-missing')) : ok(undefined);
  }

  /** Names a keychain entry before it is made. */
  announce(entryId: string): void {
    this.#mark(({ exists, entries }) => ({ exists, entries: [...entries, entryId] }));
  }

  /** Keychain entries that no keystore needs when `entryId` is the one in use. */
  leftovers(entryId: string | undefined): readonly string[] {
    return this.#marker().entries.filter((entry) => entry !== entryId);
  }

  /** Forgets keychain entries that were deleted. */
  forget(entries: readonly string[]): void {
    this.#mark((marker) => ({
      ...marker,
      entries: marker.entries.filter((entry) => !entries.includes(entry)),
    }));
  }

  /** Writes a keystore; a sound one that it takes the place of becomes the previous one. */
  save(content: Uint8Array): void {
    const before = this.#files.read(CURRENT);
    if (before && parseKeystore(before).ok) this.#files.write(PREVIOUS, before);
    this.#files.write(CURRENT, content);
    this.#mark((marker) => ({ ...marker, exists: true }));
  }

  /** After the current keystore was opened: the previous one, and with it an old password, is replaced. */
  settle(): void {
    const current = this.#files.read(CURRENT);
    const previous = this.#files.read(PREVIOUS);
    if (!this.#marker().exists) this.#mark((marker) => ({ ...marker, exists: true }));
    if (current && !(previous && Buffer.from(previous).equals(current)) && parseKeystore(current).ok)
      this.#files.write(PREVIOUS, current);
  }

  /** Puts a keystore that can no longer be opened aside. */
  setAside(): void {
    const content = this.#files.read(CURRENT) ?? this.#files.read(PREVIOUS);
    if (content) this.#files.write(REPLACED, content);
    this.#files.remove(PREVIOUS);
  }

  /** Removes the wallet: from the first step on, a crash leaves either a whole wallet or none. */
  remove(): void {
    this.#mark((marker) => ({ ...marker, exists: false }));
    this.#files.remove(PREVIOUS);
    this.#files.remove(CURRENT);
  }

  #read(name: string): Result<KeystoreFile, Failure> | undefined {
    const content = this.#files.read(name);
    return content && parseKeystore(content);
  }

  /** A marker of nothing is none. */
  #mark(next: (marker: Marker) => Marker): void {
    this.#files.change(MARKER, (content) => {
      const marker = next(markerIn(content));
      if (!marker.exists && marker.entries.length === 0) return undefined;
      return Buffer.from(JSON.stringify({ version: 1, ...marker }));
    });
  }

  #marker(): Marker {
    return markerIn(this.#files.read(MARKER));
  }
}

/** A marker that cannot be read still proves that there was a wallet. */
function markerIn(content: Uint8Array | undefined): Marker {
  if (!content) return { exists: false, entries: [] };
  try {
    const { exists, entries } = JSON.parse(Buffer.from(content).toString('utf8')) as Partial<
      Record<keyof Marker, unknown>
    >;
    const ids = Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
    return { exists: exists !== false, entries: ids };
  } catch {
    return { exists: true, entries: [] };
  }
}
