import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { fileFailure, isFileError } from '../ports/storage-trouble.ts';
import type { Clock } from '../ports/system.ts';
import type { SavedFile, Windows } from '../ports/windows.ts';
import { Allowance } from './allowance.ts';
import type { Front } from './front.ts';
import { DONE, type ProfileMode } from './handlers.ts';

/** The only pages that are opened for a transaction; its hash is appended. */
const EXPLORERS: Readonly<Record<NetworkName, string>> = {
  mainnet: 'https://cardanoscan.io/transaction/',
  preprod: 'https://preprod.cardanoscan.io/transaction/',
  preview: 'https://preview.cardanoscan.io/transaction/',
};

/** More pages than anybody reads: a page that was taken over must not flood the user's browser. */
const PAGES = { atOnce: 5, perSecond: 1 / 10 };

/** The one way from the trading window to a page in the user's own browser. */
export class PageDoor {
  readonly #windows: Pick<Windows, 'openExternal'>;
  readonly #front: Pick<Front, 'asks' | 'isActive' | 'handedOut'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #allowance = new Allowance(PAGES);

  constructor(
    windows: Pick<Windows, 'openExternal'>,
    front: Pick<Front, 'asks' | 'isActive' | 'handedOut'>,
    clock: Pick<Clock, 'monotonic'>,
  ) {
    this.#windows = windows;
    this.#front = front;
    this.#clock = clock;
  }

  /**
   * Opens a page that main has checked, if the user acted in the trading window just now. Never while a window asks for a
   * secret, nor just before: the browser would take the focus from it. Failures: `window-waits`, `nobody-acted`, `pages-paused`.
   */
  async open(url: string): Promise<Result<typeof DONE.value, Failure>> {
    if (this.#front.asks) return failed(failure('window-waits'));
    if (!this.#front.isActive('desk')) return failed(failure('nobody-acted'));
    if (!this.#allowance.spend(this.#clock.monotonic())) return failed(failure('pages-paused'));
    this.#front.handedOut();
    await this.#windows.openExternal(url);
    return DONE;
  }
}

/** Opens a transaction's page. Failures: `explorer-none` for practice, whose chain no explorer knows; as of `PageDoor.open`. */
export function openExplorer(
  { mode, network }: { readonly mode: ProfileMode; readonly network: NetworkName },
  hash: string,
  door: PageDoor,
): Promise<Result<typeof DONE.value, Failure>> {
  return mode === 'practice'
    ? Promise.resolve(failed(failure('explorer-none')))
    : door.open(EXPLORERS[network] + hash);
}

/** Asks the user where to save a file, and writes it there. Failures: `storage-full`, `storage-failed`. */
export async function saveFile(
  windows: Pick<Windows, 'saveFile'>,
  name: string,
  content: string | Uint8Array,
): Promise<Result<SavedFile, Failure>> {
  try {
    return ok(await windows.saveFile(name, content));
  } catch (error) {
    if (isFileError(error)) return failed(fileFailure(error, name));
    throw error;
  }
}

/** The same for the trading window, within a budget. Failures besides: those of `SaveBudget.spend`. */
export async function saveWithin(
  budget: SaveBudget,
  windows: Pick<Windows, 'saveFile'>,
  name: string,
  content: string | Uint8Array,
): Promise<Result<SavedFile, Failure>> {
  const refused = budget.spend(content.length);
  return refused ? failed(refused) : saveFile(windows, name, content);
}

/** More than anybody saves by hand; a page that saves on its own must not fill the disk. */
const LIMITS = [
  { within: MINUTE_MS, files: 10, bytes: 50_000_000 },
  { within: DAY_MS, files: 200, bytes: 500_000_000 },
] as const;

/** How much the trading window may save to disk. */
export class SaveBudget {
  readonly #clock: Clock;
  readonly #objection: () => Failure | undefined;
  #saved: readonly { readonly at: number; readonly bytes: number }[] = [];

  /** `objection`: why no dialog may come up now. */
  constructor(clock: Clock, objection: () => Failure | undefined) {
    this.#clock = clock;
    this.#objection = objection;
  }

  /** Counts a file that is about to be saved, or returns why it may not be: `window-waits`, `saving-paused`. */
  spend(bytes: number): Failure | undefined {
    const objection = this.#objection();
    if (objection) return objection;
    const now = this.#clock.monotonic();
    this.#saved = this.#saved.filter(({ at }) => now - at < DAY_MS);
    for (const limit of LIMITS) {
      const recent = this.#saved.filter(({ at }) => now - at < limit.within);
      const spent = recent.reduce((sum, file) => sum + file.bytes, 0);
      if (recent.length < limit.files && spent + bytes <= limit.bytes) continue;
      const until = (recent[0]?.at ?? now) + limit.within;
      return failure('saving-paused', { minutes: Math.max(1, Math.ceil((until - now) / MINUTE_MS)) });
    }
    this.#saved = [...this.#saved, { at: now, bytes }];
    return undefined;
  }
}
