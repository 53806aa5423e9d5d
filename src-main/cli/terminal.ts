import { failure, type Failure } from '#domain/failure.ts';
import { HIDDEN, withoutHidden } from '#domain/words/hidden.ts';
import { writeOut } from '../system/output.ts';
import { reasonOf, StorageError } from '../ports/storage-trouble.ts';
import { systemRandom } from '../system/clock.ts';
import { failureWords, MONEY_WORDS, progress } from './words.ts';

/**
 * How a command ended: 0 done; 1 refused or failed; 2 the command line or its input is wrong; 3 and 4 the verdict is a
 * warning or a block; 128 and above: stopped by a signal.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 129 | 130 | 143;

/** Where a command writes: results to stdout, progress and failures to stderr; with `--json` one object to stdout. */
export class Terminal {
  /** Whether the result is an object for programs (`--json`). */
  readonly json: boolean;
  #written = false;

  constructor(json: boolean) {
    this.json = json;
  }

  /** The result: an object for programs, lines for people. */
  result(json: object, lines: readonly string[]): void {
    if (this.json) this.#object(json);
    else writeOut('stdout', `${lines.map(shown).join('\n')}\n`);
  }

  /** One line of progress, for people. */
  progress(line: string): void {
    writeOut('stderr', `${shown(line)}\n`);
  }

  /**
   * Reports a failure: what happened, whether money is affected, what to do. With `--json` it is an object on stdout
   * together with `facts` (such as the trade's hash and state); for people the facts are lines.
   */
  failure(item: Failure, facts: Readonly<Record<string, unknown>> = {}): 1 {
    const { what, money, advice } = failureWords(item);
    const { code, data, detail } = item;
    if (this.json) {
      const words = { code, message: what, money, advice, ...(data ? { data } : {}) };
      const failureJson = { ...words, ...(detail === undefined ? {} : { detail }) };
      this.#object({ failure: failureJson, ...facts });
      return 1;
    }
    this.progress(what);
    this.progress(`${MONEY_WORDS[money]} ${advice}`);
    if (detail !== undefined) this.progress(progress.detail(detail));
    for (const [name, value] of Object.entries(facts))
      if (typeof value === 'string') this.progress(`${name}: ${value}`);
    this.progress(`(${code})`);
    return 1;
  }

  /** Says on the other stream that one of them loses what is written to it; a result for programs stays alone. */
  lost(stream: 'stdout' | 'stderr', code: string): void {
    const { what, advice } = failureWords(failure('result-not-written', { stream, reason: reasonOf(code) }));
    if (stream === 'stdout') for (const line of [what, advice, '(result-not-written)']) this.progress(line);
    else if (!this.json) writeOut('stdout', `${what} ${advice}\n`);
  }

  /** Reports what is wrong with the command line. */
  wrong(error: UsageError): 2 {
    const code = error.failure?.code ?? 'command-line-wrong';
    const { advice } = failureWords(failure('command-line-wrong'));
    this.progress(`touchstone: ${error.message}`);
    this.progress(advice);
    if (this.json) this.#object({ failure: { code, message: error.message, money: 'none', advice } });
    return 2;
  }

  /** Only the first object is written: a signal that arrives after the result adds nothing. */
  #object(json: object): void {
    if (!this.#written) writeOut('stdout', `${spelled(JSON.stringify(json))}\n`);
    this.#written = true;
  }
}

/** Removes characters that control a terminal or hide text: tokens and services choose their own names. */
function shown(line: string): string {
  return withoutHidden(line);
}

/** The same JSON with those characters escaped: a program still reads the same data. */
function spelled(json: string): string {
  return json.replace(HIDDEN, (hidden) =>
    Array.from(
      { length: hidden.length },
      (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** A command line that cannot be carried out; `failure` where the problem has its own code. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly failure: Failure | undefined;

  constructor(message: string, why?: Failure) {
    super(message);
    this.failure = why;
  }
}

/**
 * Reports a bug on stderr: where it happened, but not its message, which could quote a secret. A journal that cannot be
 * read to its end is none, wherever that comes to light.
 */
export function reportIncident(error: unknown, terminal: Pick<Terminal, 'progress'>): Failure {
  if (error instanceof StorageError) return error.failure;
  const incident = Buffer.from(systemRandom.bytes(4)).toString('hex');
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  terminal.progress(`Incident ${incident}: ${error instanceof Error ? error.name : typeof error}`);
  for (const frame of stack.split('\n').filter((line) => /^\s+at /.test(line))) terminal.progress(frame);
  return failure('internal-error', { incident });
}

/** Exit codes are 128 plus the signal's number, as in shells. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type SignalName = keyof typeof SIGNALS;

/** The facts known about the current work, for the final report of a process that stops at once. */
type Facts = () => Readonly<Record<string, unknown>>;

/**
 * SIGINT, SIGTERM and SIGHUP. They stop a command at once, unless it asked to stop safely by itself: then the first
 * one only aborts `signal`, and a second one stops it at once. Each step of a trade is on disk before the next one
 * begins, so nothing is lost.
 */
export class Interruption {
  readonly #terminal: Terminal;
  readonly #controller = new AbortController();
  #facts: Facts | undefined;
  #caught: SignalName | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Handles the process's signals from now on. */
  listen(): void {
    for (const name of Object.keys(SIGNALS) as SignalName[]) process.on(name, () => this.#take(name));
  }

  /** Aborted by the first signal after `handle`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The first signal received, if any. */
  get caught(): SignalName | undefined {
    return this.#caught;
  }

  /** The exit code of a command that a signal stopped. */
  get exitCode(): ExitCode {
    return this.#caught === undefined ? 1 : SIGNALS[this.#caught];
  }

  /** From now on the command stops by itself when `signal` aborts. */
  handle(facts: Facts): void {
    this.#facts = facts;
  }

  #take(name: SignalName): void {
    const first = this.#caught === undefined;
    this.#caught ??= name;
    if (this.#facts !== undefined && first) {
      this.#terminal.progress(progress.stopping);
      this.#controller.abort();
      return;
    }
    const facts = this.#facts?.() ?? {};
    const state = facts['state'];
    const data = { signal: name, ...(typeof state === 'string' ? { state } : {}) };
    this.#terminal.failure(failure('interrupted', data), facts);
    process.stdout.write('', () => process.exit(SIGNALS[name]));
  }
}
