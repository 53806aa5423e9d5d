import type { PreferencesView } from '#contract/settings.ts';

/** A part's size in pixels with its bounds. */
export interface PartSize {
  readonly size: number;
  readonly least: number;
  readonly most: number;
}

/** Widths of the markets, of the ticket and of the book, and the height of the tables below the chart. */
export interface DeskSizes {
  readonly markets: PartSize;
  readonly ticket: PartSize;
  readonly lower: PartSize;
  /** Absent where the book is one of the tables. */
  readonly book: PartSize | undefined;
}

/** The smallest useful size of the chart: its whole toolbar, and legible candles. */
const LEAST_CENTRE = { width: 560, height: 340 };
const LEAST_BOOK = 280;
/** Title bar and status line. */
const AROUND = 68;
const WIDE = 1_600;
/** Room for a list of markets with several columns. */
const VERY_WIDE = 2_400;

/** Whether a window of that width has room for the book next to the chart. */
export function hasRoomForBook(width: number): boolean {
  return width >= WIDE;
}

/** The sizes of the desk in a window of that size: the user's as far as there is room, else suitable ones. */
export function deskSizes(set: PreferencesView['layout'], width: number, height: number): DeskSizes {
  const wide = hasRoomForBook(width);
  const bookInColumn = wide && set.bookBelow !== true;
  const room = width - LEAST_CENTRE.width;
  const forBook = bookInColumn ? LEAST_BOOK : 0;
  const ticket = within(set.ticket ?? (wide ? 360 : 320), 300, Math.min(520, room - 240 - forBook));
  const markets = within(
    set.markets ?? marketsWidth(width),
    240,
    Math.min(560, room - ticket.size - forBook),
  );
  const left = room - ticket.size - markets.size;
  const book = bookInColumn ? within(set.book ?? 320, LEAST_BOOK, Math.min(480, left)) : undefined;
  const inner = height - AROUND;
  const lower = within(set.lower ?? Math.round(inner * 0.29), 120, inner - LEAST_CENTRE.height);
  return { markets, ticket, lower, book };
}

function marketsWidth(width: number): number {
  if (width >= VERY_WIDE) return 440;
  return hasRoomForBook(width) ? 344 : 304;
}

function within(wanted: number, least: number, room: number): PartSize {
  const most = Math.max(least, room);
  return { size: Math.min(most, Math.max(least, wanted)), least, most };
}
