import { describe, expect, it } from 'vitest';
import { parseExchanges } from '../../../src-main/practice/market/exchanges.ts';
import { defaultExchanges } from '../../support/practice-exchanges.ts';

const sample = {
  code: 'ZED',
  name: 'Zed',
  poolFeePpm: 3000,
  batcherFee: 2_000_000,
  deposit: 1_500_000,
  partialFills: true,
  limit: false,
  dca: true,
};

describe('the exchange list', () => {
  it('by default holds the fifteen codes of the service interface, in its order', () => {
    const codes = defaultExchanges().map((exchange) => exchange.code);
    expect(codes).toEqual('EXA EXAV2 EXA2HOP EXB EXBV3 EXC EXCV2 EXD EXE EXF EXG EXH EXI EXJ EXK'.split(' '));
  });

  it('has different fees, and orders of every kind', () => {
    const all = defaultExchanges();
    expect(new Set(all.map((exchange) => exchange.poolFeePpm)).size).toBeGreaterThan(5);
    expect(new Set(all.map((exchange) => exchange.batcherFee)).size).toBeGreaterThan(5);
    for (const kind of ['partialFills', 'limit', 'dca'] as const) {
      expect(new Set(all.map((exchange) => exchange[kind])).size).toBe(2);
    }
  });

  it('reads another list', () => {
    const parsed = parseExchanges([sample]);
    expect(parsed).toEqual({ ok: true, value: [{ ...sample, batcherFee: 2_000_000n, deposit: 1_500_000n }] });
  });

  it.each([
    ['nothing', undefined, '', 'must hold a list'],
    ['an object', { exchanges: [] }, '', 'must hold a list'],
    ['an empty list', [], '', 'empty'],
    ['a missing field', [{ ...sample, dca: undefined }], '0.dca', 'true or false'],
    ['a surplus field', [{ ...sample, color: 'red' }], '0.color', 'and nothing else'],
    ['an absent field', [(({ dca: _dca, ...rest }) => rest)(sample)], '0.dca', 'with code, name,'],
    ['a code instead of an exchange', ['ZED'], '0', 'an exchange is an object'],
    ['a code in small letters', [{ ...sample, code: 'zed' }], '0.code', 'capital letters'],
    ['an empty name', [{ ...sample, name: '  ' }], '0.name', 'empty'],
    ['a negative fee', [{ ...sample, poolFeePpm: -1 }], '0.poolFeePpm', 'negative'],
    ['a fee of everything', [{ ...sample, poolFeePpm: 1_000_000 }], '0.poolFeePpm', 'at most'],
    ['a fraction of a lovelace', [{ ...sample, batcherFee: 0.5 }], '0.batcherFee', 'whole number'],
    ['a deposit as text', [{ ...sample, deposit: '2' }], '0.deposit', 'number of lovelace'],
    ['a code that is the name of a script', [sample, { ...sample, code: 'PRACTICE1' }], '1.code', 'script'],
    ['the same code twice', [sample, sample], '1.code', 'twice'],
  ])('refuses %s and says where', (_, json, path, reason) => {
    const parsed = parseExchanges(json);
    if (parsed.ok) throw new Error('it was accepted');
    expect(parsed.failure.path).toBe(path);
    expect(parsed.failure.reason).toContain(reason);
  });
});
