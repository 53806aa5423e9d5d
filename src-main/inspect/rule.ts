import type { Facts } from './facts.ts';
import type { Language } from '#domain/words/catalogue.ts';
import type { Finding, Severity } from './inspection.ts';
import { inEnglish, inLanguage, ruleText, type InspectionSentence, type RuleId } from './words/sentences.ts';

/** One rule of the inspector: what it looks at, and what it leaves to others. */
export interface Rule {
  /** Id of the rule table, such as `V7`. */
  readonly id: RuleId;
  /** The guarantee when the rule finds no fault. */
  readonly holds: string;
  /** Cases that it does not cover. */
  readonly leavesOut: string;
  judge(facts: Facts): readonly Finding[];
}

/** A rule's id with its texts. */
export function described(id: RuleId): Pick<Rule, 'id' | 'holds' | 'leavesOut'> {
  return { id, ...ruleText(id, 'en') };
}

export function block(rule: string, ...sentences: readonly InspectionSentence[]): Finding {
  return finding(rule, 'block', sentences);
}

export function warn(rule: string, ...sentences: readonly InspectionSentence[]): Finding {
  return finding(rule, 'warn', sentences);
}

export function info(rule: string, ...sentences: readonly InspectionSentence[]): Finding {
  return finding(rule, 'info', sentences);
}

/** A finding's sentences as data. Beside the finding, which is hashed, compared and kept as it is in English. */
const sentencesOf = new WeakMap<Finding, readonly InspectionSentence[]>();

function finding(rule: string, severity: Severity, sentences: readonly InspectionSentence[]): Finding {
  const result: Finding = { rule, severity, message: inEnglish(...sentences) };
  sentencesOf.set(result, sentences);
  return result;
}

/** The same finding with a sentence before it, such as which transaction it is about. */
export function findingIn(result: Finding, before: InspectionSentence): Finding {
  const sentences = sentencesOf.get(result);
  if (sentences) return finding(result.rule, result.severity, [before, ...sentences]);
  return { ...result, message: `${inEnglish(before)} ${result.message}` };
}

/** A finding's text in a language; a finding that no rule of this process made stays in English. */
export function findingText(result: Finding, language: Language): string {
  const sentences = sentencesOf.get(result);
  return sentences ? inLanguage(language, ...sentences) : result.message;
}

/**
 * How to object to a script that the list does not have. Without a trade, an output to a script may be no order at all;
 * where the list is not all there is, or the user is an expert, it is asked about.
 */
export function unlistedScript({ trade, context }: Facts): typeof block {
  const asks = !trade || !context.scripts.complete || context.policy?.limits.expert === true;
  return asks ? warn : block;
}
