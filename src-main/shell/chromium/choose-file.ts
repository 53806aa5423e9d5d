import type { Page } from 'playwright-core';

/**
 * A separate script world in the page's document, without any of the page's objects. The file is chosen there: the page
 * sees neither the field nor the choice, and only the browser's protocol tells where the file is.
 */
const WORLD = 'touchstone-choice';

/** Returns the chosen file, or `null`. A field outside every document is out of the page's reach. */
const CHOOSE = `new Promise((resolve) => {
  const field = document.createElement('input');
  field.type = 'file';
  field.addEventListener('change', () => resolve(field.files[0] ?? null));
  field.addEventListener('cancel', () => resolve(null));
  field.click();
})`;

/** Opens the browser's file dialog. `undefined`: no file was chosen, or the page is gone. */
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
        // Main asks because the user pressed the page's button; without a user gesture browsers open no dialog.
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
