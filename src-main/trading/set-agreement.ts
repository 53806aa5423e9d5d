import { ADA, type AssetId } from '#domain/asset.ts';
import { type Failure, failure } from '#domain/failure.ts';
import { bothWays } from '#domain/limit-price.ts';
import type { Agreement } from '../agreement/agreement.ts';
import { agreementHash } from '../agreement/agreement-json.ts';
import { amountText, assetText, valueText } from '../inspect/wording.ts';
import type { TokenWording } from '../inspect/inspection-input.ts';
import type { Quote } from './kinds/swap.ts';
import type { Review } from './review-desk.ts';

export type SetKind = 'ladder' | 'cancel';

/** What one approval of several transactions stands for. */
export interface SetAgreement {
  readonly kind: SetKind;
  /** In the order in which they are built. */
  readonly quotes: readonly Quote[];
  /** Every transaction's task and bounds. */
  readonly agreement: Agreement;
  /** What the approval is bound to. */
  readonly hash: string;
  /** The warnings of the first transaction, rule and words: the others may bring the same ones and no other. */
  readonly warnings: readonly string[];
}

/** The agreement as the review of the first transaction lowered it. */
export function setAgreement(
  kind: SetKind,
  quotes: readonly Quote[],
  { inspection, agreement }: Pick<Review, 'inspection' | 'agreement'>,
): SetAgreement {
  const warnings = inspection.report.findings
    .filter(({ severity }) => severity === 'warn')
    .map(({ rule, message }) => `${rule}: ${message}`);
  return { kind, quotes, agreement, hash: agreementHash(agreement), warnings };
}

/**
 * Why a later transaction of the set is not what was agreed to: `set-deviates` with the finding in words. Its bounds
 * are the inspector's to judge: whatever breaks them is among the findings and blocks.
 */
export function deviationOf(
  { warnings, hash }: SetAgreement,
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
  if (strange) return found(strange.message.slice(0, 300));
  return worseThanQuote ? found('It gives less than was agreed to.') : undefined;
}

/** The set in words: how it is carried out, and each member with its bounds. */
export function setWords({ quotes, agreement, kind }: SetAgreement): {
  readonly sentences: readonly string[];
  readonly members: readonly { readonly title: string; readonly lines: readonly string[] }[];
} {
  return {
    sentences: [
      `This approval covers ${quotes.length} transactions, which together ${kind === 'ladder' ? totalWords(quotes) : cancelWords(quotes)}.`,
      ...exchangeWords(quotes),
      `Each is built once the one before it is on chain, and checked by its own bytes against its entry here before it is signed. The set ends at the first that differs, and what was ${kind === 'ladder' ? 'placed stays' : 'taken back is yours'}.`,
    ],
    members: quotes.map((quote, at) => ({
      title: `${at + 1} of ${quotes.length}`,
      lines: [...memberLines(quote), ...boundLines(agreement, at)],
    })),
  };
}

function boundLines({ transactions }: Agreement, at: number): readonly string[] {
  // What the first one costs is read from its bytes.
  const later = at === 0 ? undefined : transactions[at];
  return later ? [`Costs at most ${amountText(ADA, later.bounds.cost)}.`] : [];
}

function exchangeOf({ purpose }: Quote): string | undefined {
  return purpose?.kind === 'limit' ? purpose.order.exchange : undefined;
}

function exchangeWords(quotes: readonly Quote[]): readonly string[] {
  const [exchange, ...others] = new Set(quotes.map(exchangeOf));
  if (exchange === undefined || others.length > 0) return [];
  return [`The service is asked to place all of them at ${exchange}.`];
}

/** What the members of a ladder offer in all: they are of one pair. */
function totalWords(quotes: readonly Quote[]): string {
  const [first] = quotes;
  if (first === undefined) throw new RangeError('a set has members');
  const tokens = wordingOf(first);
  const pay = quotes.reduce((sum, { intent }) => sum + intent.pay.quantity, 0n);
  const least = quotes.reduce((sum, { estimate }) => sum + estimate.atLeast, 0n);
  return `sell ${amountText(first.intent.pay.asset, pay, tokens)} for at least ${amountText(first.intent.receive, least, tokens)}`;
}

function cancelWords(quotes: readonly Quote[]): string {
  const orders = quotes.reduce(
    (sum, { purpose }) => sum + (purpose?.kind === 'cancel' ? purpose.outputs.length : 0),
    0,
  );
  return `take back ${orders} orders`;
}

function wordingOf({ payToken, receiveToken, otherTokens = [] }: Quote): ReadonlyMap<AssetId, TokenWording> {
  return new Map(
    [...otherTokens, payToken, receiveToken].map(({ id, ticker, decimals }) => [id, { ticker, decimals }]),
  );
}

function memberLines(quote: Quote): readonly string[] {
  const { purpose, intent, estimate, payToken, receiveToken } = quote;
  const tokens = wordingOf(quote);
  if (purpose?.kind === 'cancel')
    return [
      `Takes back ${purpose.outputs.length === 1 ? 'one order, which holds' : `${purpose.outputs.length} orders, which hold`} ${valueText(purpose.holds, tokens)}.`,
    ];
  const lines = [
    `Sells ${amountText(intent.pay.asset, intent.pay.quantity, tokens)} for at least ${amountText(intent.receive, estimate.atLeast, tokens)}.`,
  ];
  if (purpose?.kind !== 'limit') return lines;
  const side = intent.pay.asset === ADA ? 'buy' : 'sell';
  const token = side === 'buy' ? receiveToken : payToken;
  const { adaPerToken } = bothWays(side, purpose.terms.price, token.decimals);
  return [...lines, `At ${adaPerToken} ADA per ${assetText(token.id, tokens)}, or better.`];
}
