import { failure } from '#domain/failure.ts';
import type { ExitCode, Terminal } from './terminal.ts';

/** Exit codes are 128 and the signal's number, as shells have them. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type SignalName = keyof typeof SIGNALS;

/** What is known of the work in hand, for the last words of a process that ends at once. */
export type Standing = () => Readonly<Record<string, unknown>>;

/**
 * SIGINT, SIGTERM and SIGHUP. They end a command at once, unless it asked to come to a safe stop by itself: then
 * the first only aborts `signal`, and a second one ends it at once. Every step of a trade is on disk before the
 * next is taken, so that this loses nothing.
 */
export class Interruption {
  readonly #terminal: Terminal;
  readonly #controller = new AbortController();
  #standing: Standing | undefined;
  #caught: SignalName | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Takes the process's signals from here on. */
  listen(): void {
    for (const name of Object.keys(SIGNALS) as SignalName[]) process.on(name, () => this.#take(name));
  }

  /** Aborted by the first signal after `handle`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The signal that came, once one did. */
  get caught(): SignalName | undefined {
    return this.#caught;
  }

  /** The exit code of a command that a signal stopped. */
  get exitCode(): ExitCode {
    return this.#caught === undefined ? 1 : SIGNALS[this.#caught];
  }

  /** From here on the command stops by itself when `signal` aborts. */
  handle(standing: Standing): void {
    this.#standing = standing;
  }

  #take(name: SignalName): void {
    const first = this.#caught === undefined;
    this.#caught ??= name;
    if (this.#standing !== undefined && first) {
      this.#terminal.progress('Stopping after the step in hand; once more ends it at once.');
      this.#controller.abort();
      return;
    }
    const facts = this.#standing?.() ?? {};
    const state = facts['state'];
    const data = { signal: name, ...(typeof state === 'string' ? { state } : {}) };
    this.#terminal.failure(failure('interrupted', data), facts);
    process.stdout.write('', () => process.exit(SIGNALS[name]));
  }
}
