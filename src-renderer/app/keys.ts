import { flushSync } from 'svelte';
import type { Panels, TicketTab } from '../state/panels.svelte.ts';

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
    name: 'Desk',
    keys: [
      { keys: ['/'], does: 'Search tokens' },
      { keys: ['M'], does: 'Go to the market swap' },
      { keys: ['L'], does: 'Go to the limit order' },
      { keys: ['D'], does: 'Go to the recurring order' },
      { keys: ['O'], does: 'Go to the orders' },
      { keys: ['P'], does: 'Go to the plans' },
      { keys: ['A'], does: 'Go to the alerts' },
      { keys: ['W'], does: 'Watch the token, or stop' },
      { keys: ['R'], does: 'Replay: play, or pause' },
      { keys: ['.'], does: 'Replay: next block' },
      { keys: ['Shift', '.'], does: 'Replay: to the end of the candle' },
      { keys: ['Ctrl', 'Enter'], does: 'Review the ticket' },
      { keys: ['Ctrl', 'K'], does: 'Open the palette' },
      { keys: ['Ctrl', 'L'], does: 'Lock the wallet' },
      { keys: ['Ctrl', 'Shift', 'H'], does: 'Hide or show amounts' },
      { keys: ['Esc'], does: 'Close the top layer' },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
      { keys: ['H'], does: 'What the figures mean' },
    ],
  },
  {
    name: 'Lists and edges',
    keys: [
      { keys: ['↑', '↓'], does: 'Next or previous token' },
      { keys: ['Alt', '↑ ↓'], does: 'Move a token of a watch list' },
      { keys: ['←', '→'], does: 'Move an edge between two parts' },
      { keys: ['Shift', '← →'], does: 'Move it further' },
      { keys: ['Enter'], does: 'Put the edge back' },
      { keys: ['Home', 'End'], does: 'First or last of a list or menu' },
    ],
  },
  {
    name: 'Orders',
    keys: [
      { keys: ['↑', '↓'], does: 'Next or previous order' },
      { keys: ['Space'], does: 'Select the order' },
      { keys: ['Shift', 'Space'], does: 'Select up to here' },
      { keys: ['Ctrl', 'A'], does: 'Select all shown' },
      { keys: ['Enter'], does: 'Show the order in full' },
      { keys: ['F2'], does: 'Move the order to another price' },
      { keys: ['Del'], does: 'Cancel the selected orders' },
    ],
  },
  {
    name: 'Chart',
    keys: [
      { keys: ['1', '…', '8'], does: 'Period, from 20 seconds to 1 week' },
      { keys: ['F'], does: 'Full screen, or back' },
      { keys: ['←', '→'], does: 'Go back and forth in time' },
      { keys: ['+', '−'], does: 'Zoom in and out' },
      { keys: ['Shift', '← →'], does: 'Crosshair by one candle' },
      { keys: ['Home', 'End'], does: 'Oldest and newest candle' },
      { keys: ['0'], does: 'Back to the newest, in standard size' },
      { keys: ['Shift', 'drag'], does: 'Measure' },
      { keys: ['Alt', 'H T R C F E X M'], does: 'Draw: a tool each, from line to measure' },
      { keys: ['← → ↑ ↓', 'Enter'], does: 'Choose its place, and set it there' },
      { keys: ['N'], does: 'Select the next drawing; with Shift, the one before' },
      { keys: ['Space'], does: 'Hold its next point, or all of it' },
      { keys: ['← → ↑ ↓'], does: 'Move what is held; with Shift, further' },
      { keys: ['Enter'], does: 'Its colour, width, line and words' },
      { keys: ['Del'], does: 'Remove the selected drawing' },
      { keys: ['Ctrl', 'Z'], does: 'Undo a drawing' },
      { keys: ['Ctrl', 'Shift', 'Z'], does: 'Redo it' },
      { keys: ['Menu'], does: 'What to do with a price' },
      { keys: ['F2'], does: 'Take hold of your next order line' },
      { keys: ['↑ ↓', 'Enter'], does: 'Move it, and review the move' },
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
  if (event.altKey || isTyping(event.target)) return undefined;
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

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}

/** What the palette can do. Its text is what is searched, so it says all that one might type. */
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
