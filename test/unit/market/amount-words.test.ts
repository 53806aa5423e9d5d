import { expect, it } from 'vitest';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import { amountText, tokenName } from '../../../src-main/market/token-catalogue.ts';

const token: Token = {
  id: parseAssetId(`${'ab'.repeat(28)}00`) as AssetId,
  ticker: 'KELP',
  name: 'Kelp',
  verified: true,
  decimals: 4,
  decimalsSource: 'service',
};

it('writes an amount in whole tokens, grouped, to the last base unit', () => {
  expect(amountText(12_345_678_901n, token)).toBe('1,234,567.8901 KELP');
  expect(amountText(1_234_500_000n, ADA_TOKEN)).toBe('1,234.5 ADA');
  expect(amountText(20_000n, { ...token, ticker: '' })).toBe('2 tokens');
});

it('never takes base units for whole tokens', () => {
  const unknown: Token = { ...token, decimals: 0, decimalsSource: 'unknown' };
  expect(amountText(12_345n, unknown)).toBe('12,345 base units of KELP');
  expect(amountText(12_345n, { ...unknown, ticker: '' })).toBe('12,345 base units of the token');
});

it('cuts a name that would fill the sentence', () => {
  expect(tokenName({ ...token, ticker: 'A'.repeat(500) })).toBe('A'.repeat(24));
  expect(amountText(10_000n, { ...token, ticker: 'A'.repeat(500) })).toBe(`1 ${'A'.repeat(24)}`);
});
