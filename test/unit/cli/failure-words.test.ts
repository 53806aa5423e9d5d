import { expect, test } from 'vitest';
import { failure, failureTable, type FailureCode } from '../../../src-preload/domain/failure.ts';
import { failureWords } from '../../../src-main/cli/failure-words.ts';

/** Calls that only a window makes. */
const NOT_HERE: readonly FailureCode[] = [
  'not-configured',
  'vault-busy',
  'vault-closed',
  'approval-busy',
  'approval-closed',
  'limits-changed',
  'limits-unreadable',
  'limits-outdated',
  'limit-used-up',
  'trade-unknown',
  'review-superseded',
  'no-wallet',
  'wallet-exists',
  'keystore-missing',
  'keystore-foreign',
];

const codes = (Object.keys(failureTable) as FailureCode[]).filter((code) => !NOT_HERE.includes(code));

test.each(codes)('%s sends nobody to a window', (code) => {
  const { what, advice } = failureWords(failure(code));
  expect(what).not.toBe('');
  expect(advice).not.toMatch(/Settings|Activity|window|[Rr]eview|acknowledge/);
});
