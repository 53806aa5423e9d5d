import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, type Result } from '#domain/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { Windows } from '../ports/windows.ts';
import type { Profile } from '../profile/profile.ts';
import { DONE } from './handlers.ts';

/** The only pages that are opened for a transaction; its hash is put behind them. */
const EXPLORERS: Readonly<Record<NetworkName, string>> = {
  mainnet: 'https://cardanoscan.io/transaction/',
  preprod: 'https://preprod.cardanoscan.io/transaction/',
  preview: 'https://preview.cardanoscan.io/transaction/',
};

/** Opens a transaction's page. Failure: `explorer-none` for practice, whose chain nobody else knows. */
export async function openExplorer(
  { mode, network }: Pick<Profile, 'mode' | 'network'>,
  hash: string,
  windows: Windows,
): Promise<Result<typeof DONE.value, Failure>> {
  if (mode === 'practice') return failed(failure('explorer-none'));
  await windows.openExternal(EXPLORERS[network] + hash);
  return DONE;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** More than anybody saves by hand; a page that saves by itself must not fill the disk. */
const LIMITS = [
  { within: MINUTE, files: 10, bytes: 50_000_000 },
  { within: DAY, files: 200, bytes: 500_000_000 },
] as const;

/** How much the trading window may have saved to disk. */
export class SaveBudget {
  readonly #clock: Clock;
  #saved: readonly { readonly at: number; readonly bytes: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a file that is about to be saved, or says why it may not be: `saving-paused`. */
  spend(bytes: number): Failure | undefined {
    const now = this.#clock.monotonic();
    this.#saved = this.#saved.filter(({ at }) => now - at < DAY);
    for (const limit of LIMITS) {
      const recent = this.#saved.filter(({ at }) => now - at < limit.within);
      const spent = recent.reduce((sum, file) => sum + file.bytes, 0);
      if (recent.length < limit.files && spent + bytes <= limit.bytes) continue;
      const until = (recent[0]?.at ?? now) + limit.within;
      return failure('saving-paused', { minutes: Math.max(1, Math.ceil((until - now) / MINUTE)) });
    }
    this.#saved = [...this.#saved, { at: now, bytes }];
    return undefined;
  }
}
