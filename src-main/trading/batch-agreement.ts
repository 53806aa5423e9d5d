import { ADA } from '#domain/asset.ts';
import { type Failure, failure } from '#domain/failure.ts';
import { bothWays, type LimitPrice } from '#domain/limit-price.ts';
import type { Agreement } from '../agreement/agreement.ts';
import { agreementHash } from '../agreement/agreement-json.ts';
import { amountText, assetText, valueText } from '../inspect/wording.ts';
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

/** What one approval of several transactions covers. */
export interface BatchAgreement {
  /** In the order in which they are built. */
  readonly batch: BatchQuotes;
  /** Every transaction's task and bounds. */
  readonly agreement: Agreement;
  /** What the approval is bound to. */
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
  if (judgedBy !== hash) return found('It was held against something else than you agreed to.');
  const strange = inspection.report.findings.find(
    ({ rule, severity, message }) =>
      severity === 'block' || (severity === 'warn' && !warnings.includes(`${rule}: ${message}`)),
  );
  // A service that does not see the cancellation yet builds from other funds: it may be asked again.
  if (strange?.message === INDEPENDENT) return failure('replacement-independent');
  if (strange) return found(strange.message.slice(0, 300));
  return worseThanQuote ? found('It gives less than was agreed to.') : undefined;
}

/** The batch in words: how it is carried out, and each transaction with its bounds. */
export function batchWords({ batch, agreement }: Pick<BatchAgreement, 'batch' | 'agreement'>): {
  readonly sentences: readonly string[];
  readonly transactions: readonly { readonly title: string; readonly lines: readonly string[] }[];
} {
  const { together, venue, lines, stays } = wordsOf(batch);
  const count = lines.length;
  return {
    sentences: [
      `This approval covers ${count} transactions, which together ${together}.`,
      ...(venue === undefined ? [] : [`The service is asked to place all of them at ${venue}.`]),
      `Each is built once the one before it is on chain, and checked by its own bytes against its entry here before it is signed. The batch ends at the first that differs, and what was ${stays}.`,
    ],
    transactions: lines.map((own, at) => ({
      title: `${at + 1} of ${count}`,
      lines: [...own, ...boundLines(agreement, at)],
    })),
  };
}

/** The same if the key is elsewhere: one round for each, this being number `at`, from 0. */
export function roundWords(
  covered: Pick<BatchAgreement, 'batch' | 'agreement'>,
  at: number,
): ReturnType<typeof batchWords> {
  const { sentences, transactions } = batchWords(covered);
  const [whole = '', ...others] = sentences;
  const count = transactions.length;
  const more = count - at - 1;
  return {
    sentences: [
      whole.replace('This approval covers', 'This agreement covers'),
      ...others.slice(0, -1),
      `They take ${count} rounds, since each spends what the one before it left. This is round ${at + 1}: it is exported and signed where its key is${more === 0 ? '.' : '; once it is on chain, the next one is asked for in the trading window. Each is checked against its entry here before it leaves.'}`,
    ],
    transactions,
  };
}

function wordsOf(batch: BatchQuotes): BatchWords {
  switch (batch.kind) {
    case 'ladder':
      return ladderWords(batch);
    case 'cancel':
      return cancelWords(batch);
    case 'replace':
      return replaceWords(batch);
  }
}

interface BatchWords {
  readonly together: string;
  /** The one venue that is asked for, where there is one. */
  readonly venue: string | undefined;
  /** By transaction. */
  readonly lines: readonly (readonly string[])[];
  readonly stays: string;
}

function boundLines({ transactions }: Agreement, at: number): readonly string[] {
  // What the first one costs is read from its bytes.
  const later = at === 0 ? undefined : transactions[at];
  return later ? [`Costs at most ${amountText(ADA, later.bounds.cost)}.`] : [];
}

/** What the levels of a ladder offer in all: they are of one pair. */
function ladderWords({ quotes }: { readonly quotes: readonly LadderQuote[] }): BatchWords {
  const [first] = quotes;
  if (first === undefined) throw new RangeError('a ladder has levels');
  const tokens = wordingOf(first);
  const { pay, receive } = first.intent;
  const sold = quotes.reduce((sum, { intent }) => sum + intent.pay.quantity, 0n);
  const least = quotes.reduce((sum, { estimate }) => sum + estimate.atLeast, 0n);
  const [venue, ...others] = new Set(quotes.map(({ order }) => order.exchange));
  return {
    together: `sell ${amountText(pay.asset, sold, tokens)} for at least ${amountText(receive, least, tokens)}`,
    venue: others.length > 0 ? undefined : venue,
    lines: quotes.map(levelLines),
    stays: 'placed stays',
  };
}

function levelLines(quote: LadderQuote | LimitQuote): readonly string[] {
  const { intent, estimate, terms } = quote;
  const tokens = wordingOf(quote);
  return [
    `Sells ${amountText(intent.pay.asset, intent.pay.quantity, tokens)} for at least ${amountText(intent.receive, estimate.atLeast, tokens)}.`,
    `At ${priceWords(quote, terms.price)}, or better.`,
  ];
}

/** "0.5 ADA per GEM", as the prices of an order of this quote are written. */
function priceWords(quote: LadderQuote | LimitQuote, price: LimitPrice): string {
  const { intent, payToken, receiveToken } = quote;
  const side = intent.pay.asset === ADA ? 'buy' : 'sell';
  const token = side === 'buy' ? receiveToken : payToken;
  const { adaPerToken } = bothWays(side, price, token.decimals);
  return `${adaPerToken} ADA per ${assetText(token.id, wordingOf(quote))}`;
}

/** A move cannot be taken back half-way: what happens when its second half fails is said beforehand. */
function replaceWords({ from, quotes: [cancel, order] }: MovedOrder): BatchWords {
  return {
    together: `move a limit order from ${priceWords(order, from)} to ${priceWords(order, order.terms.price)}`,
    venue: undefined,
    lines: [
      [`Takes back the order, which holds ${valueText(cancel.holds, wordingOf(cancel))}.`],
      [
        ...levelLines(order),
        'Placed where the old one was, from what the cancellation gave back: if the old order is filled first, this one can never be placed.',
        'If it cannot be placed, the old order stays cancelled and you get a notice.',
      ],
    ],
    stays: 'taken back is yours',
  };
}

function cancelWords({ quotes }: { readonly quotes: readonly CancelQuote[] }): BatchWords {
  const orders = quotes.reduce((sum, { outputs }) => sum + outputs.length, 0);
  return {
    together: `take back ${orders} orders`,
    venue: undefined,
    lines: quotes.map((quote) => {
      const { outputs, holds } = quote;
      const what = outputs.length === 1 ? 'one order, which holds' : `${outputs.length} orders, which hold`;
      return [`Takes back ${what} ${valueText(holds, wordingOf(quote))}.`];
    }),
    stays: 'taken back is yours',
  };
}
