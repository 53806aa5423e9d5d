import type { Page } from 'playwright-core';
import { inOwnWorld } from './isolated-world.ts';

/**
 * Returns the chosen file, or `null`. The page sees neither the field, which is outside of every document, nor the choice,
 * and only the browser's protocol tells where the file is.
 */
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
      // Main asks because the user pressed the page's button; without a user gesture browsers open no dialog.
      const result = await inOwnWorld(session, CHOOSE, { userGesture: true, awaitPromise: true });
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
