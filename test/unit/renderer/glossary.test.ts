import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '#domain/words/catalogue.ts';
import { glossary, termOf } from '../../../src-renderer/format/glossary.ts';
import { glossaryWords as german } from '../../../src-renderer/format/glossary.de.ts';
import { feeRows } from '../../../src-renderer/features/swap/quote-fees.ts';

const renderer = globSync('src-renderer/**/*.{svelte,ts}')
  .filter((path) => !/glossary(\.\w+)?\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const names = glossary.flatMap(({ terms }) => terms.flatMap((term) => term.names));
/** Labels of what is no figure of the market or of a trade: keys, files, deadlines. */
const PLAIN = /^(?:and|Fingerprint|Exported|Network|Must be on chain (?:by|in)|Signatures?.*)$/;
const PLAIN_GERMAN = /^(?:und|Fingerabdruck|Exportiert|Netzwerk|Muss auf der Chain sein (?:bis|in))$/;

describe('the glossary', () => {
  it('explains each name once', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(termOf('Net received')?.names).toEqual(['Net received']);
    expect(termOf('no such figure')).toBeUndefined();
  });

  it('explains nothing that the desk does not show', () => {
    // The approval window's labels come from main.
    const main = globSync('src-main/{features/approval,inspect/words}/**/*.ts').map((path) =>
      readFileSync(path, 'utf8'),
    );
    const all = [...renderer.map(({ text }) => text), ...main].join('\n');
    expect(names.filter((name) => !all.includes(name))).toEqual([]);
  });

  it('explains every figure that stands under a name', async () => {
    const written = renderer.flatMap(({ text }) =>
      [...text.matchAll(/<(?:Fact|Term)\s[^>]*?\bname="([^"{]+)"/gs)].map(([, name = '']) => name),
    );
    const labels = [...written, ...(await namesFromCatalogues('en'))];
    const rows = feeRows(undefined, undefined).map(({ name }) => name);
    expect(labels.length).toBeGreaterThan(25);
    expect([...labels, ...rows].filter((name) => !PLAIN.test(name) && !names.includes(name))).toEqual([]);
  });

  it('explains them under the same names in German', async () => {
    const explained = Object.values(german).flatMap((text) => text.split(' | '));
    const labels = await namesFromCatalogues('de');
    expect(labels.length).toBeGreaterThan(25);
    expect(labels.filter((name) => !PLAIN_GERMAN.test(name) && !explained.includes(name))).toEqual([]);
  });
});

/** The names of figures that components take from the catalogues beside them. */
async function namesFromCatalogues(language: Language): Promise<readonly string[]> {
  return (await Promise.all(renderer.map((file) => namesFromCatalogue(file, language)))).flat();
}

async function namesFromCatalogue(
  { path, text }: { readonly path: string; readonly text: string },
  language: Language,
): Promise<readonly string[]> {
  const ids = [...text.matchAll(/<(?:Fact|Term)\s[^>]*?\bname=\{words\.(\w+)\}/gs)].map(([, id = '']) => id);
  const from = /import \{[^}]*\bwords\b[^}]*\} from '(.*)\.ts'/.exec(text)?.[1];
  if (ids.length === 0 || from === undefined) return [];
  const file = join(
    import.meta.dirname,
    '../../..',
    path,
    '..',
    `${from}${language === 'en' ? '' : `.${language}`}.ts`,
  );
  const [words] = Object.values(
    (await import(file)) as Readonly<Record<string, Readonly<Record<string, string>>>>,
  );
  return ids.map((id) => words?.[id] ?? `no text of ${id} in ${path}`);
}
