import type { Page } from 'playwright-core';

const KINDS = ['input', 'textarea', 'div', 'frame'] as const;

/**
 * The text that gets into fields of a page without keys, as by an input method or a character picker. The page does what a
 * hostile one would to keep the focus in them; the last one is in a frame, which may be gone.
 */
export async function textWithoutKeys(page: Page): Promise<readonly unknown[]> {
  const session = await page.context().newCDPSession(page);
  for (const kind of KINDS) {
    await page.evaluate((wanted) => {
      const frame = wanted === 'frame' ? document.createElement('iframe') : undefined;
      if (frame) document.body.append(frame);
      const within = frame?.contentDocument ?? document;
      const field = within.createElement(wanted === 'frame' ? 'input' : wanted);
      field.contentEditable = 'plaintext-only';
      (frame ?? field).className = 'hostile';
      within.body.append(field);
      for (const left of ['blur', 'DOMFocusOut']) field.addEventListener(left, () => field.focus());
      field.focus();
    }, kind);
    await page.keyboard.insertText('staple');
    await session.send('Input.imeSetComposition', { text: 'staple', selectionStart: 6, selectionEnd: 6 });
    await session.send('Input.insertText', { text: 'staple' });
  }
  await session.detach();
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('.hostile')];
    const fields = parts.filter((part) => !(part instanceof HTMLIFrameElement));
    const texts = fields.map((part): unknown =>
      part instanceof HTMLDivElement ? part.innerText : Reflect.get(part, 'value'),
    );
    const frame = parts.find((part) => part instanceof HTMLIFrameElement);
    const inFrame = frame?.contentDocument?.querySelector('input')?.value ?? '';
    for (const part of parts) part.remove();
    return [...texts, inFrame];
  });
}
