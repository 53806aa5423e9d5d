import { expect, it } from 'vitest';
import exchanges from '../../../resources/exchanges.json' with { type: 'json' };
import known from '../../../resources/practice-order-scripts.json' with { type: 'json' };
import { scriptHash } from '../../../src-main/practice/chain/scripts.ts';

it('the app knows the order script of every default practice exchange, and no other', () => {
  const expected = Object.fromEntries(
    exchanges.map(({ code }) => [code, { script: scriptHash(code, 'order'), plutus: 2 }]),
  );
  expect(known).toEqual(expected);
});
