import { csvText, type CsvForm } from '../../gate/csv.ts';
import type { QualityGroup, QualityRow, Spread } from './quality-rows.ts';

const COLUMNS = [
  ['trades', ({ trades }) => trades],
  ['fills', ({ fills }) => fills],
  ['fills_checkable', ({ checkable }) => checkable],
  ['fills_exact', ({ exact }) => exact],
  ...spread('cost_percent', ({ shortfall }) => shortfall, percent),
  ...spread('against_quote_percent', ({ quoted }) => quoted, percent),
  ...spread('slippage_used_percent', ({ used }) => used, percent),
  ...spread(
    'seconds_to_fill',
    ({ took }) => took,
    (ms) => (ms / 1_000).toFixed(1),
  ),
  ...spread('better_route_percent', ({ better }) => better, percent),
] satisfies readonly Column[];

type Column = readonly [name: string, of: (row: QualityRow) => string | number];

/** The groups as comma-separated values, one line each below a line of names. */
export function qualityCsv(by: QualityGroup, rows: readonly QualityRow[], form: CsvForm): string {
  const names = [by, ...COLUMNS.map(([name]) => name)].map((text) => ({ text }));
  const lines = rows.map((row) => [{ text: row.key }, ...COLUMNS.map(([, of]) => ({ figure: of(row) }))]);
  return csvText([names, ...lines], form);
}

/** The median and the worst of a figure, empty where no trade has it, and how many have it. */
function spread(
  name: string,
  of: (row: QualityRow) => Spread | undefined,
  shown: (value: number) => string,
): readonly Column[] {
  const figure = (row: QualityRow, part: 'median' | 'worst'): string => {
    const found = of(row);
    return found === undefined ? '' : shown(found[part]);
  };
  return [
    [`${name}_median`, (row) => figure(row, 'median')],
    [`${name}_worst`, (row) => figure(row, 'worst')],
    [`${name}_trades`, (row) => of(row)?.of ?? 0],
  ];
}

/** Parts per million as percent. */
function percent(ppm: number): string {
  return (ppm / 10_000).toFixed(4);
}
