import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANSWER_MS, closePage, hasHung } from '../../../src-main/shell/chromium/hung-browser.ts';
import { PageInput } from '../../../src-main/shell/chromium/page-input.ts';
import { StrayKeys } from '../../../src-main/shell/chromium/stray-keys.ts';
import { WindowPlace } from '../../../src-main/shell/chromium/window-place.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The page of a browser that answers until it hangs. */
function pageOf(browser: { hangs: boolean }): Page {
  const session = {
    on: () => undefined,
    send: () => (browser.hangs ? new Promise(() => undefined) : Promise.resolve({})),
  };
  return { context: () => ({ newCDPSession: () => Promise.resolve(session) }) } as unknown as Page;
}

/** The outcome of the work after so many times the patience with a browser; `waits` if there is none yet. */
async function outcomeAfter(patiences: number, work: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'waits';
  work.then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = hasHung(error) ? 'hung' : error),
  );
  await vi.advanceTimersByTimeAsync(patiences * ANSWER_MS);
  return outcome;
}

it('has no place to tell and moves no window, and nobody waits for it', async () => {
  const browser = { hangs: false };
  const place = await WindowPlace.of(pageOf(browser));
  browser.hangs = true;
  expect(await outcomeAfter(1, place.bounds())).toBeUndefined();
  expect(await outcomeAfter(1, place.put({ width: 720, height: 860 }))).toBe('hung');
  expect(await outcomeAfter(1, place.hide())).toBe('hung');
});

it('closes a page whose browser forgot that it was to, and gives up on one that does not', async () => {
  const closed = Promise.withResolvers<undefined>();
  const session = {
    send: (method: string) => Promise.resolve(method === 'Page.close' && closed.resolve(undefined)),
  };
  const forgetful = {
    close: () => closed.promise,
    context: () => ({ newCDPSession: () => Promise.resolve(session) }),
  } as unknown as Page;
  expect(await outcomeAfter(0, closePage(forgetful))).toBe('waits');
  expect(await outcomeAfter(1, closePage(forgetful))).toBeUndefined();
  const hung = { ...pageOf({ hangs: true }), close: () => new Promise(() => undefined) } as unknown as Page;
  expect(await outcomeAfter(1, closePage(hung))).toBe('hung');
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps a window that asks for a secret from opening while its page may still get the keys', async () => {
  const browser = { hangs: false };
  const input = await PageInput.watch(pageOf(browser), {
    onUserActed: () => undefined,
    strayKeys: true,
    takesFiles: true,
    reload: () => Promise.resolve(),
  });
  const keys = new StrayKeys();
  keys.keepFrom(input);
  expect(await outcomeAfter(0, keys.hold())).toBeUndefined();
  await keys.settle();
  browser.hangs = true;
  expect(await outcomeAfter(2, keys.hold())).toBe('hung');
  expect(await outcomeAfter(2, keys.hold())).toBe('hung');
  expect(await outcomeAfter(2, keys.settle())).toBeUndefined();
});
