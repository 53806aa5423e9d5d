import { describe, expect, it } from 'vitest';
import { quantity, type Value, valueOf } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Token } from '#domain/token.ts';
import { shortId } from '#domain/words/names.ts';
import { mostPayable } from '../../../src-main/features/wallet/balance.ts';
import { USUAL_PARAMETERS } from '../../../src-main/inspect/inspection-input.ts';
import { leastWith } from '../../../src-main/trading/kinds/payment-draft.ts';
import { merge, plainToken, shownAmount } from '../../../src-main/market/token-catalogue.ts';
import { tokenLabel } from '../../../src-renderer/format/amount.ts';
import { SOME_TOKEN } from '../../support/journal-entry.ts';

const POLICY = 'ab'.repeat(28);

describe('a token of two sources', () => {
  const told = (decimals: number | undefined): Token => ({
    id: SOME_TOKEN,
    ticker: 'TOK',
    tickerSource: 'service',
    name: 'Token',
    verified: true,
    decimals: decimals ?? 0,
    decimalsSource: decimals === undefined ? 'unknown' : 'service',
  });
  const registered = (decimals: number | undefined) => ({
    id: SOME_TOKEN,
    decimals,
    ticker: 'TOK',
    name: 'Ledger name',
    supply: 1n,
  });

  it.each([
    ['the service alone', told(6), undefined, 6, 'service'],
    ['both, the same', told(6), registered(6), 6, 'ledger'],
    ['the ledger alone', told(undefined), registered(2), 2, 'ledger'],
    ['both, in contradiction', told(0), registered(6), 0, 'unknown'],
    ['neither', told(undefined), registered(undefined), 0, 'unknown'],
  ] as const)('decimals of %s', (_name, service, ledger, decimals, source) => {
    expect(merge(SOME_TOKEN, service, ledger)).toMatchObject({ decimals, decimalsSource: source });
  });

  it('is called as the service calls it, and is never verified by the ledger', () => {
    expect(merge(SOME_TOKEN, told(6), registered(6))).toMatchObject({ ticker: 'TOK', verified: true });
    expect(merge(SOME_TOKEN, undefined, registered(6))).toMatchObject({ ticker: 'TOK', verified: false });
  });

  const said = (ticker: string): Token => ({ ...told(6), ticker, name: ticker });
  const metadata = (ticker: string | undefined) => ({ ...registered(6), ticker });
  it.each([
    ['the service alone', said('TILL'), undefined, 'TILL', 'service'],
    [
      'the service alone, of a token that the ledger has without a name',
      said('TILL'),
      metadata(undefined),
      'TILL',
      'service',
    ],
    ['the service alone, where the ledger has an empty one', said('TILL'), metadata(''), 'TILL', 'service'],
    ['both, the same', said('TILL'), metadata('TILL'), 'TILL', 'ledger'],
    ['both, spelt in two ways', said('$Till'), metadata('TILL'), '$Till', 'ledger'],
    ['the ledger alone', said(''), metadata('TILL'), 'TILL', 'ledger'],
    ['both, in contradiction', said('TILL'), metadata('AMBER'), '', 'disputed'],
    ['both, in letters that look alike', said('TlLL'), metadata('TILL'), '', 'disputed'],
    ['both, in letters of two scripts', said('АMBER'), metadata('AMBER'), '', 'disputed'],
    ['neither', said(''), metadata(undefined), '', 'unknown'],
  ] as const)('is called by %s', (_name, service, ledger, ticker, source) => {
    expect(merge(SOME_TOKEN, service, ledger)).toMatchObject({ ticker, tickerSource: source });
  });

  const minted = (ticker: string, registry?: string) => ({ ...metadata(registry), minted: ticker });
  it.each([
    ['contradicts the service', said('TILL'), minted('AMBER'), '', 'disputed'],
    ['confirms nothing', said('AMBER'), minted('AMBER'), 'AMBER', 'service'],
    ['written with a sign confirms nothing', said('AMBER'), minted('$AMBER'), 'AMBER', 'service'],
    ['is no name', said(''), minted('AMBER'), '', 'unknown'],
    ['is nothing beside a registry', said('TILL'), minted('AMBER', 'TILL'), 'TILL', 'ledger'],
  ] as const)('the minter’s ticker %s', (_name, service, ledger, ticker, source) => {
    expect(merge(SOME_TOKEN, service, ledger)).toMatchObject({ ticker, tickerSource: source });
  });

  it('is shown by its id if the two contradict each other, whatever else the service calls it', () => {
    const token = merge(SOME_TOKEN, said('TILL'), metadata('AMBER'));
    expect(token).toMatchObject({ name: '', tickerClaims: { service: 'TILL', ledger: 'AMBER' } });
    expect(tokenLabel(token)).toBe(`${SOME_TOKEN.slice(0, 6)}…`);
    expect(shownAmount(5_000_000n, token)).toMatchObject({ name: shortId(SOME_TOKEN) });
  });

  it('that nobody knows is named by what of its name can be read', () => {
    expect(plainToken(SOME_TOKEN).name).toBe('TOK');
    expect(plainToken(`${POLICY}e280ae41` as AssetId).name).toBe('');
    expect(plainToken(POLICY as AssetId).name).toBe('');
  });
});

describe('the most that can be paid', () => {
  const holding = (ada: bigint, tokens: bigint) =>
    valueOf({ asset: ADA, quantity: quantity(ada) }, { asset: SOME_TOKEN, quantity: quantity(tokens) });
  it('is all of a token, and of ADA what fees, deposits and change leave', () => {
    expect(mostPayable(holding(100_000_000n, 7n), SOME_TOKEN)).toBe(7n);
    expect(mostPayable(holding(100_000_000n, 0n), ADA)).toBe(88_000_000n);
  });
  it('is no less for what strangers sent, however many tokens it is', () => {
    const address = '00'.repeat(57);
    const gift = (policies: number, names: number): Value =>
      new Map(
        Array.from({ length: policies * names }, (_, at) => [
          ((at % policies).toString(16).padStart(56, '0') +
            Math.floor(at / policies)
              .toString(16)
              .padStart(4, '0')) as AssetId,
          1n,
        ]),
      );
    const mine = mostPayable(new Map([[ADA, 100_000_000n]]), ADA);
    for (const [policies, names] of [
      [1, 1],
      [1, 300],
      [60, 1],
      [100, 8],
    ] as const) {
      const tokens = gift(policies, names);
      const came = leastWith(tokens, address, USUAL_PARAMETERS);
      const total = new Map([...tokens, [ADA, 100_000_000n + came] as const]);
      expect(mostPayable(total, ADA)).toBeGreaterThanOrEqual(mine);
      // It cannot be paid twice: of one's own ADA, what stays with the tokens is no more than that.
      expect(mostPayable(new Map(total).set(ADA, 100_000_000n), ADA)).toBeGreaterThanOrEqual(mine - came);
    }
  });
  it('is nothing when there is less than that, or none of the asset', () => {
    expect(mostPayable(holding(12_000_000n, 7n), ADA)).toBe(0n);
    expect(mostPayable(new Map(), SOME_TOKEN)).toBe(0n);
  });
});
