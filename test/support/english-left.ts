import type { Page } from 'playwright-core';
import fc from 'fast-check';
import { catalogues, type TestedCatalogue } from './catalogues.ts';

const SAMPLES = 40;
/** Words that English sentences do not do without, and that no German word is spelled like. */
const ENGLISH_WORDS = /\b(the|of|and|your|you|are|is|with|from|this|that|to|for|at|by|has|have|been)\b/i;
/** A sample's placeholder values: figures, and the names that `catalogues` makes up. */
const VALUES = /(?:GEM|addr1|Exa|acct)[0-9a-f]{4,12}x9|[−+-]?\d[\d.,\u202f\u00a0]*/g;

/** Whether a text, as a German page shows it, is one that an English page shows and a German one does not. */
export type IsEnglish = (text: string) => boolean;

/** Reads every catalogue. Sentences with values are recognised by the text between these. */
export async function englishAsked(): Promise<IsEnglish> {
  const all = await catalogues();
  const german = new Set(all.flatMap((one) => shapesOf(one, 'german')));
  const english = [...new Set(all.flatMap((one) => shapesOf(one, 'english')))].filter(
    (shape) => !german.has(shape) && /\p{L}{4}/u.test(shape.replaceAll(HOLE, '')),
  );
  const whole = new Set(english.filter((shape) => !shape.includes(HOLE)));
  const parted = english.filter((shape) => shape.includes(HOLE)).map(patternOf);
  return (text) =>
    whole.has(text) || ENGLISH_WORDS.test(text) || parted.some((pattern) => pattern.test(text));
}

const HOLE = '\u0000';

function shapesOf(catalogue: TestedCatalogue, language: 'english' | 'german'): readonly string[] {
  return Object.entries(catalogue[language]).flatMap(([id, entry]) => {
    if (typeof entry === 'string') return [spaced(entry)];
    const values = catalogue.values.get(id);
    if (!values) throw new Error(`no values are known of ${catalogue.name}, ${id}`);
    return fc
      .sample(values, { numRuns: SAMPLES, seed: 7 })
      .map((value) => spaced(entry(value)).replaceAll(VALUES, HOLE));
  });
}

function patternOf(shape: string): RegExp {
  const parts = shape.split(HOLE).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+?')}$`, 'u');
}

/** Every text of a page, seen or heard, once: of elements, of fields, and of the names that a screen reader tells. */
export async function textsOf(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const names = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'placeholder',
      'alt',
    ];
    const found = new Set([document.title]);
    for (const element of document.querySelectorAll('body *')) {
      if (element instanceof HTMLScriptElement || element instanceof HTMLStyleElement) continue;
      for (const name of names) found.add(element.getAttribute(name) ?? '');
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      for (const { textContent } of own) found.add(textContent ?? '');
      if (own.some(({ textContent }) => (textContent ?? '').trim() !== '')) found.add(element.textContent);
    }
    return [...found];
  });
  return [...new Set(texts.map(spaced))].filter((text) => text !== '');
}

function spaced(text: string): string {
  return text.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();
}
