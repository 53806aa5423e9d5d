import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agreement, Bounds, Task } from '../../../src-main/agreement/agreement.ts';
import {
  agreementHash,
  agreementJson,
  claimsJson,
  readAgreement,
  readClaims,
} from '../../../src-main/agreement/agreement-json.ts';
import { quantity, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVAL_IDS } from '#domain/dca.ts';
import { epochMs } from '#domain/time.ts';
import type { OutputName } from '#domain/trade.ts';

const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits });
const assets = fc.oneof(
  fc.constant(ADA),
  fc
    .tuple(hex(56), fc.nat(32))
    .chain(([policy, length]) => hex(2 * length).map((name) => (policy + name) as AssetId)),
);
const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
const values = fc
  .array(fc.tuple(assets, fc.bigInt({ min: 1n, max: 2n ** 64n })), { maxLength: 4 })
  .map((held): Value => new Map(held));
const amounts = fc.record({ asset: assets, quantity: units.map(quantity) });
const slippageBps = fc.nat(10_000);
const bounds: fc.Arbitrary<Bounds> = fc.record({
  gone: values,
  locked: values,
  back: values,
  others: units,
  networkFee: units,
  cost: units,
});
const tasks: fc.Arbitrary<Task> = fc.oneof(
  fc.record({
    kind: fc.constant('swap'),
    pay: amounts,
    receive: assets,
    expected: units,
    atLeast: units,
    slippageBps,
  }),
  fc.record({
    kind: fc.constant('limit'),
    pay: amounts,
    receive: assets,
    atLeast: units,
    orders: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({
    kind: fc.constant('limit'),
    pay: amounts,
    receive: assets,
    atLeast: units,
    orders: fc.constant(1),
    replaces: fc.record(
      {
        order: fc.tuple(hex(64), fc.nat(99)).map(([hash, at]): OutputName => `${hash}#${at}`),
        script: hex(56),
        fee: units,
        deposit: units,
        others: units,
        cancellation: hex(64),
      },
      { requiredKeys: ['order', 'script', 'fee', 'deposit', 'others'] },
    ),
  }),
  fc.record({
    kind: fc.constant('dca'),
    pay: amounts,
    receive: assets,
    interval: fc.constantFrom(...DCA_INTERVAL_IDS),
    cycles: fc.integer({ min: 1, max: 1_000 }),
    amountPerCycle: units,
    slippageBps,
  }),
  fc.record({
    kind: fc.constant('cancel'),
    orders: fc.array(
      fc.tuple(hex(64), fc.nat(99_999)).map(([hash, index]): OutputName => `${hash}#${index}`),
      { minLength: 1, maxLength: 3 },
    ),
    holds: values,
  }),
);
const agreements: fc.Arbitrary<Agreement> = fc.record({
  network: fc.constantFrom('mainnet', 'preprod', 'preview'),
  madeAt: fc.nat().map(epochMs),
  transactions: fc.array(fc.record({ task: tasks, bounds }), { minLength: 1, maxLength: 3 }),
  whole: bounds,
  tokens: fc.array(fc.record({ id: assets, ticker: fc.string(), decimals: fc.nat(20) }), { maxLength: 3 }),
});

/** One agreement with something of everything, for single changes. */
const one: Agreement = {
  network: 'preprod',
  madeAt: epochMs(1_700_000_000_000),
  transactions: [
    {
      task: {
        kind: 'limit',
        pay: { asset: ADA, quantity: quantity(25_000_000n) },
        receive: 'ab'.repeat(28) as AssetId,
        atLeast: 7n,
        orders: 1,
      },
      bounds: {
        gone: new Map([[ADA, 32_000_000n]]),
        locked: new Map([[ADA, 30_000_000n]]),
        back: new Map([['ab'.repeat(28) as AssetId, 7n]]),
        others: 2_250_000n,
        networkFee: 2_000_000n,
        cost: 9_250_000n,
      },
    },
  ],
  whole: { gone: new Map(), locked: new Map(), back: new Map(), others: 0n, networkFee: 0n, cost: 0n },
  tokens: [{ id: 'ab'.repeat(28) as AssetId, ticker: 'TKN', decimals: 6 }],
};

describe('an agreement as JSON', () => {
  it('is read back as the same agreement, through text', () => {
    fc.assert(
      fc.property(agreements, (agreement) => {
        expect(readAgreement(JSON.parse(JSON.stringify(agreementJson(agreement))))).toEqual(agreement);
      }),
    );
  });

  it('has one hash, in whatever order values were put together and zeros were kept', () => {
    const otherWay: Agreement = {
      ...one,
      whole: {
        ...one.whole,
        gone: new Map([
          ['cd'.repeat(28) as AssetId, 2n],
          [ADA, 1n],
        ]),
      },
    };
    const thisWay: Agreement = {
      ...one,
      whole: {
        ...one.whole,
        gone: new Map([
          [ADA, 1n],
          ['cd'.repeat(28) as AssetId, 2n],
          ['ef'.repeat(28) as AssetId, 0n],
        ]),
      },
    };
    expect(agreementHash(otherWay)).toBe(agreementHash(thisWay));
    expect(agreementHash(otherWay)).not.toBe(agreementHash(one));
  });

  it('changes its hash with every figure', () => {
    const text = JSON.stringify(agreementJson(one));
    const digits = [...text.matchAll(/"([1-9]\d*)"/g)];
    expect(digits.length).toBeGreaterThan(7);
    for (const { index } of digits) {
      const changed = `${text.slice(0, index + 1)}1${text.slice(index + 1)}`;
      const read = readAgreement(JSON.parse(changed));
      expect(read && agreementHash(read), changed).not.toBe(agreementHash(one));
      expect(read).toBeDefined();
    }
  });

  it('has a hash for a ticker of half a character', () => {
    const odd = { ...one, tokens: [{ id: ADA, ticker: '\ud800', decimals: 0 }] };
    expect(agreementHash(odd)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is not read with a field too many, too few, or of another kind, at any depth', () => {
    const read = (change: (json: Record<string, unknown>) => void): unknown => {
      const json = JSON.parse(JSON.stringify(agreementJson(one))) as Record<string, unknown>;
      change(json);
      return readAgreement(json);
    };
    const first = (json: Record<string, unknown>) =>
      (json['transactions'] as Record<string, Record<string, unknown>>[])[0] ?? {};
    expect(read(() => undefined)).toEqual(one);
    expect(read((json) => (json['more'] = 1))).toBeUndefined();
    expect(read((json) => delete json['whole'])).toBeUndefined();
    expect(read((json) => (json['transactions'] = []))).toBeUndefined();
    expect(read((json) => (first(json)['task'] = { kind: 'any' }))).toBeUndefined();
    for (const cost of ['-1', '01', '1.5', ' 1', '', 1, null])
      expect(
        read((json) => ((first(json)['bounds'] ?? {})['cost'] = cost)),
        String(cost),
      ).toBeUndefined();
    for (const asset of ['', 'lovelace', 'AB'.repeat(28), 'ab'])
      expect(
        read((json) => ((first(json)['bounds'] ?? {})['gone'] = { [asset]: '1' })),
        asset,
      ).toBeUndefined();
    expect(read((json) => ((first(json)['bounds'] ?? {})['gone'] = { ADA: '0' }))).toBeUndefined();
    for (const text of [undefined, null, 'x', [], 7]) expect(readAgreement(text)).toBeUndefined();
  });
});

describe('an agreement that is read', () => {
  it('has at most a thousand assets in a value', () => {
    const holding = (assets: number): unknown => {
      const ids = Array.from(
        { length: assets },
        (_, at) => `${'ab'.repeat(28)}${at.toString(16).padStart(4, '0')}`,
      );
      const gone = Object.fromEntries(ids.map((id) => [id, '1']));
      const json = JSON.parse(JSON.stringify(agreementJson(one))) as Record<string, object>;
      return { ...json, whole: { ...json['whole'], gone } };
    };
    expect(readAgreement(holding(1_000))?.whole.gone.size).toBe(1_000);
    expect(readAgreement(holding(1_001))).toBeUndefined();
  });
});

describe('the figures that were shown, as JSON', () => {
  it('are read back, whichever there are', () => {
    const figures = fc.record(
      { expected: units, atLeast: units, cancellationFee: units },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(figures, (claims) => {
        expect(readClaims(JSON.parse(JSON.stringify(claimsJson(claims))))).toEqual(claims);
      }),
    );
    expect(readClaims({ expected: 1 })).toBeUndefined();
    expect(readClaims({ other: '1' })).toBeUndefined();
  });
});
