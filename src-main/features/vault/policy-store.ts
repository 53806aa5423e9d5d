import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { failure, type Failure, failureText } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { policyLimits, type PolicyLimitsView } from '#contract/profile.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../../inspect/policy.ts';
import type { SecretCall, SecretStore } from '../../ports/secret-store.ts';
import type { SmallFiles } from '../../ports/system.ts';
import { Mutex } from '../../wallet/mutex.ts';
import { secretFailure, walletFileFailure } from '../../wallet/secret-failure.ts';

export interface PolicyStoreParts {
  /** Names the data folder in the keychain, `[a-z0-9]`: profiles of the same name in two folders are not one. */
  readonly place: string;
  /** Names the profile in the keychain: `[a-z0-9-]`, at most 40 characters. */
  readonly profile: string;
  /** The profile's files; those in memory when secrets last for this session only. */
  readonly files: SmallFiles;
  /** Absent on a machine whose keychain is not used: then the file is taken as it is. */
  readonly secrets?: SecretStore | undefined;
}

/** The keychain's entry where there was no file. */
const NO_FILE = 'none';
/** The keychain's entry for a file that could not be trusted: no file has this digest. */
const UNKNOWN = 'unknown';
const PRESENT: SecretCall = { interactive: true };

/** The keychain's word on the file: the digests that it may have, and the one that is to be the only one. */
type Pin = readonly string[];

/**
 * The limits of one profile. They are kept in a file, and the digest of exactly that file in the system keychain: a
 * changed, removed or older file is found out, and then no limits are returned until the user sets them again. A
 * profile whose limits were never set has the first ones.
 *
 * Not covered: a program of the same user that can write both the file and the keychain, or the file where no keychain is
 * used.
 */
export class PolicyStore {
  readonly #parts: PolicyStoreParts;
  readonly #mutex = new Mutex();
  readonly #listeners = new Set<() => void>();
  #state: Result<PolicyLimits, Failure> | undefined;

  constructor(parts: PolicyStoreParts) {
    if (!/^[a-z0-9-]{1,40}$/.test(parts.profile)) throw new RangeError('a profile is named by [a-z0-9-]');
    this.#parts = parts;
  }

  /** As read last; `undefined` before anything was. */
  get known(): Result<PolicyLimits, Failure> | undefined {
    return this.#state;
  }

  /**
   * The limits in force. The same object is returned until they change; what could not be read is read again.
   * Failures: `limits-changed`, `limits-unreadable`, `storage-newer`.
   */
  current(): Promise<Result<PolicyLimits, Failure>> {
    return this.#mutex.run(async () => {
      const { secrets } = this.#parts;
      if (this.#state?.ok && secrets) return this.#state;
      const read = await this.#read();
      // Without a keychain nobody says that only this process writes the file: it is read each time.
      if (this.#state?.ok && read.ok && isDeepStrictEqual(read.value, this.#state.value)) return this.#state;
      const changed = read.ok || !isDeepStrictEqual(read, this.#state);
      this.#state = read;
      if (changed) this.#notify();
      return read;
    });
  }

  /**
   * Sets the limits once `allowed` has answered that the password is right. A crash leaves the limits from before or
   * the new ones. Failures: of `allowed`, `keychain-…`, `storage-full`, `wallet-unwritable`.
   */
  change(
    limits: PolicyLimits,
    allowed: () => Promise<Result<void, Failure>>,
  ): Promise<Result<void, Failure>> {
    return this.#mutex.run(async () => {
      const leave = await allowed();
      if (!leave.ok) return leave;
      const content = encodePolicy(limits);
      const { secrets } = this.#parts;
      if (secrets) {
        const before = this.#digestOnDisk(await this.#readPin(secrets, PRESENT));
        const announced = await this.#pin(secrets, [before, policyDigest(content)]);
        if (!announced.ok) return announced;
      }
      try {
        this.#parts.files.write(POLICY_FILE, content);
      } catch (error) {
        return failed(walletFileFailure(error, POLICY_FILE));
      }
      this.#state = ok(limits);
      this.#notify();
      return secrets ? this.#pin(secrets, [policyDigest(content)]) : ok(undefined);
    });
  }

  /** Removes the keychain's entry, with the profile. Failures: `keychain-…`. */
  async forget(): Promise<Result<void, Failure>> {
    const { secrets } = this.#parts;
    if (!secrets) return ok(undefined);
    const gone = await secrets.delete(this.#entry, PRESENT);
    return gone.status === 'deleted' ? ok(undefined) : failed(secretFailure(gone, secrets.status()));
  }

  /** Calls back after every change. Returns a function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(): Promise<Result<PolicyLimits, Failure>> {
    const { secrets } = this.#parts;
    const pin = secrets && (await this.#readPin(secrets));
    if (pin?.ok === false) return pin;
    let content: Uint8Array | undefined;
    try {
      content = this.#parts.files.read(POLICY_FILE);
    } catch {
      return failed(failure('limits-unreadable', { reason: 'the file cannot be read' }));
    }
    const digest = content ? policyDigest(content) : NO_FILE;
    if (pin && !pin.value.includes(digest)) return failed(failure('limits-changed'));
    // A change was cut short: from now on only what it left counts.
    if (secrets && pin && pin.value.length > 1) await this.#pin(secrets, [digest]);
    return content ? parsePolicy(content) : ok(DEFAULT_POLICY);
  }

  async #readPin(secrets: SecretStore, call?: SecretCall): Promise<Result<Pin, Failure>> {
    const read = await secrets.get(this.#entry, call);
    if (read.status === 'value') return ok(read.value.split(' '));
    if (read.status === 'absent') return ok([NO_FILE]);
    const trouble = secretFailure(read, secrets.status());
    // An entry that is known to be lost will not come back; a closed keychain may open.
    return failed(
      trouble.code === 'keychain-entry-lost'
        ? failure('limits-changed')
        : failure('limits-unreadable', { reason: failureText(trouble).what }),
    );
  }

  /** The digest that a change cut short may fall back to: of the file as it is, when it is the trusted one. */
  #digestOnDisk(pin: Result<Pin, Failure>): string {
    if (!pin.ok) return UNKNOWN;
    try {
      const content = this.#parts.files.read(POLICY_FILE);
      const digest = content ? policyDigest(content) : NO_FILE;
      return pin.value.includes(digest) ? digest : UNKNOWN;
    } catch {
      return UNKNOWN;
    }
  }

  async #pin(secrets: SecretStore, pin: Pin): Promise<Result<void, Failure>> {
    const stored = await secrets.set(this.#entry, pin.join(' '), PRESENT);
    return stored.status === 'stored' ? ok(undefined) : failed(secretFailure(stored, secrets.status()));
  }

  get #entry(): string {
    return `limits/${this.#parts.place}/${this.#parts.profile}`;
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

