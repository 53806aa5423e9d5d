import { expect, it } from 'vitest';
import type { LanguageChoice } from '#domain/words/catalogue.ts';
import { chosenLocale } from '../../../src-main/gate/locale.ts';

it('reports a change of language, and of no other preference', () => {
  const listeners: (() => void)[] = [];
  const preferences = {
    value: { language: 'system' as LanguageChoice },
    onChange: (listener: () => void) => void listeners.push(listener),
  };
  const change = (language: LanguageChoice): void => {
    preferences.value = { language };
    for (const listener of listeners) listener();
  };
  const locale = chosenLocale(preferences);
  const told: string[] = [];
  locale.onChange(() => told.push(locale.language));
  // Each listener hears of each change, however many there are.
  locale.onChange(() => told.push(`also ${locale.language}`));
  expect(locale.language).toBe('en');
  change('en');
  change('de');
  change('de');
  change('system');
  expect(told).toEqual(['de', 'also de', 'en', 'also en']);
});
