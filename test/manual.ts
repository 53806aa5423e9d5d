// Renews what the manual takes from the program: the chapters of checks and figures, and the pictures that the tests last took.
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksChapter, figuresChapter } from './support/manual.ts';
import { project } from './support/tool.ts';

const pictures = join(project, 'docs/pictures');
const taken = join(project, 'artifacts/screenshots');

writeFileSync(join(project, 'docs/manual/checks.md'), checksChapter());
writeFileSync(join(project, 'docs/manual/figures.md'), figuresChapter());
for (const name of readdirSync(pictures)) {
  const from = join(taken, name);
  if (existsSync(from)) copyFileSync(from, join(pictures, name));
  else process.stdout.write(`${name} was not taken: run the end-to-end tests first.\n`);
}
