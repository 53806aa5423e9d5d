import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { project } from './tool.ts';

/** Data that others made: transactions of public chains and published test vectors. SOURCES.md says whose. */
export const vectorsFolder = join(project, 'test/vectors');

export interface TransactionVector {
  readonly hash: string;
  readonly cbor: string;
}

/** The four sets of real transactions, by file. */
export const transactionSets = {
  'conway-blocks.jsonl': 718,
  'pre-conway-blocks.jsonl': 388,
  'pallas-standalone.json': 34,
  'library-fixtures.json': 151,
} as const;

export function transactions(file: keyof typeof transactionSets): readonly TransactionVector[] {
  const text = read(`tx/${file}`);
  if (!file.endsWith('.jsonl')) return JSON.parse(text) as TransactionVector[];
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TransactionVector);
}

/** The text of a file of the folder, which may be kept in it as it is or compressed. */
export function read(path: string): string {
  const plain = join(vectorsFolder, path);
  if (existsSync(plain)) return readFileSync(plain, 'utf8');
  return brotliDecompressSync(readFileSync(`${plain}.br`)).toString('utf8');
}
