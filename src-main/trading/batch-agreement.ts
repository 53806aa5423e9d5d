import { ADA } from '#domain/asset.ts';
import { type Failure, failure } from '#domain/failure.ts';
import { bothWays, type LimitPrice } from '#domain/limit-price.ts';
import type { Agreement } from '../agreement/agreement.ts';
import { agreementHash } from '../agreement/agreement-json.ts';
import { assetText, shownAda, shownAmount, shownValue } from '../inspect/wording.ts';
import type { PriceOf } from '../inspect/words/approval.en.ts';
import { inEnglish, sentence, sayIn, type Say } from '../inspect/words/sentences.ts';
import {
  wordingOf,
  type BatchQuotes,
  type CancelQuote,
  type LadderQuote,
  type LimitQuote,
  type MovedOrder,
} from './kinds/quote.ts';
import { INDEPENDENT } from '../inspect/rules/replacement.ts';
import type { Review } from './reviewer.ts';

/** Several transactions covered by one approval. */
export interface BatchAgreement {
  /** In the order in which they are built. */
  readonly batch: BatchQuotes;
  /** Every transaction's task and bounds. */
  readonly agreement: Agreement;
  /** Hash that the approval is bound to. */
  readonly hash: string;
  /** The warnings of the first transaction, rule and words: the others may bring the same ones and no other. */
  readonly warnings: readonly string[];
}

/** The agreement as the review of the first transaction lowered it. */
export function batchAgreement(
  batch: BatchQuotes,
  { inspection, agreement }: Pick<Review, 'inspection' | 'agreement'>,
): BatchAgreement {
  const warnings = inspection.report.findings
    .filter(({ severity }) => severity === 'warn')
    .map(({ rule, message }) => `${rule}: ${message}`);
  return { batch, agreement, hash: agreementHash(agreement), warnings };
}

/**
 * Why a later transaction of the batch is not what was agreed to: `set-deviates` with the finding in words, or
 * `replacement-independent`. Its bounds are the inspector's to judge: whatever breaks them is among the findings and
 * blocks.
 */
export function deviationOf(
  { warnings, hash }: BatchAgreement,
  {
    inspection,
    worseThanQuote,
    agreementHash: judgedBy,
  }: Pick<Review, 'inspection' | 'worseThanQuote' | 'agreementHash'>,
): Failure | undefined {
  const found = (finding: string): Failure => failure('set-deviates', { finding });
  if (judgedBy !== hash) return found(inEnglish(sentence('batch/other-agreement')));
  const strange = inspection.report.findings.find(
    ({ rule, severity, message }) =>
      severity === 'block' || (severity === 'warn' && !warnings.includes(`${rule}: ${message}`)),
  );
  // A service that does not see the cancellation yet builds from other funds: it may be asked again.
  if (strange?.message === INDEPENDENT) return failure('replacement-independent');
  if (strange) return found(strange.message.slice(0, 300));
  return worseThanQuote ? found(inEnglish(sentence('batch/gives-less'))) : undefined;
}

/** The batch in words: how it is carried out, and each transaction with its bounds. */
export function batchWords(
  { batch, agreement }: Pick<BatchAgreement, 'batch' | 'agreement'>,
  say: Say = sayIn('en'),
): BatchText {
  const { covers, venue, lines, stays } = wordsOf(batch, say);
  return {
    sentences: [covers('approval'), ...venueLines(venue, say), say('batch/each', { stays })],
    transactions: transactionsOf(lines, agreement, say),
  };
}

/** The same if the key is elsewhere: one round for each, this being number `at`, from 0. */
export function roundWords(
  { batch, agreement }: Pick<BatchAgreement, 'batch' | 'agreement'>,
  at: number,
  say: Say = sayIn('en'),
): BatchText {
  const { covers, venue, lines } = wordsOf(batch, say);
  const rounds = lines.length;
  const round = at + 1;
  return {
    sentences: [
      covers('agreement'),
      ...venueLines(venue, say),
      say(round === rounds ? 'batch/last-round' : 'batch/round', { rounds, round }),
    ],
    transactions: transactionsOf(lines, agreement, say),
  };
}

interface BatchText {
  readonly sentences: readonly string[];
  readonly transactions: readonly { readonly title: string; readonly lines: readonly string[] }[];
}

function venueLines(venue: string | undefined, say: Say): readonly string[] {
  return venue === undefined ? [] : [say('batch/venue', { venue })];
}

