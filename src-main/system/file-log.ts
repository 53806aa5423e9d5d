import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { renameOver } from './held-files.ts';
import type { Clock, Log, LogFields } from '../ports/system.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * A log of one JSON line an event, kept to two files of 1 MiB. Only plain figures and short texts get in, so that
 * nothing secret can slip through as an object; a full disk loses log lines, never a trade.
 */
export class FileLog implements Log {
  readonly #path: string;
  readonly #clock: Clock;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    } catch {
      // There is no log then.
    }
  }

  info(event: string, fields?: LogFields): void {
    this.#write('info', event, fields);
  }

  warn(event: string, fields?: LogFields): void {
    this.#write('warn', event, fields);
  }

  error(event: string, fields?: LogFields): void {
    this.#write('error', event, fields);
  }

  #write(level: string, event: string, fields: LogFields = {}): void {
    const shown = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, 200) : value,
      ]),
    );
    const line = JSON.stringify({ at: new Date(this.#clock.now()).toISOString(), level, event, ...shown });
    try {
      if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
        renameOver(this.#path, `${this.#path}.1`);
      }
      appendFileSync(this.#path, `${line}\n`, { mode: 0o600 });
    } catch {
      return;
    }
  }
}
