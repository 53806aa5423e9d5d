/** A key of the desk, with what it does, for the overlay of all keys. */
export interface DeskKey {
  readonly keys: readonly string[];
  readonly does: string;
}

export const deskKeys: readonly DeskKey[] = [
  { keys: ['/'], does: 'Search tokens' },
  { keys: ['M'], does: 'Go to the ticket' },
  { keys: ['Ctrl', 'K'], does: 'Open the palette' },
  { keys: ['Ctrl', 'L'], does: 'Lock the wallet' },
  { keys: ['Ctrl', 'Shift', 'H'], does: 'Hide or show amounts' },
  { keys: ['Esc'], does: 'Close the top layer' },
  { keys: ['?'], does: 'Show all keys' },
];

export type DeskCommand = 'search' | 'ticket' | 'palette' | 'lock' | 'hide-amounts' | 'keys';

/** Which command a key press means, if any. Plain letters mean nothing while text is typed. */
export function commandOf(event: KeyboardEvent): DeskCommand | undefined {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey) return undefined;
    if (event.shiftKey) return key === 'h' ? 'hide-amounts' : undefined;
    return key === 'k' ? 'palette' : key === 'l' ? 'lock' : undefined;
  }
  if (event.altKey || isTyping(event.target)) return undefined;
  if (key === '/') return 'search';
  if (key === '?') return 'keys';
  return key === 'm' && !event.shiftKey ? 'ticket' : undefined;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}
