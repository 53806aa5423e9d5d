import { describe, expect, it } from 'vitest';
import { practiceScriptsFrom, scriptsFrom } from '../../../src-main/proof/script-list.ts';

const malformed = (where: string): RangeError =>
  new RangeError(`the list of order scripts is malformed at ${where}`);

describe('the list of order scripts', () => {
  it('has of each script its exchange, and what else it says', () => {
    const whole = {
      exchange: 'EXA',
      form: 'vyfi',
      plutus: 1,
      alsoNames: ['ab'],
      assets: ['ADA', 'cd'],
      pools: { '08': ['ADA', 'cd'] },
    };
    expect(scriptsFrom({ aa: { exchange: 'EXB' }, bb: whole })).toStrictEqual(
      new Map<string, unknown>([
        ['aa', { exchange: 'EXB' }],
        ['bb', { ...whole, pools: new Map([['08', ['ADA', 'cd']]]) }],
      ]),
    );
    for (const plutus of [1, 2, 3] as const)
      expect(scriptsFrom({ aa: { exchange: '', plutus } }).get('aa')?.plutus).toBe(plutus);
    expect(scriptsFrom({})).toEqual(new Map());
  });

  it.each([
    [[], 'an entry'],
    [null, 'an entry'],
    ['aa', 'an entry'],
    [{ aa: null }, 'an entry'],
    [{ aa: {} }, 'aa'],
    [{ aa: { exchange: 5 } }, 'aa'],
    [{ aa: { exchange: '', form: 5 } }, 'aa'],
    [{ aa: { exchange: '', plutus: 0 } }, 'a version'],
    [{ aa: { exchange: '', plutus: 4 } }, 'a version'],
    [{ aa: { exchange: '', plutus: '1' } }, 'a version'],
    [{ aa: { exchange: '', alsoNames: 'ab' } }, 'a list'],
    [{ aa: { exchange: '', alsoNames: [5] } }, 'a list'],
    [{ aa: { exchange: '', assets: ['ADA', null] } }, 'a list'],
    [{ aa: { exchange: '', pools: [] } }, 'an entry'],
    [{ aa: { exchange: '', pools: { '08': ['ADA'] } } }, 'a pool'],
    [{ aa: { exchange: '', pools: { '08': [] } } }, 'a pool'],
    [{ aa: { exchange: '', pools: { '08': ['ADA', 'cd', 'ef'] } } }, 'a pool'],
  ])('is refused where it is malformed: %j', (list, where) => {
    expect(() => scriptsFrom(list)).toThrow(malformed(where));
  });
});

describe("practice's list of order scripts", () => {
  it('names the script of each exchange, whose orders are all read alike', () => {
    expect(practiceScriptsFrom({ EXA: { script: 'aa', plutus: 2 } })).toEqual(
      new Map([['aa', { exchange: 'EXA', form: 'practice', plutus: 2 }]]),
    );
  });

  it('is refused where it is malformed', () => {
    expect(() => practiceScriptsFrom({ EXA: { plutus: 2 } })).toThrow(malformed('EXA'));
    expect(() => practiceScriptsFrom({ EXA: { script: 'aa' } })).toThrow(malformed('a version'));
    expect(() => practiceScriptsFrom('EXA')).toThrow(malformed('an entry'));
  });
});
