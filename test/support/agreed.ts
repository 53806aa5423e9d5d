import type { Agreement, Task } from '../../src-main/agreement/agreement.ts';
import { agreementHash } from '../../src-main/agreement/agreement-json.ts';
import type { Inspection } from '../../src-main/inspect/inspection.ts';
import { groundsOf, type Grounds } from '../../src-main/inspect/rules/second-proof.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import type { JudgedInput } from '../../src-main/trading/kinds/judgement.ts';
import { agreementOn, taskOf } from './proving.ts';

/** The agreement of a user who wants exactly these terms, judged as the app judges its own trades. */
export function agreedTo(input: InspectionInput): JudgedInput {
  const agreement = agreementOf(input);
  const { terms } = input;
  const expected = 'expected' in terms ? terms.expected : undefined;
  return {
    ...input,
    agreed: { agreement, at: 0, hash: agreementHash(agreement) },
    claims: input.claims ?? (expected === undefined ? {} : { expected }),
  };
}

function agreementOf(input: InspectionInput): Agreement {
  // Judged without an agreement; only the window needs one to show.
  const task: Task =
    input.terms.kind === 'any' ? { kind: 'cancel', orders: [], holds: new Map() } : taskOf(input);
  return agreementOn(task, input);
}

/** The grounds of the second proof for an input that the user agreed to. */
export function groundsFor(input: JudgedInput, inspection: Inspection): Grounds {
  const grounds = groundsOf(input, inspection.report.summary.atLeast);
  if (!grounds) throw new Error('the scripts are listed');
  return grounds;
}
