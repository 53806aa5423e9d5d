import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addValues, lovelaceIn, sumValues, valuesEqual } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import { minimumFeeSigned } from '../../../src-main/cardano/fees.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { USUAL_PARAMETERS } from '../../../src-main/inspect/inspection-input.ts';
import type { Utxo } from '../../../src-main/ports/ledger.ts';
import { minimumLovelace, PARAMETERS } from '../../../src-main/practice/chain/parameters.ts';
import { decodeTransaction as readLedgerTx } from '../../../src-main/practice/chain/transaction.ts';
import { readTransaction } from '../../../src-main/proof/transaction.ts';
import { draftPayment, leastIn, type PaymentWish } from '../../../src-main/trading/kinds/payment-draft.ts';
import { myAddress, strangerAddress } from '../../support/good-trade.ts';

const hexOf = (address: string): string => {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value.hex;
};
const [ME, THEM] = [hexOf(myAddress), hexOf(strangerAddress)];

const asset = fc
  .tuple(fc.constantFrom('aa', 'bb', 'cc'), fc.nat(40))
  .map(
    ([policy, name]) =>
      (policy.repeat(28) + (name === 0 ? '' : name.toString(16).padStart(4, '0'))) as AssetId,
  );
const units = fc.bigInt(1n, (1n << 40n) - 1n);
const tokens = fc
  .dictionary(asset, units, { maxKeys: 60 })
  .map((held) => new Map(Object.entries(held) as [AssetId, bigint][]));
const coin = fc
  .record({ ada: fc.bigInt(1_000_000n, 3_000_000_000n), tokens })
  .map(({ ada, tokens: held }) => {
    const least = leastIn(ME, held, USUAL_PARAMETERS);
    return addValues(held, new Map([[ADA, least + ada]]));
  });
const coins = fc.array(coin, { minLength: 1, maxLength: 12 }).map((values) =>
  values.map((value, at): Utxo => ({
    txHash: at.toString(16).padStart(64, '0'),
    index: at % 3,
    address: myAddress,
    value,
  })),
);

/** A wish for a part of what the coins hold. */
const wish = fc
  .record({
    coins,
    byHand: fc.boolean(),
    lovelace: fc.oneof(
      fc.constant('max' as const),
      fc.constant(undefined),
      fc.bigInt(1_000_000n, 4_000_000_000n),
    ),
    share: fc.bigInt(1n, 100n),
    picked: fc.nat(3),
    signers: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ coins: held, byHand, lovelace, share, picked, signers }): PaymentWish => {
    const all = [...sumValues(held.map(({ value }) => value))].filter(([id]) => id !== ADA).slice(0, picked);
    const sent = all.flatMap(([id, most]) => {
      const part = (most * share) / 100n;
      return part > 0n ? [[id, part] as const] : [];
    });
    return {
      coins: held,
      byHand,
      to: THEM,
      change: ME,
      lovelace,
      tokens: new Map(sent),
      parameters: USUAL_PARAMETERS,
      validUntil: 50_003_600n,
      witnessBytes: 0,
      signatures: () => signers,
    };
  });

