import { localeDecimalSeparator, normalisePaste } from '../format/number-entry.ts';

/** So many characters a field of an amount or a price takes. */
export const MOST_CHARACTERS = 64;

/** What a field's text becomes by a paste, which this takes over: the pasted number is written as the field reads it. */
export function pasteNumber(event: ClipboardEvent, text: string): string {
  const pasted = event.clipboardData?.getData('text/plain');
  if (pasted === undefined || !(event.target instanceof HTMLInputElement)) return text;
  event.preventDefault();
  const { selectionStart, selectionEnd } = event.target;
  const plain = normalisePaste(pasted, localeDecimalSeparator());
  const next = text.slice(0, selectionStart ?? 0) + plain + text.slice(selectionEnd ?? text.length);
  return next.slice(0, MOST_CHARACTERS);
}
