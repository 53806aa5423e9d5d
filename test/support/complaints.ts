import type { Page } from 'playwright-core';

/**
 * The browser's remark on a page whose policy sandboxes it with scripts and its own origin: a frame could reach its parent
 * and take its sandbox off. Our pages are no frames (`frame-ancestors 'none'`), hold none (`frame-src 'none'`), and every
 * page of the origin has the same policy.
 */
const OF_EVERY_SANDBOX =
  'An iframe which has both allow-scripts and allow-same-origin for its sandbox attribute can escape its sandboxing.';

/** Adds to `complaints` whatever a page writes to its console as a warning or an error, and throws. */
export function hearComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const grave = message.type() === 'error' || message.type() === 'warning';
    if (grave && message.text() !== OF_EVERY_SANDBOX) complaints.push(message.text());
  });
}
