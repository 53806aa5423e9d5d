import { describe, expect, it } from 'vitest';
import { mainTable, type MainTable } from '#contract/index.ts';
import { Gate } from '../../../src-main/gate/gate.ts';
import type { Handlers } from '../../../src-main/gate/handlers.ts';
import type { Log } from '../../../src-main/ports/log.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const nothing = { calls: {}, topics: {} } as unknown as Handlers<MainTable>;

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

describe('a call by a name that is no string', () => {
  it.each(names)('is refused like any other unknown name: %s', async (_what, name) => {
    const gate = new Gate(mainTable, nothing, silent, () => 'incident');
    await expect(gate.call(name, {})).resolves.toMatchObject({
      ok: false,
      failure: { code: 'request-refused', data: { reason: 'there is no such call' } },
    });
    expect(gate.subscribe(name, () => undefined)).toBeUndefined();
  });
});
