import { germanFailureText } from '#domain/failure.de.ts';
import type { Catalogue } from '#domain/words/catalogue.ts';
import { registerFailures } from './words/failures.ts';
import { register } from './words/in-language.ts';

/**
 * Every German sentence of the pages. Main puts this script before a page's own in the documents that it serves in
 * German, and scripts run in the order of the document: the pages find them registered.
 */
const modules = import.meta.glob<Readonly<Record<string, Catalogue>>>('./**/*.de.ts', { eager: true });

for (const [path, module] of Object.entries(modules)) {
  const name = path.replace(/^\.\//, '').replace(/\.de\.ts$/, '');
  for (const words of Object.values(module)) register(name, words);
}
registerFailures(germanFailureText);
