import * as v from 'valibot';
import { sentence } from '#domain/sentences/sentence.ts';
import { shownName } from '#domain/words/names.ts';
import { noticeSource, type NoticeProfile, type NoticeSource, type SourceParts } from '../notices/notices.ts';
import { shownAmount } from '../../market/token-catalogue.ts';
import type { OrderBoard } from './order-board.ts';
import type { OrderRow } from './order-row.ts';

/** Orders whose reports are remembered. */
const MOST_REPORTED = 500;
const memory = v.object({ told: v.array(v.string()) });

/** The batches of the application, as far as a move that is half done is concerned. */
interface Moves {
  readonly underWay: (tradeId: string) => boolean;
  /** Calls back when a batch continues or ends. Returns a function that ends it. */
  readonly onChange: (listener: () => void) => () => void;
}

interface MoveNoticeProfile extends NoticeProfile {
  readonly orders: Pick<OrderBoard, 'onChange' | 'rows'>;
}

/**
 * Notices of moves that stopped half-way: the order is cancelled, and the one that was to take its place was not signed,
 * and never will be by itself. Each once, also after a restart; nobody can wish not to hear of it.
 */
export function moveNotices(parts: SourceParts, moves: Moves): NoticeSource<MoveNoticeProfile> {
  return noticeSource(parts, {
    name: 'move-notices',
    memory,
    nothingSeen: { told: [] },
    rows: ({ orders }: MoveNoticeProfile, look: (rows: readonly OrderRow[]) => void) => {
      const ends = [orders.onChange(({ rows }) => look(rows)), moves.onChange(() => look(orders.rows))];
      return () => {
        for (const end of ends) end();
      };
    },
    events: (rows, seen) => {
      const reported = seen.told;
      const news = rows.filter((row) => isHalfDone(row, moves) && !reported.includes(row.id));
      if (news.length === 0) return { events: [], memory: seen };
      const events = news.map((row) => ({ kind: 'not-placed' as const, row }));
      return { events, memory: { told: [...reported, ...news.map(({ id }) => id)].slice(-MOST_REPORTED) } };
    },
    wanted: (events) => events,
    words: {
      titles: { 'not-placed': sentence('move/not-placed') },
      text: ({ row: { unplaced, pay, token: asset } }, token) =>
        unplaced === undefined
          ? []
          : [
              sentence('move/what', {
                what: shownAmount(unplaced.pay.quantity, token(pay.asset)),
                price: unplaced.typed.text,
                name: shownName(token(asset)) || asset.slice(0, 12),
              }),
            ],
      severalTitle: (count) => sentence('move/several', { orders: count }),
      severalText: (events) => [sentence('move/count', { orders: events.length })],
    },
    notice: (parts) => ({ about: 'orders', ...parts }),
  });
}

function isHalfDone({ unplaced, cancelTradeId }: OrderRow, moves: Moves): boolean {
  return unplaced !== undefined && cancelTradeId !== undefined && !moves.underWay(cancelTradeId);
}
