import { LIVE_STATUSES } from '#domain/limit-order.ts';
import { type Failure, failure } from '#domain/failure.ts';
import type { AssetId } from '#domain/asset.ts';
import type { OrderRow } from '../features/orders/order-row.ts';
import { text, type Values } from './options.ts';
import { UsageError } from './terminal.ts';

/** Which orders a cancellation is for. */
export type OrderSelection =
  | { readonly kind: 'named'; readonly names: readonly string[] }
  | {
      readonly kind: 'all';
      /** The token named, to be found; absent: every pair. */
      readonly pair: string | undefined;
      readonly olderThanMs: number | undefined;
    };

export const selectionOptions = {
  order: { type: 'string' },
  all: { type: 'boolean' },
  pair: { type: 'string' },
  'older-than': { type: 'string' },
} as const;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MOST_NAMED = 500;

/** @throws UsageError */
export function readSelection(values: Values): OrderSelection {
  const named = text(values, 'order');
  const [pair, older] = [text(values, 'pair'), text(values, 'older-than')];
  const wide = values['all'] === true || pair !== undefined || older !== undefined;
  if ((named === undefined) === !wide)
    throw new UsageError('either --order ID[,ID] or one of --all, --pair and --older-than is needed');
  if (named === undefined)
    return { kind: 'all', pair, olderThanMs: older === undefined ? undefined : readAge(older) };
  const names = named.split(',').map((name) => name.trim().replace('#', '_'));
  if (names.length > MOST_NAMED || !names.every((name) => /^[A-Za-z0-9_-]{1,100}$/.test(name)))
    throw new UsageError('--order takes ids of the list of orders with commas between them');
  return { kind: 'named', names: [...new Set(names)] };
}

/** The orders meant; those named that cannot be cancelled are answered with why. */
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
    const meant = rows.filter(
      (row) =>
        row.cancellable &&
        (pair === undefined || row.token === pair) &&
        (olderThanMs === undefined || (row.placedAt !== undefined && now - row.placedAt > olderThanMs)),
    );
    return { rows: meant, left: [] };
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
  throw new UsageError('--older-than takes an age such as 30m, 12h or 7d');
}
