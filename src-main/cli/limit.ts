import { failure, type Failure } from '#domain/failure.ts';
import { bothWays } from '#domain/limit-price.ts';
import { failed, type Result } from '#domain/result.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { ladderLeast, type LadderPlan, type LadderRequest } from '../trading/kinds/ladder.ts';
import type { LimitEstimate, LimitRequest } from '../trading/kinds/limit.ts';
import { batchWords } from '../trading/batch-agreement.ts';
import type { Trading } from '../trading/trading.ts';
import { Batch } from '../trading/batch.ts';
import { findLimit, offMarketRefusal, readLimit } from './limit-order.ts';
import { command } from './options.ts';
import { UsageError, type ExitCode } from './terminal.ts';
import { amountJson, amountWithTicker, nameOf } from './tokens.ts';
import { readReceiptFile } from './trade-report.ts';
import {
  consent,
  consentTo,
  place,
  readConsents,
  reportReview,
  signingWith,
  type Consents,
} from './trade.ts';
import { sayElsewhere, withTrader, type TraderStage } from './trader.ts';
import { progress, results, usage } from './words.ts';
import { tables } from './option-tables.ts';

/** `limit`: places limit orders: one, equal ones in one transaction, or a ladder of different prices. */
export const limitCommand = command(tables.limit, async (run) => {
  const { values } = run;
  const typed = readLimit(values);
  const consents = consentsOf(typed.offMarket, readConsents(values, 'placed'));
  const receipt = readReceiptFile(values);
  if (typed.ladder && receipt !== undefined) throw new UsageError(usage.receiptOfLadder);
  return withTrader(
    run,
    (connection) => findLimit(typed, connection),
    async (stage, order) => {
      await sayElsewhere(stage);
      if (order.kind === 'ladder') return runLadder(order.request, typed.offMarket, consents, stage);
      return place(
        {
          ask: (trading, signal) => askLimit(trading, order.request, typed.offMarket, signal),
          lines: limitLines,
          facts: factsOf,
        },
        consents,
        receipt,
        stage,
      );
    },
  );
});

/** `--off-market` also accepts the rule that warns about such a price. */
function consentsOf(offMarket: boolean, consents: Consents): Consents {
  return offMarket ? { ...consents, acceptedWarnings: [...consents.acceptedWarnings, 'P10'] } : consents;
}

/** Failures: those of the estimate, `limit-off-market`, `limit-market-unknown`. */
export async function askLimit(
  trading: Trading,
  request: LimitRequest,
  offMarket: boolean,
  signal: AbortSignal,
): Promise<Result<LimitEstimate, Failure>> {
  const quote = await trading.estimators.limits.quote(request, signal);
  if (!quote.ok || offMarket) return quote;
  const refusal = offMarketRefusal(quote.value.market, [quote.value.price]);
  return refusal === undefined ? quote : failed(refusal);
}

export function limitLines({
  quote,
  market,
  price,
  parts,
  distance,
  fees,
}: LimitEstimate): readonly string[] {
  const { adaPerToken, tokenPerAda } = bothWays(market.side, price, market.token.decimals);
  const name = nameOf(market.token);
  return [
    `You sell   ${amountWithTicker(quote.task.pay.quantity, quote.payToken)}${parts.length > 1 ? ` in ${parts.length} orders` : ''}`,
    `At least   ${amountWithTicker(quote.task.atLeast, quote.receiveToken)}`,
    `Price      ${adaPerToken} ADA per ${name} (${tokenPerAda} ${name} per ADA)`,
    ...(distance === undefined
      ? []
      : [`To fill    the market must move ${Math.max(0, distance * 100).toFixed(2)} %`]),
    ...(fees.share === undefined ? [] : [`Fees       about ${(fees.share * 100).toFixed(2)} % of it`]),
    ...quote.notices.map((notice) => `Note: ${inEnglish(notice)}`),
  ];
}

function factsOf({ market, price, distance, parts }: LimitEstimate): Readonly<Record<string, unknown>> {
  const { adaPerToken, tokenPerAda } = bothWays(market.side, price, market.token.decimals);
  return {
    side: market.side,
    price: { ada_per_token: adaPerToken, tokens_per_ada: tokenPerAda },
    ...(distance === undefined ? {} : { distance }),
    multiples: parts.length,
  };
}

/** Failures: those of the plan, `limit-off-market`, `limit-market-unknown`. */
export async function askLadder(
  trading: Trading,
  request: LadderRequest,
  offMarket: boolean,
  signal: AbortSignal,
): Promise<Result<LadderPlan, Failure>> {
  const plan = await trading.estimators.ladders.plan(request, signal);
  if (!plan.ok || offMarket) return plan;
  const { market, levels } = plan.value;
  const prices = levels.map(({ price }) => price);
  const refusal = offMarketRefusal(market, prices);
  return refusal === undefined ? plan : failed(refusal);
}

