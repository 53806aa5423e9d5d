import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src-main/gate/csv.ts';

/** How a spreadsheet reads a line: by either separator, with quotes. */
function cellsOf(line: string, separator: ',' | ';'): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quoted && char === '"' && line[at + 1] === '"') cell += line.charAt((at += 1));
    else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}

describe('a table as CSV', () => {
  it.each([
    '=1',
    ' =1',
    '\t=1',
    '\u{A0}+1',
    '\u{3000}@A',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    '﹦1',
    '\u{200B}=1',
    '\u{2212}1',
    '\r\n-1',
  ])('has no formula of %j', (text) => {
    for (const form of ['plain', 'point', 'comma'] as const)
      expect(csvText([[{ text }]], form).replace('\u{FEFF}', '')).toMatch(/^"?'/);
  });

  it('keeps anything that is not a formula as it is, and figures too, below zero as well', () => {
    expect(csvText([[{ text: 'EXA+EXB' }, { figure: '-0.3000' }, { figure: 7 }]], 'plain')).toBe(
      'EXA+EXB,-0.3000,7\r\n',
    );
  });

  it("has the locale's separators and a byte order mark for a spreadsheet", () => {
    const row = [{ text: 'Ä;b' }, { figure: '-0.3000' }];
    expect(csvText([row], 'comma')).toBe('\u{FEFF}"Ä;b";-0,3000\r\n');
    expect(csvText([row], 'point')).toBe('\u{FEFF}"Ä;b",-0.3000\r\n');
  });

  it('makes no cell of a part of a text, whichever separator is expected', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@;,"\t\n a1＝') }), (text) => {
        const [line = ''] = csvText([[{ text }, { figure: 1 }]], 'plain').split(/,1\r\n$/);
        for (const separator of [',', ';'] as const) expect(cellsOf(line, separator)).toHaveLength(1);
        expect(cellsOf(line, ',')[0]?.trimStart()).not.toMatch(/^[=+\-@＝]/);
      }),
    );
  });
});
