import type { Task } from '../../src-main/agreement/agreement.ts';
import type { Holder } from '../../src-main/proof/address.ts';
import type { Objection, ProofInput } from '../../src-main/proof/proof.ts';
import { surveyOf, type Order, type Spent, type Survey } from '../../src-main/proof/survey.ts';
import type { Terms } from '../../src-main/proof/terms.ts';
import { readTransaction, type Output, type RawTransaction } from '../../src-main/proof/transaction.ts';
import { goodCancel } from './good-cancel.ts';
import { goodTrade, STAKE } from './good-trade.ts';
import { proofInputOf, testProofScripts } from './proving.ts';

/** The second proof's reading of the good trade. */
export function surveyedTrade(sell: 'ada' | 'token' = 'ada', orders: 1 | 2 = 1): Survey {
  return surveyed(proofInputOf(goodTrade(sell, orders).input, testProofScripts));
}

/** The second proof's reading of the good cancellation. */
export function surveyedCancel(): Survey {
  return surveyed(proofInputOf(goodCancel().input, testProofScripts));
}

export function surveyed(given: ProofInput): Survey {
  const [agreed] = given.agreement.transactions;
  if (!agreed) throw new Error('nothing was agreed');
  return surveyOf(given, agreed, readTransaction(given.cbor));
}

export function withTx(survey: Survey, change: Partial<RawTransaction>): Survey {
  return { ...survey, tx: { ...survey.tx, ...change } };
}

export function withTask(survey: Survey, task: Task): Survey {
  return { ...survey, agreed: { ...survey.agreed, task } };
}

/** The survey with its first order changed, and with its terms changed where it has some. */
export function withOrder(survey: Survey, change: Partial<Order>, terms: Partial<Terms> = {}): Survey {
  const [first, ...others] = survey.orders;
  if (!first?.terms) throw new Error('no order that can be read');
  return { ...survey, orders: [{ ...first, terms: { ...first.terms, ...terms }, ...change }, ...others] };
}

export function holder(kind: Holder['kind'], hash: string, change: Partial<Holder> = {}): Holder {
  return { kind, hash, stake: { kind: 'key', hash: STAKE }, network: 0, text: 'addr_test1', ...change };
}

export function output(of: Holder, value: Output['value'], change: Partial<Output> = {}): Output {
  return {
    holder: of,
    value,
    datumHash: undefined,
    inlineDatum: undefined,
    carriesScript: false,
    ...change,
  };
}

export function spent(of: Holder | undefined, value: Output['value'], change: Partial<Spent> = {}): Spent {
  return {
    name: `${'c0'.repeat(32)}#7`,
    holder: of,
    value,
    proven: true,
    restOfFailed: false,
    datum: undefined,
    own: false,
    agreed: false,
    ...change,
  };
}

/** Objections as `code: message`, one text each. */
export function said(objections: readonly Objection[]): readonly string[] {
  return objections.map(({ code, message }) => `${code}: ${message}`);
}

/** A text that throws when it is looked at, as only a bug does. */
export function unreadableByABug(): string {
  const text = {
    toString: () => {
      throw new RangeError('a bug');
    },
  };
  return text as unknown as string;
}
