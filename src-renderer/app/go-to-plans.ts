import { flushSync } from 'svelte';
import type { Desk } from '../state/desk.svelte.ts';

/** Shows the table of recurring orders and puts the focus on the row where the keys were last. */
export function goToPlans(desk: Desk): void {
  desk.lower = 'plans';
  flushSync();
  const target =
    document.querySelector<HTMLElement>('[data-plan][tabindex="0"]') ??
    document.querySelector<HTMLElement>('[role=tab][id$="-plans"]');
  target?.focus();
}
