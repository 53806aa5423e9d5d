import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { receiptsText, receiptText } from '../../receipt/write-receipt.ts';
import type { Desk } from '../../app/desk.ts';
import { DONE, type MainCalls } from '../../gate/calls.ts';

/** What the trading window may ask of trades that exist. */
export function tradeCalls({ host, parts, saving }: Desk): MainCalls<'trades'> {
  const save = async (
    name: string,
    text: string,
  ): Promise<Result<{ saved: boolean; place?: string }, Failure>> => {
    const refused = saving.spend(text.length);
    if (refused) return failed(refused);
    const path = await parts.windows.saveFile(name, text);
    return ok(path === undefined ? { saved: false } : { saved: true, place: path });
  };
  const recordsOf = (tradeId?: string): Result<readonly (readonly string[])[], Failure> => {
    const profile = host.current();
    if (!profile.ok) return profile;
    const rows = profile.value.trading.receipts(tradeId);
    if (rows.length === 0) return failed(failure('receipt-missing'));
    const byTrade = Map.groupBy(rows, (row) => row.tradeId);
    return ok([...byTrade.values()].map((records) => records.map(({ text }) => text)));
  };
  return {
    'trades.steps': ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return Promise.resolve(profile);
      const steps = profile.value.trading.steps(tradeId);
      return Promise.resolve(
        ok(steps.map(({ at, state, note }) => ({ at, state, note: note.slice(0, 300) }))),
      );
    },
    'trades.assembleLocally': async ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const sent = await profile.value.trading.assembleLocally(tradeId);
      return sent.ok ? DONE : sent;
    },
    'trades.receipt': async ({ tradeId }) => {
      const records = recordsOf(tradeId);
      if (!records.ok) return records;
      const name = `touchstone-receipt-${tradeId.slice(0, 16)}.json`;
      return save(name, receiptText(records.value.flat()));
    },
    'trades.receipts': async () => {
      const records = recordsOf();
      if (!records.ok) return records;
      return save('touchstone-receipts.json', receiptsText(records.value));
    },
  };
}
