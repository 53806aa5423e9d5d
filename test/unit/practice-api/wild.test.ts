import { describe, expect, test } from 'vitest';
import { type Variation, VARIATIONS } from '../../../src-main/practice/api/wild.ts';
import { VARIATION_NAMES, Wire } from '../../../src-main/practice/api/wire.ts';
import { parsePracticeArguments } from '../../../src-main/practice/options.ts';

const all: readonly Variation[] = Object.values(VARIATIONS);

describe('the variations of the wild dialect', () => {
  test('each name who writes or reads so, and what they change', () => {
    for (const { source, changes, of } of all) {
      expect(source).toMatch(/^(?:(?:[YSWGV]|captures|bots|none|a public client)(?:, |$))+$/);
      expect(changes.length).toBeGreaterThan(10);
      expect(of.length).toBeGreaterThan(0);
    }
  });

  test('are none in the specification’s dialect, named or not', () => {
    const wire = new Wire('spec', 7, VARIATION_NAMES);
    for (const name of VARIATION_NAMES) expect(wire.uses(name, 'a subject')).toBe(false);
    expect(wire.answer('/swap/tokens', 'a subject', [])).toEqual([]);
    expect(wire.refusal('*', 'keys', 'key_wrong')).toBeUndefined();
  });

  test('are picked by the seed: the same for the same answer, and each of them for some', () => {
    const used = new Set<string>();
    for (let seed = 0; seed < 60; seed += 1) {
      const [wire, again] = [new Wire('wild', seed), new Wire('wild', seed)];
      for (const name of VARIATION_NAMES) {
        expect(again.uses(name, 'a subject')).toBe(wire.uses(name, 'a subject'));
        if (wire.uses(name, 'a subject')) used.add(name);
      }
      const times = VARIATION_NAMES.filter((name) => {
        const { group }: Variation = VARIATIONS[name];
        return group === 'time' && wire.uses(name, 'a subject');
      });
      expect(times.length).toBeLessThanOrEqual(1);
    }
    const usual = VARIATION_NAMES.filter((name) => !('onlyNamed' in VARIATIONS[name]));
    expect([...used].toSorted()).toEqual([...usual].toSorted());
  });

  test('are exactly those that are named', () => {
    const wire = new Wire('wild', 7, ['null-lists', 'tokens-wrapper']);
    for (const name of VARIATION_NAMES)
      expect(wire.uses(name, 'a subject')).toBe(name === 'null-lists' || name === 'tokens-wrapper');
    expect(wire.answer('/swap/tokens', 'x', [])).toEqual({ tokens: null });
    expect(wire.answer('/dca/:address', 'x', [])).toBeNull();
    expect(wire.answer('/charts', 'x', { data: [] })).toEqual({ data: null });
    expect(wire.answer('/swap/tokens', 'x', [{ token_id: '' }])).toEqual({ tokens: [{ token_id: '' }] });
  });

  test('are named on the command line', () => {
    const named = (text: string, dialect = 'wild') =>
      parsePracticeArguments(['--dialect', dialect, '--wild', text]);
    expect(named('null-lists,plan-fields')).toMatchObject({
      ok: true,
      value: { dialect: 'wild', wild: ['null-lists', 'plan-fields'] },
    });
    expect(named('none')).toMatchObject({ value: { wild: [] } });
    expect(parsePracticeArguments(['--dialect', 'wild'])).toMatchObject({ value: { dialect: 'wild' } });
    for (const wrong of ['', 'null-list', 'null-lists,', 'none,null-lists'])
      expect(named(wrong)).toMatchObject({
        ok: false,
        failure: expect.stringContaining('null-lists') as string,
      });
    expect(named('none', 'spec')).toMatchObject({ ok: false });
  });
});
