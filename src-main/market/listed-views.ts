import type { EpochMs } from '#domain/time.ts';
import type { ListedRow } from './listed-row.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { JournalStep } from '../ports/journal.ts';
import { amountView, failureView, SHORT, textOf } from '../gate/wire.ts';

/* Orders and recurring orders alike as the trading window shows them. */

/** What is asked about the history of a row. */
export interface HistoryProfile {
  readonly ledger: Ledger;
  readonly trading: { steps(tradeId: string): readonly JournalStep[] };
}

export function listedRowView(row: ListedRow) {
  return {
    id: row.id,
    source: row.source,
    told: row.told === undefined || row.told === '' ? undefined : row.told.slice(0, SHORT),
    wallet: row.wallet.slice(0, SHORT),
    side: row.side,
    token: row.token,
    pay: amountView(row.pay.asset, row.pay.quantity),
    receive: row.receive,
    received: textOf(row.received),
    placedAt: row.placedAt,
    updatedAt: row.updatedAt,
    returning: row.returning.map(({ asset, quantity }) => amountView(asset, quantity)),
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
  { trading }: Pick<HistoryProfile, 'trading'>,
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

/** When a transaction was placed in a block; `undefined` where the ledger does not know. */
export async function timeOf(
  hash: string,
  { ledger }: Pick<HistoryProfile, 'ledger'>,
): Promise<EpochMs | undefined> {
  const included = await ledger.inclusion(hash);
  return included.ok ? included.value?.time : undefined;
}
