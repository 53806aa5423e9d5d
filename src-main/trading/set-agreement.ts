import { ADA, type AssetId } from '../../src-preload/domain/asset.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import { failure } from '../../src-preload/domain/failure.ts';
import { bothWays } from '../../src-preload/domain/limit-price.ts';
import { amountText, valueText } from '../inspect/wording.ts';
import type { TokenWording } from '../inspect/inspection-input.ts';
import { canonicalHash } from '../receipt/receipt-key.ts';
import type { Quote } from './quote-desk.ts';
import type { Review } from './review-desk.ts';

export type SetKind = 'ladder' | 'cancel';

/** What one approval of several transactions stands for. */
export interface SetAgreement {
  readonly kind: SetKind;
  /** In the order in which they are built. */
  readonly quotes: readonly Quote[];
  /** Most lovelace that the network may take for each, and the exchanges for each order, deposit included. */
  readonly networkFee: bigint;
  readonly orderOverhead: bigint;
  /** The warnings of the first transaction, rule and words: the others may bring the same ones and no other. */
  readonly warnings: readonly string[];
  /** Of everything above: what the approval is bound to. */
  readonly setHash: string;
}

/** The agreement as its first transaction makes it. Network fees differ with sizes: half as much more is allowed. */
export function agreementOf(
  kind: SetKind,
  quotes: readonly Quote[],
  { inspection }: Pick<Review, 'inspection'>,
): SetAgreement {
  const { effect, findings } = inspection.report;
  const orders = BigInt(Math.max(effect.orders.length, 1));
  const networkFee = (effect.networkFee * 3n) / 2n;
  const orderOverhead = (effect.batcherFees + effect.deposits + orders - 1n) / orders;
  const warnings = findings
    .filter(({ severity }) => severity === 'warn')
    .map(({ rule, message }) => `${rule}: ${message}`);
  const setHash = canonicalHash({
    kind,
    members: quotes.map(memberFacts),
    networkFee: String(networkFee),
    orderOverhead: String(orderOverhead),
    warnings,
  });
  return { kind, quotes, networkFee, orderOverhead, warnings, setHash };
}

/** Why a later transaction of the set is not what was agreed to: `set-deviates` with the finding in words. */
export function deviationOf(
  { networkFee, orderOverhead, warnings }: SetAgreement,
  { inspection, worseThanQuote }: Pick<Review, 'inspection' | 'worseThanQuote'>,
): Failure | undefined {
  const { effect, findings } = inspection.report;
  const found = (finding: string): Failure => failure('set-deviates', { finding });
  const strange = findings.find(
    ({ rule, severity, message }) =>
      severity === 'block' || (severity === 'warn' && !warnings.includes(`${rule}: ${message}`)),
  );
  if (strange) return found(strange.message.slice(0, 300));
  if (worseThanQuote) return found('It gives less than was agreed to.');
  if (effect.networkFee > networkFee) return found('Its network fee is higher than agreed to.');
  const orders = BigInt(effect.orders.length);
  if (effect.batcherFees + effect.deposits > orderOverhead * orders)
    return found('Its exchange fees and deposits are higher than agreed to.');
  return undefined;
}

/** The agreement in words: its bounds, and each member. */
export function agreementWords({ kind, quotes, networkFee, orderOverhead }: SetAgreement): {
  readonly sentences: readonly string[];
  readonly members: readonly { readonly title: string; readonly lines: readonly string[] }[];
} {
  const bounds =
    kind === 'ladder'
      ? `Each takes at most ${amountText(ADA, networkFee)} as the network fee and ${amountText(ADA, orderOverhead)} for the exchange fee and the deposit.`
      : `Each takes at most ${amountText(ADA, networkFee)} as the network fee.`;
  return {
    sentences: [
      `This approval stands for ${quotes.length} transactions${kind === 'ladder' ? `, which together ${totalWords(quotes)}` : ''}.`,
      ...exchangeWords(quotes),
      `Each is built when the one before it is on chain, and checked by its own bytes against its entry here before it is signed. ${bounds} The set ends at the first that differs, and what was placed stays.`,
    ],
    members: quotes.map((quote, at) => ({
      title: `${at + 1} of ${quotes.length}`,
      lines: memberLines(quote),
    })),
  };
}

function memberFacts(quote: Quote) {
  const { purpose, intent, estimate } = quote;
  return {
    pay: { asset: intent.pay.asset, quantity: String(intent.pay.quantity) },
    receive: intent.receive,
    atLeast: String(estimate.atLeast),
    outputs: purpose?.kind === 'cancel' ? [...purpose.outputs] : [],
    exchange: exchangeOf(quote) ?? '',
  };
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
  return [...lines, `At ${adaPerToken} ADA per ${token.ticker.slice(0, 24) || 'token'}, or better.`];
}
