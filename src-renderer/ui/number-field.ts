/** Room for more than any number takes: a pasted one that is too long is refused, and never cut to another number. */
export const MOST_CHARACTERS = 200;

/**
 * Selects all of a field whenever the focus comes to it, so that typing replaces what stood there: an amount of another
 * trade is never added to. A second click places the caret as usual.
 */
export function selectOnFocus(field: HTMLInputElement): () => void {
  const select = (): void => field.select();
  const press = (event: MouseEvent): void => {
    if (event.button !== 0 || document.activeElement === field) return;
    // The browser's own handling of the press would put a caret where the selection was just made.
    event.preventDefault();
    field.focus();
  };
  field.addEventListener('focus', select);
  field.addEventListener('mousedown', press);
  return () => {
    field.removeEventListener('focus', select);
    field.removeEventListener('mousedown', press);
  };
}
