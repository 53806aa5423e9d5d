import type { EpochMs } from '#domain/time.ts';
import type { ListedRow } from './listed-row.ts';
import type { Profile } from '../profile/profile.ts';
import { failureView, SHORT, textOf } from '../gate/wire.ts';

/** Makes of orders and recurring orders alike what the trading window is shown. */

export function listedRowView(row: ListedRow) {
  return {
    id: row.id,
    source: row.source,
    told: row.told === undefined || row.told === '' ? undefined : row.told.slice(0, SHORT),
    wallet: row.wallet.slice(0, SHORT),
    side: row.side,
    token: row.token,
    pay: { asset: row.pay.asset, quantity: String(row.pay.quantity) },
    receive: row.receive,
    received: textOf(row.received),
    placedAt: row.placedAt,
    updatedAt: row.updatedAt,
    returning: row.returning.map(({ asset, quantity }) => ({ asset, quantity: String(quantity) })),
    cancellable: row.cancellable,
    tradeId: row.tradeId,
    cancelTradeId: row.cancelTradeId,
    txHash: row.txHash,
    outputIndex: row.outputIndex,
    failure: row.failure && failureView(row.failure),
  };
}

/** What the journal has of a row's trade, and the service's own record of the row. */
export function listedHistoryView(
  { tradeId, service }: Pick<ListedRow, 'tradeId' | 'service'>,
  { trading }: Pick<Profile, 'trading'>,
) {
  const steps = tradeId === undefined ? [] : trading.steps(tradeId);
  return {
    steps: steps.map(({ at, state, note }) => ({ at, state, note: note.slice(0, SHORT) })),
    record: (service?.record ?? []).map(([name, text]) => ({
      name: name.slice(0, SHORT),
      text: text.slice(0, SHORT),
    })),
  };
}

/** When a transaction came into its block; `undefined` where the ledger does not tell. */
export async function timeOf(
  hash: string,
  { ledger }: Pick<Profile, 'ledger'>,
): Promise<EpochMs | undefined> {
  const included = await ledger.inclusion(hash);
  return included.ok ? included.value?.time : undefined;
}
