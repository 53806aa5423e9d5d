import { failure, type Failure } from '#domain/failure.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { AssetId } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { outputOf } from '../market/listed-row.ts';
import type { OrderRow } from '../features/orders/order-row.ts';
import type { CancelTarget } from '../trading/kinds/cancel.ts';
import type { CancelQuote } from '../trading/kinds/quote.ts';
import type { Interruption } from './interruption.ts';
import type { Values } from './options.ts';
import { listOrders } from './order-rows.ts';
import { readSelection, selectionOptions, selectOrders } from './order-selection.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { amountWithTicker, findToken } from './tokens.ts';
import { accountOf, runTrade, type TradeOutcome } from './trade.ts';
import { readConsents, traderOptions, withTrader, type Consents, type TraderStage } from './with-trader.ts';

export const cancelOptions = { ...traderOptions, ...selectionOptions } as const;

/** How often what an exchange overtook is tried again without it. */
const ROUNDS = 3;

interface Left {
  readonly id: string;
  readonly failure: Failure;
}

/** What became of the orders that were to be taken back. */
interface Taken {
  readonly cancelled: string[];
  readonly left: Left[];
  readonly hashes: string[];
  /** Lovelace that the network took. */
  fees: bigint;
  /** Lovelace that did not come back, the network's fees among it. */
  cost: bigint;
  trouble: Failure | undefined;
}

/** `cancel`: takes orders back: those named, or all of a wallet, of a pair, or of an age. */
export async function cancelCommand(
  values: Values,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const selection = readSelection(values);
  const consents = readConsents(values, 'placed');
  return withTrader(
    { values, terminal, interruption },
    async (connection) => {
      const named = selection.kind === 'all' ? selection.pair : undefined;
      if (named === undefined) return ok(undefined);
      const token = await findToken(named, connection);
      return token.ok ? ok(token.value.id) : token;
    },
    async (stage, pair: AssetId | undefined) => {
      const { trading, connection, keys } = stage;
      const address = keys.wallet.address(0);
      if (!address.ok) return terminal.failure(address.failure);
      const listed = await listOrders(address.value, trading.allTrades(), connection, interruption.signal);
      if (!listed.ok) return terminal.failure(listed.failure);
      const { rows, left } = selectOrders(listed.value.rows, selection, pair, Date.now());
      if (rows.length === 0) return terminal.failure(left[0]?.failure ?? failure('nothing-to-cancel'));
      const taken: Taken = {
        cancelled: [],
        left: [...left],
        hashes: [],
        fees: 0n,
        cost: 0n,
        trouble: undefined,
      };
      await takeBack(rows, consents, stage, taken);
      return tell(taken, stage);
    },
  );
}

/** Cancels in as few transactions as it takes. What an exchange fills meanwhile is left, and the rest tried again. */
async function takeBack(
  rows: readonly OrderRow[],
  consents: Consents,
  stage: TraderStage,
  taken: Taken,
): Promise<void> {
  const { trading, keys, terminal, interruption } = stage;
  const account = accountOf(keys.wallet);
  if (!account.ok) return void (taken.trouble = account.failure);
  let waiting = [...rows];
  for (let round = 0; round < ROUNDS && waiting.length > 0; round += 1) {
    const prepared = await trading.estimate(
      { kind: 'cancel', targets: waiting.map(targetOf), account: account.value },
      interruption.signal,
    );
    if (!prepared.ok) {
      if (waiting.length > 1 || !prepared.failure.code.startsWith('order-'))
        return void (taken.trouble = prepared.failure);
      return void taken.left.push({ id: waiting[0]?.id ?? '', failure: prepared.failure });
    }
    taken.left.push(...prepared.value.left);
    const apart = new Set(prepared.value.left.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => !apart.has(id));
    const again: OrderRow[] = [];
    for (const quote of prepared.value.quotes) {
      const orders = ordersOf(quote, waiting);
      const plan = {
        ...consents,
        quote: (core: typeof trading) => Promise.resolve(core.freshQuote(core.renew(quote))),
        lines: () => cancelLines(quote, orders.length),
      };
      const outcome = await runTrade(plan, { trading, keys, terminal, interruption });
      if (outcome.failure === undefined) noteDone(outcome, orders, taken);
      else if (isOvertaken(outcome.failure)) again.push(...orders);
      else return void (taken.trouble = outcome.failure);
    }
    waiting = again;
  }
  for (const { id } of waiting) taken.left.push({ id, failure: failure('order-not-on-chain') });
}

function targetOf(row: OrderRow): CancelTarget {
  return { id: row.id, serviceId: row.service?.id, placed: outputOf(row) };
}

function ordersOf({ ids }: CancelQuote, rows: readonly OrderRow[]): readonly OrderRow[] {
  return rows.filter(({ service }) => service !== undefined && ids.includes(service.id));
}

function noteDone({ trade }: TradeOutcome, orders: readonly OrderRow[], taken: Taken): void {
  taken.cancelled.push(...orders.map(({ id }) => id));
  if (!trade) return;
  taken.hashes.push(trade.bodyHash);
  taken.fees += trade.costs.networkFee;
  taken.cost += trade.costs.networkFee + trade.costs.otherRecipients;
}

/** The exchange was faster with one of the orders: the others can be tried again. */
function isOvertaken({ code }: Failure): boolean {
  return code === 'order-filled-first' || code === 'order-already-closed' || code === 'inputs-spent';
}

function cancelLines({ holds, tokens }: CancelQuote, orders: number): readonly string[] {
  const held = [...holds].map(([asset, quantity]) => {
    const token = tokens.find(({ id }) => id === asset);
    return token ? amountWithTicker(quantity, token) : `${quantity} base units of ${asset}`;
  });
  const which = orders === 1 ? 'one order, which holds' : `${orders} orders, which hold`;
  return [`Takes back ${which} ${held.join(' and ')}`];
}

/** Orders that an exchange filled first are no failure: their trade went through. */
function tell(taken: Taken, { terminal, interruption, journalFile }: TraderStage): ExitCode {
  const filled = taken.left.filter(({ failure: why }) => why.code === 'order-filled-first');
  const json = {
    cancelled: taken.cancelled,
    tx_hashes: taken.hashes,
    network_fees_ada: formatDecimal(taken.fees, 6),
    total_cost_ada: formatDecimal(taken.cost, 6),
    left: taken.left.map(({ id, failure: why }) => ({ id, code: why.code })),
    journal: journalFile,
  };
  const trouble = taken.trouble ?? taken.left.find((one) => !filled.includes(one))?.failure;
  if (trouble !== undefined) {
    terminal.failure(trouble, json);
    return trouble.code === 'interrupted' ? interruption.exitCode : 1;
  }
  terminal.result(json, [
    taken.cancelled.length === 1 ? 'One order is back.' : `${taken.cancelled.length} orders are back.`,
    ...filled.map(({ id }) => `${id} was filled first: the trade went through.`),
    ...taken.hashes,
  ]);
  return 0;
}
