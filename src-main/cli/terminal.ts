import { failureText, type Failure } from '../../src-preload/domain/failure.ts';

/** How a command ended. 0 done; 1 refused or failed; 2 the command line itself is wrong. */
export type ExitCode = 0 | 1 | 2;

/** Where a command's words go: results to stdout, progress and failures to stderr; with `--json` one object each. */
export class Terminal {
  readonly #json: boolean;

  constructor(json: boolean) {
    this.#json = json;
  }

  /** The result: an object for programs, lines for people. */
  result(json: object, lines: readonly string[]): void {
    process.stdout.write(this.#json ? `${JSON.stringify(json)}\n` : `${lines.join('\n')}\n`);
  }

  /** One line of progress, for people. */
  progress(line: string): void {
    process.stderr.write(`${line}\n`);
  }

  /** Tells a failure: what happened, whether money is affected, what to do. With `--json` as an object on stdout. */
  failure(item: Failure): ExitCode {
    const { what, money, advice } = failureText(item);
    if (this.#json) {
      const { code, data, detail } = item;
      const told = {
        code,
        message: what,
        money,
        advice,
        ...(data ? { data } : {}),
        ...(detail ? { detail } : {}),
      };
      process.stdout.write(`${JSON.stringify({ failure: told })}\n`);
    } else {
      process.stderr.write(`${what}\n${MONEY[money]} ${advice}\n(${item.code})\n`);
      if (item.detail !== undefined) process.stderr.write(`The other side said: ${item.detail}\n`);
    }
    return 1;
  }
}

const MONEY = {
  none: 'No money was moved.',
  locked: 'Funds are in an order on chain.',
  unknown: 'It is not known yet whether money was moved.',
} as const;

/** A command line that cannot be carried out, in words. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
