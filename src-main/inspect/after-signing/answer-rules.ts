import { sameBody } from './a1-same-body.ts';
import { sameWitnessParts } from './a2-same-witness-parts.ts';
import { signatures } from './a3-signatures.ts';
import type { AnswerRule } from './answered.ts';

/** What every answer of `/swap/sign` is held against, in this order; the first breach is told. */
export const answerRules: readonly AnswerRule[] = [sameBody, sameWitnessParts, signatures];
