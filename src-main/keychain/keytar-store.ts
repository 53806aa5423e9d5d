import { createHash } from 'node:crypto';
import {
  checkSecret,
  type SecretCall,
  type SecretDelete,
  type SecretRead,
  type SecretStore,
  type SecretStoreStatus,
  type SecretTrouble,
  type SecretWrite,
} from '../ports/secret-store.ts';
import type { KeychainAnswer, KeychainProcess } from './keychain-process.ts';
import type { BindingState } from './messages.ts';
import type { SmallFiles } from '../ports/system.ts';

/** An entry of known content: when it can be read, the keychain is open. */
const CANARY = 'canary';
const CANARY_VALUE = 'touchstone keychain is open';

type Trouble = SecretTrouble | { readonly status: 'refused' };

/** Advice when no keychain answers; `binding`: whether its library could be loaded. */
export type KeychainAdvice = (found: { readonly binding: BindingState }) => string;

/**
 * Secrets in the system keychain. An empty answer of the keychain means little (a locked one gives it too), so it
 * is always weighed against the canary entry and the marker file.
 */
export class KeytarStore implements SecretStore {
  readonly #process: KeychainProcess;
  readonly #marker: KeychainMarker;
  readonly #advice: KeychainAdvice;
  #state: SecretStoreStatus['state'] = 'unavailable';

  constructor(process: KeychainProcess, marker: KeychainMarker, advice: KeychainAdvice) {
    this.#process = process;
    this.#marker = marker;
    this.#advice = advice;
  }

