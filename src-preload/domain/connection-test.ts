import type { Sentence } from './sentences/sentence.ts';

/** Who was asked. */
export const TESTED_PARTIES = ['service', 'charts', 'ledger', 'second-ledger'] as const;
export type TestedParty = (typeof TESTED_PARTIES)[number];

/** The subject of a line in a test. */
export const TEST_SUBJECTS = [
  'answer',
  'key',
  'reading',
  'variations',
  'clock',
  'network',
  'tip',
  'parameters',
  'proof',
  'submission',
] as const;
export type TestSubject = (typeof TEST_SUBJECTS)[number];

export const TEST_VERDICTS = ['fine', 'attention', 'failed'] as const;
export type TestVerdict = (typeof TEST_VERDICTS)[number];

/** One finding of a test of a connection. */
export interface TestLine {
  readonly of: TestedParty;
  readonly about: TestSubject;
  readonly verdict: TestVerdict;
  /** The findings. */
  readonly what: readonly Sentence[];
  /** The consequences for trading over this connection. */
  readonly means: Sentence;
  /** Advice; absent where there is nothing to do. */
  readonly advice?: Sentence;
}

/** The gravest verdict of several lines; `fine` for none. */
export function gravest(lines: readonly Pick<TestLine, 'verdict'>[]): TestVerdict {
  if (lines.some(({ verdict }) => verdict === 'failed')) return 'failed';
  return lines.some(({ verdict }) => verdict === 'attention') ? 'attention' : 'fine';
}
