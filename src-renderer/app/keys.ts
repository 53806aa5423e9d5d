import { flushSync } from 'svelte';
import type { Panels, TicketTab } from '../state/panels.svelte.ts';
import { isTyping } from '../ui/is-typing.ts';
import { words } from './words/keys.ts';

/** A key of the desk, with what it does, for the overlay of all keys. */
export interface DeskKey {
  readonly keys: readonly string[];
  readonly does: string;
}

export interface KeyGroup {
  readonly name: string;
  readonly keys: readonly DeskKey[];
}

export const deskKeys: readonly KeyGroup[] = [
  {
    name: words.desk,
    keys: [
      { keys: ['/'], does: words.searchTokens },
      { keys: ['M'], does: words.goToSwap },
      { keys: ['L'], does: words.goToLimit },
      { keys: ['D'], does: words.goToRecurring },
      { keys: ['O'], does: words.goToOrders },
      { keys: ['P'], does: words.goToPlans },
      { keys: ['A'], does: words.goToAlerts },
      { keys: ['W'], does: words.watchToken },
      { keys: ['R'], does: words.replayPlay },
      { keys: ['.'], does: words.replayBlock },
      { keys: ['Shift', '.'], does: words.replayCandle },
      { keys: ['Ctrl', 'Enter'], does: words.reviewTicket },
      { keys: ['Ctrl', 'K'], does: words.openPalette },
      { keys: ['Ctrl', 'L'], does: words.lockWallet },
      { keys: ['Ctrl', 'Shift', 'H'], does: words.hideAmounts },
      { keys: ['Esc'], does: words.closeLayer },
      { keys: ['?'], does: words.showKeys },
      { keys: ['H'], does: words.figuresMean },
    ],
  },
  {
    name: words.lists,
    keys: [
      { keys: ['↑', '↓'], does: words.nextToken },
      { keys: ['Alt', '↑ ↓'], does: words.moveToken },
      { keys: ['←', '→'], does: words.moveEdge },
      { keys: ['Shift', '← →'], does: words.moveFurther },
      { keys: ['Enter'], does: words.edgeBack },
      { keys: ['Home', 'End'], does: words.firstOrLast },
    ],
  },
  {
    name: words.orders,
    keys: [
      { keys: ['↑', '↓'], does: words.nextOrder },
      { keys: ['Space'], does: words.selectOrder },
      { keys: ['Shift', 'Space'], does: words.selectUpTo },
      { keys: ['Ctrl', 'A'], does: words.selectAll },
      { keys: ['Enter'], does: words.showInFull },
      { keys: ['F2'], does: words.moveOrder },
      { keys: ['Del'], does: words.cancelSelected },
    ],
  },
  {
    name: words.chart,
    keys: [
      { keys: ['1', '…', '8'], does: words.period },
      { keys: ['F'], does: words.fullScreen },
      { keys: ['←', '→'], does: words.pan },
      { keys: ['+', '−'], does: words.zoom },
      { keys: ['Shift', '← →'], does: words.crosshair },
      { keys: ['Home', 'End'], does: words.oldestNewest },
      { keys: ['0'], does: words.backToNewest },
      { keys: ['Shift', words.drag], does: words.measure },
      { keys: ['Alt', 'H T R C F E X M'], does: words.draw },
      { keys: ['← → ↑ ↓', 'Enter'], does: words.placePoint },
      { keys: ['N'], does: words.nextDrawing },
      { keys: ['Space'], does: words.holdPoint },
      { keys: ['← → ↑ ↓'], does: words.moveHeld },
      { keys: ['Enter'], does: words.drawingStyle },
      { keys: ['Del'], does: words.removeDrawing },
      { keys: ['Ctrl', 'Z'], does: words.undo },
      { keys: ['Ctrl', 'Shift', 'Z'], does: words.redo },
      { keys: ['Menu'], does: words.priceMenu },
      { keys: ['F2'], does: words.holdOrder },
      { keys: ['↑ ↓', 'Enter'], does: words.moveLine },
    ],
  },
];

export type DeskCommand =
  | 'search'
  | 'ticket'
  | 'limit'
  | 'dca'
  | 'orders'
  | 'plans'
  | 'alerts'
  | 'watch'
  | 'full'
  | 'replay'
  | 'replay-block'
  | 'replay-candle'
  | 'palette'
  | 'lock'
  | 'hide-amounts'
  | 'keys'
  | 'figures';

/** Which command a key press means, if any. Plain letters mean nothing while text is typed. */
export function commandOf(event: KeyboardEvent): DeskCommand | undefined {
  // Text that is being composed, as in Japanese, is always input.
  if (event.isComposing) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey) return undefined;
    if (event.shiftKey) return key === 'h' ? 'hide-amounts' : undefined;
    return key === 'k' ? 'palette' : key === 'l' ? 'lock' : undefined;
  }
  if (event.altKey || isTyping(event)) return undefined;
  if (key === '/') return 'search';
  if (key === '?') return 'keys';
  if (event.code === 'Period' && ['.', '>', ':'].includes(key))
    return event.shiftKey ? 'replay-candle' : 'replay-block';
  if (event.shiftKey) return undefined;
  if (key === 'r') return 'replay';
  if (key === 'h') return 'figures';
  if (key === 'f') return 'full';
  if (key === 'l') return 'limit';
  if (key === 'd') return 'dca';
  if (key === 'o') return 'orders';
  if (key === 'p') return 'plans';
  if (key === 'a') return 'alerts';
  return key === 'm' ? 'ticket' : key === 'w' ? 'watch' : undefined;
}

/** A command of the palette. The search is over its text, so that has all the words a user might type. */
export interface PaletteCommand {
  readonly text: string;
  /** The key that does the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

/** Has the chart fill the window or puts it back, and puts the focus on it: where it was may be hidden. */
export function toggleFull(panels: Panels): void {
  panels.chartFull = !panels.chartFull;
  focusChart();
}

/** Puts the focus on the chart that the keys are meant for. */
export function focusChart(): void {
  flushSync();
  document.querySelector<HTMLElement>('[data-active] [role=application]')?.focus();
}

/** Shows the table of orders and puts the focus on it. */
export function goToOrders(panels: Panels): void {
  panels.lower = 'orders';
  flushSync();
  document.querySelector<HTMLElement>('[data-part=tables] [role=grid]')?.focus();
}

/** Shows the table of recurring orders and puts the focus on the row where the keys were last. */
export function goToPlans(panels: Panels): void {
  panels.lower = 'plans';
  flushSync();
  const target =
    document.querySelector<HTMLElement>('[data-plan][tabindex="0"]') ??
    document.querySelector<HTMLElement>('[role=tab][id$="-plans"]');
  target?.focus();
}

/** Shows the alerts and puts the focus on the price of a new one. */
export function goToAlerts(panels: Panels): void {
  panels.lower = 'alerts';
  flushSync();
  document.getElementById('alert-figure')?.focus();
}

/** Shows a ticket and puts the focus on the amount. */
export function goToTicket(panels: Panels, tab: TicketTab): void {
  panels.ticket = tab;
  flushSync();
  document.getElementById('ticket-pay')?.focus();
}
