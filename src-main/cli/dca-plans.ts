import { ADA, type AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { epochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import { awaitsConfirmations, FINAL_STATES, type Trade } from '#domain/trade.ts';
import { isLive, planRowOf } from '../features/dca/merge-plans.ts';
import { completedOf, isPlan, pairPlans, type PlanPair } from '../features/dca/pair-plans.ts';
import type { PlanRow } from '../features/dca/pair-plans.ts';
import { cancellationsOf, outputOf, pricePaid, rowsOfAll } from '../market/listed-rows.ts';
import { systemClock } from '../system/clock.ts';
import type { CancelTarget } from '../trading/kinds/cancel.ts';
import type { CancelQuote, TradingAccount } from '../trading/kinds/quote.ts';
import { restOfPlan, restRule } from '../trading/kinds/dca-plan.ts';
import type { Trading } from '../trading/trading.ts';
import type { Connection } from './connection.ts';
import { command, required, type WithText } from './options.ts';
import { elsewhereOf, lineOf, listedAtAll, readTrades } from './orders.ts';
import { withAddresses } from './addressed.ts';
import { UsageError } from './terminal.ts';
import { amountJson, amountWithTicker, knownToken, nameOf } from './tokens.ts';
import { readConsents, runTrade } from './trade.ts';
import { defaultJournal, openTrader, withTrader } from './trader.ts';
import { results, takes, usage } from './words.ts';
import { tables } from './option-tables.ts';

const WANTED = ['running', 'ended', 'all'] as const;
/** `dca list`: the recurring orders of a wallet's addresses, from the service and the journal. Nothing is signed. */
export const dcaListCommand = command(tables['dca list'], async (run) => {
  const { values, terminal, interruption } = run;
  const typed = values.status ?? 'running';
  const wanted = WANTED.find((one) => one === typed);
  if (wanted === undefined) throw new UsageError(usage.oneOf('status', WANTED));
  return withAddresses(run, async (addresses, connection) => {
    const [address = ''] = addresses;
    const journalFile = values.journal ?? defaultJournal(connection.network, address);
    // Trades placed here are followed to their current state, unless another command already follows them.
    const placed = readTrades(journalFile, 'dca', 'cancel');
    if (!placed.ok) return terminal.failure(placed.failure);
    const follows = placed.value.some((trade) => !isOver(trade));
    const opened = follows ? openTrader({ connection, journalFile, trouble: () => undefined }) : undefined;
    if (opened?.ok === false && opened.failure.code !== 'data-directory-busy')
      return terminal.failure(opened.failure);
    const trader = opened?.ok === true ? opened.value : undefined;
    const past = new Map(placed.value.map((trade) => [trade.id, trade]));
    try {
      // Followed trades show their current state; finished ones stay as they were read.
      const pastTrades = () => {
        for (const trade of trader?.trading.listedTrades() ?? [])
          if (concernsPlans(trade)) past.set(trade.id, trade);
        return past.values();
      };
      const options = { trading: trader?.trading, signal: interruption.signal };
      const listed = await listPlans(addresses, pastTrades, connection, options);
      if (!listed.ok) return terminal.failure(listed.failure);
      const { rows, token, leftOut } = listed.value;
      if (leftOut) terminal.progress(failureText(leftOut).what);
      const matching = rows.filter(
        ({ status }) => wanted === 'all' || isLive(status) === (wanted === 'running'),
      );
      terminal.result(
        {
          address,
          plans: matching.map((row) => ({ ...planJson(row, token), ...elsewhereOf(row, address) })),
        },
        matching.length === 0
          ? [results.noPlans]
          : matching.map((row) => planLine(row, token) + lineOf(elsewhereOf(row, address))),
      );
      return 0;
    } finally {
      await trader?.close();
    }
  });
});

function concernsPlans(trade: Trade): boolean {
  return trade.kind === 'dca' || trade.kind === 'cancel';
}

function isOver(trade: Trade): boolean {
  return FINAL_STATES.includes(trade.state) && !awaitsConfirmations(trade);
}

/** `dca cancel`: cancels a recurring order; its unspent rest comes back. */
export const dcaCancelCommand = command(tables['dca cancel'], async (run) => {
  const { values, terminal, interruption } = run;
  const name = readPlanName(values);
  const consents = readConsents(values, 'placed');
  return withTrader(
    run,
    () => Promise.resolve(ok(undefined)),
    async ({ trading, connection, keys, journalFile }) => {
      const account = keys.wallet.account();
      if (!account.ok) return terminal.failure(account.failure);
      const { signal } = interruption;
      const found = await planCancellation(name, account.value, { trading, connection, signal });
      if (!found.ok) return terminal.failure(found.failure);
      const { quote, row, back, line } = found.value;
      const plan = {
        ...consents,
        quote: (core: Trading) => Promise.resolve(core.quotes.fresh(core.quotes.renew(quote))),
        lines: () => [line],
      };
      const outcome = await runTrade(plan, { trading, keys, terminal, interruption });
      const facts = {
        plan: row.id,
        completed: row.completed,
        returning: back.map(({ quantity, token }) => amountJson(quantity, token)),
        journal: journalFile,
      };
      if (outcome.failure !== undefined) {
        terminal.failure(outcome.failure, {
          ...(outcome.trade ? { tx_hash: outcome.trade.bodyHash } : {}),
          ...facts,
        });
        return outcome.failure.code === 'interrupted' ? interruption.exitCode : 1;
      }
      const { trade } = outcome;
      const costs = trade?.costs;
      terminal.result(
        {
          ...facts,
          tx_hash: trade?.bodyHash,
          network_fee_ada: formatDecimal(costs?.networkFee ?? 0n, 6),
          total_cost_ada: formatDecimal((costs?.networkFee ?? 0n) + (costs?.otherRecipients ?? 0n), 6),
        },
        [results.planCancelled, trade?.bodyHash ?? ''],
      );
      return 0;
    },
  );
});

/** The name of a plan in `--plan`: as it is listed, or as an output. @throws UsageError */
export function readPlanName(values: WithText<'plan'>): string {
  const name = required(values, 'plan', takes.plan).replace('#', '_');
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(name)) throw new UsageError(usage.planId);
  return name;
}

/** The cancellation of a plan, and what comes back by it. */
interface PlanCancellation {
  readonly quote: CancelQuote;
  readonly row: PlanRow;
  readonly back: readonly { readonly quantity: bigint; readonly token: Token }[];
  readonly line: string;
}

/** Failures: `order-unknown`, `order-not-cancellable`, `order-already-closed`, `nothing-to-cancel`, those of the estimate. */
export async function planCancellation(
  name: string,
  account: TradingAccount,
  at: { readonly trading: Trading; readonly connection: Connection; readonly signal: AbortSignal },
): Promise<Result<PlanCancellation, Failure>> {
  const { trading, connection, signal } = at;
  const listed = await listPlans(account.addresses, () => trading.allTrades(), connection, {
    trading,
    signal,
  });
  if (!listed.ok) return listed;
  const row = listed.value.rows.find(({ id, service }) => id === name || service?.id === name);
  if (!row) return failed(failure('order-unknown'));
  if (!row.cancellable) return failed(refusalOf(row));
  const targets = [targetOf(row, trading)];
  const prepared = await trading.estimators.cancellations.prepare({ targets, account }, signal);
  if (!prepared.ok) return prepared;
  const [quote] = prepared.value.quotes;
  if (!quote) return failed(failure('nothing-to-cancel'));
  const back = [...quote.task.holds].map(([asset, quantity]) => ({
    quantity,
    token: listed.value.token(asset),
  }));
  const line = results.cancelsPlan(
    back.map(({ quantity, token }) => amountWithTicker(quantity, token)).join(' and '),
  );
  return ok({ quote, row, back, line });
}

function refusalOf({ status }: PlanRow): Failure {
  return failure(isLive(status) ? 'order-not-cancellable' : 'order-already-closed', { status });
}

function targetOf(row: PlanRow, trading: Trading): CancelTarget {
  const trade = row.tradeId === undefined ? undefined : trading.trade(row.tradeId);
  return { id: row.id, serviceId: row.service?.id, placed: outputOf(row), ...restRule(trade) };
}

/** Plans of a wallet, and the tokens of their amounts. */
export interface ListedPlans {
  readonly rows: readonly PlanRow[];
  readonly token: (id: AssetId) => Token;
  /** Which rows of the service could not be read. */
  readonly leftOut: Failure | undefined;
}

const GRACE_MS = 60_000;
const SETTLE_MS = 15_000;
const LOOK_MS = 200;

/**
 * Plans of a wallet's addresses (the one that trades first), from the service and the trades of a journal. With `trading`, which follows the journal's plans,
 * this waits until the chain shows what the service reports. Failures: those of the service, `interrupted`.
 */
export async function listPlans(
  addresses: readonly string[],
  pastTrades: () => Iterable<Trade>,
  { service, tokens }: Connection,
  options: { readonly trading?: Trading | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Result<ListedPlans, Failure>> {
  const { trading, signal } = options;
  const until = systemClock.monotonic() + SETTLE_MS;
  for (;;) {
    const listed = await listedAtAll(addresses, (address) => service.dcaPlans(address, signal));
    if (!listed.ok) return listed;
    const reported = rowsOfAll(listed.value.lists);
    const trades = [...pastTrades()];
    for (const plan of reported.keys()) for (const id of [plan.sells, plan.buys]) await tokens.get(id);
    for (const { pay, receive } of trades.filter(isPlan))
      for (const id of [pay.asset, receive]) if (id !== ADA) await tokens.get(id);
    const pairs = pairPlans(
      trades,
      [...reported.keys()],
      new Map(),
      (id) => knownToken(tokens.shown(id))?.decimals,
    );
    const behind = trading !== undefined && pairs.some(isBehind) && systemClock.monotonic() < until;
    if (!behind)
      return ok({
        rows: pairs.map((pair) => {
          const address = pair.service && reported.get(pair.service);
          return rowOf(pair, trades, address ?? addresses[0] ?? '', tokens);
        }),
        token: (id) => tokens.shown(id),
        leftOut: listed.value.leftOut,
      });
    trading.look();
    await systemClock.sleep(LOOK_MS, signal);
    if (signal?.aborted) return failed(failure('interrupted'));
  }
}

/** Whether the chain does not show yet what the service reports about a plan. */
function isBehind({ trade, service }: PlanPair): boolean {
  if (!trade || FINAL_STATES.includes(trade.state)) return false;
  const onChain = trade.state === 'placed' || trade.state === 'partly-filled';
  return service ? completedOf(trade) < (service.completed ?? 0) : onChain;
}

function rowOf(
  pair: PlanPair,
  trades: readonly Trade[],
  wallet: string,
  tokens: Connection['tokens'],
): PlanRow {
  const now = epochMs(systemClock.now());
  const cancels = cancellationsOf(trades);
  return planRowOf(pair, {
    walletOf: () => wallet,
    now,
    reportedAt: now,
    graceMs: GRACE_MS,
    token: (id) => knownToken(tokens.shown(id)),
    cancelOf: (output) => cancels.get(output),
    restOf: restOfPlan,
    whyLate: () => undefined,
  });
}

/** A plan as JSON. */
export function planJson(row: PlanRow, token: (id: AssetId) => Token): object {
  const paid = token(row.pay.asset);
  const price = pricePaid(row, row.sold, row.received);
  return {
    id: row.id,
    source: row.source,
    status: row.status,
    ...(row.serviceStatus === undefined ? {} : { told: row.serviceStatus }),
    side: row.side,
    total: amountJson(row.pay.quantity, paid),
    per_cycle: amountJson(row.perCycle, paid),
    buys: token(row.receive).ticker || row.receive,
    every: row.interval?.id ?? row.everyWords,
    cycles: row.cycles,
    completed: row.completed,
    sold: amountJson(row.sold, paid),
    ...(row.received === undefined ? {} : { received: amountJson(row.received, token(row.receive)) }),
    ...(price === undefined
      ? {}
      : { average_price: { ada_per_token: price.adaPerToken, tokens_per_ada: price.tokenPerAda } }),
    remaining: amountJson(row.remaining, paid),
    ...(row.next === undefined ? {} : { next: new Date(row.next).toISOString() }),
    ...(row.serviceNext === undefined ? {} : { next_told: row.serviceNext }),
    ...(row.late === undefined
      ? {}
      : { late: { since: new Date(row.late.since).toISOString(), reason: inEnglish(...row.late.reason) } }),
    ...(row.returning.length === 0
      ? {}
      : { returning: row.returning.map(({ asset, quantity }) => amountJson(quantity, token(asset))) }),
    ...(row.placedAt === undefined ? {} : { placed_at: new Date(row.placedAt).toISOString() }),
    cancellable: row.cancellable,
    ...(row.txHash === undefined ? {} : { tx_hash: row.txHash, output_index: row.outputIndex }),
    ...(row.closedBy === undefined ? {} : { closed_by: row.closedBy }),
    trades: row.fills.map(({ hash, sold, received }) => ({
      tx_hash: hash,
      sold: amountJson(sold, paid),
      received: amountJson(received, token(row.receive)),
    })),
  };
}

/** A plan in one line. */
export function planLine(row: PlanRow, token: (id: AssetId) => Token): string {
  const price = pricePaid(row, row.sold, row.received)?.adaPerToken;
  const parts = [
    row.status === 'unknown' ? `unknown (${row.serviceStatus ?? ''})` : row.status,
    `${amountWithTicker(row.pay.quantity, token(row.pay.asset))} for ${nameOf(token(row.receive))}`,
    row.everyWords,
    `${row.completed} of ${row.cycles} trades`,
    ...(price === undefined ? [] : [`average ${price} ADA`]),
    ...(row.next === undefined ? [] : [`next ${new Date(row.next).toISOString()}`]),
    ...(row.late === undefined ? [] : [inEnglish(...row.late.reason)]),
    ...(isLive(row.status) ? [`${amountWithTicker(row.remaining, token(row.pay.asset))} left`] : []),
    ...(row.source === 'external' ? ['placed elsewhere'] : []),
  ];
  return `${row.id}  ${parts.join(', ')}`;
}
