import { inspect } from 'node:util';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,256}$/;
/** Shorter keys also occur inside ordinary words, which are left alone. */
const UNLIKELY_IN_WORDS = 8;
const REDACTED = '[access key]';

/** An API key or access token. It prints, serialises and inspects as a placeholder. */
export class AccessKey {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The key itself; only the place that writes the request header may ask for it. */
  reveal(): string {
    return this.#value;
  }

  /** The text with every occurrence of the key replaced: a remote may echo it. */
  redactFrom(text: string): string {
    if (this.#value.length >= UNLIKELY_IN_WORDS) return text.replaceAll(this.#value, REDACTED);
    const plain = this.#value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    return text.replace(new RegExp(`(?<![A-Za-z0-9])${plain}(?![A-Za-z0-9])`, 'g'), REDACTED);
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

/**
 * Takes a key as the user entered it. A stray line break would otherwise surface in an error message that quotes
 * the whole key. Fails with `api-key-malformed`, which never holds the key.
 */
export function parseAccessKey(text: string): Result<AccessKey, Failure> {
  return VISIBLE_ASCII.test(text) ? ok(new AccessKey(text)) : failed(failure('api-key-malformed'));
}
