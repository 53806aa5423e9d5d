import type { SmallFiles } from '../ports/small-files.ts';

const FILE = 'keychain.json';

/**
 * The record beside the settings of what was put into the keychain. Keychains answer "nothing stored" when they are
 * locked, and listing their entries can crash the process: so the names are kept here, and with this record an
 * empty answer never looks like a first start.
 */
export class KeychainMarker {
  readonly #files: SmallFiles;
  #names = new Set<string>();
  #used = false;

  constructor(files: SmallFiles) {
    this.#files = files;
    const content = files.read(FILE);
    if (!content) return;
    // A record that cannot be read still proves that the keychain was in use.
    this.#used = true;
    this.#names = new Set(namesIn(content));
  }

  /** Whether anything was ever kept in the keychain from here. */
  get used(): boolean {
    return this.#used;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Records that the keychain is in use, before any entry of value is in it. */
  markUsed(): void {
    if (!this.#used) this.#save(this.#names);
  }

  add(name: string): void {
    if (!this.#names.has(name)) this.#save(new Set([...this.#names, name]));
  }

  remove(name: string): void {
    if (this.#names.has(name)) this.#save(new Set([...this.#names].filter((item) => item !== name)));
  }

  #save(names: Set<string>): void {
    this.#files.write(FILE, Buffer.from(JSON.stringify({ version: 1, names: [...names].sort() })));
    this.#names = names;
    this.#used = true;
  }
}

function namesIn(content: Uint8Array): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(content).toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('names' in parsed)) return [];
    return Array.isArray(parsed.names) ? parsed.names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
