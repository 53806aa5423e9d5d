import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { ApprovalTable, ChartTable, MainTable, VaultTable } from '#contract/index.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import type { Gate } from '../gate/gate.ts';
import type { SettingsStore } from '../ports/journal.ts';
import type { SecretWindow, TicketEdge } from '../ports/windows.ts';
import { StorageError } from '../ports/storage-trouble.ts';

/** Milliseconds that stopping may take: a server that does not answer must not keep the process alive. */
export const LONGEST_STOP_MS = 20_000;

/** The doors that a shell carries messages to, one for each window. */
export interface Gates<Main extends WindowGate = WindowGate> {
  readonly main: Main;
  readonly vault: Gate<VaultTable>;
  readonly approval: Gate<ApprovalTable>;
  /** Of the window of each chart; absent where there are none. */
  readonly charts?: Readonly<Record<DeskSlot, Gate<ChartTable>>>;
}

/** The parts of a gate that a shell needs, whichever table it guards. */
export type WindowGate = Pick<Gate<MainTable>, 'call' | 'subscribe'>;

/** The kind of main window: the trading desk, or the desk of a computer without a network. */
export type MainName = 'trading' | 'offline';

/** Its page, and its preload under Electron. */
export const MAIN_WINDOWS: Readonly<Record<MainName, { readonly path: string; readonly preload: string }>> = {
  trading: { path: '/index.html', preload: 'index.cjs' },
  offline: { path: '/offline.html', preload: 'offline.cjs' },
};

/** A window that opens next to the trading window, with its own page, preload, session and gate. */
export type SideName = SecretWindow;

interface SideWindow {
  readonly path: string;
  readonly bounds: { readonly width: number; readonly height: number };
  readonly minimum: { readonly width: number; readonly height: number };
}

export const SIDE_WINDOWS: Readonly<Record<SideName, SideWindow>> = {
  vault: {
    path: '/vault.html',
    bounds: { width: 520, height: 720 },
    minimum: { width: 480, height: 600 },
  },
  approval: {
    path: '/approval.html',
    bounds: { width: 720, height: 860 },
    minimum: { width: 560, height: 600 },
  },
};

/** The window of a chart: a window like the trading window, which stays where the user puts it. */
export const CHART_WINDOW = {
  path: '/chart.html',
  preload: 'chart.cjs',
  bounds: { width: 1000, height: 700 },
  minimum: { width: 640, height: 480 },
} as const;

/** Where the place of a chart's window is kept. */
export function chartBoundsKey(slot: DeskSlot): string {
  return `window.chart.${slot}`;
}

/** Place and size of a window, in CSS pixels. */
export interface WindowBounds {
  readonly width: number;
  readonly height: number;
  readonly left?: number;
  readonly top?: number;
}

/** Where a window of that size stands beside the ticket of the trading window, wholly within the screen's free area. */
export function besideTicket(
  size: { readonly width: number; readonly height: number },
  main: Placed,
  edge: TicketEdge,
  area: Placed,
): Placed {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  const within = (at: number, from: number, room: number): number =>
    Math.round(Math.min(Math.max(at, from), from + room));
  return {
    width,
    height,
    left: within(main.left + main.width * edge - width, area.left, area.width - width),
    top: within(main.top + (main.height - height) / 2, area.top, area.height - height),
  };
}

export type Placed = Required<WindowBounds>;

/** How much of a window's upper edge must be visible so that it can be moved: width and height in pixels. */
const VISIBLE = { width: 120, height: 40 } as const;

/**
 * Fits saved bounds to the free area of the display that they are nearest to: on one that is gone, the window would be out
 * of sight. Where too little of it would be visible, it keeps its size and has no place.
 */
export function boundsWithin({ width, height, left, top }: WindowBounds, area: Placed): WindowBounds {
  const size = { width: Math.min(width, area.width), height: Math.min(height, area.height) };
  if (left === undefined || top === undefined) return size;
  const visible =
    left + size.width - area.left >= VISIBLE.width &&
    area.left + area.width - left >= VISIBLE.width &&
    top >= area.top &&
    area.top + area.height - top >= VISIBLE.height;
  return visible ? { ...size, left, top } : size;
}

const bounds = v.object({
  width: v.pipe(v.number(), v.integer(), v.minValue(640), v.maxValue(16_384)),
  height: v.pipe(v.number(), v.integer(), v.minValue(480), v.maxValue(16_384)),
  left: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-16_384), v.maxValue(16_384))),
  top: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-16_384), v.maxValue(16_384))),
});

/** Keeps bounds that changed. Without room on the disk they are lost: a window closes in any case. */
export function keepBounds(settings: SettingsStore, key: string, value: WindowBounds): void {
  const before = readBounds(settings.get(key));
  if (before && isDeepStrictEqual(before, value)) return;
  try {
    settings.set(key, value);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}

/** Kept window bounds, or `undefined` when there are none that make sense. */
export function readBounds(value: unknown): WindowBounds | undefined {
  const read = v.safeParse(bounds, value);
  if (!read.success) return undefined;
  const { width, height, left, top } = read.output;
  return { width, height, ...(left === undefined ? {} : { left }), ...(top === undefined ? {} : { top }) };
}
