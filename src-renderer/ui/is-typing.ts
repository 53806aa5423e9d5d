/** Types of inputs that are pressed, not typed in. */
const PRESSED: readonly string[] = ['button', 'checkbox', 'radio'];

/**
 * Whether a key types: text is being composed, as in Japanese, or the focus is in a field or in a list to select from,
 * where letters and digits are no commands.
 */
export function isTyping({ isComposing, target }: Pick<KeyboardEvent, 'isComposing' | 'target'>): boolean {
  if (isComposing) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PRESSED.includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}
