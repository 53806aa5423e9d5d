import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { Clock, SmallFiles } from '../ports/system.ts';
import { walletFileFailure } from './secret-failure.ts';

const FILE = 'password-tries.json';
const LONGEST_DELAY = 60_000;
/** Failures that already mean the longest delay; also assumed when the record cannot be read. */
const MANY = 7;

interface Tries {
  /** Counts every try ever made; never goes down. */
  readonly total: number;
  /** Wrong ones since the last right one. */
  readonly wrong: number;
}

/**
 * Slows down guessing: after each wrong password the next try is refused for 1, 2, 4 … 60 seconds. A try is put on
 * disk as wrong before it is evaluated, so ending the process in the middle gains nothing. The delay runs on the
 * monotonic clock and starts over with the process: setting the system's clock changes nothing.
 */
export class PasswordGate {
  readonly #files: SmallFiles;
  readonly #clock: Clock;
  #tries: Tries;
  /** Moment of the monotonic clock before which no try is made. */
  #closedUntil: number;

  constructor(files: SmallFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
    this.#tries = readTries(files);
    this.#closedUntil = clock.monotonic() + delayAfter(this.#tries.wrong);
  }

  /**
   * Evaluates a password. Failures besides the evaluation's own: `password-delayed` with `seconds` to wait,
   * `storage-full`, `wallet-unwritable` when the try cannot be recorded.
   */
  async attempt<T>(evaluate: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    const wait = this.#closedUntil - this.#clock.monotonic();
    if (wait > 0) return failed(failure('password-delayed', { seconds: Math.ceil(wait / 1000) }));
    const unwritten = this.#record(({ total, wrong }) => ({ total: total + 1, wrong: wrong + 1 }));
    if (unwritten) return failed(unwritten);
    const result = await evaluate();
    if (result.ok) this.#record((tries) => ({ ...tries, wrong: 0 }));
    else if (result.failure.code === 'wrong-password')
      this.#closedUntil = this.#clock.monotonic() + delayAfter(this.#tries.wrong);
    // Something else failed: the password was not evaluated.
    else this.#record(({ total, wrong }) => ({ total, wrong: Math.max(0, wrong - 1) }));
    return result;
  }

  /** Counts on from what is on disk or known here, whichever is more. Returns why it could not be recorded. */
  #record(next: (tries: Tries) => Tries): Failure | undefined {
    let tries = this.#tries;
    try {
      this.#files.change(FILE, (content) => {
        const onDisk = triesIn(content);
        const most = (of: keyof Tries): number => Math.max(onDisk[of], this.#tries[of]);
        tries = next({ total: most('total'), wrong: most('wrong') });
        return Buffer.from(JSON.stringify({ version: 1, ...tries }));
      });
      this.#tries = tries;
      return undefined;
    } catch (error) {
      return walletFileFailure(error);
    }
  }
}

function delayAfter(wrong: number): number {
  return wrong === 0 ? 0 : Math.min(LONGEST_DELAY, 1000 * 2 ** (Math.min(wrong, MANY) - 1));
}

const UNREADABLE: Tries = { total: 0, wrong: MANY };

function readTries(files: SmallFiles): Tries {
  try {
    return triesIn(files.read(FILE));
  } catch {
    return UNREADABLE;
  }
}

function triesIn(content: Uint8Array | undefined): Tries {
  if (!content) return { total: 0, wrong: 0 };
  try {
    const parsed: unknown = JSON.parse(Buffer.from(content).toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) return UNREADABLE;
    const { total, wrong } = parsed as { readonly total?: unknown; readonly wrong?: unknown };
    return isCount(total) && isCount(wrong) ? { total, wrong } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Why a new password is refused: `password-too-weak` for its length, `password-guessable`. */
export async function passwordTrouble(password: string): Promise<Failure | undefined> {
  // The dictionaries take as much memory as all the rest, and are needed once in a wallet's life.
  const { adviceText, measurePassword, PASSWORD_LEAST_CHARACTERS } =
    await import('../../src-preload/password/measure.ts');
  const { strength, advice } = measurePassword(password);
  if (strength === 'short') return failure('password-too-weak', { least: PASSWORD_LEAST_CHARACTERS });
  return strength === 'strong'
    ? undefined
    : failure('password-guessable', { advice: advice.map(adviceText).join(' ') });
}
