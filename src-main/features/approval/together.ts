import { createHash } from 'node:crypto';
import type { Language } from '#domain/words/catalogue.ts';
import type { Finding, Inspection, TotalCost } from '../../inspect/inspection.ts';
import type { InspectionInput } from '../../inspect/inspection-input.ts';
import { costOfAll } from '../../inspect/figures.ts';
import { factsOf } from '../../inspect/inspect-transaction.ts';
import { findingIn } from '../../inspect/rule.ts';
import { summarySentences, type SummarySentences } from '../../inspect/summary.ts';
import { inLanguage, sentence, sayIn } from '../../inspect/words/sentences.ts';

/** An inspected transaction. */
interface Inspected {
  readonly inspection: Inspection;
  readonly input: Pick<InspectionInput, 'tokens'>;
}

/** Transactions that leave, or came, in one bundle with the shown one. */
export interface Together {
  /** All except the shown one. `tradeId`: if they are this application's trades. */
  readonly others: readonly (Inspected & { readonly tradeId?: string })[];
  /** How many more of the batch need separate rounds. */
  readonly later: number;
}

/** The shown transaction, and whether it came in a bundle. */
type Shown = Inspected & { readonly bundled?: unknown; readonly together?: Together };

/** The set in words. Unlike in a batch, all transactions are here, and each was described from its own bytes. */
export function togetherWords(
  shown: Shown,
  { others, later }: Together,
  language: Language = 'en',
): {
  readonly sentences: readonly string[];
  readonly transactions: readonly { readonly title: string; readonly lines: readonly string[] }[];
} {
  const all = [shown, ...others];
  const count = all.length;
  const say = sayIn(language);
  return {
    sentences: [
      shown.bundled === undefined ? say('together/leaves', { count }) : say('together/signs', { count }),
      ...(count === 1 ? [] : [say(areApart(all) ? 'together/apart' : 'together/in-order')]),
      ...(later === 0 ? [] : [later === 1 ? say('together/one-later') : say('together/later', { later })]),
    ],
    transactions: all.map(({ inspection: { report, bodyHash }, input }, at) => ({
      title: say('batch/place', { at: at + 1, count }),
      lines: [
        ...summaryLines(summarySentences(report.summary, input.tokens), language),
        say('together/hash', { hash: bodyHash }),
      ],
    })),
  };
}

/** The sentences of a summary that have something to say. */
export function summaryLines(
  { send, receive, tokens, costs, returns }: SummarySentences,
  language: Language,
): readonly string[] {
  return [send, receive, tokens, costs, returns]
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => inLanguage(language, ...sentences));
}

/** Whether each could go without the others, which need not hold for a bundle from elsewhere. */
function areApart(all: readonly Pick<Shown, 'inspection'>[]): boolean {
  const hashes = new Set(all.map(({ inspection: { bodyHash } }) => bodyHash));
  const needed = all.flatMap(({ inspection }) => {
    const { inputs, collateral } = factsOf(inspection).tx.body;
    // Collateral may also be an input of the same transaction.
    return [...new Set([...inputs, ...collateral])];
  });
  return new Set(needed).size === needed.length && !needed.some((one) => hashes.has(one.slice(0, 64)));
}

/** The total of all that does not come back, each transaction by its own bytes. */
export function costOfShown({ inspection, together }: Shown): TotalCost {
  return costOfAll(
    inspection,
    (together?.others ?? []).map((other) => other.inspection),
  );
}

/** The hash that an approval of all of them is bound to (SHA-256, hex): it covers every body, figure and finding. */
export function summaryOfAll(shown: Shown, { others }: Together): string {
  const parts = [shown, ...others].map(
    ({ inspection: { bodyHash, summaryHash } }) => `${bodyHash} ${summaryHash}`,
  );
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** Findings in the other transactions; one that is the same for all is not repeated. */
export function findingsOfOthers({ inspection, together }: Shown): readonly Finding[] {
  const heard = new Set(inspection.report.findings.map(wordsOf));
  const count = (together?.others.length ?? 0) + 1;
  return (together?.others ?? []).flatMap(({ inspection: { report } }, at) =>
    report.findings
      .filter((finding) => !heard.has(wordsOf(finding)))
      .map((finding) => findingIn(finding, sentence('of-transaction', { at: at + 2, count }))),
  );
}

function wordsOf({ rule, severity, message }: Finding): string {
  return `${rule} ${severity} ${message}`;
}
