import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { project } from './tool.ts';

/** Real data beside the checkout. It is never part of the project, so a lone clone does not have it. */
const folder = join(project, '..', 'shared', 'vectors');

/** True when the real data is there. */
export const vectorsPresent = existsSync(folder);

/** Where the real data should be. On the project's own check (`CI=true`) its absence is a failure, not a skip. */
export const vectorsRequired = process.env['CI'] === 'true';

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
  const text = read(join('tx', file));
  if (!file.endsWith('.jsonl')) return JSON.parse(text) as TransactionVector[];
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TransactionVector);
}

export function read(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}
