import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure, type FailureCode } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { tradeOffers } from '#domain/trade-offers.ts';
import { FINAL_STATES, type Trade } from '#domain/trade.ts';
import { agreementLines } from '../inspect/agreement-words.ts';
import { commitment } from '../inspect/after-signing/a5-commitment-note.ts';
import type { Consent, Review } from '../trading/review-desk.ts';
import type { Quote, TradingAccount } from '../trading/kinds/quote.ts';
import { sentByOthers } from '../trading/submission.ts';
import type { Trading } from '../trading/trading.ts';
import { OWN_KEY_INDEXES } from '../wallet/own-keys.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { follow, reached, STATE_WORDS, type WaitFor } from './follow.ts';
import type { Interruption } from './interruption.ts';
import { quoteLines } from './quote-command.ts';
import type { SessionWallet } from './session-wallet.ts';
import type { Terminal } from './terminal.ts';
import { amountWithTicker } from './tokens.ts';

/** What is traded, how far it is followed, and what the user consented to beforehand. */
export interface TradePlan {
  /** Asks for what is to be reviewed. */
  readonly quote: (trading: Trading, signal: AbortSignal) => Promise<Result<Quote, Failure>>;
  /** What is printed of the quote before it is built; a swap's own lines when absent. */
  readonly lines?: (quote: Quote) => readonly string[];
  readonly goal: WaitFor;
  readonly timeoutMs: number;
  /** Rules whose warnings the user accepted by name. */
  readonly acceptedWarnings: readonly string[];
  /** Whether the transaction is put together here when the service fails or cheats after signing. */
  readonly assembleLocally?: boolean;
  /** Puts the review to the user; absent: the answer is yes, but never to a worse price or to any warning. */
  readonly ask?: (review: Review, signal: AbortSignal) => Promise<boolean>;
}

export interface TradeParts {
  readonly trading: Trading;
  readonly keys: SessionWallet;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
}

/** How a trade came out. Without `failure` it came as far as was asked. */
export interface TradeOutcome {
  readonly failure?: Failure;
  /** Absent when nothing was built. */
  readonly trade?: Trade;
  readonly quote?: Quote;
}

/** Quote → build → inspect → accept → sign → submit → follow, telling each step. */
export async function runTrade(plan: TradePlan, parts: TradeParts): Promise<TradeOutcome> {
  const { trading, terminal, interruption } = parts;
  const { signal } = interruption;
  const stopped = (item: Failure, trade?: Trade): Failure =>
    interruption.caught === undefined ? item : interrupted(interruption.caught, trade);
  const account = accountOf(parts.keys.wallet);
  if (!account.ok) return { failure: account.failure };
  const quoted = await plan.quote(trading, signal);
  if (!quoted.ok) return { failure: stopped(quoted.failure) };
  const quote = quoted.value;
  terminal.progress('Quoted');
  for (const line of (plan.lines ?? linesOf)(quote)) terminal.progress(`  ${line}`);
  const review = await trading.review(quote.id, account.value, signal);
  if (!review.ok) return { failure: stopped(review.failure), quote };
  tellReview(review.value, terminal);
  const tradeId = review.value.trade.id;
  interruption.handle(() => standing(trading.trade(tradeId)));
  const now = (): Trade => trading.trade(tradeId) ?? review.value.trade;

  const refusal = signal.aborted ? failure('trade-declined') : await consent(review.value, plan, signal);
  if (refusal !== undefined) {
    await trading.discard(tradeId);
    return { failure: stopped(refusal, now()), trade: now(), quote };
  }
  const accepted = await accept(review.value, plan, parts);
  if (!accepted.ok) {
    if (now().state === 'built') await trading.discard(tradeId);
    else if (now().state === 'signed') terminal.progress(noteOf(now()));
    return { failure: stopped(accepted.failure, now()), trade: now(), quote };
  }
  const assembler = accepted.value.assembledBy === 'local' ? 'Touchstone' : 'the service';
  const sending = sentByOthers(trading.steps(tradeId))
    ? 'on chain without being sent from here'
    : 'submitted';
  terminal.progress(`Signed, put together by ${assembler}, ${sending}: ${accepted.value.bodyHash}`);
  terminal.progress(`  ${noteOf(now())}`);
  const trade = await follow(trading, now(), plan, signal, ({ state }) =>
    terminal.progress(`  ${stateWords(state, quote)}`),
  );
  const short = shortOf(trade, plan.goal);
  return { trade, quote, ...(short === undefined ? {} : { failure: stopped(short, trade) }) };
}

function linesOf(quote: Quote): readonly string[] {
  return quote.kind === 'swap' ? quoteLines(quote) : [];
}

