import { createHash } from 'node:crypto';
import type { ApprovalTask } from '#contract/index.ts';
import type { ProfileMarkView } from '#contract/profile.ts';
import { inLanguage as inWindowLanguage, type Sentence } from '#domain/sentences/sentence.ts';
import type { Trade } from '#domain/trade.ts';
import type { Language } from '#domain/words/catalogue.ts';
import type { ShownAmount } from '#domain/words/figures.ts';
import { longWords, shortWords } from '../../gate/wire.ts';
import { findingText } from '../../inspect/rule.ts';
import { agreementSentences, movedTokens, summarySentences } from '../../inspect/summary.ts';
import { inLanguage, sayIn, type Say } from '../../inspect/words/sentences.ts';
import type { Finding } from '../../inspect/inspection.ts';
import { totalCostSentence } from '../../inspect/figures.ts';
import type { Facts } from '../../inspect/facts.ts';
import { shownAmount, shownValue } from '../../inspect/wording.ts';
import type { Title } from '../../inspect/words/approval.en.ts';
import { writeTransactionFile } from '../../offline/formats/text-envelope.ts';
import type { Quote } from '../../trading/kinds/quote.ts';
import type { BestPrice } from '../../trading/best-price.ts';
import type { Review } from '../../trading/reviewer.ts';
import { batchWords, roundWords, type BatchAgreement } from '../../trading/batch-agreement.ts';
import {
  costOfShown,
  findingsOfOthers,
  summaryLines,
  summaryOfAll,
  togetherWords,
  type Together,
} from './together.ts';
import { detailsOf } from './details-view.ts';
import { headline, priceLines } from './price-lines.ts';
import { factsOf } from '../../inspect/inspect-transaction.ts';

export type TransactionTask = Extract<ApprovalTask, { readonly kind: 'transaction' }>;

export interface ApprovalSetting {
  readonly practice: boolean;
  /** The profile whose wallet signs. */
  readonly profile: ProfileMarkView;
  readonly asksPassword: boolean;
  readonly watchOnly: boolean;
  /** The batch that the approval covers along with this transaction. */
  readonly batch?: BatchAgreement | undefined;
  /** Which one of the batch it is, from 0. */
  readonly at?: number;
  /** English if absent. */
  readonly language?: Language;
  /** Dollars for one ADA, as the service says. */
  readonly adaUsd?: number | undefined;
}

/** The parts of a review that are shown. */
export type Reviewed = Pick<
  Review,
  'inspection' | 'input' | 'agreement' | 'agreementHash' | 'worseThanQuote' | 'bestPrice' | 'expiresAt'
> & {
  /** A slot, and its time: those of fields are reckoned from there. */
  readonly tip: Pick<Review['tip'], 'slot' | 'time'>;
  readonly trade: Pick<Trade, 'id' | 'receive' | 'expected' | 'atLeast' | 'validUntil'>;
  /** The request and the service's answer, if it was quoted here. */
  readonly quote?: Quote;
  /** Findings on the bundle, if the transaction came in one. */
  readonly bundled?: Bundled;
  /** The other transactions that leave, or came, in the same bundle. */
  readonly together?: Together;
};

/** Objections to the bundle as a whole. */
interface Bundled {
  readonly findings: readonly Finding[];
  /** For the bundle and its transactions together. */
  readonly verdict: TransactionTask['verdict'];
}

/** The approval window's view of a reviewed transaction: every text in it is made here, from the decoded bytes. */
export function approvalTask(review: Reviewed, setting: ApprovalSetting): TransactionTask {
  const { language = 'en' } = setting;
  const task = taskIn(language, review, setting);
  if (language === 'en') return task;
  // Where the user reads a translation, the approval names that text, too: English is what is hashed otherwise.
  const original = taskIn('en', review, setting);
  const english = moneyLines(original);
  const sentences = new Set(sentencesOf(original));
  const untranslated = [...new Set(sentencesOf(task))].filter((text) => sentences.has(text));
  const shownHash = createHash('sha256')
    .update(JSON.stringify([task, english, untranslated]))
    .digest('hex');
  return { ...task, translated: { language, shownHash, english, untranslated } };
}

/** The sentences about money: amounts in and out, anything worse than quoted, and the bounds of the agreement. */
function moneyLines({ batch, sentences, totalCost, worseThanQuote, agreement }: TransactionTask): string[] {
  return [
    ...(batch?.sentences ?? []),
    ...sentences,
    ...(totalCost === undefined ? [] : [totalCost]),
    ...(worseThanQuote === undefined ? [] : [worseThanQuote]),
    ...agreement.lines,
  ];
}

