/** A part's size in pixels with its bounds. */
export interface PartSize {
  readonly size: number;
  readonly least: number;
  readonly most: number;
}

/** Widths of the markets and of the ticket, and the height of the tables below the chart. */
export interface DeskSizes {
  readonly markets: PartSize;
  readonly ticket: PartSize;
  readonly lower: PartSize;
}

/** What the chart needs at the least: its toolbar whole, and candles that can be read. */
const LEAST_CENTRE = { width: 560, height: 340 };
/** Title bar and status line. */
const AROUND = 68;
const WIDE = 1_600;

/** The sizes of the desk in a window of that size: what the user set as far as there is room, else what suits it. */
export function deskSizes(
  set: { readonly [Part in keyof DeskSizes]?: number | undefined },
  width: number,
  height: number,
): DeskSizes {
  const wide = width >= WIDE;
  const room = width - LEAST_CENTRE.width;
  const ticket = within(set.ticket ?? (wide ? 360 : 320), 300, Math.min(520, room - 240));
  const markets = within(set.markets ?? (wide ? 344 : 304), 240, Math.min(560, room - ticket.size));
  const inner = height - AROUND;
  const lower = within(set.lower ?? Math.round(inner * 0.29), 120, inner - LEAST_CENTRE.height);
  return { markets, ticket, lower };
}

function within(wanted: number, least: number, room: number): PartSize {
  const most = Math.max(least, room);
  return { size: Math.min(most, Math.max(least, wanted)), least, most };
}
