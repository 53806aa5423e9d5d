import { failureText, type Failure } from '../failure.ts';
import { germanFailureText } from '../failure.de.ts';
import {
  sentenceOf,
  textOf,
  type Language,
  type SentenceOf,
  type SentenceArguments,
  type Translation,
} from '../words/catalogue.ts';
import { sameFigures } from '../words/figures.ts';
import { connectionWords as germanConnections } from './connections.de.ts';
import { connectionWords } from './connections.en.ts';
import { noticeWords as germanNotices } from './notices.de.ts';
import { noticeWords } from './notices.en.ts';
import { orderWords as germanOrders } from './orders.de.ts';
import { orderWords } from './orders.en.ts';
import { stateWords as germanStates } from './states.de.ts';
import { stateWords } from './states.en.ts';
import { windowWords as germanWindows } from './windows.de.ts';
import { windowWords } from './windows.en.ts';
import { priceWords as germanPrices } from './prices.de.ts';
import { priceWords } from './prices.en.ts';

/** Main's texts in windows, except for failures and inspections. */
const ENGLISH = {
  ...priceWords,
  ...orderWords,
  ...noticeWords,
  ...connectionWords,
  ...windowWords,
  ...stateWords,
};
const GERMAN: Translation<typeof ENGLISH> = {
  ...germanPrices,
  ...germanOrders,
  ...germanNotices,
  ...germanConnections,
  ...germanWindows,
  ...germanStates,
};

type Words = typeof ENGLISH;

/**
 * A sentence as data, put into words when it is shown: an entry of a catalogue, or of a failure what happened, unless `part`
 * asks for the advice.
 */
export type Sentence = SentenceOf<Words> | { readonly failure: Failure; readonly part?: 'what' | 'advice' };

export function sentence<Id extends keyof Words>(...saying: SentenceArguments<Words, Id>): Sentence {
  return sentenceOf<Words, Id>(...saying);
}

/**
 * The texts of sentences, one after the other. If a translation has other figures than the English text, all of them are in
 * English, without the commas between thousands that other languages read as decimal commas.
 */
export function inLanguage(language: Language, ...sentences: readonly Sentence[]): string {
  const english = sentences.map(englishOf).join(' ');
  if (language === 'en') return english;
  const translated = sentences.map(germanOf).join(' ');
  return sentences.every(isSameInGerman) ? translated : english.replaceAll(/(?<=\d),(?=\d{3})/g, '');
}

/** The English text, as it is printed, kept and recorded. */
export function inEnglish(...sentences: readonly Sentence[]): string {
  return inLanguage('en', ...sentences);
}

/** Puts a sentence into the reader's language. */
export type Say = <Id extends keyof Words>(...saying: SentenceArguments<Words, Id>) => string;

export function sayIn(language: Language): Say {
  return <Id extends keyof Words>(...saying: SentenceArguments<Words, Id>) =>
    inLanguage(language, sentence<Id>(...saying));
}

function englishOf(one: Sentence): string {
  return 'failure' in one ? failureText(one.failure)[one.part ?? 'what'] : textOf<Words>(ENGLISH, one);
}

function germanOf(one: Sentence): string {
  return 'failure' in one ? germanFailureText(one.failure)[one.part ?? 'what'] : textOf<Words>(GERMAN, one);
}

/** Failures may order their figures differently in each language; a test compares theirs. */
function isSameInGerman(one: Sentence): boolean {
  return 'failure' in one || sameFigures(englishOf(one), germanOf(one));
}
