import { beforeEach, describe, expect, test } from 'vitest';
import { ACROSS, MenuKeys, OPTIONS, placeAfter, WORD_MS } from '../../../src-renderer/ui/list-keys.ts';

type Held = Partial<Record<'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey', boolean>>;

const press = (key: string, held: Held = {}): Parameters<typeof placeAfter>[0] => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
});

describe('keys of a list', () => {
  test('go to the next, the previous, the first and the last place', () => {
    const from = (key: string, at: number): number | undefined => placeAfter(press(key), at, 4, OPTIONS);
    expect([from('ArrowDown', 1), from('ArrowUp', 1), from('Home', 2), from('End', 1)]).toEqual([2, 0, 0, 3]);
    expect([from('ArrowDown', 3), from('ArrowUp', 0)]).toEqual([3, 0]);
    expect([from('Enter', 1), from('a', 1), from('ArrowRight', 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('wrap around in a row of tabs', () => {
    const from = (key: string, at: number): number | undefined => placeAfter(press(key), at, 3, ACROSS);
    expect([from('ArrowRight', 2), from('ArrowLeft', 0), from('ArrowDown', 1)]).toEqual([0, 2, undefined]);
  });

  test('start at either end where no place is marked', () => {
    const menu = new MenuKeys(() => 0);
    expect(menu.place(press('ArrowDown'), ['a', 'b', 'c'], -1)).toBe(0);
    expect(menu.place(press('ArrowUp'), ['a', 'b', 'c'], -1)).toBe(2);
  });

  test('do nothing with a modifier, which belongs to the text or the window, and in an empty list', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey'] as const)
      expect(placeAfter(press('Home', { [held]: true }), 2, 4, OPTIONS)).toBeUndefined();
    expect(placeAfter(press('End'), -1, 0, OPTIONS)).toBeUndefined();
  });
});

describe('typing in a menu', () => {
  const TEXTS = ['  Linear scale', 'Logarithmic scale', 'Local time', 'UTC', 'Blue and orange'];
  let now = 0;
  let menu: MenuKeys;
  let at = -1;
  /** Types one key after the other, and says where each leads. */
  const type = (...keys: readonly string[]): readonly number[] =>
    keys.map((key) => (at = menu.place(press(key), TEXTS, at) ?? at));

  beforeEach(() => {
    now = 5_000;
    at = -1;
    menu = new MenuKeys(() => now);
  });

  test('finds the next item that starts with a letter, in either case', () => {
    expect(type('u')).toEqual([3]);
    now += WORD_MS + 1;
    expect(type('B')).toEqual([4]);
    now += WORD_MS + 1;
    expect(type('l')).toEqual([0]);
  });

  test('goes on through the items of one letter', () => {
    expect(type('l', 'l', 'l', 'l')).toEqual([0, 1, 2, 0]);
  });

  test('finds a word, and a space within it', () => {
    expect(type('l', 'o', 'c')).toEqual([0, 1, 2]);
    now += WORD_MS + 1;
    expect(type(...'blue a')).toEqual([4, 4, 4, 4, 4, 4]);
  });

  test('stays where nothing is found, and starts a new word after a pause or a move', () => {
    expect(type('u', 'x')).toEqual([3, 3]);
    now += WORD_MS + 1;
    expect(type('b')).toEqual([4]);
    expect(type('Home', 'u')).toEqual([0, 3]);
  });

  test('leaves Space, Enter, Tab and shortcuts to the item and the window', () => {
    for (const key of [' ', 'Enter', 'Tab', 'Shift', 'F5'])
      expect(menu.place(press(key), TEXTS, 0)).toBeUndefined();
    expect(menu.place(press('l', { ctrlKey: true }), TEXTS, 0)).toBeUndefined();
    expect(menu.place(press('L', { shiftKey: true }), TEXTS, 0)).toBe(1);
  });
});
