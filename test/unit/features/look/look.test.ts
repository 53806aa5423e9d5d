import { describe, expect, it } from 'vitest';
import type { NetworkName } from '#domain/network.ts';
import { Look } from '../../../../src-main/features/look/look.ts';

const MAINNET =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';
const TESTNET =
  'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps7zex2k2xt3uqxgjqnnj83ws8lhrn648jjxtwq2ytjqp';
const STAKE = 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw';

function look(network: NetworkName) {
  const done: string[] = [];
  const list = (name: string) => ({
    start: () => void done.push(`start ${name}`),
    refresh: () => void done.push(`refresh ${name}`),
    stop: () => {
      done.push(`stop ${name}`);
      return Promise.resolve();
    },
  });
  const made = new Look(network, () => ({ orders: list('orders'), plans: list('plans') }));
  made.onChange(() => done.push(made.current?.address === undefined ? 'left' : 'changed'));
  return { made, done };
}

describe('a look at an address', () => {
  it.each([
    ['', 'address-malformed'],
    ['nonsense', 'address-malformed'],
    [STAKE, 'address-other-kind'],
    [`${MAINNET.slice(0, -1)}z`, 'address-malformed'],
    [MAINNET.replace('addr1', 'ADDR1'), 'address-malformed'],
    [TESTNET, 'address-elsewhere'],
  ])('at %s is refused on mainnet (%s)', (typed, code) => {
    const { made, done } = look('mainnet');
    expect(made.at(typed)).toMatchObject({ failure: { code } });
    expect([made.current, done]).toEqual([undefined, []]);
  });

  it.each(['preprod', 'preview'] as const)(
    'at an address of mainnet is refused in words on %s',
    (network) => {
      expect(look(network).made.at(MAINNET)).toMatchObject({
        failure: { code: 'address-elsewhere', data: { found: 'mainnet', expected: network } },
      });
      expect(look(network).made.at(TESTNET)).toMatchObject({ ok: true });
    },
  );

  it('takes blanks and capitals, ends the look before, and leaves nothing behind', () => {
    const { made, done } = look('mainnet');
    expect(made.at(` ${MAINNET.toUpperCase()}\n`)).toMatchObject({ ok: true });
    expect(made.current?.address).toBe(MAINNET);
    made.at(MAINNET);
    made.leave();
    made.leave();
    const [start, refresh, stop] = ['start', 'refresh', 'stop'].map((what) => [
      `${what} orders`,
      `${what} plans`,
    ]);
    expect(done).toEqual([
      ...(start ?? []),
      ...(refresh ?? []),
      'changed',
      ...(refresh ?? []),
      ...(stop ?? []),
      'left',
    ]);
    expect(made.current).toBeUndefined();
  });
});
