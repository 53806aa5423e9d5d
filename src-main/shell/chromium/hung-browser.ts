import { errors, type Page } from 'playwright-core';

/** How long a browser may take to answer, or to close, before it counts as hung. The driver itself waits for ever. */
export const ANSWER_MS = 10_000;

/** Whether a window did not open because its browser hung; another one, with its own profile, may well start. */
export function hasHung(error: unknown): boolean {
  return error instanceof errors.TimeoutError;
}

/** Waits for a browser's answer no longer than that. @throws what the work throws, or an error that `hasHung` recognizes */
export async function inTime<T>(
  work: Promise<T>,
  patienceMs = ANSWER_MS,
  message = 'the browser does not answer',
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new errors.TimeoutError(message)), patienceMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Between two orders to close a page, in milliseconds. */
const AGAIN_MS = 500;

/**
 * Closes a page. Chromium forgets the order if the page's next document replaces the present one at that moment, so it
 * is repeated. @throws what closing throws, or an error that `hasHung` recognizes
 */
export async function closePage(page: Page): Promise<void> {
  const again = setInterval(() => void orderToClose(page).catch(() => undefined), AGAIN_MS);
  try {
    await inTime(page.close());
  } finally {
    clearInterval(again);
  }
}

async function orderToClose(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.close');
}
