import {
  sentenceOf,
  textOf,
  type Language,
  type SentenceOf,
  type SentenceArguments,
  type Translation,
} from '#domain/words/catalogue.ts';
import { sameFigures } from '#domain/words/figures.ts';
import { anatomyWords as germanAnatomy } from './anatomy.de.ts';
import { anatomyWords } from './anatomy.en.ts';
import { approvalWords as germanApproval } from './approval.de.ts';
import { approvalWords } from './approval.en.ts';
import { bundleWords as germanBundle } from './bundle.de.ts';
import { bundleWords } from './bundle.en.ts';
import { formWords as germanForm } from './form.de.ts';
import { formWords } from './form.en.ts';
import { orderWords as germanOrders } from './orders.de.ts';
import { orderWords } from './orders.en.ts';
import { ruleWords as germanRules } from './rules.de.ts';
import { ruleWords } from './rules.en.ts';
import { summaryWords as germanSummary } from './summary.de.ts';
import { summaryWords } from './summary.en.ts';
import { walletWords as germanWallet } from './wallet.de.ts';
import { walletWords } from './wallet.en.ts';

/** Every sentence of an inspection. English is what is hashed, compared by the second proof and kept in receipts. */
const ENGLISH = {
  ...summaryWords,
  ...formWords,
  ...orderWords,
  ...walletWords,
  ...bundleWords,
  ...anatomyWords,
  ...approvalWords,
};
const GERMAN: Translation<typeof ENGLISH> = {
  ...germanSummary,
  ...germanForm,
  ...germanOrders,
  ...germanWallet,
  ...germanBundle,
  ...germanAnatomy,
  ...germanApproval,
};

type Words = typeof ENGLISH;

/** A sentence of an inspection as data. */
export type InspectionSentence = SentenceOf<Words>;

export function sentence<Id extends keyof Words>(
  ...saying: SentenceArguments<Words, Id>
): InspectionSentence {
  return sentenceOf<Words, Id>(...saying);
}

/** Says a sentence in the language of whoever reads it. */
export type Say = <Id extends keyof Words>(...saying: SentenceArguments<Words, Id>) => string;

export function sayIn(language: Language): Say {
  return <Id extends keyof Words>(...saying: SentenceArguments<Words, Id>) =>
    inLanguage(language, sentence<Id>(...saying));
}

/** The canonical text. */
export function inEnglish(...sentences: readonly InspectionSentence[]): string {
  return sentences.map((one) => textOf<Words>(ENGLISH, one)).join(' ');
}

/**
 * The text that is shown in a language. A translation that does not have exactly the figures of the English text is not
 * shown: the English one is.
 */
export function inLanguage(language: Language, ...sentences: readonly InspectionSentence[]): string {
  const english = inEnglish(...sentences);
  if (language === 'en') return english;
  const translated = sentences.map((one) => textOf<Words>(GERMAN, one)).join(' ');
  return sameFigures(english, translated) ? translated : english;
}

type RuleKey = keyof typeof ruleWords;
/** A rule of the inspector's table. */
export type RuleId = RuleKey extends infer Key ? (Key extends `${infer Id}/holds` ? Id : never) : never;

/** A rule's texts in a language. */
export function ruleText(
  id: RuleId,
  language: Language,
): { readonly holds: string; readonly leavesOut: string } {
  const words: Translation<typeof ruleWords> = language === 'en' ? ruleWords : germanRules;
  return { holds: words[`${id}/holds`], leavesOut: words[`${id}/leaves-out`] };
}
