import { describe, expect, it } from 'vitest';
import { mainTable, type MainTable } from '#contract/index.ts';
import { LARGEST_QUANTITY } from '#domain/amount.ts';
import { Gate } from '../../../src-main/gate/gate.ts';
import type { Handlers } from '../../../src-main/gate/handlers.ts';
import type { Log } from '../../../src-main/ports/system.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const nothing = { calls: {}, topics: {} } as unknown as Handlers<MainTable>;

/** A failure passes the gate as it is. */
const TAKEN = { ok: false, failure: { code: 'no-quote' } } as const;

const names: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a list', ['wallet.lock']],
  ['an object without a prototype', Object.create(null)],
  // A structured clone of `{ toString: 1, valueOf: 1 }` crosses from a page as it is.
  ['an object whose conversions are no functions', { toString: 1, valueOf: 1 }],
  [
    'an object whose conversion throws',
    {
      toString: () => {
        throw new Error('hostile');
      },
    },
  ],
  ['a symbol', Symbol('wallet.lock')],
  ['an object that would convert to a name', { toString: () => 'wallet.lock' }],
];

describe('a call by a name that is not a string', () => {
  it.each(names)('is refused like any other unknown name: %s', async (_what, name) => {
    const gate = new Gate(mainTable, nothing, silent, () => 'incident');
    await expect(gate.call(name, {})).resolves.toMatchObject({
      ok: false,
      failure: { code: 'request-refused', data: { reason: 'there is no such call' } },
    });
    expect(gate.subscribe(name, () => undefined)).toBeUndefined();
  });
});

describe('what a window asks to sell', () => {
  const token = 'ab'.repeat(28);
  const rest = { payDecimals: 6, receive: token };
  const price = { form: 'percent', text: '-5' };
  const limit = { exchange: 'EXA', excluded: [] };
  /** Calls that sell, with all that they need but the sale. */
  const calls = {
    'swap.quote': { slippageBps: 100, excluded: [] },
    'limit.estimate': { ...limit, price, multiples: 1 },
    'ladder.plan': { ...limit, from: price, to: price, count: 2, sizes: 'equal', spacing: 'linear' },
    'dca.plan': { cycles: 2, every: '1day', slippageBps: 100, exchanges: [] },
  } as const;
  const taken = {
    calls: Object.fromEntries(Object.keys(calls).map((name) => [name, () => Promise.resolve(TAKEN)])),
    topics: {},
  } as unknown as Handlers<MainTable>;
  const gate = new Gate(mainTable, taken, silent, () => 'incident');
  const places = Object.entries(calls);

  it.each(places)('%s: base units from one to the most that an output holds', async (name, others) => {
    for (const quantity of ['1', '25000000', String(LARGEST_QUANTITY)]) {
      const sale = { ...rest, pay: { asset: 'ADA', quantity } };
      await expect(gate.call(name, { ...others, ...sale })).resolves.toEqual(TAKEN);
    }
  });

  it.each(places)('%s: neither text nor numbers, nothing nor too much', async (name, others) => {
    const quantities = [
      ...['', '0', '00', '01', '-1', '+1', ' 1', '1.5', '1,5', '1e6', '0x10', 'max', '25 ADA'],
      ...[String(LARGEST_QUANTITY + 1n), '9'.repeat(40), '9'.repeat(60_000), 25, null, {}],
    ];
    const pays: unknown[] = quantities.map((quantity) => ({ asset: 'ADA', quantity }));
    for (const pay of [...pays, 'ADA', undefined, { quantity: '1' }, { asset: 'ADA', quantity: '1', of: 2 }])
      await expect(gate.call(name, { ...others, ...rest, pay })).resolves.toMatchObject({
        ok: false,
        failure: { code: 'request-refused' },
      });
    const pay = { asset: 'ADA', quantity: '1' };
    for (const wrong of [
      { payDecimals: undefined },
      { payDecimals: -1 },
      { payDecimals: 0.5 },
      { amount: '1' },
    ])
      await expect(gate.call(name, { ...others, ...rest, pay, ...wrong })).resolves.toMatchObject({
        ok: false,
        failure: { code: 'request-refused' },
      });
  });
});
