import { describe, expect, test } from 'vitest';
import { deskKeys } from '../../../src-renderer/app/keys.ts';
import { digitOf, isMac, keyName, removes } from '../../../src-renderer/ui/keyboard.ts';

describe('the names of keys', () => {
  test('are those of the keyboard that the user has', () => {
    expect(['Ctrl', 'Shift', 'H', 'Del', 'Alt'].map((key) => keyName(key, true).sign).join('')).toBe('⌘⇧H⌫⌥');
    expect(keyName('Ctrl', true).spoken).toBe('Command');
    expect(keyName('Ctrl', false)).toEqual({ sign: 'Ctrl', spoken: 'Ctrl' });
    expect([isMac('MacIntel'), isMac('Win32'), isMac('Linux x86_64')]).toEqual([true, false, false]);
  });

  test('in the list of all keys are none that a Mac does not have', () => {
    const shown = deskKeys.flatMap(({ keys }) =>
      keys.flatMap((entry) => entry.keys.map((key) => keyName(key, true).sign)),
    );
    expect(shown.filter((key) => /Ctrl|\bDel\b|^Alt|Menu/.test(key))).toEqual([]);
  });
});

describe('a digit', () => {
  test('is one by what it writes, or by its place where digits need Shift', () => {
    expect(digitOf({ key: '3', code: 'Digit3' })).toBe(3);
    expect(digitOf({ key: '3', code: 'Numpad3' })).toBe(3);
    // French: the row types & é " ' ( - è _ ç à.
    expect(digitOf({ key: 'é', code: 'Digit2' })).toBe(2);
    expect(digitOf({ key: 'à', code: 'Digit0' })).toBe(0);
    expect(digitOf({ key: '6', code: 'Digit6' })).toBe(6);
  });

  test('is none where that key means something else, or is no digit anywhere', () => {
    // Minus zooms out, even on the key of the 6.
    expect(digitOf({ key: '-', code: 'Digit6' })).toBeUndefined();
    expect(digitOf({ key: 'm', code: 'Semicolon' })).toBeUndefined();
    expect(digitOf({ key: 'End', code: 'Numpad1' })).toBeUndefined();
  });
});

test('Backspace removes wherever Del does', () => {
  expect(['Delete', 'Backspace', 'd'].map((key) => removes({ key }))).toEqual([true, true, false]);
});