/** Texts that are whole sentences: none of them reads the same in two languages. */
function sentencesOf(task: TransactionTask): readonly string[] {
  const { batch, findings, headline: glance } = task;
  return [
    ...moneyLines(task),
    ...(batch?.transactions.flatMap(({ lines }) => lines) ?? []),
    ...findings.map(({ sentence }) => sentence),
    ...(glance === undefined ? [] : [glance]),
  ];
}

/** Input common to all parts of a task: the transaction as decoded, and the language of the window. */
interface Saying {
  readonly review: Reviewed;
  readonly setting: ApprovalSetting;
  readonly language: Language;
  readonly say: Say;
  readonly facts: Facts;
}

function taskIn(language: Language, review: Reviewed, setting: ApprovalSetting): TransactionTask {
  const say = sayIn(language);
  const saying: Saying = { review, setting, language, say, facts: factsOf(review.inspection) };
  // The order of the parts is part of `shownHash`.
  return {
    kind: 'transaction',
    ...headOf(saying),
    ...statementOf(saying),
    ...figuresOf(saying),
    ...scopeOf(saying),
    ...bindingOf(saying),
    ...detailsOf(saying),
  };
}

type Part<Keys extends keyof TransactionTask> = Pick<TransactionTask, Keys>;

/** The trade, its profile, and the verdict. */
function headOf({
  review,
  setting: { practice, profile, batch },
  say,
}: Saying): Part<'tradeId' | 'practice' | 'profile' | 'title' | 'verdict'> {
  const { trade, inspection, input, bundled } = review;
  return {
    tradeId: trade.id,
    practice,
    profile: { ...profile },
    title: say('approval/title', {
      ...titleOf(review, batch),
      network: practice ? 'practice' : input.network,
    }),
    verdict: bundled?.verdict ?? inspection.report.verdict,
  };
}

/** The effect of the transaction in sentences, and the findings of the rules. */
function statementOf({
  review,
  language,
  say,
  facts,
}: Saying): Part<'sentences' | 'tokens' | 'payment' | 'findings'> {
  const { input, bundled } = review;
  const { report } = review.inspection;
  const findings = [...(bundled?.findings ?? []), ...report.findings, ...findingsOfOthers(review)];
  return {
    sentences: summaryLines(summarySentences(report.summary, input.tokens), language).map(longWords),
    tokens: movedTokens(report.summary, input.tokens).map(({ name, id }) => ({ name: shortWords(name), id })),
    ...paymentOf(facts, say),
    findings: findings.map((finding) => ({
      rule: shortWords(finding.rule),
      severity: finding.severity,
      sentence: longWords(findingText(finding, language)),
    })),
  };
}

/** Costs and prices, as far as there are any to show. */
function figuresOf({
  review,
  setting: { batch, adaUsd },
  language,
  say,
  facts,
}: Saying): Part<'totalCost' | 'headline' | 'prices' | 'bestPrice'> {
  const { inspection, bundled, together } = review;
  const cost = bundled && together ? costOfShown(review) : inspection.report.totalCost;
  return {
    ...(facts.trade || facts.cancel
      ? { totalCost: longWords(inLanguage(language, totalCostSentence(cost))) }
      : {}),
    ...(batch || together ? {} : { ...headlineOf(review, say), ...pricesOf(review, adaUsd, say) }),
    ...(review.bestPrice
      ? { bestPrice: { tone: 'pending' as const, sentence: say('price/comparing'), notes: [] } }
      : {}),
  };
}

/** The agreement and everything else that the approval covers. */
function scopeOf({
  review,
  setting: { batch, at = 0, watchOnly },
  language,
  say,
}: Saying): Part<'agreement' | 'batch' | 'worseThanQuote'> {
  const { together } = review;
  return {
    agreement: {
      hash: review.agreementHash,
      lines: agreementSentences(review.agreement).map((sentences) =>
        longWords(inLanguage(language, sentences)),
      ),
    },
    ...(together ? { batch: wordsView(togetherWords(review, together, language), 0) } : {}),
    ...(batch
      ? { batch: wordsView(watchOnly ? roundWords(batch, at, say) : batchWords(batch, say), at) }
      : {}),
    worseThanQuote: worseText(review, say),
  };
}

