/**
 * `plain`: RFC 4180, for programs: commas, and a point before decimals. `point` and `comma`: as spreadsheets of a locale
 * open it that has this sign before decimals: with a byte order mark, and with semicolons where commas are taken.
 */
export type CsvForm = 'plain' | 'point' | 'comma';

/** A text of anybody's, or a figure: digits with a point before decimals, and perhaps a sign. */
export type CsvCell = { readonly text: string } | { readonly figure: string | number };

const BYTE_ORDER_MARK = '\u{FEFF}';

/** Characters that a spreadsheet skips before a formula: blanks of every kind, control and invisible characters. */
const SKIPPED = /^[\s\p{Cc}\p{Cf}\p{Z}\u{34F}\u{115F}\u{1160}\u{2800}\u{3164}\u{FE00}-\u{FE0F}]+/u;
/** Also as NFKC leaves full-width and small signs; the minus sign of mathematics stays what it is. */
const BEGINS_FORMULA = /^[=+\-@|%\u{2212}]/u;

/** A line for each row. */
export function csvText(rows: readonly (readonly CsvCell[])[], form: CsvForm): string {
  const decimal = form === 'comma' ? ',' : '.';
  const separator = form === 'comma' ? ';' : ',';
  const lines = rows.map((cells) => `${cells.map((cell) => written(cell, decimal)).join(separator)}\r\n`);
  return `${form === 'plain' ? '' : BYTE_ORDER_MARK}${lines.join('')}`;
}

function written(cell: CsvCell, decimal: string): string {
  if ('figure' in cell) return String(cell.figure).replace('.', decimal);
  const plain = isFormula(cell.text) ? `'${cell.text}` : cell.text;
  // Whatever a program takes for a separator: a part of a text must not become a cell, which could begin a formula.
  return /^[\p{L}\p{N} ._+'-]*$/u.test(plain) ? plain : `"${plain.replaceAll('"', '""')}"`;
}

/** Whether a spreadsheet would run the text: the names of tokens and exchanges are chosen by strangers. */
function isFormula(text: string): boolean {
  return text !== text.trimStart() || BEGINS_FORMULA.test(text.normalize('NFKC').replace(SKIPPED, ''));
}