describe('a drafted payment', () => {
  it('conserves every asset, pays exactly what was asked, and gives everything else back', () => {
    fc.assert(
      fc.property(wish, (wanted) => {
        const draft = draftPayment(wanted);
        if (!draft.ok) return;
        const tx = readTransaction(draft.value.cbor);
        const held = new Map(wanted.coins.map((one) => [`${one.txHash}#${one.index}`, one.value]));
        expect(new Set(tx.inputs).size).toBe(tx.inputs.length);
        const spent = sumValues(tx.inputs.map((name) => held.get(name) ?? new Map()));
        const out = sumValues(tx.outputs.map(({ value }) => value));
        expect(valuesEqual(spent, addValues(out, new Map([[ADA, tx.fee]])))).toBe(true);
        const [paid, ...change] = tx.outputs;
        expect(paid?.holder.text).toBe(strangerAddress);
        expect(change.every(({ holder }) => holder.text === myAddress)).toBe(true);
        const asked = new Map(wanted.tokens);
        const lovelace = lovelaceIn(paid?.value ?? new Map());
        expect(valuesEqual(paid?.value ?? new Map(), asked.set(ADA, lovelace))).toBe(true);
        if (typeof wanted.lovelace === 'bigint') expect(lovelace).toBe(wanted.lovelace);
        if (wanted.lovelace === undefined) expect(lovelace).toBe(draft.value.least);
        if (wanted.byHand || wanted.lovelace === 'max') expect(tx.inputs).toHaveLength(wanted.coins.length);
      }),
      { numRuns: 300 },
    );
  });

  it('is what practice’s ledger takes: the fee, the least ADA of each output, and the size of its value', () => {
    fc.assert(
      fc.property(wish, (wanted) => {
        const draft = draftPayment(wanted);
        if (!draft.ok) return;
        const decoded = decodeTransaction(draft.value.cbor);
        if (!decoded.ok) throw new Error(decoded.failure);
        const { bytes, body } = decoded.value;
        const signatures = wanted.signatures(wanted.coins);
        const least = minimumFeeSigned(bytes.length, signatures, USUAL_PARAMETERS);
        expect(body.fee).toBeGreaterThanOrEqual(least);
        // No more than a few bytes of it are for nothing.
        expect(body.fee - least).toBeLessThan(1_000n);
        const ledger = readLedgerTx(bytes);
        if (!ledger.ok) throw new Error('practice cannot read it');
        for (const { value, size, valueSize } of ledger.value.outputs) {
          expect(lovelaceIn(value)).toBeGreaterThanOrEqual(minimumLovelace(size));
          expect(valueSize).toBeLessThanOrEqual(PARAMETERS.maxValueSize);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('divides change whose tokens do not fit into one output', () => {
    const many = Array.from(
      { length: 300 },
      (_, at) =>
        [
          ('dd'.repeat(28) +
            toHex(new Uint8Array(20).fill(at % 256)) +
            at.toString(16).padStart(4, '0')) as AssetId,
          7n,
        ] as const,
    );
    const value = new Map([[ADA, 200_000_000n] as const, ...many]);
    const draft = draftPayment({
      coins: [{ txHash: '0'.repeat(64), index: 0, address: myAddress, value }],
      byHand: false,
      to: THEM,
      change: ME,
      lovelace: 5_000_000n,
      tokens: new Map(),
      parameters: USUAL_PARAMETERS,
      validUntil: 1n,
      witnessBytes: 0,
      signatures: () => 1,
    });
    if (!draft.ok) throw new Error(draft.failure.code);
    expect(draft.value.changeOutputs).toBeGreaterThan(1);
    expect(valuesEqual(draft.value.change, new Map([...value, [ADA, 195_000_000n - draft.value.fee]]))).toBe(
      true,
    );
  });

  it('spends as few coins as it takes, large and plain ones first', () => {
    const plain = (at: number, ada: bigint): Utxo => ({
      txHash: at.toString().padStart(64, '0'),
      index: 0,
      address: myAddress,
      value: new Map([[ADA, ada]]),
    });
    const draft = draftPayment({
      coins: [plain(1, 3_000_000n), plain(2, 90_000_000n), plain(3, 40_000_000n)],
      byHand: false,
      to: THEM,
      change: ME,
      lovelace: 100_000_000n,
      tokens: new Map(),
      parameters: USUAL_PARAMETERS,
      validUntil: 1n,
      witnessBytes: 0,
      signatures: () => 1,
    });
    if (!draft.ok) throw new Error(draft.failure.code);
    expect(draft.value.coins.map((name) => Number(name.slice(0, 64)))).toEqual([2, 3]);
  });

  it('is soon drafted for a wallet that somebody filled with dust', () => {
    const dust = Array.from({ length: 50_000 }, (_, at): Utxo => ({
      txHash: at.toString(16).padStart(64, '0'),
      index: 0,
      address: myAddress,
      value: new Map([
        [ADA, 1_200_000n],
        [('ee'.repeat(28) + '00') as AssetId, 1n],
      ]),
    }));
    const wanted = (lovelace: bigint): PaymentWish => ({
      coins: dust,
      byHand: false,
      to: THEM,
      change: ME,
      lovelace,
      tokens: new Map([[('ee'.repeat(28) + '00') as AssetId, 20n]]),
      parameters: USUAL_PARAMETERS,
      validUntil: 1n,
      witnessBytes: 0,
      signatures: () => 1,
    });
    const draft = draftPayment(wanted(5_000_000n));
    if (!draft.ok) throw new Error(draft.failure.code);
    expect(draft.value.coins).toHaveLength(20);
    expect(draftPayment(wanted(30_000_000_000n))).toMatchObject({ failure: { code: 'send-too-many-coins' } });
  });
});
