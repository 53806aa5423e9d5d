import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const chartWindowWords: Translation<typeof english> = {
  anotherToken: 'Ein anderer Token für diesen Chart',
  titleOf: ({ pair, period }) => `${pair} · ${period} — Touchstone`,
  noPair: 'Wählen Sie im Handelsfenster einen Token: Dieser Chart zeigt ihn.',
};
