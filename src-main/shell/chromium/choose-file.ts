import type { Page } from 'playwright-core';

/**
 * A script world of its own, in the page's document and with none of the page's objects. It is where the choice is made: the
 * page sees neither the field nor what was chosen, and only the browser's protocol says where the file is.
 */
const WORLD = 'touchstone-choice';

/** Answers the chosen file, or `null`. A field that is in no document belongs to nobody else. */
const CHOOSE = `new Promise((resolve) => {
  const field = document.createElement('input');
  field.type = 'file';
  field.addEventListener('change', () => resolve(field.files[0] ?? null));
  field.addEventListener('cancel', () => resolve(null));
  field.click();
})`;

/** Opens the browser's dialog for a file. `undefined`: none was chosen, or the page is gone. */
export async function chooseFile(page: Page): Promise<string | undefined> {
  try {
    const session = await page.context().newCDPSession(page);
    try {
      const { frameTree } = await session.send('Page.getFrameTree');
      const { executionContextId } = await session.send('Page.createIsolatedWorld', {
        frameId: frameTree.frame.id,
        worldName: WORLD,
      });
      const { result } = await session.send('Runtime.evaluate', {
        expression: CHOOSE,
        contextId: executionContextId,
        // Main asks because the user pressed the page's button; browsers open no dialog without such a sign.
        userGesture: true,
        awaitPromise: true,
      });
      if (result.objectId === undefined) return undefined;
      const { path } = await session.send('DOM.getFileInfo', { objectId: result.objectId });
      return path === '' ? undefined : path;
    } finally {
      await session.detach().catch(() => undefined);
    }
  } catch {
    return undefined;
  }
}
