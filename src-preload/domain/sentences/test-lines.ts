import type { TestLine } from '../connection-test.ts';
import type { Language } from '../words/catalogue.ts';
import { inLanguage } from './sentence.ts';

/** A finding of a test of a connection in words. */
export interface SpokenTestLine extends Omit<TestLine, 'what' | 'means' | 'advice'> {
  readonly what: string;
  readonly means: string;
  readonly advice?: string;
}

/** Says a finding in a language. */
export function spokenLine({ what, means, advice, ...line }: TestLine, language: Language): SpokenTestLine {
  return {
    ...line,
    what: inLanguage(language, ...what),
    means: inLanguage(language, means),
    ...(advice === undefined ? {} : { advice: inLanguage(language, advice) }),
  };
}
