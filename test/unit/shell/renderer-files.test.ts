import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Language } from '#domain/words/catalogue.ts';
import { loadRendererFiles } from '../../../src-main/shell/renderer-files.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const PAGE =
  '<!doctype html>\n<html lang="en">\n  <head>\n    <script type="module" crossorigin src="./assets/a.js"></script>\n  </head>\n</html>\n';
const folder = temporaryDirectory();

beforeAll(() => {
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'index.html'), PAGE);
  writeFileSync(join(folder.path, 'assets/a.js'), 'const a = `<html lang="en"><script `;');
});
afterAll(() => folder.remove());

it('serves documents in the language of the moment, with its sentences before the page’s script', () => {
  let language: Language = 'en';
  const files = loadRendererFiles(folder.path, () => language);
  const page = (): string => files.get('/index.html')?.body.toString() ?? '';
  expect(page()).toBe(PAGE);
  language = 'de';
  expect(page()).toContain('<html lang="de">');
  const scripts = [...page().matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, source]) => source);
  expect(scripts).toEqual(['./assets/german.js', './assets/a.js']);
  language = 'en';
  expect(page()).toBe(PAGE);
});

it('leaves anything that is not a document alone', () => {
  const files = loadRendererFiles(folder.path, () => 'de');
  expect(files.get('/assets/a.js')?.body.toString()).toBe('const a = `<html lang="en"><script `;');
  expect(files.get('/other.html')).toBeUndefined();
});
