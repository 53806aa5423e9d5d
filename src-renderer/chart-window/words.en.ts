import type { Catalogue } from '#domain/words/catalogue.ts';

/** The window of a chart. */
export const chartWindowWords = {
  anotherToken: 'Another token for this chart',
  /** The title of a window. */
  titleOf: ({ pair, period }: { readonly pair: string; readonly period: string }) =>
    `${pair} · ${period} — Touchstone`,
  noPair: 'Choose a token on the desk: this chart shows it.',
} satisfies Catalogue;
