import { expect, it } from 'vitest';
import type { LanguageChoice } from '#domain/words/catalogue.ts';
import { chosenTongue } from '../../../src-main/gate/tongue.ts';

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
  const tongue = chosenTongue(preferences);
  const told: string[] = [];
  tongue.onChange(() => told.push(tongue.language));
  // Each listener hears of each change, however many there are.
  tongue.onChange(() => told.push(`also ${tongue.language}`));
  expect(tongue.language).toBe('en');
  change('en');
  change('de');
  change('de');
  change('system');
  expect(told).toEqual(['de', 'also de', 'en', 'also en']);
});
