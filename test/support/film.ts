import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { atRest, THEMES, wear } from './at-rest.ts';
import type { DeskApp } from './desk-app.ts';

/** A strip of pictures, numbered in their order, dark and light. */
export class Film {
  frames = 0;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Takes a picture of a page, the desk if none is given. */
  async take(app: DeskApp, what: string, page: Page = app.main): Promise<void> {
    this.frames += 1;
    const name = `${String(this.frames).padStart(2, '0')}-${what}`;
    // The scene continues in the theme applied last.
    for (const theme of THEMES.toReversed()) {
      await wear(app, page, theme);
      await atRest(app.main, page);
      await page.screenshot({ path: join(this.#folder, `${name}-${theme}.png`) });
    }
  }
}
