import { describe, expect, test } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { slotToUnix } from '#domain/network.ts';
import { epochMs, slot } from '#domain/time.ts';
import { oddParameters, oddTimes } from '../../../src-main/trading/ledger-findings.ts';

const usual = {
  minFeeA: 44n,
  minFeeB: 155_381n,
  coinsPerUtxoByte: 4_310n,
  maxTxSize: 16_384,
  protocolMajor: 10,
};
const now = epochMs(1_780_000_000_000);
const at = slot(now / 1_000 - 1_655_769_600 + 86_400);
const tip = { slot: at, time: now };

describe('parameters', () => {
  test.each([
    [{}, []],
    [{ protocolMajor: undefined }, []],
    [{ protocolMajor: 11 }, []],
    [{ minFeeA: 88n, coinsPerUtxoByte: 2_155n }, []],
    [{ minFeeA: 89n }, ['minFeeA']],
    [{ minFeeB: 0n }, ['minFeeB']],
    [{ coinsPerUtxoByte: 2_154n }, ['coinsPerUtxoByte']],
    [{ maxTxSize: 65_536 }, ['maxTxSize']],
    [{ protocolMajor: 8 }, ['the protocol version']],
    [{ protocolMajor: 12 }, ['the protocol version']],
  ])('%o: %o', (change, odd) => {
    const { protocolMajor, ...others } = { ...usual, ...change };
    const found = oddParameters(
      { ...others, ...(protocolMajor === undefined ? {} : { protocolMajor }) },
      'mainnet',
    );
    expect(found.map(({ data }) => data?.['parameter'])).toEqual(odd);
    for (const finding of found) expect(failureText(finding).what).toContain(String(finding.data?.['found']));
  });
});

describe('times', () => {
  const minutes = (count: number): number => count * 60_000;
  const codes = (...of: Parameters<typeof oddTimes>) => oddTimes(...of).map(({ code }) => code);

  test('that fit each other are not odd', () => {
    expect(slotToUnix('preprod', at) * 1_000).toBe(now);
    expect(oddTimes(tip, 'preprod', now, 0)).toEqual([]);
    expect(oddTimes(tip, 'preprod', now, undefined)).toEqual([]);
    expect(oddTimes(tip, 'preprod', epochMs(now + minutes(29)), undefined)).toEqual([]);
    expect(oddTimes(tip, 'preprod', epochMs(now + 59_000), -59_000)).toEqual([]);
  });

  test('a block whose time is not that of its slot', () => {
    expect(codes({ ...tip, time: epochMs(now + 3_000) }, 'preprod', now, 0)).toEqual(['ledger-time-odd']);
    expect(codes(tip, 'mainnet', now, 0)).toContain('ledger-time-odd');
  });

  test('this machine’s clock, by the back-end’s and by a block of the future', () => {
    expect(oddTimes(tip, 'preprod', epochMs(now - 61_000), 61_000)).toMatchObject([
      { code: 'clock-off', data: { seconds: 61, way: 'behind' } },
    ]);
    expect(oddTimes(tip, 'preprod', epochMs(now + minutes(2)), -minutes(2))).toMatchObject([
      { code: 'clock-off', data: { seconds: 120, way: 'ahead' } },
    ]);
    expect(oddTimes(tip, 'preprod', epochMs(now - 61_000), undefined)).toMatchObject([
      { code: 'clock-off', data: { way: 'behind' } },
    ]);
  });

  test('a chain that stands still, unless it is our clock that is ahead', () => {
    expect(codes(tip, 'preprod', epochMs(now + minutes(31)), 0)).toEqual(['ledger-behind']);
    expect(codes(tip, 'preprod', epochMs(now + minutes(31)), undefined)).toEqual(['ledger-behind']);
    expect(codes(tip, 'preprod', epochMs(now + minutes(31)), -minutes(31))).toEqual(['clock-off']);
  });
});
