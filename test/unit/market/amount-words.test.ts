import { expect, it } from 'vitest';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import * as english from '#domain/words/phrases.en.ts';
import * as german from '#domain/words/phrases.de.ts';
import { shownName } from '#domain/words/names.ts';
import { shownAmount } from '../../../src-main/market/token-catalogue.ts';

const amountText = (quantity: bigint, token: Token): string => english.amount(shownAmount(quantity, token));
const inGerman = (quantity: bigint, token: Token): string => german.amount(shownAmount(quantity, token));

const token: Token = {
  id: parseAssetId(`${'ab'.repeat(28)}00`) as AssetId,
  ticker: 'KELP',
  name: 'Kelp',
  verified: true,
  decimals: 4,
  tickerSource: 'ledger',
  decimalsSource: 'service',
};

it('writes an amount in whole tokens, grouped, to the last base unit', () => {
  expect(amountText(12_345_678_901n, token)).toBe('1,234,567.8901 KELP');
  expect(amountText(1_234_500_000n, ADA_TOKEN)).toBe('1,234.5 ADA');
  expect(amountText(20_000n, { ...token, ticker: '' })).toBe('2 tokens');
  expect(inGerman(12_345_678_901n, token)).toBe('1\u202f234\u202f567,8901 KELP');
  expect(inGerman(20_000n, { ...token, ticker: '' })).toBe('2 Token');
});

it('never takes base units for whole tokens', () => {
  const unknown: Token = { ...token, decimals: 0, decimalsSource: 'unknown' };
  expect(amountText(12_345n, unknown)).toBe('12,345 base units of KELP');
  expect(amountText(12_345n, { ...unknown, ticker: '' })).toBe('12,345 base units of the token');
  expect(inGerman(12_345n, unknown)).toBe('12\u202f345 Basiseinheiten von KELP');
  expect(inGerman(12_345n, { ...unknown, ticker: '' })).toBe('12\u202f345 Basiseinheiten des Tokens');
});

it('names a token by its id where its ticker is not plain', () => {
  // The end of the name follows the start of the policy.
  const id = 'abababab…00';
  for (const ticker of [
    '1.5',
    '1,5',
    '1INCH',
    'ADA',
    'a d a',
    'АDA',
    'ADA 7',
    '$',
    'A'.repeat(25),
    'A'.repeat(500),
  ])
    expect([ticker, shownName({ ...token, ticker })]).toEqual([ticker, id]);
  for (const ticker of ['KELP', '$KELP', 'KELP2', 'ki.lp', 'M'.repeat(24)])
    expect([ticker, shownName({ ...token, ticker })]).toEqual([ticker, ticker]);
  expect(amountText(20_000n, { ...token, ticker: '1,000' })).toBe(`2 ${id}`);
  expect(shownName(ADA_TOKEN)).toBe('ADA');
});
