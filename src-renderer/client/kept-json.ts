/** Parses JSON that a page stored through main; `undefined` for an empty text, and for one that is not JSON. */
export function keptJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
