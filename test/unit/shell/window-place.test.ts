import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WindowPlace } from '../../../src-main/shell/chromium/window-place.ts';

const WANTED = { left: 340, top: 70, width: 720, height: 860 };
const AWAY = { left: -20_000, top: 0, width: 720, height: 860, windowState: 'normal' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A hidden window that reaches its place so many milliseconds after the order. */
async function windowThatMoves(afterMs: number): Promise<{ place: WindowPlace; arrived: () => boolean }> {
  let bounds: object = AWAY;
  const session = {
    send: (method: string, { bounds: set }: { bounds?: object } = {}) => {
      if (method === 'Browser.setWindowBounds') setTimeout(() => (bounds = { ...bounds, ...set }), afterMs);
      return Promise.resolve({ windowId: 1, bounds });
    },
  };
  const page = {
    context: () => ({ newCDPSession: () => Promise.resolve(session) }),
    waitForTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  const place = await WindowPlace.of(page as unknown as Page);
  return { place, arrived: () => bounds !== AWAY };
}

it('reports its place only while it does not fill its screen, and can fill it and be restored', async () => {
  const { place } = await windowThatMoves(0);
  const { windowState: _state, ...away } = AWAY;
  expect(await place.ownBounds()).toEqual(away);
  await place.fill(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await place.ownBounds()).toBeUndefined();
  expect(await place.bounds()).toEqual(away);
  await place.fill(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await place.ownBounds()).toEqual(away);
});

it('counts a window as shown when it has come out of hiding, and not when it was told to', async () => {
  const { place, arrived } = await windowThatMoves(1_500);
  let shown = false;
  const put = place.put(WANTED).then(() => (shown = true));
  await vi.advanceTimersByTimeAsync(1_400);
  expect([shown, arrived()]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(200);
  await put;
  expect([shown, arrived()]).toEqual([true, true]);
});

it('does not count a window as shown that stays hidden', async () => {
  const { place } = await windowThatMoves(60_000);
  const put = place.put(WANTED).then(
    () => 'shown',
    () => 'hidden',
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await put).toBe('hidden');
});
