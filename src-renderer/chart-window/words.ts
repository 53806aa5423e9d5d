import { inLanguage } from '../words/in-language.ts';

/** The window of a chart. */
export const words = inLanguage('chart-window/words', {
  anotherToken: 'Another token for this chart',
  /** The title of a window. */
  titleOf: ({ pair, period }: { readonly pair: string; readonly period: string }) =>
    `${pair} · ${period} — Touchstone`,
  noPair: 'Choose a token on the desk: this chart shows it.',
});
