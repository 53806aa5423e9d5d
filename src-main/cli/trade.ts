import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure, type FailureCode } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { tradeOffers } from '#domain/trade-offers.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { FINAL_STATES, isReportedOvertaken, type Trade } from '#domain/trade.ts';
import { commitment } from '../inspect/after-signing.ts';
import { agreementLines, movedTokens } from '../inspect/summary.ts';
import type { Quote, TradeQuote } from '../trading/kinds/quote.ts';
import type { SigningRequest } from '../trading/commitment.ts';
import type { Consent, Review } from '../trading/reviewer.ts';
import { sentByOthers } from '../trading/submission.ts';
import type { Trading } from '../trading/trading.ts';
import { askYes, readAccepted } from './asking.ts';
import { follow, reached, readWait, type WaitFor } from './follow.ts';
import type { Values } from './options.ts';
import type { SessionWallet } from './session-wallet.ts';
import { UsageError, type ExitCode, type Interruption, type Terminal } from './terminal.ts';
import { amountWithTicker } from './tokens.ts';
import { quoteLines, saveReceipt, tradeFacts, reportTrade, type TradeOutcome } from './trade-report.ts';
import { type TraderStage } from './trader.ts';
import { progress, standingWords, usage } from './words.ts';
import type { traderOptions } from './option-groups.ts';

/** The trade, how far it is followed, and the warnings that the user accepted in advance. */
export interface TradePlan {
  /** Asks for what is to be reviewed. */
  readonly quote: (trading: Trading, signal: AbortSignal) => Promise<Result<Quote, Failure>>;
  /** The lines that describe it before it is built; absent: those of a swap's quote. */
  readonly lines?: (quote: Quote) => readonly string[];
  readonly goal: WaitFor;
  readonly timeoutMs: number;
  /** Rules whose warnings the user accepted by name. */
  readonly acceptedWarnings: readonly string[];
  /** Whether the transaction is assembled here when the service fails or cheats after the signature. */
  readonly assembleLocally?: boolean;
  /** Asks the user about the review; absent: the answer is yes, but never to a worse price or to a warning that was not accepted. */
  readonly ask?: (review: Review, signal: AbortSignal) => Promise<boolean>;
}

export interface TradeParts {
  readonly trading: Trading;
  readonly keys: SessionWallet;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
}

/** Quote → build → inspect → accept → sign → submit → follow, reporting each step. */
export async function runTrade(plan: TradePlan, parts: TradeParts): Promise<TradeOutcome> {
  const { trading, terminal, interruption } = parts;
  const { signal } = interruption;
  const stopped = (item: Failure, trade?: Trade): Failure =>
    interruption.caught === undefined ? item : interrupted(interruption.caught, trade);
  const account = parts.keys.wallet.account();
  if (!account.ok) return { failure: account.failure };
  const quoted = await plan.quote(trading, signal);
  if (!quoted.ok) return { failure: stopped(quoted.failure) };
  const quote = quoted.value;
  terminal.progress(progress.quoted);
  for (const line of (plan.lines ?? linesOf)(quote)) terminal.progress(`  ${line}`);
  const review = await trading.review(quote.id, account.value, signal);
  if (!review.ok) return { failure: stopped(review.failure), quote };
  const tradeId = review.value.trade.id;
  interruption.handle(() => tradeFacts(trading.trade(tradeId)));
  await reportReview(review.value, terminal);
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
  const byOthers = sentByOthers(trading.steps(tradeId));
  terminal.progress(progress.signed(accepted.value.assembledBy, byOthers, accepted.value.bodyHash));
  terminal.progress(`  ${noteOf(now())}`);
  const trade = await follow(trading, now(), plan, signal, (changed) =>
    terminal.progress(`  ${stateWords(changed, quote)}`),
  );
  const short = shortOf(trade, plan.goal);
  return { trade, quote, ...(short === undefined ? {} : { failure: stopped(short, trade) }) };
}

function linesOf(quote: Quote): readonly string[] {
  return quote.kind === 'swap' ? quoteLines(quote) : [];
}

/** A cancellation, or a payment, succeeds in the state that, for a trade, means closed without a fill. */
function stateWords(trade: Trade, { kind }: Quote): string {
  const { state } = trade;
  if (kind !== 'cancel' && kind !== 'send') return standingWords(trade);
  if (state === 'placed') return progress.cancelPlaced;
  if (kind === 'send' && state === 'closed') return progress.sendDone;
  return state === 'closed' ? progress.cancelDone : standingWords(trade);
}

/** Rule A5's note, with the end of the validity interval in local time, in Western digits. */
function noteOf({ validUntil }: Trade): string {
  return commitment.note(
    validUntil === undefined ? undefined : new Date(validUntil).toLocaleTimeString('en-GB'),
  );
}

/** Why the trade did not reach the goal. */
export function shortOf(trade: Trade, goal: WaitFor): Failure | undefined {
  if (trade.state === 'filled' || reached(trade.state, goal)) return undefined;
  const closes = trade.kind === 'cancel' || trade.kind === 'send';
  if (closes && trade.state === 'closed') return undefined;
  if (!FINAL_STATES.includes(trade.state) && !isReportedOvertaken(trade))
    return failure('wait-over', { goal, state: trade.state });
  return trade.failure ?? failure(WITHOUT_FAILURE[trade.state] ?? 'closed-unfilled');
}

