import type { NotebookPage } from '#contract/app.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SettingsStore } from '../ports/journal.ts';
import { KeptValue } from '../ports/kept-entries.ts';
import { done, type MainCalls } from '../gate/handlers.ts';

const MOST_PAGES = 1_000;
const CONTENTS = 'notebook';

/** Texts that the windows keep: notes on tokens, settings of charts and what is drawn on them. */
export class Notebook {
  readonly #settings: SettingsStore;

  constructor(settings: SettingsStore) {
    this.#settings = settings;
  }

  /** The notes on a page; empty when there are none. */
  read(page: NotebookPage): string {
    return textIn(this.#settings.get(keyOf(page))) ?? '';
  }

  /** Replaces a page, or removes it. Failure: `notebook-full`. */
  write(page: NotebookPage, text: string): Result<undefined, Failure> {
    const key = keyOf(page);
    const pages = this.#pages();
    if (text === '') {
      this.#settings.set(key, undefined);
      if (pages.delete(key)) this.#settings.set(CONTENTS, [...pages]);
      return ok(undefined);
    }
    if (!pages.has(key)) {
      if (pages.size >= MOST_PAGES) return failed(failure('notebook-full', { most: MOST_PAGES }));
      this.#settings.set(CONTENTS, [...pages, key]);
    }
    new KeptValue(this.#settings, key, textIn).keep(text);
    return ok(undefined);
  }

  #pages(): Set<string> {
    const stored = this.#settings.get(CONTENTS);
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  }
}

function textIn(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined;
}

function keyOf({ kind, of }: NotebookPage): string {
  return `${CONTENTS}.${kind}.${of}`;
}

/** The trading window's calls. `wrote` is called with each page that was written. */
export function notebookCalls(
  notebook: Notebook,
  wrote: (page: NotebookPage) => void,
): MainCalls<'notebook'> {
  return {
    'notebook.read': (page) => Promise.resolve(ok({ text: notebook.read(page) })),
    'notebook.write': ({ text, ...page }) => {
      const written = notebook.write(page, text);
      if (written.ok) wrote(page);
      return Promise.resolve(done(written));
    },
  };
}
