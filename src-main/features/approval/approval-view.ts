import type { ApprovalTask } from '#contract/index.ts';
import type { ProfileMarkView } from '#contract/profile-views.ts';
import { networkWords } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Trade } from '#domain/trade.ts';
import { LONG, SHORT } from '../../gate/wire.ts';
import { fieldWords } from '../../inspect/anatomy-fields.ts';
import { agreementLines, summaryText } from '../../inspect/summary.ts';
import { anatomyOf, type Place } from '../../inspect/anatomy.ts';
import type { Finding, InspectionReport } from '../../inspect/inspection.ts';
import { ruleTable } from '../../inspect/rule-table.ts';
import type { Terms } from '../../inspect/terms.ts';
import { totalCostText } from '../../inspect/figures.ts';
import type { Facts } from '../../inspect/facts.ts';
import { amountText, valueText } from '../../inspect/wording.ts';
import { writeTransactionFile } from '../../offline/formats/text-envelope.ts';
import type { Quote } from '../../trading/kinds/quote.ts';
import type { BestPrice } from '../../trading/best-price.ts';
import type { Review } from '../../trading/reviewer.ts';
import { batchWords, roundWords, type BatchAgreement } from '../../trading/batch-agreement.ts';
import { costOfAll, findingsOfOthers, summaryOfAll, togetherWords, type Together } from './together.ts';
import { headline, priceLines } from './price-lines.ts';
import { factsOf } from '../../inspect/inspect-transaction.ts';

export type TransactionTask = Extract<ApprovalTask, { readonly kind: 'transaction' }>;

/**
 * Characters that change how others are shown, or that show nothing: controls, joiners and marks of direction,
 * line and paragraph separators, variation selectors, tags, and halves of surrogate pairs.
 */
const TRICKY =
  /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

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
  /** Dollars for one ADA, as the service says. */
  readonly adaUsd?: number | undefined;
}

const PENDING_PRICE = {
  tone: 'pending',
  sentence: 'Comparing the price with pools on the ledger…',
} as const;

const TITLES: Readonly<Record<Terms['kind'], string>> = {
  swap: 'Swap',
  limit: 'Limit order',
  dca: 'Recurring order',
  cancel: 'Cancellation',
  send: 'Payment',
  any: 'Transaction',
};

/** The parts of a review that are shown. */
export type Reviewed = Pick<
  Review,
  'inspection' | 'input' | 'agreement' | 'agreementHash' | 'worseThanQuote' | 'bestPrice' | 'expiresAt'
> & {
  /** A slot, and its time: those of fields are reckoned from there. */
  readonly tip: Pick<Review['tip'], 'slot' | 'time'>;
  readonly trade: Pick<Trade, 'id' | 'receive' | 'expected' | 'atLeast' | 'validUntil'>;
  /** What was requested and what the service answered, if it was quoted here. */
  readonly quote?: Quote;
  /** What is to be said besides the transaction that is shown, where it came in a bundle. */
  readonly bundled?: Bundled;
  /** The other transactions that leave, or came, in the same bundle. */
  readonly together?: Together;
};

/** What is objected to about the bundle as a whole. */
interface Bundled {
  readonly findings: readonly Finding[];
  /** For the bundle and its transactions together. */
  readonly verdict: TransactionTask['verdict'];
}

/** What the approval window shows of a reviewed transaction: every text of it is made here, from the decoded bytes. */
export function approvalTask(
  review: Reviewed,
  { practice, profile, asksPassword, watchOnly, batch, at = 0, adaUsd }: ApprovalSetting,
): TransactionTask {
  const { trade, inspection, input, bundled, together } = review;
  const { report } = inspection;
  const facts = factsOf(review.inspection);
  const anatomy = anatomyOf(facts);
  const { send, receive, costs, returns } = summaryText(report.summary, input.tokens);
  return {
    kind: 'transaction',
    tradeId: trade.id,
    practice,
    profile: { ...profile },
    title: `${titleOf(review, batch)} on ${practice ? 'the practice network' : networkWords(input.network)}`,
    verdict: bundled?.verdict ?? report.verdict,
    sentences: [send, receive, costs, returns].filter((sentence) => sentence !== '').map(longWords),
    ...paymentOf(facts),
    findings: [...(bundled?.findings ?? []), ...report.findings, ...findingsOfOthers(review)].map(
      ({ rule, severity, message }) => ({
        rule: shortWords(rule),
        severity,
        sentence: longWords(message),
      }),
    ),
    ...(facts.trade || facts.cancel
      ? { totalCost: longWords(totalCostText(bundled && together ? costOfAll(review) : report.totalCost)) }
      : {}),
    ...(batch || together ? {} : { ...headlineOf(review), ...pricesOf(review, adaUsd) }),
    ...(review.bestPrice ? { bestPrice: { ...PENDING_PRICE, notes: [] } } : {}),
    agreement: { hash: review.agreementHash, lines: agreementLines(review.agreement).map(longWords) },
    ...(together ? { batch: wordsView(togetherWords(review, together), 0) } : {}),
    ...(batch ? { batch: wordsView(watchOnly ? roundWords(batch, at) : batchWords(batch), at) } : {}),
    worseThanQuote: worseText(review),
    bodyHash: inspection.bodyHash,
    summaryHash: together ? summaryOfAll(review, together) : inspection.summaryHash,
    asksPassword,
    watchOnly,
    offline: bundled !== undefined,
    expiresAt: review.expiresAt,
    validUntil: trade.validUntil,
    netChange: anatomy.netChange.map(longWords),
    orders: anatomy.orders.map(({ title, lines }) => ({
      title: shortWords(title),
      lines: lines.map(longWords),
    })),
    inputs: anatomy.inputs.map(placeView),
    collateral: anatomy.collateral.map(placeView),
    outputs: anatomy.outputs.map(placeView),
    fields: fieldWords(facts, { ...review.tip, words: localTime }).map(({ name, text }) => ({
      name: shortWords(name),
      text: longWords(text),
    })),
    rules: ruleTable
      .filter(({ id }) => report.rulesRun.includes(id))
      .map(({ id, holds, leavesOut }) => ({
        rule: shortWords(id),
        outcome: outcomeOf(id, report),
        holds: longWords(holds),
        leavesOut: longWords(leavesOut),
      })),
    cbor: inspection.cbor,
  };
}