const POLICY_FILE = 'limits.json';
const VERSION = 1;

const document = v.strictObject({ version: v.literal(VERSION), limits: policyLimits });
const anyVersion = v.object({ version: v.pipe(v.number(), v.integer()) });

/** Limits as windows are shown them. */
export function policyView({
  perTrade,
  perDay,
  cost,
  impactBps,
  betterPriceBps,
  exchanges,
  ...rest
}: PolicyLimits): PolicyLimitsView {
  return {
    ...rest,
    ...(perTrade === undefined ? {} : { perTrade: String(perTrade) }),
    ...(perDay === undefined ? {} : { perDay: String(perDay) }),
    ...(cost === undefined ? {} : { cost: String(cost) }),
    ...(impactBps === undefined ? {} : { impactBps }),
    ...(betterPriceBps === undefined ? {} : { betterPriceBps }),
    ...(exchanges === undefined ? {} : { exchanges: [...exchanges] }),
  };
}

/** Limits as they are judged by. */
export function policyOf({
  perTrade,
  perDay,
  cost,
  impactBps,
  betterPriceBps,
  exchanges,
  ...rest
}: PolicyLimitsView): PolicyLimits {
  return {
    ...rest,
    ...(perTrade === undefined ? {} : { perTrade: BigInt(perTrade) }),
    ...(perDay === undefined ? {} : { perDay: BigInt(perDay) }),
    ...(cost === undefined ? {} : { cost: BigInt(cost) }),
    ...(impactBps === undefined ? {} : { impactBps }),
    ...(betterPriceBps === undefined ? {} : { betterPriceBps }),
    ...(exchanges === undefined ? {} : { exchanges: [...exchanges] }),
  };
}

/** The bytes of the file. */
export function encodePolicy(limits: PolicyLimits): Uint8Array {
  return Buffer.from(`${JSON.stringify({ version: VERSION, limits: policyView(limits) }, undefined, 2)}\n`);
}

/** Reads a file that is known to be our own. Failures: `storage-newer`, `limits-changed`. */
function parsePolicy(content: Uint8Array): Result<PolicyLimits, Failure> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), Buffer.from(content).toString('utf8'));
  const read = v.safeParse(document, parsed.output);
  if (read.success) return ok(policyOf(read.output.limits));
  const other = v.safeParse(anyVersion, parsed.output);
  return failed(
    other.success && other.output.version > VERSION
      ? failure('storage-newer', { file: POLICY_FILE })
      : failure('limits-changed'),
  );
}

/** SHA-256 of a file's bytes, hex. */
export function policyDigest(content: Uint8Array): string {
  return createHash('sha256').update('touchstone limits 1').update(content).digest('hex');
}
