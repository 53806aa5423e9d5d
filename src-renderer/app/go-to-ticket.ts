import { flushSync } from 'svelte';
import type { Desk, TicketTab } from '../state/desk.svelte.ts';

/** Shows a ticket and puts the focus on the amount. */
export function goToTicket(desk: Desk, tab: TicketTab): void {
  desk.ticketTab = tab;
  flushSync();
  document.getElementById('ticket-pay')?.focus();
}
