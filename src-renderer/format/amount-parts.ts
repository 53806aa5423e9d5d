/** A line such as `-27.183 ADA` in its figure and its unit. */
export interface AmountParts {
  readonly figure: string;
  readonly unit: string;
}

const FIGURE_AND_UNIT = /^([+\-\u2212]?\d[\d,]*(?:\.\d+)?)[ \u00a0](.+)$/;

/** Cuts a line that begins with a figure into figure, with a true minus sign, and unit; absent for any other line. */
export function amountParts(line: string): AmountParts | undefined {
  const [, figure, unit] = FIGURE_AND_UNIT.exec(line) ?? [];
  return figure === undefined || unit === undefined
    ? undefined
    : { figure: figure.replace('-', '\u2212'), unit };
}
