/**
 * Puts text on the clipboard by selecting and copying it, just after a click or a key. No page but the desk's may write to the
 * clipboard in another way, and asking whether this one may is noted as a violation.
 */
export function copyText(text: string): boolean {
  const field = document.createElement('textarea');
  field.className = 'spoken';
  field.value = text;
  field.readOnly = true;
  field.ariaHidden = 'true';
  const before = document.activeElement;
  // Elements behind an open sheet are inert and take no selection.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
