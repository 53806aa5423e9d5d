import type { AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { LIVE_STATUSES } from '#domain/limit-order.ts';
import { ok } from '#domain/result.ts';
import { outputOf } from '../market/listed-rows.ts';
import type { OrderRow } from '../features/orders/order-row.ts';
import type { CancelProgress, CancelTarget } from '../trading/kinds/cancel.ts';
import { atEachTenth } from '../trading/order-search.ts';
import type { CancelQuote } from '../trading/kinds/quote.ts';
import { command, type Values } from './options.ts';
import { listOrders } from './orders.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { amountWithTicker, baseUnits, findToken } from './tokens.ts';
import type { TradeOutcome } from './trade-report.ts';
import { readConsents, runTrade, type Consents } from './trade.ts';
import { withTrader, type TraderStage } from './trader.ts';
import { progress, results, usage } from './words.ts';
import type { selectionOptions } from './option-groups.ts';
import { tables } from './option-tables.ts';

/** Which orders to cancel. */
export type OrderSelection =
  | { readonly kind: 'named'; readonly names: readonly string[] }
  | {
      readonly kind: 'all';
      /** The token named, to be found; absent: every pair. */
      readonly pair: string | undefined;
      readonly olderThanMs: number | undefined;
    };

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MOST_NAMED = 500;

/** How many rounds are tried, each without the orders that an exchange filled first. */
const ROUNDS = 3;

interface Left {
  readonly id: string;
  readonly failure: Failure;
}

/** The results for the orders to cancel. */
interface Outcome {
  readonly cancelled: string[];
  readonly left: Left[];
  readonly hashes: string[];
  /** Lovelace paid in network fees. */
  fees: bigint;
  /** Lovelace that did not come back, including the network fees. */
  cost: bigint;
  trouble: Failure | undefined;
}

/** `cancel`: cancels orders: those named, or all of a wallet, of a pair, or above an age. */
export const cancelCommand = command(tables.cancel, async (run) => {
  const { values, terminal, interruption } = run;
  const selection = readSelection(values);
  const consents = readConsents(values, 'placed');
  return withTrader(
    run,
    async (connection) => {
      const named = selection.kind === 'all' ? selection.pair : undefined;
      if (named === undefined) return ok(undefined);
      const token = await findToken(named, connection);
      return token.ok ? ok(token.value.id) : token;
    },
    async (stage, pair: AssetId | undefined) => {
      const { trading, connection, keys } = stage;
      const account = keys.wallet.account();
      if (!account.ok) return terminal.failure(account.failure);
      terminal.progress(progress.listingOrders);
      const { addresses } = account.value;
      const listed = await listOrders(addresses, trading.allTrades(), connection, interruption.signal);
      if (!listed.ok) return terminal.failure(listed.failure);
      const { rows, left } = selectOrders(listed.value.rows, selection, pair, Date.now());
      if (rows.length === 0) return terminal.failure(left[0]?.failure ?? failure('nothing-to-cancel'));
      const done: Outcome = {
        cancelled: [],
        left: [...left],
        hashes: [],
        fees: 0n,
        cost: 0n,
        trouble: undefined,
      };
      await cancelAll(rows, consents, stage, done);
      return report(done, stage);
    },
  );
});

/** Cancels in as few transactions as possible. Orders that an exchange fills meanwhile are left out, and the rest is tried again. */
async function cancelAll(
  rows: readonly OrderRow[],
  consents: Consents,
  stage: TraderStage,
  done: Outcome,
): Promise<void> {
  const { trading, keys, terminal, interruption } = stage;
  const account = keys.wallet.account();
  if (!account.ok) return void (done.trouble = account.failure);
  let waiting = [...rows];
  for (let round = 0; round < ROUNDS && waiting.length > 0; round += 1) {
    const prepared = await trading.estimators.cancellations.prepare(
      {
        targets: waiting.map(targetOf),
        account: account.value,
        progress: reportingPlan(terminal),
      },
      interruption.signal,
    );
    if (!prepared.ok) {
      if (waiting.length > 1 || !prepared.failure.code.startsWith('order-'))
        return void (done.trouble = prepared.failure);
      return void done.left.push({ id: waiting[0]?.id ?? '', failure: prepared.failure });
    }
    done.left.push(...prepared.value.left);
    const apart = new Set(prepared.value.left.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => !apart.has(id));
    const again: OrderRow[] = [];
    for (const quote of prepared.value.quotes) {
      const orders = ordersOf(quote, waiting);
      const plan = {
        ...consents,
        quote: (core: typeof trading) => Promise.resolve(core.quotes.fresh(core.quotes.renew(quote))),
        lines: () => cancelLines(quote, orders.length),
      };
      const outcome = await runTrade(plan, { trading, keys, terminal, interruption });
      if (outcome.failure === undefined) noteDone(outcome, orders, done);
      else if (isOvertaken(outcome.failure)) again.push(...orders);
      else return void (done.trouble = outcome.failure);
    }
    waiting = again;
  }
  for (const { id } of waiting) done.left.push({ id, failure: failure('order-not-on-chain') });
}

/** Reports a plan's progress at each tenth of many orders. */
export function reportingPlan(terminal: Pick<Terminal, 'progress'>): CancelProgress {
  return {
    found: atEachTenth((done, of) => terminal.progress(progress.cancelFound(done, of))),
    divided: atEachTenth((done, of) => terminal.progress(progress.cancelDivided(done, of))),
  };
}

export function targetOf(row: OrderRow): CancelTarget {
  return { id: row.id, serviceId: row.service?.id, placed: outputOf(row) };
}

function ordersOf({ ids }: CancelQuote, rows: readonly OrderRow[]): readonly OrderRow[] {
  return rows.filter(({ service }) => service !== undefined && ids.includes(service.id));
}

function noteDone({ trade }: TradeOutcome, orders: readonly OrderRow[], done: Outcome): void {
  done.cancelled.push(...orders.map(({ id }) => id));
  if (!trade) return;
  done.hashes.push(trade.bodyHash);
  done.fees += trade.costs.networkFee;
  done.cost += trade.costs.networkFee + trade.costs.otherRecipients;
}

/** The exchange filled one of the orders first: the others can be tried again. */
function isOvertaken({ code }: Failure): boolean {
  return code === 'order-filled-first' || code === 'order-already-closed' || code === 'inputs-spent';
}

export function cancelLines({ task, tokens }: CancelQuote, orders: number): readonly string[] {
  const held = [...task.holds].map(([asset, quantity]) => {
    const token = tokens.find(({ id }) => id === asset);
    return token ? amountWithTicker(quantity, token) : baseUnits(quantity, asset);
  });
  return [results.cancels(orders, held.join(' and '))];
}

/** Orders that an exchange filled first are not a failure: their trade went through. */
function report(done: Outcome, { terminal, interruption, journalFile }: TraderStage): ExitCode {
  const filled = done.left.filter(({ failure: why }) => why.code === 'order-filled-first');
  const json = {
    cancelled: done.cancelled,
    tx_hashes: done.hashes,
    network_fees_ada: formatDecimal(done.fees, 6),
    total_cost_ada: formatDecimal(done.cost, 6),
    left: done.left.map(({ id, failure: why }) => ({ id, code: why.code })),
    journal: journalFile,
  };
  const trouble = done.trouble ?? done.left.find((one) => !filled.includes(one))?.failure;
  if (trouble !== undefined) {
    terminal.failure(trouble, json);
    return trouble.code === 'interrupted' ? interruption.exitCode : 1;
  }
  terminal.result(json, [
    results.cancelled(done.cancelled.length),
    ...filled.map(({ id }) => results.filledFirst(id)),
    ...done.hashes,
  ]);
  return 0;
}

/** @throws UsageError */
export function readSelection(values: Values<typeof selectionOptions>): OrderSelection {
  const named = values.order;
  const [pair, older] = [values.pair, values['older-than']];
  const wide = values.all === true || pair !== undefined || older !== undefined;
  if ((named === undefined) === !wide) throw new UsageError(usage.ordersToCancel);
  if (named === undefined)
    return { kind: 'all', pair, olderThanMs: older === undefined ? undefined : readAge(older) };
  const names = named.split(',').map((name) => name.trim().replace('#', '_'));
  if (names.length > MOST_NAMED || !names.every((name) => /^[A-Za-z0-9_-]{1,100}$/.test(name)))
    throw new UsageError(usage.orderIds);
  return { kind: 'named', names: [...new Set(names)] };
}

/** The selected orders, and for each named order that cannot be cancelled the reason. */
export function selectOrders(
  rows: readonly OrderRow[],
  selection: OrderSelection,
  pair: AssetId | undefined,
  now: number,
): {
  readonly rows: readonly OrderRow[];
  readonly left: readonly { readonly id: string; readonly failure: Failure }[];
} {
  if (selection.kind === 'all') {
    const { olderThanMs } = selection;
    const matching = rows.filter(
      (row) =>
        row.cancellable &&
        (pair === undefined || row.token === pair) &&
        (olderThanMs === undefined || (row.placedAt !== undefined && now - row.placedAt > olderThanMs)),
    );
    return { rows: matching, left: [] };
  }
  const found: OrderRow[] = [];
  const left: { id: string; failure: Failure }[] = [];
  for (const name of selection.names) {
    const row = rows.find(({ id, service }) => id === name || service?.id === name);
    if (row?.cancellable === true) found.push(row);
    else
      left.push({
        id: name,
        failure: row
          ? failure(LIVE_STATUSES.includes(row.status) ? 'order-not-cancellable' : 'order-already-closed', {
              status: row.status,
            })
          : failure('order-unknown'),
      });
  }
  return { rows: found, left };
}

function readAge(typed: string): number {
  const match = /^(\d{1,4})([mhd])$/.exec(typed);
  const age = match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0) : 0;
  if (age > 0) return age;
  throw new UsageError(usage.age);
}
