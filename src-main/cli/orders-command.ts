import type { OrderRow } from '../features/orders/order-row.ts';
import { LIVE_STATUSES } from '#domain/limit-order.ts';
import { text, type Values } from './options.ts';
import { listOrders, orderJson, orderLine, readTrades } from './order-rows.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { findToken } from './tokens.ts';
import { defaultJournal } from './trader.ts';
import { addressOptions, withAddress } from './with-address.ts';

export const ordersOptions = {
  ...addressOptions,
  status: { type: 'string' },
  pair: { type: 'string' },
  journal: { type: 'string' },
} as const;

const WANTED = ['open', 'filled', 'cancelled', 'all'] as const;

/** `orders`: the orders of an address, from the service and from what was placed here. Nothing is signed. */
export async function ordersCommand(values: Values, terminal: Terminal): Promise<ExitCode> {
  const wanted = readWanted(values);
  return withAddress(values, terminal, async (address, connection) => {
    const named = text(values, 'pair');
    const pair = named === undefined ? undefined : await findToken(named, connection);
    if (pair?.ok === false) return terminal.failure(pair.failure);
    const journalFile = text(values, 'journal') ?? defaultJournal(connection.network, address);
    const listed = await listOrders(address, readTrades(journalFile), connection);
    if (!listed.ok) return terminal.failure(listed.failure);
    const { rows, token } = listed.value;
    const meant = rows.filter(
      (row) => isWanted(row, wanted) && (pair === undefined || row.token === pair.value.id),
    );
    terminal.result(
      { address, orders: meant.map((row) => orderJson(row, token)) },
      meant.length === 0 ? ['No such orders.'] : meant.map((row) => orderLine(row, token)),
    );
    return 0;
  });
}

function readWanted(values: Values): (typeof WANTED)[number] {
  const typed = text(values, 'status') ?? 'open';
  const wanted = WANTED.find((one) => one === typed);
  if (wanted !== undefined) return wanted;
  throw new UsageError(`--status takes ${WANTED.join(', ')}`);
}

function isWanted({ status }: OrderRow, wanted: (typeof WANTED)[number]): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'open') return LIVE_STATUSES.includes(status);
  return wanted === 'filled' ? status === 'filled' : status === 'cancelled' || status === 'closed';
}
