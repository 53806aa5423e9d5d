import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failureText } from '#domain/failure.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import { USUAL_PARAMETERS } from '../../../src-main/inspect/inspection-input.ts';
import { draftPayment, leastIn, type PaymentWish } from '../../../src-main/trading/kinds/payment-draft.ts';
import { BYSTANDER, GEM, myAddress, strangerAddress } from '../../support/good-trade.ts';

const hexOf = (address: string): string => {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value.hex;
};
const wish = (
  changed: Partial<PaymentWish>,
  ...held: readonly (readonly [AssetId, bigint])[][]
): PaymentWish => ({
  coins: held.map((value, at) => ({
    txHash: at.toString(16).padStart(64, '0'),
    index: 0,
    address: myAddress,
    value: new Map(value),
  })),
  byHand: false,
  to: hexOf(strangerAddress),
  change: hexOf(myAddress),
  lovelace: 5_000_000n,
  tokens: new Map(),
  parameters: USUAL_PARAMETERS,
  validUntil: 1n,
  witnessBytes: 0,
  signatures: () => 1,
  ...changed,
});
const outcome = (...of: Parameters<typeof wish>): { code: string; data: unknown } => {
  const draft = draftPayment(wish(...of));
  if (draft.ok) throw new Error('it was drafted');
  expect(failureText(draft.failure).what).not.toBe('');
  return { code: draft.failure.code, data: draft.failure.data };
};

describe('a payment that cannot be drafted says why', () => {
  it('nothing is sent', () => {
    expect(outcome({ lovelace: undefined }, [[ADA, 9_000_000n]]).code).toBe('send-nothing');
    expect(outcome({ lovelace: 0n }, [[ADA, 9_000_000n]]).code).toBe('send-nothing');
  });

  it('the network asks for more ADA, more of it with tokens', () => {
    expect(outcome({ lovelace: 900_000n }, [[ADA, 9_000_000n]])).toEqual({
      code: 'send-below-minimum',
      data: { least: '0.96975' },
    });
    const withToken = outcome({ lovelace: 1_000_000n, tokens: new Map([[GEM, 1n]]) }, [
      [ADA, 9_000_000n],
      [GEM, 1n],
    ]);
    expect(withToken.code).toBe('send-below-minimum');
  });

  it('there is not enough, of ADA or of a token', () => {
    expect(outcome({}, [[ADA, 5_000_000n]])).toEqual({ code: 'send-not-enough', data: { asset: ADA } });
    expect(
      outcome({ tokens: new Map([[GEM, 2n]]) }, [
        [ADA, 50_000_000n],
        [GEM, 1n],
      ]).data,
    ).toEqual({ asset: GEM });
    expect(outcome({}).code).toBe('send-not-enough');
  });

  it('the ADA has to stay with the tokens that are kept', () => {
    const found = outcome({}, [
      [ADA, 5_900_000n],
      [BYSTANDER, 1n],
    ]);
    expect(found.code).toBe('send-not-enough');
    expect(found.data).toMatchObject({ stays: '1.13784' });
  });

  it('what is left over could not come back', () => {
    const found = outcome({}, [[ADA, 5_600_000n]]);
    expect(found.code).toBe('send-change-too-small');
    expect(found.data).toMatchObject({ least: '0.96975' });
  });

  it('it does not fit', () => {
    const held = Array.from({ length: 600 }, () => [[ADA, 1_000_000n] as const]);
    expect(outcome({ lovelace: 'max', byHand: true }, ...held).code).toBe('send-too-large');
  });
});

it('the least ADA of an output counts the bytes of that ADA itself', () => {
  const least = leastIn(hexOf(strangerAddress), new Map(), USUAL_PARAMETERS);
  expect(least).toBe(969_750n);
});