const RETRY_MS = 2_000;

/**
 * Plans a ladder, refuses one that is off the market unless that is intended, shows all of it, asks once, and places its
 * orders one transaction after another.
 */
export async function runLadder(
  request: LadderRequest,
  offMarket: boolean,
  consents: Consents,
  stage: TraderStage,
): Promise<ExitCode> {
  const { trading, keys, terminal, interruption, journalFile } = stage;
  const { signal } = interruption;
  const account = keys.wallet.account();
  if (!account.ok) return terminal.failure(account.failure);
  const plan = await askLadder(trading, request, offMarket, signal);
  if (!plan.ok) return terminal.failure(plan.failure);
  for (const line of ladderLines(plan.value)) terminal.progress(line);
  const batch = new Batch(
    Buffer.from(systemRandom.bytes(8)).toString('hex'),
    { kind: 'ladder', quotes: plan.value.levels.map(({ quote }) => quote) },
    {
      trading,
      clock: systemClock,
      account: account.value,
      patienceMs: consents.timeoutMs,
      retryMs: RETRY_MS,
    },
  );
  const first = await batch.first(signal);
  if (!first.ok) return terminal.failure(first.failure);
  const { trade } = first.value;
  await reportReview(first.value, terminal);
  if (batch.agreement) for (const line of batchWords(batch.agreement).sentences) terminal.progress(line);
  const refusal = signal.aborted ? failure('trade-declined') : await consent(first.value, consents, signal);
  if (refusal !== undefined || trade.state === 'refused') {
    await trading.discard(trade.id);
    return terminal.failure(refusal ?? trade.failure ?? failure('trade-declined'));
  }
  const signing = signingWith(keys, signal);
  const stop = (): void => batch.stop();
  signal.addEventListener('abort', stop);
  const accepted = await trading.accept(trade.id, consentTo(first.value), signing, signal);
  if (!accepted.ok) {
    await trading.discard(trade.id);
    return terminal.failure(accepted.failure);
  }
  let reported = 0;
  const unsubscribe = batch.onChange(() => {
    const placed = batch.transactions.filter(({ state }) => state === 'placed').length;
    if (placed > reported) terminal.progress(progress.placed(placed, batch.transactions.length));
    reported = Math.max(reported, placed);
  });
  await batch.run(signing.signer);
  unsubscribe();
  signal.removeEventListener('abort', stop);
  const json = { ...ladderJson(plan.value, batch), journal: journalFile };
  if (batch.failure !== undefined) {
    terminal.failure(batch.failure, json);
    return signal.aborted ? interruption.exitCode : 1;
  }
  terminal.result(json, [
    results.placed(batch.transactions.length),
    ...batch.transactions.map(({ bodyHash = '', state }) => `${bodyHash} ${state}`),
  ]);
  return 0;
}

export function ladderLines(plan: LadderPlan): readonly string[] {
  const { market, levels, smallest, exchange } = plan;
  const { batcher, deposits } = smallest.fees;
  const name = nameOf(market.token);
  const each =
    batcher === undefined || deposits === undefined
      ? []
      : [results.ladderFees(Number(batcher) / 1e6, Number(deposits) / 1e6)];
  return [
    results.ladder(levels.length),
    ...levels.map(({ price, pay, atLeast }) => {
      const { adaPerToken } = bothWays(market.side, price, market.token.decimals);
      return `  ${amountWithTicker(pay, market.payToken)} for at least ${amountWithTicker(atLeast, market.receiveToken)} at ${adaPerToken} ADA per ${name}`;
    }),
    `Together at least ${amountWithTicker(ladderLeast(plan), market.receiveToken)}`,
    ...each,
    ...(exchange === undefined ? [] : [results.ladderExchange(exchange)]),
    ...smallest.quote.notices.map((notice) => `Note: ${inEnglish(notice)}`),
  ];
}

function ladderJson(
  { market, levels, exchange }: LadderPlan,
  batch: Batch,
): Readonly<Record<string, unknown>> {
  return {
    set: batch.id,
    state: batch.state,
    ...(exchange === undefined ? {} : { exchange }),
    orders: levels.map(({ price, pay, atLeast }, at) => {
      const { adaPerToken, tokenPerAda } = bothWays(market.side, price, market.token.decimals);
      const transaction = batch.transactions[at];
      return {
        pay: amountJson(pay, market.payToken),
        at_least: amountJson(atLeast, market.receiveToken),
        price: { ada_per_token: adaPerToken, tokens_per_ada: tokenPerAda },
        state: transaction?.state,
        ...(transaction?.bodyHash === undefined || transaction.state === 'left'
          ? {}
          : { tx_hash: transaction.bodyHash }),
        ...(transaction?.failure === undefined ? {} : { failure: transaction.failure.code }),
      };
    }),
  };
}
