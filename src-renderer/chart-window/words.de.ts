import type { Translation } from '#domain/words/catalogue.ts';
import type { chartWindowWords as english } from './words.en.ts';

export const chartWindowWords: Translation<typeof english> = {
  anotherToken: 'Ein anderer Token für diesen Chart',
  titleOf: ({ pair, period }) => `${pair} · ${period} — Touchstone`,
  noPair: 'Wählen Sie im Handelsfenster einen Token: Dieser Chart zeigt ihn.',
};
