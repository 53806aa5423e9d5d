/** Puts text on the clipboard. Where that may not be done directly, a field that holds it is selected and copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.className = 'spoken';
  field.value = text;
  field.readOnly = true;
  field.ariaHidden = 'true';
  const before = document.activeElement;
  // What is behind an open sheet is inert and takes no selection.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
