import { flushSync } from 'svelte';
import type { Desk } from '../state/desk.svelte.ts';

/** Shows the table of orders and puts the focus on it. */
export function goToOrders(desk: Desk): void {
  desk.lower = 'orders';
  flushSync();
  document.querySelector<HTMLElement>('[role=grid][aria-label=Orders]')?.focus();
}