/** What a payment pays, and to whom: by the bytes, whatever was typed. */
function paymentOf({ send, outputs, given }: Facts): Pick<TransactionTask, 'payment'> {
  if (!send) return {};
  const foreign = outputs.filter(({ role }) => role === 'foreign' || role === 'order');
  const paid = foreign[0] ?? outputs.find(({ addressText }) => addressText === send.to);
  return paid
    ? {
        payment: {
          what: longWords(valueText(paid.output.value, given.tokens)),
          to: longWords(paid.addressText),
        },
      }
    : {};
}

/** A rule that objects, or could not judge and asks, does not hold. */
function outcomeOf(id: string, { findings }: InspectionReport): TransactionTask['rules'][number]['outcome'] {
  const severities = findings.filter(({ rule }) => rule === id).map(({ severity }) => severity);
  if (severities.includes('block')) return 'blocks';
  return severities.includes('warn') ? 'asks' : 'holds';
}

function headlineOf(review: Reviewed): Pick<TransactionTask, 'headline'> {
  const text = headline(review);
  return text === undefined ? {} : { headline: longWords(text) };
}

/** Absent if there is no price to show. */
function pricesOf(review: Reviewed, adaUsd: number | undefined): Pick<TransactionTask, 'prices'> {
  const prices = priceLines(review, adaUsd).map(({ name, text, from }) => ({
    name: shortWords(name),
    text: longWords(text),
    from,
  }));
  return prices.length === 0 ? {} : { prices };
}

export function bestPriceView({
  tone,
  sentence,
  notes,
}: BestPrice): NonNullable<TransactionTask['bestPrice']> {
  return { tone, sentence: longWords(sentence), notes: notes.map(longWords) };
}

function titleOf({ input, together }: Reviewed, batch: BatchAgreement | undefined): string {
  if (batch) return batchTitle(batch);
  const title = TITLES[input.terms.kind];
  const others = together?.others.length ?? 0;
  return others === 0 ? title : `${title} in ${others + 1} transactions`;
}

function batchTitle({ batch: { kind, quotes } }: BatchAgreement): string {
  switch (kind) {
    case 'ladder':
      return `Ladder of ${quotes.length} limit orders`;
    case 'cancel':
      return `Cancellation in ${quotes.length} transactions`;
    case 'replace':
      return 'Move of a limit order';
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

function placeView(place: Place): TransactionTask['inputs'][number] {
  return {
    name: shortWords(place.name),
    address: longWords(place.address),
    whose: shortWords(place.whose),
    tone: place.tone,
    amounts: place.amounts.map(longWords),
    notes: place.notes.map(longWords),
    ...(place.datum === undefined ? {} : { datum: place.datum }),
  };
}

/** As the user's own clock and time zone show it. */
function localTime(time: EpochMs): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' }).format(time);
}

function worseText({ worseThanQuote, trade, input }: Reviewed): string | undefined {
  if (!worseThanQuote) return undefined;
  const text = (quantity: bigint): string => amountText(trade.receive, quantity, input.tokens);
  return longWords(
    `The price moved: the quote said about ${text(worseThanQuote.quotedExpected)}, at least ${text(worseThanQuote.quotedAtLeast)}. ` +
      `This transaction brings about ${text(trade.expected)}, at least ${text(trade.atLeast)}.`,
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

/** Text of at most 300 UTF-16 units in which every character is what it looks like. */
export function shortWords(text: string): string {
  return cut(text, SHORT);
}

/** The same with at most 4,000 units. */
export function longWords(text: string): string {
  return cut(text, LONG);
}

function cut(text: string, most: number): string {
  // Nothing beyond this can be shown, however many characters are removed.
  const plain = text.slice(0, most * 4).replace(TRICKY, '');
  if (plain.length <= most) return plain;
  return `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
