import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/**
 * Key material in a buffer that is overwritten when it is no longer needed, and that no log, message or error can
 * print by accident.
 */
export class SecretBytes {
  readonly #bytes: Buffer;
  #wiped = false;

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Copies the bytes and overwrites the source. */
  static take(source: Uint8Array): SecretBytes {
    const own = unmovable(source.length);
    own.set(source);
    source.fill(0);
    return new SecretBytes(own);
  }

  /** UTF-8 of a text in normal form NFKD, so that a password typed on another system gives the same bytes. */
  static ofText(text: string): SecretBytes {
    return SecretBytes.take(new TextEncoder().encode(text.normalize('NFKD')));
  }

  /** The bytes themselves, never to be kept. @throws Error after `wipe`. */
  get bytes(): Buffer {
    if (this.#wiped) throw new Error('the secret was wiped');
    return this.#bytes;
  }

  copy(): SecretBytes {
    const own = unmovable(this.bytes.length);
    own.set(this.bytes);
    return new SecretBytes(own);
  }

  wipe(): void {
    this.#bytes.fill(0);
    this.#wiped = true;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}

/** A buffer outside the garbage collector's heap: small ones inside are moved about, which leaves copies behind. */
function unmovable(length: number): Buffer {
  return Buffer.from(new ArrayBuffer(length));
}

/** Runs an action and wipes the secrets afterwards, however it ends. */
export async function wipingAfter<T>(
  secrets: readonly SecretBytes[],
  action: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action();
  } finally {
    for (const secret of secrets) secret.wipe();
  }
}