/** The hashes that the approval is bound to, how it is given, and until when. */
function bindingOf({
  review,
  setting: { asksPassword, watchOnly },
}: Saying): Part<
  'bodyHash' | 'summaryHash' | 'asksPassword' | 'watchOnly' | 'offline' | 'expiresAt' | 'validUntil'
> {
  const { inspection, together, bundled, expiresAt, trade } = review;
  return {
    bodyHash: inspection.bodyHash,
    summaryHash: together ? summaryOfAll(review, together) : inspection.summaryHash,
    asksPassword,
    watchOnly,
    offline: bundled !== undefined,
    expiresAt,
    validUntil: trade.validUntil,
  };
}

/** The amounts and recipient of a payment, by the bytes, whatever was typed. */
function paymentOf({ send, outputs, context }: Facts, say: Say): Pick<TransactionTask, 'payment'> {
  if (!send) return {};
  const foreign = outputs.filter(({ role }) => role === 'foreign' || role === 'order');
  const paid = foreign[0] ?? outputs.find(({ addressText }) => addressText === send.to);
  return paid
    ? {
        payment: {
          what: longWords(say('amounts', { what: shownValue(paid.output.value, context.tokens) })),
          to: longWords(paid.addressText),
        },
      }
    : {};
}

function headlineOf(review: Reviewed, say: Say): Pick<TransactionTask, 'headline'> {
  const text = headline(review, say);
  return text === undefined ? {} : { headline: longWords(text) };
}

/** Absent if there is no price to show. */
function pricesOf(review: Reviewed, adaUsd: number | undefined, say: Say): Pick<TransactionTask, 'prices'> {
  const prices = priceLines(review, adaUsd, say).map(({ name, text, from }) => ({
    name: shortWords(name),
    text: longWords(text),
    from,
  }));
  return prices.length === 0 ? {} : { prices };
}

/** The price finding, in the language of the task that it is shown with. */
export function bestPriceView(
  { tone, said: { sentence, notes } }: BestPrice,
  language: Language,
): NonNullable<TransactionTask['bestPrice']> {
  const say = (...sentences: readonly Sentence[]): string =>
    longWords(inWindowLanguage(language, ...sentences));
  return { tone, sentence: say(...sentence), notes: notes.map((note) => say(note)) };
}

function titleOf(
  { input, together }: Reviewed,
  batch: BatchAgreement | undefined,
): { readonly title: Title; readonly transactions: number } {
  if (batch) return { title: batchTitle(batch), transactions: 1 };
  return { title: input.terms.kind, transactions: (together?.others.length ?? 0) + 1 };
}

function batchTitle({ batch: { kind, quotes } }: BatchAgreement): Title {
  switch (kind) {
    case 'ladder':
      return { ladder: quotes.length };
    case 'cancel':
      return { cancellations: quotes.length };
    case 'replace':
      return 'move';
  }
}

function wordsView(
  { sentences, transactions }: ReturnType<typeof batchWords>,
  at: number,
): NonNullable<TransactionTask['batch']> {
  return {
    at,
    sentences: sentences.map(longWords),
    transactions: transactions.map(({ title, lines }) => ({
      title: shortWords(title),
      lines: lines.map(longWords),
    })),
  };
}

function worseText({ worseThanQuote, trade, input }: Reviewed, say: Say): string | undefined {
  if (!worseThanQuote) return undefined;
  const shown = (quantity: bigint): ShownAmount => shownAmount(trade.receive, quantity, input.tokens);
  return longWords(
    say('approval/worse', {
      quoted: shown(worseThanQuote.quotedExpected),
      quotedLeast: shown(worseThanQuote.quotedAtLeast),
      expected: shown(trade.expected),
      least: shown(trade.atLeast),
    }),
  );
}

/** A file as it is offered to the user. */
interface OfferedFile {
  readonly name: string;
  readonly text: string;
}

/** The unsigned transaction as a text envelope, the form of cardano-cli's transaction files. */
export function transactionFile({ bodyHash, cbor }: TransactionTask): OfferedFile {
  return { name: `${stem(bodyHash)}-transaction.json`, text: writeTransactionFile(cbor) };
}

/** All that the approval window shows of a transaction. */
export function reportFile(task: TransactionTask): OfferedFile {
  return { name: `${stem(task.bodyHash)}-report.json`, text: pretty(task) };
}

function stem(bodyHash: string): string {
  return `touchstone-${bodyHash.slice(0, 16)}`;
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