/** A cancellation is done where a trade would be closed without a fill. */
function stateWords(state: Trade['state'], { kind }: Quote): string {
  if (kind !== 'cancel') return STATE_WORDS[state];
  if (state === 'placed') return 'On chain';
  return state === 'closed' ? 'The orders are back' : STATE_WORDS[state];
}

/** What is known of a trade, for a failure's facts. */
export function standing(trade: Trade | undefined): Readonly<Record<string, unknown>> {
  return trade === undefined ? {} : { tx_hash: trade.bodyHash, state: trade.state };
}

/** Rule A5, with the end of the validity as local time. */
function noteOf({ validUntil }: Trade): string {
  return commitment.note(validUntil === undefined ? undefined : new Date(validUntil).toLocaleTimeString());
}

/** Why the trade is not where it was to come to. */
export function shortOf(trade: Trade, goal: WaitFor): Failure | undefined {
  if (trade.state === 'filled' || reached(trade.state, goal)) return undefined;
  if (trade.kind === 'cancel' && trade.state === 'closed') return undefined;
  if (!FINAL_STATES.includes(trade.state)) return failure('wait-over', { goal, state: trade.state });
  return trade.failure ?? failure(WITHOUT_FAILURE[trade.state] ?? 'closed-unfilled');
}

/** What ended a trade that has no failure of its own. */
const WITHOUT_FAILURE: Readonly<Partial<Record<Trade['state'], FailureCode>>> = {
  discarded: 'trade-declined',
  expired: 'transaction-expired',
};

/** Signs and sends. The offer of rule A4 is taken only by those who said so beforehand. */
async function accept(
  review: Review,
  plan: TradePlan,
  { trading, keys, interruption: { signal } }: TradeParts,
): Promise<Result<Trade, Failure>> {
  const { id } = review.trade;
  const accepted = await trading.accept(
    id,
    consentTo(review),
    async (approved) =>
      signal.aborted ? failed(failure('trade-declined')) : keys.wallet.sign(approved, keys.authority),
    signal,
  );
  const trade = trading.trade(id);
  const offered = !accepted.ok && !signal.aborted && trade !== undefined && tradeOffers(trade).assembleHere;
  return offered && plan.assembleLocally ? trading.assembleLocally(id, signal) : accepted;
}

/** To all that `consent` was asked about: whoever runs this read each finding, or named the rules to accept. */
export function consentTo({ inspection, agreementHash, worseThanQuote }: Review): Consent {
  const { bodyHash, summaryHash, report } = inspection;
  const warnings = report.findings.filter(({ severity }) => severity === 'warn');
  return {
    bodyHash,
    summaryHash,
    agreementHash,
    consents: warnings.map(({ rule }) => rule),
    worse: worseThanQuote !== undefined,
  };
}

/** Why the user does not accept this. */
export async function consent(
  review: Review,
  plan: Pick<TradePlan, 'ask' | 'acceptedWarnings'>,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (plan.ask !== undefined) return (await plan.ask(review, signal)) ? undefined : failure('trade-declined');
  if (review.worseThanQuote !== undefined) return movedPrice(review);
  const warning = review.inspection.report.findings.find(
    ({ rule, severity }) => severity === 'warn' && !plan.acceptedWarnings.includes(rule),
  );
  return warning && failure('warning-unaccepted', { rule: warning.rule, finding: warning.message });
}

export function tellReview(review: Review, terminal: Terminal): void {
  const { trade, inspection, agreement, sentence, costsSentence, totalCostSentence } = review;
  const { rulesRun, findings } = inspection.report;
  terminal.progress(`Built and inspected: ${rulesRun.length} rules run, body ${trade.bodyHash}`);
  terminal.progress(`  ${sentence} ${costsSentence}`);
  terminal.progress(`  ${totalCostSentence}`);
  for (const line of agreementLines(agreement)) terminal.progress(`  You agree: ${line}`);
  for (const { rule, severity, message } of findings) terminal.progress(`  ${severity} ${rule}: ${message}`);
}

function movedPrice({ quote, trade, worseThanQuote }: Review): Failure {
  const bought = quote.tokens.find(({ id }) => id === trade.receive) ?? ADA_TOKEN;
  return failure('price-moved', {
    now: amountWithTicker(trade.expected, bought),
    before: formatDecimal(worseThanQuote?.quotedExpected ?? 0n, bought.decimals),
  });
}

function interrupted(signal: string, trade: Trade | undefined): Failure {
  return failure('interrupted', { signal, ...(trade === undefined ? {} : { state: trade.state }) });
}

/** The account that a wallet trades from. Failures: `no-wallet`, the wallet's trouble. */
export function accountOf(wallet: Wallet): Result<TradingAccount, Failure> {
  const address = wallet.address(0);
  if (!address.ok) return address;
  const own = wallet.ownKeys(OWN_KEY_INDEXES);
  return own.ok ? { ok: true, value: { address: address.value, own: own.value } } : own;
}
