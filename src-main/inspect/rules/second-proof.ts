import { valuesEqual, type Value } from '#domain/amount.ts';
import { prove } from '../../proof/prove.ts';
import type { Proof, ProofInput } from '../../proof/proof.ts';
import type { SentenceData } from '../../proof/sentence-data.ts';
import { summaryOf } from '../figures.ts';
import type { Finding, SummaryFigures } from '../inspection.ts';
import type { InspectionInput } from '../inspection-input.ts';
import { effectiveMinimum } from '../order-sums.ts';
import { block, type Rule, described } from '../rule.ts';
import { shownClaims } from '../terms.ts';
import { inEnglish, sentence, type InspectionSentence } from '../words/sentences.ts';
import type { Difference } from '../words/wallet.en.ts';
import { summarySentences, summaryText, type SummarySentences } from '../summary.ts';

/** Objections beyond these say nothing that the first ones did not. */
const MOST_SHOWN = 5;

/** The input of a second proof, except the bytes. */
export type Grounds = Omit<ProofInput, 'cbor'>;

/**
 * Two programs that share no code must read the same out of the same bytes: a fault of one of them is then not enough
 * for a wrong signature.
 */
export const secondProof: Rule = {
  ...described('S2'),
  judge: (facts) => {
    const { context } = facts;
    if (!context.agreed) return [];
    const grounds = groundsOf(context, effectiveMinimum(facts));
    return grounds === undefined
      ? [block('S2', sentence('S2-impossible'))]
      : disagreementSentences(context.cbor, grounds, summaryOf(facts), facts.ownSigners).map((one) =>
          block('S2', one),
        );
  },
};

/** `undefined` where there is no agreement, or no list of scripts, to prove by. `atLeast`: the least that is shown. */
export function groundsOf(
  { agreed, claims, own, resolved, parents, scripts }: InspectionInput,
  atLeast: bigint | undefined,
): Grounds | undefined {
  if (!agreed || !scripts.listed) return undefined;
  return {
    agreement: agreed.agreement,
    at: agreed.at,
    claims: shownClaims({ ...claims, ...(atLeast === undefined ? {} : { atLeast }) }),
    account: own,
    parents: parents ?? new Map(),
    // By the word of two sources, and never of one: such an input is blocked by R2.
    attested: new Map([...resolved].filter(([, { known }]) => known === 'two-sources')),
    scripts: scripts.listed,
  };
}

/** Why the second proof does not come to what the first one did, in words; nothing where the two agree. */
export function disagreements(...judged: Parameters<typeof disagreementSentences>): readonly string[] {
  return disagreementSentences(...judged).map((one) => inEnglish(one));
}

function disagreementSentences(
  cbor: string,
  grounds: Grounds,
  first: SummaryFigures,
  signers: readonly string[],
): readonly InspectionSentence[] {
  const { proof, objections } = prove({ ...grounds, cbor });
  if (!proof)
    return objections
      .slice(0, MOST_SHOWN)
      .map(({ message }) => sentence('S2-objects', { objection: message }));
  const differing = differences(first, signers, proof, grounds);
  return differing.length === 0 ? [] : [sentence('S2-differ', { about: differing })];
}

function differences(
  first: SummaryFigures,
  signers: readonly string[],
  second: Proof,
  { agreement }: Grounds,
): readonly Difference[] {
  const tokens = new Map(agreement.tokens.map(({ id, ticker, decimals }) => [id, { ticker, decimals }]));
  const words = summaryText(first, tokens);
  const inData = summarySentences(first, tokens);
  const same = (one: bigint, other: bigint): boolean => one === other;
  const alike = (one: Value, other: Value): boolean => valuesEqual(one, other);
  const compared: readonly (readonly [what: Difference, agrees: boolean])[] = [
    ['network-fee', same(first.networkFee, second.networkFee)],
    ['others', same(first.others, second.others)],
    ['keeps', same(first.keeps, second.keeps)],
    ['comes-back', same(first.comesBack, second.comesBack)],
    ['cost', same(first.cost, second.cost)],
    ['gone', alike(first.gone, second.gone)],
    ['locked', alike(first.locked, second.locked)],
    ['orders', first.orders === second.orders],
    ['signers', signers.toSorted().join() === second.signers.join()],
    // Both as the English text and as the data that it and its translations are made from.
    ...PARTS.map(
      (part) =>
        [
          part,
          words[part] === second.sentences[part] && sameSentence(inData[part], second.sentenceData[part]),
        ] as const,
    ),
  ];
  return compared.filter(([, agrees]) => !agrees).map(([what]) => what);
}

const PARTS: readonly (keyof SummarySentences)[] = ['send', 'receive', 'tokens', 'costs', 'returns'];

function sameSentence(one: readonly InspectionSentence[], other: SentenceData | undefined): boolean {
  return canonical(one) === canonical(other === undefined ? [] : [other]);
}

/** Plain data as text that does not depend on the order in which its parts were written. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const parts = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${parts.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join()}}`;
}

/** For those who judge one after the other: nothing more is proven about what is blocked already. */
export function isNeeded(rule: Rule, findings: readonly Finding[]): boolean {
  return rule !== secondProof || !findings.some(({ severity }) => severity === 'block');
}
