import { flushSync } from 'svelte';
import { vi } from 'vitest';
import { Desk } from '../../src-renderer/app/desk.svelte.ts';
import { effectRoot } from './effect-root.svelte.ts';
import { FakeMain } from './fake-main-api.ts';

/** The trading window's state over a fake main, on a clock of the test. */
export interface DeskOnFakeMain {
  readonly main: FakeMain;
  readonly desk: Desk;
  /** Ends it, and gives the page its own clock and globals back. */
  end(): void;
}

/** The clock begins at `now`, epoch ms; at the time of the run unless told otherwise. */
export async function deskOnFakeMain(now = Date.now(), main = new FakeMain()): Promise<DeskOnFakeMain> {
  vi.useFakeTimers({ now });
  const [desk, endEffects] = effectRoot(() => new Desk(main.api));
  await pass(0);
  return {
    main,
    desk,
    end: () => {
      endEffects();
      vi.unstubAllGlobals();
      vi.useRealTimers();
    },
  };
}

/** Lets time pass, and all that follows from it happen: an effect may ask main, whose answer moves another effect. */
export async function pass(milliseconds: number): Promise<void> {
  flushSync();
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let round = 0; round < 4; round += 1) {
    flushSync();
    await vi.advanceTimersByTimeAsync(0);
  }
}
