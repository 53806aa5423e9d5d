import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES, Preferences } from '../../../src-main/features/settings/preferences.ts';
import type { SettingsStore } from '../../../src-main/ports/journal.ts';

function settingsWith(stored: unknown): SettingsStore & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>(stored === undefined ? [] : [['preferences', stored]]);
  return { kept, get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) };
}

describe('preferences', () => {
  it('start with the defaults and keep what is changed', () => {
    const settings = settingsWith(undefined);
    const first = new Preferences(settings);
    expect(first.value).toEqual(DEFAULT_PREFERENCES);
    first.change({ theme: 'light', slippageBps: undefined, excluded: ['EXA'] });
    expect(new Preferences(settings).value).toEqual({
      ...DEFAULT_PREFERENCES,
      theme: 'light',
      excluded: ['EXA'],
    });
  });

  it('take a default for each stored value that does not fit, and keep the others', () => {
    const stored = { theme: 'purple', slippageBps: 250, excluded: 'EXA', autoLockMinutes: -1, more: true };
    expect(new Preferences(settingsWith(stored)).value).toEqual({ ...DEFAULT_PREFERENCES, slippageBps: 250 });
    for (const odd of [null, 7, 'text', []])
      expect(new Preferences(settingsWith(odd)).value).toEqual(DEFAULT_PREFERENCES);
  });

  it('refuse a change that does not fit, and keep what was', () => {
    const settings = settingsWith(undefined);
    const preferences = new Preferences(settings);
    expect(() => preferences.change({ slippageBps: 0 })).toThrow();
    expect(preferences.value).toEqual(DEFAULT_PREFERENCES);
    expect(settings.kept.size).toBe(0);
  });
});
