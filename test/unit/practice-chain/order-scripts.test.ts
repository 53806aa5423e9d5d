import { describe, expect, it } from 'vitest';
import { epochMs } from '#domain/time.ts';
import codes from '../../../resources/exchange-codes.json' with { type: 'json' };
import exchanges from '../../../resources/exchanges.json' with { type: 'json' };
import networks from '../../../resources/order-scripts.json' with { type: 'json' };
import known from '../../../resources/practice-order-scripts.json' with { type: 'json' };
import knownPools from '../../../resources/practice-pool-scripts.json' with { type: 'json' };
import {
  MOST_EXCHANGES,
  SCRIPT_NAMES,
  scriptHash,
  scriptName,
} from '../../../src-main/practice/chain/scripts.ts';
import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { knownScripts } from '../../../src-main/app/order-scripts.ts';
import { openStore } from '../../../src-main/practice/chain/store.ts';
import type { Exchange } from '../../../src-main/practice/market/types.ts';
import { Practice } from '../../../src-main/practice/practice.ts';
import { defaultExchanges } from '../../support/practice-exchanges.ts';

const defaults = exchanges.map(({ code }) => code);

it('the app knows every order script that practice may use, and no other', () => {
  const expected = Object.fromEntries(
    SCRIPT_NAMES.map((name) => [name, { script: scriptHash(name, 'order'), plutus: 2 }]),
  );
  expect(known).toEqual(expected);
  expect(Object.keys(known)).toHaveLength(defaults.length + MOST_EXCHANGES);
});

it('and every script of pools', () => {
  expect(knownPools).toEqual(
    Object.fromEntries(SCRIPT_NAMES.map((name) => [name, scriptHash(name, 'pool')])),
  );
});

it('a default exchange keeps its script in any list', () => {
  for (const codes of [defaults, defaults.toReversed(), ['MINSWAPV2', ...defaults]])
    for (const code of defaults) expect(scriptName(code, codes)).toBe(code);
});

it('any other exchange has the script of its place, whatever it is called', () => {
  expect(['MINSWAPV2', 'SPLASH'].map((code, _, codes) => scriptName(code, codes))).toEqual(
    ['ONE', 'TWO'].map((code, _, codes) => scriptName(code, codes)),
  );
  expect(scriptName('SPLASH', ['EXA', 'SPLASH'])).toBe('PRACTICE2');
  const most = Array.from({ length: MOST_EXCHANGES }, (_, place) => `X${place}`);
  expect(new Set(most.map((code) => scriptHash(scriptName(code, most), 'order'))).size).toBe(MOST_EXCHANGES);
});

it('an exchange or a script that does not exist has no hash', () => {
  expect(() => scriptName('SPLASH', ['EXA'])).toThrow(RangeError);
  expect(() => scriptHash('SPLASH', 'order')).toThrow(RangeError);
});

describe('a world that was kept', () => {
  const exchanges = defaultExchanges();
  const others = exchanges.slice(0, 2).map((exchange, place) => ({ ...exchange, code: `OTHER${place}` }));
  /** As every version has noted which world a store holds. */
  const noted = (list: readonly Exchange[]): string =>
    blake2b256(
      new TextEncoder().encode(
        JSON.stringify([7, list], (_key, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        ),
      ),
    );
  const open = (list: readonly Exchange[]) => {
    const store = openStore(':memory:');
    store.note('identity', noted(list));
    return Practice.open({ store, seed: 7, exchanges: list, now: () => epochMs(1e12), speed: 1 });
  };

  it('goes on where its exchanges are the default ones', () => {
    expect(open(exchanges).ok).toBe(true);
  });

  it('is refused, with what to do, where its exchanges had scripts by their codes', () => {
    expect(open(others)).toMatchObject({
      ok: false,
      failure: expect.stringMatching(/an earlier version .* choose another folder/) as string,
    });
  });
});

describe('the codes of real services', () => {
  const named = new Map(codes.map(({ code, exchange }) => [code, exchange]));
  const listed = new Set(Object.values(networks.mainnet).map(({ exchange }) => exchange));

  it('of several hops are those of an exchange in the list', () => {
    const hops = codes.flatMap(({ hopsOf }) => hopsOf ?? []);
    expect(hops).toEqual(['Minswap V2']);
    expect(hops.filter((exchange) => !listed.has(exchange))).toEqual([]);
  });

  it('name every exchange of the list of scripts, and no other', () => {
    const meant = new Set([...named.values()].filter((exchange) => exchange !== undefined));
    // Orders of the aggregator's own are at no exchange.
    expect([...listed].filter((exchange) => !meant.has(exchange))).toEqual(['Aggregator DCA']);
    expect([...meant].filter((exchange) => !listed.has(exchange))).toEqual([]);
  });

  it('are each listed once, and are known to the rules on every network', () => {
    expect(named.size).toBe(codes.length);
    for (const mode of ['live', 'practice'] as const) {
      expect(knownScripts(mode, 'mainnet').codes?.get('WINGRIDER')).toBe('WingRiders V1');
      expect(knownScripts(mode, 'preprod').codes?.get('EXAV2')).toBe('EXAV2');
      // Its orders are at the scripts of plain ones: leaving it out must not leave those out.
      const { codes: meant, otherCodes } = knownScripts(mode, 'mainnet');
      expect(meant?.has('MS2HOP')).toBe(false);
      expect(otherCodes?.get('MS2HOP')).toBe('Minswap V2');
      expect(otherCodes?.has('CSWAP')).toBe(true);
      expect([...named.keys()].filter((code) => !meant?.has(code) && !otherCodes?.has(code))).toEqual([]);
    }
  });
});
