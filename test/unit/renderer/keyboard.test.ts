import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commandOf, deskKeys } from '../../../src-renderer/app/keys.ts';
import { isTyping } from '../../../src-renderer/ui/is-typing.ts';
import { digitOf, isMac, keyName, passesThrough, removes } from '../../../src-renderer/ui/keyboard.ts';

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

test('Tab, modifiers and Escape mean nothing for what they pass', () => {
  expect(['Tab', 'Shift', 'Escape', 'Enter', 'f'].map((key) => passesThrough({ key }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

describe('a letter', () => {
  class Element {
    readonly isContentEditable: boolean = false;
  }
  class Input extends Element {
    readonly type: string;
    constructor(type: string) {
      super();
      this.type = type;
    }
  }
  class Area extends Element {}
  class Select extends Element {}
  class Editable extends Element {
    override readonly isContentEditable = true;
  }
  const press = (target: Element | null, isComposing = false): KeyboardEvent =>
    ({ key: 'f', code: 'KeyF', target, isComposing }) as unknown as KeyboardEvent;

  beforeEach(() => {
    vi.stubGlobal('HTMLElement', Element);
    vi.stubGlobal('HTMLInputElement', Input);
    vi.stubGlobal('HTMLTextAreaElement', Area);
    vi.stubGlobal('HTMLSelectElement', Select);
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('is typed in a field, in a list to select from, and while text is composed, and is no command there', () => {
    for (const target of [new Input('text'), new Input('search'), new Area(), new Select(), new Editable()]) {
      expect(isTyping(press(target))).toBe(true);
      expect(commandOf(press(target))).toBeUndefined();
    }
    expect(isTyping(press(new Element(), true))).toBe(true);
    expect(commandOf(press(new Element(), true))).toBeUndefined();
  });

  test('is a command elsewhere, also on what is pressed', () => {
    for (const target of [new Element(), new Input('checkbox'), new Input('radio'), null]) {
      expect(isTyping(press(target))).toBe(false);
      expect(commandOf(press(target))).toBe('full');
    }
  });
});
