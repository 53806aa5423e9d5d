/** Colours, as CSS colours that a canvas understands, and the type face. */
export interface Palette {
  readonly background: string;
  readonly raised: string;
  readonly grid: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly textSoft: string;
  readonly textFaint: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  readonly accentInk: string;
  readonly amber: string;
  /** The line of another pair. */
  readonly other: string;
  /** Lines of indicators, in the order in which they were added. */
  readonly series: readonly string[];
  readonly font: string;
}

export function seriesColour(palette: Palette, at: number): string {
  return palette.series[at % palette.series.length] ?? palette.textSoft;
}
