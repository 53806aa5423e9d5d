import { describe, expect, it } from 'vitest';

import type { Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { netChange } from '../../../src-main/inspect/rules/wallet-change.ts';
import { BYSTANDER, GEM } from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

const value = (lovelace: bigint, ...tokens: readonly (readonly [AssetId, bigint])[]): Value =>
  new Map([[ADA, lovelace], ...tokens]);

const given = { tokens: new Map([[GEM, { ticker: 'GEM', decimals: 3 }]]) };
/** 100 ADA for GEM, and the other way round. */
const buying = { pay: { asset: ADA, quantity: 100_000_000n }, receive: GEM };
const selling = { pay: { asset: GEM, quantity: 5_000n }, receive: ADA };

/** A network fee of 0.2 ADA, one order, and a stranger who gets one ADA. */
const facts = (net: Value, change: object): object => ({
  net,
  context: given,
  complete: true,
  tx: { body: { fee: 200_000n } },
  outputs: [{ role: 'foreign', output: { value: value(1_000_000n) } }],
  ...change,
});
const bought = (net: Value, change: object = {}): readonly string[] =>
  findings(
    netChange,
    facts(net, { trade: buying, orders: [{ output: { value: value(104_000_000n) } }], ...change }),
  );
const sold = (net: Value): readonly string[] =>
  findings(
    netChange,
    facts(net, { trade: selling, orders: [{ output: { value: value(4_000_000n, [GEM, 5_000n]) } }] }),
  );

describe('what a trade takes from the wallet', () => {
  it('is what is sold, the fees, and what goes to orders and others, to the lovelace', () => {
    expect(bought(value(-105_200_000n))).toEqual([]);
    expect(bought(value(-105_200_001n))).toEqual([
      'block: It takes 105.200001 ADA from your wallet, 0.000001 ADA more than can be explained.',
    ]);
    expect(sold(value(-5_200_000n, [GEM, -5_000n]))).toEqual([]);
    expect(sold(value(-5_200_001n, [GEM, -5_000n]))).toEqual([
      'block: It takes 5.200001 ADA from your wallet, 0.000001 ADA more than can be explained.',
    ]);
  });

  it('is the token that is sold, neither more nor less', () => {
    expect(sold(value(-5_200_000n, [GEM, -5_001n]))).toEqual([
      'block: It takes 5.001 GEM, not the 5 GEM that you sell.',
    ]);
    expect(sold(value(-5_200_000n, [GEM, -4_999n]))).toEqual([
      'block: It takes 4.999 GEM, not the 5 GEM that you sell.',
    ]);
  });

  it('is no other token; one that comes in is welcome', () => {
    expect(bought(value(-105_200_000n, [GEM, -7n]))).toEqual([
      'block: It also takes 0.007 GEM from your wallet.',
    ]);
    expect(bought(value(-105_200_000n, [GEM, 7n], [BYSTANDER, 1n]))).toEqual([]);
  });

  it('is not judged where something of what goes in is not known', () => {
    expect(bought(value(-900_000_000n), { complete: false })).toEqual([]);
  });
});

describe('what another transaction takes from the wallet', () => {
  const told = (net: Value, change: object = {}): readonly string[] =>
    findings(netChange, facts(net, { orders: [], ...change }));

  it('is shown, without what comes in', () => {
    expect(told(value(-2_500_000n, [GEM, -7n], [BYSTANDER, 4n]))).toEqual([
      'info: It takes 2.5 ADA and 0.007 GEM from your wallet.',
    ]);
  });

  it('is not spoken of where it takes nothing, is not known, or is a cancellation’s', () => {
    expect(told(value(3n))).toEqual([]);
    expect(told(value(-3n), { complete: false })).toEqual([]);
    expect(told(value(-3n), { cancel: { orders: [] } })).toEqual([]);
  });
});
