import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import { bothWays } from '#domain/limit-price.ts';
import type { ApprovedTx } from '../inspect/approved-tx.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';
import { ladderLeast, type LadderPlan, type LadderRequest } from '../trading/kinds/ladder.ts';
import { setWords } from '../trading/set-agreement.ts';
import { TransactionSet } from '../trading/transaction-set.ts';
import { offMarketRefusal } from './off-market.ts';
import type { ExitCode } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';
import { accountOf, consent, consentTo, tellReview } from './trade.ts';
import type { Consents, TraderStage } from './with-trader.ts';

const RETRY_MS = 2_000;

/** Plans a ladder, refuses one that is off the market unless that is meant, tells all of it, asks once, and places its orders one transaction after the other. */
export async function runLadder(
  request: LadderRequest,
  offMarket: boolean,
  consents: Consents,
  stage: TraderStage,
): Promise<ExitCode> {
  const { trading, keys, terminal, interruption, journalFile } = stage;
  const { signal } = interruption;
  const account = accountOf(keys.wallet);
  if (!account.ok) return terminal.failure(account.failure);
  const plan = await trading.estimate({ kind: 'ladder', ...request }, signal);
  if (!plan.ok) return terminal.failure(plan.failure);
  const { market, rungs } = plan.value;
  const off = offMarket
    ? undefined
    : offMarketRefusal(
        market,
        rungs.map(({ price }) => price),
      );
  if (off !== undefined) return terminal.failure(off);
  for (const line of planLines(plan.value)) terminal.progress(line);
  const set = new TransactionSet(
    Buffer.from(systemRandom.bytes(8)).toString('hex'),
    { kind: 'ladder', quotes: plan.value.rungs.map(({ quote }) => quote) },
    {
      trading,
      clock: systemClock,
      account: account.value,
      patienceMs: consents.timeoutMs,
      retryMs: RETRY_MS,
    },
  );
  const first = await set.first(signal);
  if (!first.ok) return terminal.failure(first.failure);
  const { trade } = first.value;
  tellReview(first.value, terminal);
  if (set.agreement) for (const line of setWords(set.agreement).sentences) terminal.progress(line);
  const refusal = signal.aborted ? failure('trade-declined') : await consent(first.value, consents, signal);
  if (refusal !== undefined || trade.state === 'refused') {
    await trading.discard(trade.id);
    return terminal.failure(refusal ?? trade.failure ?? failure('trade-declined'));
  }
  const sign = async (approved: ApprovedTx): Promise<Result<string, Failure>> =>
    signal.aborted ? failed(failure('trade-declined')) : keys.wallet.sign(approved, keys.authority);
  const stop = (): void => set.stop();
  signal.addEventListener('abort', stop);
  const accepted = await trading.accept(trade.id, consentTo(first.value), sign, signal);
  if (!accepted.ok) {
    await trading.discard(trade.id);
    return terminal.failure(accepted.failure);
  }
  let told = 0;
  const untold = set.onChange(() => {
    const placed = set.members.filter(({ state }) => state === 'placed').length;
    if (placed > told) terminal.progress(`  ${placed} of ${set.members.length} on chain`);
    told = Math.max(told, placed);
  });
  await set.run(sign);
  untold();
  signal.removeEventListener('abort', stop);
  const json = { ...ladderJson(plan.value, set), journal: journalFile };
  if (set.failure !== undefined) {
    terminal.failure(set.failure, json);
    return signal.aborted ? interruption.exitCode : 1;
  }
  terminal.result(json, [
    `${set.members.length} orders placed.`,
    ...set.members.map(({ bodyHash = '', state }) => `${bodyHash} ${state}`),
  ]);
  return 0;
}

function planLines(plan: LadderPlan): readonly string[] {
  const { market, rungs, smallest, exchange } = plan;
  const { batcher, deposits } = smallest.fees;
  const name = market.token.ticker || market.token.id;
  const each =
    batcher === undefined || deposits === undefined
      ? []
      : [
          `Each takes about ${Number(batcher) / 1e6} ADA as the exchange fee and holds ${Number(deposits) / 1e6} ADA as a deposit.`,
        ];
  return [
    `A ladder of ${rungs.length} orders, ${rungs.length} signatures under one approval`,
    ...rungs.map(({ price, pay, atLeast }) => {
      const { adaPerToken } = bothWays(market.side, price, market.token.decimals);
      return `  ${amountWithTicker(pay, market.payToken)} for at least ${amountWithTicker(atLeast, market.receiveToken)} at ${adaPerToken} ADA per ${name}`;
    }),
    `Together at least ${amountWithTicker(ladderLeast(plan), market.receiveToken)}`,
    ...each,
    ...(exchange === undefined ? [] : [`All of them at ${exchange}`]),
    ...smallest.quote.notices.map((notice) => `Note: ${notice}`),
  ];
}

function ladderJson(
  { market, rungs, exchange }: LadderPlan,
  set: TransactionSet,
): Readonly<Record<string, unknown>> {
  return {
    set: set.id,
    state: set.state,
    ...(exchange === undefined ? {} : { exchange }),
    orders: rungs.map(({ price, pay, atLeast }, at) => {
      const { adaPerToken, tokenPerAda } = bothWays(market.side, price, market.token.decimals);
      const member = set.members[at];
      return {
        pay: amountJson(pay, market.payToken),
        at_least: amountJson(atLeast, market.receiveToken),
        price: { ada_per_token: adaPerToken, tokens_per_ada: tokenPerAda },
        state: member?.state,
        ...(member?.bodyHash === undefined || member.state === 'left' ? {} : { tx_hash: member.bodyHash }),
        ...(member?.failure === undefined ? {} : { failure: member.failure.code }),
      };
    }),
  };
}
