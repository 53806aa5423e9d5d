import { failure, type Failure } from '#domain/failure.ts';
import { failureWords } from './failure-words.ts';

/**
 * How a command ended. 0 done; 1 refused or failed; 2 the command line itself, or what it reads, is wrong; 3 and 4 what
 * was judged is to be warned of, or blocked; 128 and more: by a signal.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 129 | 130 | 143;

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Where a command's words go: results to stdout, progress and failures to stderr; with `--json` one object each. */
export class Terminal {
  readonly #json: boolean;
  #told = false;

  constructor(json: boolean) {
    this.#json = json;
    // A reader that goes away (`| head`) must not end a trade half-way.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  /** The result: an object for programs, lines for people. */
  result(json: object, lines: readonly string[]): void {
    if (this.#json) this.#object(json);
    else process.stdout.write(`${lines.map(shown).join('\n')}\n`);
  }

  /** One line of progress, for people. */
  progress(line: string): void {
    process.stderr.write(`${shown(line)}\n`);
  }

  /**
   * Tells a failure: what happened, whether money is affected, what to do. With `--json` as an object on stdout,
   * beside `facts` (the trade's hash and state, for instance), which people read as lines.
   */
  failure(item: Failure, facts: Readonly<Record<string, unknown>> = {}): 1 {
    const { what, money, advice } = failureWords(item);
    const { code, data, detail } = item;
    if (this.#json) {
      const told = { code, message: what, money, advice, ...(data ? { data } : {}) };
      const failureJson = { ...told, ...(detail === undefined ? {} : { detail }) };
      this.#object({ failure: failureJson, ...facts });
      return 1;
    }
    this.progress(what);
    this.progress(`${MONEY[money]} ${advice}`);
    if (detail !== undefined) this.progress(`The other side said: ${detail}`);
    for (const [name, value] of Object.entries(facts))
      if (typeof value === 'string') this.progress(`${name}: ${value}`);
    this.progress(`(${code})`);
    return 1;
  }

  /** Tells what is wrong with the command line. */
  wrong(error: UsageError): 2 {
    const code = error.failure?.code ?? 'command-line-wrong';
    const { advice } = failureWords(failure('command-line-wrong'));
    this.progress(`touchstone: ${error.message}`);
    this.progress(advice);
    if (this.#json) this.#object({ failure: { code, message: error.message, money: 'none', advice } });
    return 2;
  }

  /** One object in all: a signal that comes after the last word adds nothing. */
  #object(json: object): void {
    if (!this.#told) process.stdout.write(`${JSON.stringify(json)}\n`);
    this.#told = true;
  }
}

const MONEY = {
  none: 'No money was moved.',
  locked: 'Funds are in an order on chain.',
  settled: 'What was paid and received stands with the trade.',
  unknown: 'It is not known yet whether money was moved.',
} as const;

/** A line without characters that steer a terminal or hide text: tokens and services name themselves. */
function shown(line: string): string {
  return line.replace(HIDDEN, '');
}

/** A command line that cannot be carried out, in words; `failure` where the trouble has a code of its own. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly failure: Failure | undefined;

  constructor(message: string, why?: Failure) {
    super(message);
    this.failure = why;
  }
}