function transactionsOf(
  lines: BatchWords['lines'],
  agreement: Agreement,
  say: Say,
): BatchText['transactions'] {
  return lines.map((own, at) => ({
    title: say('batch/place', { at: at + 1, count: lines.length }),
    lines: [...own, ...boundLines(agreement, at, say)],
  }));
}

function wordsOf(batch: BatchQuotes, say: Say): BatchWords {
  switch (batch.kind) {
    case 'ladder':
      return ladderWords(batch, say);
    case 'cancel':
      return cancelWords(batch, say);
    case 'replace':
      return replaceWords(batch, say);
  }
}

interface BatchWords {
  readonly covers: (by: 'approval' | 'agreement') => string;
  /** The one venue that is asked for, where there is one. */
  readonly venue: string | undefined;
  /** By transaction. */
  readonly lines: readonly (readonly string[])[];
  readonly stays: 'placed' | 'taken-back';
}

function boundLines({ transactions }: Agreement, at: number, say: Say): readonly string[] {
  // The first transaction's cost is read from its bytes.
  const later = at === 0 ? undefined : transactions[at];
  return later ? [say('batch/costs', { most: shownAda(later.bounds.cost) })] : [];
}

/** Totals offered by the levels of a ladder, which all trade one pair. */
function ladderWords({ quotes }: { readonly quotes: readonly LadderQuote[] }, say: Say): BatchWords {
  const [first] = quotes;
  if (first === undefined) throw new RangeError('a ladder has levels');
  const tokens = wordingOf(first);
  const { pay, receive } = first.task;
  const sold = quotes.reduce((sum, { task }) => sum + task.pay.quantity, 0n);
  const least = quotes.reduce((sum, { task }) => sum + task.atLeast, 0n);
  const [venue, ...others] = new Set(quotes.map(({ order }) => order.exchange));
  return {
    covers: (by) =>
      say('batch/ladder', {
        by,
        count: quotes.length,
        sold: shownAmount(pay.asset, sold, tokens),
        least: shownAmount(receive, least, tokens),
      }),
    venue: others.length > 0 ? undefined : venue,
    lines: quotes.map((quote) => levelLines(quote, say)),
    stays: 'placed',
  };
}

function levelLines(quote: LadderQuote | LimitQuote, say: Say): readonly string[] {
  const { task, terms } = quote;
  const tokens = wordingOf(quote);
  return [
    say('batch/sells', {
      what: shownAmount(task.pay.asset, task.pay.quantity, tokens),
      least: shownAmount(task.receive, task.atLeast, tokens),
    }),
    say('batch/at-price', priceOf(quote, terms.price)),
  ];
}

/** `0.5` of GEM, as the prices of an order of this quote are written. */
function priceOf(quote: LadderQuote | LimitQuote, price: LimitPrice): PriceOf {
  const { task, payToken, receiveToken } = quote;
  const side = task.pay.asset === ADA ? 'buy' : 'sell';
  const token = side === 'buy' ? receiveToken : payToken;
  const { adaPerToken } = bothWays(side, price, token.decimals);
  return { price: adaPerToken, token: assetText(token.id, wordingOf(quote)) };
}

/** A move cannot be taken back half-way: what happens when its second half fails is said beforehand. */
function replaceWords({ from, quotes: [cancel, order] }: MovedOrder, say: Say): BatchWords {
  return {
    covers: (by) =>
      say('batch/move', {
        by,
        count: 2,
        from: priceOf(order, from),
        to: priceOf(order, order.terms.price),
      }),
    venue: undefined,
    lines: [
      [say('batch/takes-back-moved', { holds: shownValue(cancel.task.holds, wordingOf(cancel)) })],
      [...levelLines(order, say), say('batch/moved-from'), say('batch/not-moved')],
    ],
    stays: 'taken-back',
  };
}

function cancelWords({ quotes }: { readonly quotes: readonly CancelQuote[] }, say: Say): BatchWords {
  const orders = quotes.reduce((sum, { task }) => sum + task.orders.length, 0);
  return {
    covers: (by) => say('batch/cancel', { by, count: quotes.length, orders }),
    venue: undefined,
    lines: quotes.map((quote) => {
      const { orders: outputs, holds } = quote.task;
      return [
        say('batch/takes-back', { orders: outputs.length, holds: shownValue(holds, wordingOf(quote)) }),
      ];
    }),
    stays: 'taken-back',
  };
}
