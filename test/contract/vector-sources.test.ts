import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { read, transactionSets, vectorsFolder } from '../support/vectors.ts';

const MOST_BYTES = 2_000_000;

const sources = readFileSync(join(vectorsFolder, 'SOURCES.md'), 'utf8');

const files = readdirSync(vectorsFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'SOURCES.md')
  .map((entry) => join(entry.parentPath, entry.name).slice(vectorsFolder.length + 1))
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

it('are the bytes that their list of sources was written for', () => {
  const listed = [...sources.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, sum, path]) => [path, sum]);
  const found = files.map((path) => {
    const bytes = readFileSync(join(vectorsFolder, path));
    return [path, createHash('sha256').update(bytes).digest('hex')];
  });
  expect(found).toEqual(listed);
  for (const path of files) expect(sources).toContain(`| \`${path}\` `);
});

it('fit into what a clone may be asked to carry', () => {
  const sizes = files.map((path) => readFileSync(join(vectorsFolder, path)).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});

it('name no place on the machine that collected them', () => {
  const machinePath =
    /(?:^|[\s"'`=:(])(?:\/(?:home|root|Users|tmp|work|mnt|media|srv|var|opt)\/|[A-Z]:\\\\)/m;
  expect('"source":"/home/somebody/vectors"').toMatch(machinePath);
  for (const path of files) expect(read(path.replace(/\.br$/, '')), path).not.toMatch(machinePath);
});

it('say for each set of transactions how many there are', () => {
  for (const [file, count] of Object.entries(transactionSets))
    expect(sources).toMatch(new RegExp(`tx/${file}\\.br\`.*\\| ${count} +\\|`));
});
