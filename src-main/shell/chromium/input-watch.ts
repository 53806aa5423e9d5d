import type { BrowserContext, Page } from 'playwright-core';

/** A world of scripts of its own beside the page's: the same document, but none of the page's objects. */
const WORLD = 'touchstone-input';
const BINDING = 'touchstoneUserActed';
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];
/** Often enough for a lock after minutes. */
const AT_MOST_EVERY_MS = 5_000;

/**
 * Runs in that world before any script of the page. Events that a script makes are not trusted, and a listener that
 * was there first cannot be stopped from hearing the others; the page has no way to the binding.
 */
const SCRIPT = `(() => {
  let told = -Infinity;
  for (const name of ${JSON.stringify(EVENTS)})
    addEventListener(name, (event) => {
      const now = performance.now();
      if (!event.isTrusted || now - told < ${AT_MOST_EVERY_MS}) return;
      told = now;
      ${BINDING}('');
    }, { capture: true, passive: true });
})();`;

/** Calls back while the user does something in the page, as the browser and not the page says. */
export async function watchInput(
  context: BrowserContext,
  page: Page,
  onUserActed: () => void,
): Promise<void> {
  const session = await context.newCDPSession(page);
  session.on('Runtime.bindingCalled', ({ name }) => {
    if (name === BINDING) onUserActed();
  });
  await session.send('Runtime.enable');
  await session.send('Page.enable');
  await session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: SCRIPT, worldName: WORLD });
}