  status(): SecretStoreStatus {
    const advice =
      this.#state === 'unavailable' ? { install: this.#advice({ binding: this.#process.binding }) } : {};
    return { kind: 'keychain', state: this.#state, ...advice };
  }

  close(): void {
    this.#process.close();
  }

  /** Finds out whether the keychain is open now. `undefined` when it is. */
  async check(call?: SecretCall): Promise<Trouble | undefined> {
    const trouble = await this.#probe(call);
    this.#state = trouble?.status ?? 'ready';
    return trouble;
  }

  async get(name: string, call?: SecretCall): Promise<SecretRead> {
    checkSecret(name);
    const found = await this.#read(name, call);
    this.#state =
      found.status === 'value' || found.status === 'absent' || isLost(found) ? 'ready' : found.status;
    return found;
  }

  async set(name: string, value: string, call?: SecretCall): Promise<SecretWrite> {
    checkSecret(name, value);
    const written = await this.#write(name, value, call);
    this.#state = written.status === 'stored' ? 'ready' : written.status;
    return written;
  }

  async delete(name: string, call?: SecretCall): Promise<SecretDelete> {
    checkSecret(name);
    const answer = await this.#process.request({ operation: 'delete', account: name }, call);
    if (answer.outcome !== 'done' && answer.outcome !== 'error') return troubleOf(answer);
    const left = await this.#ask(name, call);
    if (typeof left === 'object') return left;
    if (left !== '') return { status: 'locked-or-lost', lost: false };
    const trouble = await this.check(call);
    if (trouble) return asSecretTrouble(trouble);
    const unrecorded = recorded(() => this.#marker.remove(name));
    return unrecorded ? asSecretTrouble(unrecorded) : { status: 'deleted' };
  }

  async #read(name: string, call: SecretCall | undefined): Promise<SecretRead> {
    const first = await this.#ask(name, call);
    if (typeof first === 'object') return first;
    if (first !== '') return valueOf(name, first);
    const trouble = await this.#probe(call);
    if (trouble) return asSecretTrouble(trouble);
    // The probe may have opened the keychain: only an empty answer of an open one counts.
    const second = await this.#ask(name, call);
    if (typeof second === 'object') return second;
    if (second !== '') return valueOf(name, second);
    return this.#marker.has(name) ? { status: 'locked-or-lost', lost: true } : { status: 'absent' };
  }

  async #write(name: string, value: string, call: SecretCall | undefined): Promise<SecretWrite> {
    const closed = await this.#probe(call, 'writing');
    if (closed) return closed;
    const trouble = (await this.#store(name, value, call)) ?? recorded(() => this.#marker.add(name));
    return trouble ?? { status: 'stored' };
  }

  /**
   * Open when the canary can be read; else when it can be written and read back, which is tried only where it never
   * was or where the caller writes anyway: a locked keychain would show its prompt again.
   */
  async #probe(call: SecretCall | undefined, purpose?: 'writing'): Promise<Trouble | undefined> {
    const canary = await this.#ask(CANARY, call);
    if (typeof canary === 'object') return canary;
    if (canary !== '') return recorded(() => this.#marker.markUsed());
    if (this.#marker.used && purpose !== 'writing') return { status: 'locked-or-lost', lost: false };
    const trouble = await this.#store(CANARY, CANARY_VALUE, call);
    if (trouble?.status === 'refused' && this.#marker.used) return { status: 'locked-or-lost', lost: false };
    return trouble ?? recorded(() => this.#marker.markUsed());
  }

  async #store(name: string, value: string, call: SecretCall | undefined): Promise<Trouble | undefined> {
    const entry = encodeEntry(name, value);
    const answer = await this.#process.request({ operation: 'set', account: name, value: entry }, call);
    if (answer.outcome === 'error') return { status: 'refused' };
    if (answer.outcome !== 'done') return troubleOf(answer);
    const back = await this.#ask(name, call);
    if (typeof back === 'object') return back;
    return back === entry ? undefined : { status: 'refused' };
  }

  /** The raw entry; empty text when the keychain has none, or says so. */
  async #ask(name: string, call: SecretCall | undefined): Promise<string | SecretTrouble> {
    const answer = await this.#process.request({ operation: 'get', account: name }, call);
    if (answer.outcome !== 'done') return troubleOf(answer);
    return typeof answer.value === 'string' ? answer.value : '';
  }
}

/** Without its record on disk an entry could later be taken for never written. */
function recorded(write: () => void): Trouble | undefined {
  try {
    write();
    return undefined;
  } catch {
    return { status: 'refused' };
  }
}

function valueOf(name: string, entry: string): SecretRead {
  const value = decodeEntry(name, entry);
  return value === undefined ? { status: 'locked-or-lost', lost: true } : { status: 'value', value };
}

function isLost(found: SecretRead): boolean {
  return found.status === 'locked-or-lost' && found.lost;
}

/** A read or delete that fails because the keychain would not take the canary met a locked keychain. */
function asSecretTrouble(trouble: Trouble): SecretTrouble {
  return trouble.status === 'refused' ? { status: 'locked-or-lost', lost: false } : trouble;
}

function troubleOf(answer: Exclude<KeychainAnswer, { outcome: 'done' }>): SecretTrouble {
  return answer.outcome === 'timeout' || answer.outcome === 'crashed'
    ? { status: answer.outcome }
    : { status: 'unavailable' };
}

/** Longest encoded entry in bytes; Windows holds 2,560, programs that write UTF-16 half of it. */
const ENTRY_LIMIT = 1_024;
const CHECK_LENGTH = 8;

/** Base64 of a check sum over name and value, then the value: a cut or swapped entry is recognised. */
export function encodeEntry(name: string, value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  const entry = Buffer.concat([checkOf(name, bytes), bytes]).toString('base64');
  if (entry.length > ENTRY_LIMIT) throw new RangeError(`a keychain entry has at most ${ENTRY_LIMIT} bytes`);
  return entry;
}

/** The value; `undefined` when the entry is not, or is no longer, what `encodeEntry` made for this name. */
export function decodeEntry(name: string, entry: string): string | undefined {
  const bytes = Buffer.from(entry, 'base64');
  if (bytes.toString('base64') !== entry || bytes.length <= CHECK_LENGTH) return undefined;
  const value = bytes.subarray(CHECK_LENGTH);
  return checkOf(name, value).equals(bytes.subarray(0, CHECK_LENGTH)) ? value.toString('latin1') : undefined;
}

function checkOf(name: string, value: Buffer): Buffer {
  return createHash('sha256').update(`${name}\0`).update(value).digest().subarray(0, CHECK_LENGTH);
}

const FILE = 'keychain.json';

/**
 * The record, next to the settings, of what was put into the keychain. Keychains answer "nothing stored" when they are
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
    if (!this.#used) this.#change((names) => names);
  }

  add(name: string): void {
    if (!this.#names.has(name)) this.#change((names) => [...names, name]);
  }

  remove(name: string): void {
    if (this.#names.has(name)) this.#change((names) => names.filter((item) => item !== name));
  }

  #change(next: (names: readonly string[]) => readonly string[]): void {
    let names = this.#names;
    this.#files.change(FILE, (before) => {
      // Names that cannot be read any more are still known here.
      names = new Set(next([...new Set([...this.#names, ...(before ? namesIn(before) : [])])]));
      return Buffer.from(JSON.stringify({ version: 1, names: [...names].sort() }));
    });
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
