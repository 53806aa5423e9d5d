import type { Approval } from '../../state/approval.svelte.ts';

/**
 * Keys of the first moment were begun before the window was looked at: a password that is typed at once goes into its
 * field, and nothing is pressed. Esc, and whatever goes with Ctrl, does what it does.
 */
export function takeEarlyKey(event: KeyboardEvent, approval: Approval): void {
  const { target, key } = event;
  const combined = event.ctrlKey || event.altKey || event.metaKey;
  if (approval.keysPress || (combined && !event.getModifierState('AltGraph'))) return;
  if (target instanceof HTMLInputElement && target.type !== 'checkbox') return;
  const types = key.length === 1;
  if (!types && key !== 'Enter') return;
  const field = document.querySelector<HTMLInputElement>('[data-spending-password] input');
  // The character follows the focus.
  if (types && field !== null && !field.disabled) field.focus();
  else event.preventDefault();
  event.stopPropagation();
}
