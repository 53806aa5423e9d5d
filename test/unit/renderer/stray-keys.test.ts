import { beforeEach, describe, expect, test } from 'vitest';
import { StrayKeys } from '../../../src-renderer/app/stray-keys.ts';

let now = 0;
let keys: StrayKeys;

beforeEach(() => {
  now = 100_000;
  keys = new StrayKeys(() => now);
});

const press = (
  key: string,
  held: { readonly ctrlKey?: boolean; readonly altKey?: boolean; readonly altGraph?: boolean } = {},
): boolean =>
  keys.takes({
    key,
    ctrlKey: held.ctrlKey ?? false,
    altKey: held.altKey ?? false,
    metaKey: false,
    getModifierState: (name) => name === 'AltGraph' && held.altGraph === true,
  });

describe('keys that were meant for the approval window', () => {
  test('are taken while it comes and is there, until the user turns to the desk', () => {
    keys.approvalComes();
    now += 60_000;
    expect(press('m')).toBe(true);
    expect(press('Enter')).toBe(true);
    expect(press('Escape')).toBe(false);
    // In the middle of a password, Tab is no turning.
    press('Tab');
    expect(press(' ')).toBe(true);
    now += 2_000;
    press('Tab');
    expect(press(' ')).toBe(false);
    keys.approvalComes();
    expect(press('5')).toBe(true);
    keys.pressed();
    expect(press('5')).toBe(false);
  });

  test('are taken for a second after it has gone', () => {
    expect(press('m')).toBe(false);
    keys.approvalGone();
    now += 400;
    expect(press('m')).toBe(true);
    now += 700;
    expect(press('m')).toBe(false);
  });

  test('are not taken once the user has pressed something in the desk, whether its focus comes before or after', () => {
    keys.approvalGone();
    now += 300;
    keys.focused(false);
    keys.pressed();
    expect(press('4')).toBe(false);
    keys.approvalGone();
    now += 300;
    keys.pressed();
    now += 20;
    keys.focused(false);
    expect(press('4')).toBe(false);
    // Another focus, that no press brought.
    now += 1_000;
    keys.focused(false);
    expect(press('4')).toBe(true);
  });

  test('are taken as long as the typing goes on', () => {
    keys.approvalGone();
    for (const key of 'the rest of a long passphrase 120') {
      now += 300;
      expect([key, press(key)]).toEqual([key, true]);
    }
    expect(press('Enter')).toBe(true);
    now += 500;
    expect(press('l')).toBe(false);
  });

  test('are not taken for ever', () => {
    keys.approvalGone();
    const taken = Array.from({ length: 60 }, () => {
      now += 300;
      return press('x');
    });
    expect(taken.lastIndexOf(true)).toBe(48);
  });

  test('are those that a password is made of; Esc, Tab and what goes with Ctrl do what they do', () => {
    keys.approvalGone();
    for (const key of [' ', 'é', 'Enter', 'Backspace', 'Delete', 'Dead'])
      expect([key, press(key)]).toEqual([key, true]);
    for (const key of ['Escape', 'Tab', 'ArrowDown', 'Shift', 'F5'])
      expect([key, press(key)]).toEqual([key, false]);
    expect(press('l', { ctrlKey: true })).toBe(false);
    expect(press('@', { ctrlKey: true, altKey: true, altGraph: true })).toBe(true);
  });

  test('are taken when the focus comes back late, and not when it comes from elsewhere', () => {
    keys.focused(false);
    expect(press('m')).toBe(false);
    keys.approvalGone();
    now += 3_000;
    keys.focused(false);
    expect(press('m')).toBe(true);
    now += 10_000;
    keys.focused(false);
    expect(press('m')).toBe(false);
    keys.focused(true);
    expect(press('m')).toBe(true);
  });
});