/** The failure of a trade that ended without one. */
const WITHOUT_FAILURE: Readonly<Partial<Record<Trade['state'], FailureCode>>> = {
  discarded: 'trade-declined',
  expired: 'transaction-expired',
};

/** Signs and sends. Rule A4's offer to assemble here is taken only if the command line asked for it. */
async function accept(
  review: Review,
  plan: TradePlan,
  { trading, keys, interruption: { signal } }: TradeParts,
): Promise<Result<Trade, Failure>> {
  const { id } = review.trade;
  const accepted = await trading.accept(id, consentTo(review), signingWith(keys, signal), signal);
  const trade = trading.trade(id);
  const offered = !accepted.ok && !signal.aborted && trade !== undefined && tradeOffers(trade).assembleHere;
  return offered && plan.assembleLocally ? trading.assembleLocally(id, signal) : accepted;
}

/** The wallet signs until the command is interrupted; what it is signing then is still taken. */
export function signingWith({ wallet, authority }: SessionWallet, signal: AbortSignal): SigningRequest {
  return {
    signer: wallet.signer(authority),
    mayStillSign: (isThere) =>
      signal.aborted && !isThere ? failed(failure('trade-declined')) : ok(undefined),
  };
}

/** Consent to everything that `consent` asked about: the user read each finding, or named the rules to accept. */
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

/** Why the user does not accept this trade; `undefined` when they do. */
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

/** Reports the review, including the price comparison, which is waited for. */
export async function reportReview(review: Review, terminal: Terminal): Promise<void> {
  const { trade, inspection, agreement, sentence, costsSentence, totalCostSentence } = review;
  const { rulesRun, findings } = inspection.report;
  terminal.progress(progress.inspected(rulesRun.length, trade.bodyHash));
  terminal.progress(`  ${sentence} ${costsSentence}`);
  for (const { name, id } of movedTokens(inspection.report.summary, review.input.tokens))
    terminal.progress(progress.token(name, id));
  terminal.progress(`  ${totalCostSentence}`);
  for (const line of agreementLines(agreement)) terminal.progress(progress.agreed(line));
  const compared = await review.bestPrice;
  if (compared) {
    terminal.progress(progress.bestPrice(compared.tone, compared.sentence));
    for (const note of compared.notes) terminal.progress(`    ${note}`);
  }
  for (const { rule, severity, message } of findings) terminal.progress(`  ${severity} ${rule}: ${message}`);
}

export function movedPrice({ quote, trade, worseThanQuote }: Review): Failure {
  const bought = quote.tokens.find(({ id }) => id === trade.receive) ?? ADA_TOKEN;
  return failure('price-moved', {
    now: amountWithTicker(trade.expected, bought),
    before: formatDecimal(worseThanQuote?.quotedExpected ?? 0n, bought.decimals),
  });
}

function interrupted(signal: string, trade: Trade | undefined): Failure {
  return failure('interrupted', { signal, ...(trade === undefined ? {} : { state: trade.state }) });
}

/** The order to place: how to request it, and how to report it before it is built and in the result. */
interface Placing<Answer extends { readonly quote: TradeQuote }> {
  readonly ask: (trading: Trading, signal: AbortSignal) => Promise<Result<Answer, Failure>>;
  readonly lines: (answer: Answer) => readonly string[];
  /** The facts in the command's result besides the trade. */
  readonly facts: (answer: Answer) => Readonly<Record<string, unknown>>;
}

/** Places it in one transaction, follows that and reports the outcome; the receipt is written to the file named. */
export async function place<Answer extends { readonly quote: TradeQuote }>(
  { ask, lines, facts }: Placing<Answer>,
  consents: Consents,
  receiptFile: string | undefined,
  stage: TraderStage,
): Promise<ExitCode> {
  const { trading, terminal, interruption, journalFile } = stage;
  let answer: Answer | undefined;
  const plan = {
    ...consents,
    quote: async (core: Trading, signal: AbortSignal): Promise<Result<TradeQuote, Failure>> => {
      const asked = await ask(core, signal);
      if (!asked.ok) return asked;
      answer = asked.value;
      return ok(answer.quote);
    },
    lines: () => (answer ? lines(answer) : []),
  };
  const outcome = await runTrade(plan, stage);
  const result = {
    ...(answer ? facts(answer) : {}),
    journal: journalFile,
    ...(sentByOthers(trading.steps(outcome.trade?.id ?? '')) ? { sent_by: 'others' } : {}),
    ...(await saveReceipt(receiptFile, trading, outcome.trade?.id)),
  };
  const exitCode = reportTrade(outcome, result, terminal);
  return outcome.failure?.code === 'interrupted' ? interruption.exitCode : exitCode;
}

/** How far a command follows its trade, and what the user accepted in advance. */
export type Consents = Omit<TradePlan, 'quote' | 'lines'>;

/** @throws UsageError */
export function readConsents(values: Values<typeof traderOptions>, usualGoal?: TradePlan['goal']): Consents {
  const yes = values.yes === true;
  if (!yes && !process.stdin.isTTY) throw new UsageError(usage.nobodyToAsk);
  return {
    ...readWait(values, usualGoal),
    assembleLocally: values['assemble-locally'] === true,
    acceptedWarnings: readAccepted(values),
    ...(yes ? {} : { ask: askUser }),
  };
}

/** Asks on the terminal. */
async function askUser(review: Review, signal: AbortSignal): Promise<boolean> {
  if (review.worseThanQuote !== undefined) process.stderr.write(`${progress.priceMoved}\n`);
  return askYes(progress.question, signal);
}
