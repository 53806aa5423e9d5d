import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import list from '../../../resources/order-scripts.json' with { type: 'json' };
import practice from '../../../resources/practice-order-scripts.json' with { type: 'json' };
import { ADA, type AssetId } from '#domain/asset.ts';
import { aboutMs, DCA_INTERVALS } from '#domain/dca.ts';
import { formatAddress, parseAddressBytes } from '../../../src-main/cardano/address.ts';
import { scanCbor } from '../../../src-main/cardano/cbor-scanner.ts';
import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import type { OrderTerms, RecurringTerms } from '../../../src-main/exchanges/order-form.ts';
import { networkScripts } from '../../../src-main/exchanges/known-scripts.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import { encodeOrderDatum, encodePlanDatum } from '../../../src-main/practice/orders/datum.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { exchangeOfPlace } from '../../../src-main/inspect/order-sums.ts';
import { holderOf, holderOfText } from '../../../src-main/proof/address.ts';
import { readCbor } from '../../../src-main/proof/cbor.ts';
import { readOrder } from '../../../src-main/proof/order-terms.ts';
import { readParent, readTransaction } from '../../../src-main/proof/transaction.ts';
import type { Cycles, OrderScript, Terms } from '../../../src-main/proof/terms.ts';
import { GEM, orderDatum, PAYMENT, STAKE } from '../../support/good-trade.ts';
import { mainnetProofScripts, practiceProofScripts } from '../../support/proving.ts';
import { assetsOf, realOrders } from '../../support/real-orders.ts';
import { transactions } from '../../support/vectors.ts';

const known = networkScripts('mainnet', list) ?? new Map();

/** The terms of both readers in one form. */
function asSecond(terms: OrderTerms): Omit<Terms, 'sells'> {
  const { recurring } = terms;
  return {
    owner: terms.ownerScriptHash ?? terms.ownerPaymentKeyHash ?? '',
    byScript: terms.ownerScriptHash !== undefined,
    ownerStake: terms.ownerStakeKeyHash,
    canceller: terms.cancelKeyHash,
    wanted: terms.wanted,
    least: terms.minimumReceived,
    fee: terms.batcherFee,
    deposit: terms.deposit,
    recurring: recurring && {
      interval: recurring.interval.id,
      cycles: BigInt(recurring.cycles),
      completed: BigInt(recurring.completed ?? 0),
      amountPerCycle: recurring.amountPerCycle,
      slippage: recurring.slippagePpm,
      ...ofPlan(recurring),
    },
  };
}

/** The fields that the aggregator's plans state, and practice's do not. */
function ofPlan({
  dueFrom,
  interval,
  monthOfDays,
  placesAt,
}: RecurringTerms): Pick<Cycles, 'due' | 'elsewhere'> {
  if (dueFrom === undefined || !placesAt) return {};
  const seconds =
    monthOfDays === undefined ? BigInt(aboutMs(interval) / 1_000) : BigInt(monthOfDays) * 86_400n;
  return {
    due: { slot: dueFrom, seconds },
    elsewhere: placesAt.some(({ script }) => exchangeOfPlace(script, known) === undefined),
  };
}

function withoutSells(terms: Terms | undefined): Omit<Terms, 'sells'> | undefined {
  if (!terms) return undefined;
  const { sells: _sells, ...rest } = terms;
  return rest;
}

describe('the second reader of CBOR', () => {
  it('takes and refuses the same bytes as the first', () => {
    const both = { taken: 0, refused: 0 };
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .array(
          fc.constantFrom(
            0x00,
            0x01,
            0x18,
            0x40,
            0x41,
            0x5f,
            0x80,
            0x81,
            0x82,
            0x9f,
            0xa0,
            0xa1,
            0xbf,
            0xc2,
            0xd8,
            0x79,
            0xf5,
            0xf6,
            0xff,
          ),
          { maxLength: 12 },
        )
        .map((parts) => Uint8Array.from(parts)),
    );
    fc.assert(
      fc.property(bytes, (content) => {
        const taken = scanCbor(content).ok;
        both[taken ? 'taken' : 'refused'] += 1;
        if (taken) expect(readCbor(content).end).toBe(content.length);
        else expect(() => readCbor(content), toHex(content)).toThrow();
      }),
      { numRuns: 20_000 },
    );
    expect(both.taken).toBeGreaterThan(1_000);
    expect(both.refused).toBeGreaterThan(1_000);
  });

  it('refuses what is nested deeper than any transaction', () => {
    const deep = new Uint8Array(300).fill(0x81);
    deep[299] = 0x80;
    expect(() => readCbor(deep)).toThrow('nested too deeply');
  });
});

describe('addresses', () => {
  it('are read and written as the first proof does, whatever the bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 70 }),
      fc
        .tuple(fc.nat(15), fc.nat(1), fc.constantFrom(28, 29, 30, 31, 56), fc.infiniteStream(fc.nat(255)))
        .map(([type, network, length, stream]) =>
          Uint8Array.from([type * 16 + network, ...[...stream.take(length)]]),
        ),
    );
    let whole = 0;
    fc.assert(
      fc.property(bytes, (address) => {
        const first = parseAddressBytes(address);
        const second = holderOf(address);
        // A pointer is objected to, whatever it points at: how its numbers are written matters to nobody.
        if (second.stake.kind === 'pointer' || (first.ok && first.value.stake === 'pointer')) return;
        expect(second.kind === 'odd').toBe(!first.ok);
        if (!first.ok) return;
        whole += 1;
        expect(second.text).toBe(formatAddress(first.value));
        expect({ kind: second.kind, hash: second.hash }).toEqual(first.value.payment);
        expect(holderOfText(second.text)).toEqual(second);
      }),
      { numRuns: 3_000 },
    );
    expect(whole).toBeGreaterThan(100);
  });

  it("with one letter changed are nobody's", () => {
    const { text } = holderOf(hexBytes(`00${PAYMENT}${STAKE}`));
    for (let at = 10; at < text.length; at += 7) {
      const other = text[at] === 'q' ? 'p' : 'q';
      expect(holderOfText(text.slice(0, at) + other + text.slice(at + 1)).kind).toBe('odd');
    }
    expect(holderOfText('no address').kind).toBe('odd');
  });
});

describe('real transactions', () => {
  it('are read by both proofs alike, to the last output', () => {
    let read = 0;
    for (const { cbor, hash } of [
      ...transactions('conway-blocks.jsonl'),
      ...transactions('pre-conway-blocks.jsonl'),
    ]) {
      const first = decodeTransaction(cbor, { historic: true });
      if (!first.ok) throw new Error(first.failure);
      const { body, isValid } = first.value;
      const parent = readParent(cbor);
      expect(parent.hash).toBe(hash);
      const made = isValid ? body.outputs : body.collateralReturn ? [body.collateralReturn] : [];
      expect(parent.outputs.size).toBe(made.length);
      for (const [at, output] of made.entries()) {
        const second = parent.outputs.get(isValid ? at : body.outputs.length);
        expect(second?.value).toEqual(output.value);
        expect(second?.holder).toEqual(holderOf(output.addressBytes));
        const { datum } = output;
        expect(second?.datumHash).toBe(datum.kind === 'hash' ? datum.hash : undefined);
        expect(second?.inlineDatum).toBe(datum.kind === 'inline' ? datum.hex : undefined);
        expect(second?.carriesScript).toBe(output.hasReferenceScript);
      }
      if (!decodeTransaction(cbor).ok) continue;
      read += 1;
      const second = readTransaction(cbor);
      expect(second.inputs).toEqual(body.inputs);
      expect(second.collateral).toEqual(body.collateral);
      expect(second.fee).toBe(body.fee);
      expect(second.requiredSigners).toEqual(body.requiredSigners);
      expect(second.mint).toEqual(body.mint);
      expect(second.withdrawals.map(({ account, amount }) => ({ account, quantity: amount }))).toEqual(
        body.withdrawals,
      );
      expect(second.fields).toEqual(body.keys);
      expect(second.attached).toBe(first.value.auxiliaryHash);
      expect(second.attachedStated).toBe(body.auxiliaryDataHash);
      expect(second.data).toEqual(first.value.witnesses.data);
      expect(second.isValid).toBe(isValid);
    }
    expect(read).toBeGreaterThan(900);
  });
});

describe('the orders of real transactions', () => {
  const orders = realOrders(known)
    .filter(({ script }) => script.form !== undefined)
    .map((order) => {
      const plain = order.script.form?.read(order.datumHex, undefined, order.output.value);
      return { ...order, traded: assetsOf(order, plain?.ok ? plain.value.wanted : undefined) ?? [] };
    });
  const places = fc.nat({ max: orders.length - 1 });

  it('are read by both proofs alike, every one of them', () => {
    expect(orders.length).toBeGreaterThan(150);
    for (const order of orders) {
      const { script, scriptHash, datumHex, output, traded } = order;
      const first = script.form?.read(datumHex, traded, output.value);
      const second = readOrder(datumHex, scriptOf(scriptHash), traded, output.value, mainnetProofScripts);
      expect(withoutSells(second), `${order.txHash}#${order.index}`).toEqual(
        first?.ok ? asSecond(first.value) : undefined,
      );
    }
  });

  it('changed in one byte are read by both alike, or by neither', () => {
    const outcomes = { read: 0, refused: 0 };
    fc.assert(
      fc.property(places, fc.nat(), fc.integer({ min: 1, max: 255 }), (which, place, change) => {
        const order = orders[which];
        if (!order) return;
        const { script, scriptHash, datumHex, output, traded } = order;
        const bytes = hexBytes(datumHex);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const changed = toHex(bytes);
        const first = script.form?.read(changed, traded, output.value);
        const second = readOrder(changed, scriptOf(scriptHash), traded, output.value, mainnetProofScripts);
        outcomes[second ? 'read' : 'refused'] += 1;
        // A stable pool's order that pays with an asset which the pool has not is refused by the second one alone.
        if (!second && first?.ok && script.form?.name === 'minswap-stable') return;
        expect(withoutSells(second), changed).toEqual(first?.ok ? asSecond(first.value) : undefined);
      }),
      { numRuns: 20_000 },
    );
    expect(outcomes.read).toBeGreaterThan(2_000);
    expect(outcomes.refused).toBeGreaterThan(2_000);
  });
});

describe("practice's orders", () => {
  const script: OrderScript = practiceProofScripts.get(practice.EXA.script) ?? { exchange: '' };
  const datum = encodeOrderDatum(orderDatum());
  const interval = DCA_INTERVALS[7];
  const plan = encodePlanDatum({
    ownerPaymentKeyHash: PAYMENT,
    ownerStakeKeyHash: undefined,
    wanted: GEM,
    amountPerCycle: 10_000_000n,
    cycles: 3,
    completed: 0,
    interval,
    slippagePpm: 5_000n,
    feePerCycle: 500_000n,
    returnedPerCycle: 1_000_000n,
    deposit: 2_000_000n,
    route: '70',
  });
  /** Three times ten ADA and one lovelace left over, three fees, three returns and the deposit. */
  const holds = new Map([[ADA, 36_500_001n]]);

  it('and recurring ones are read alike', () => {
    for (const [hex, held] of [
      [datum, new Map([[ADA, 104_000_000n]])],
      [plan, holds],
    ] as const) {
      const first = practiceForm.read(hex, [ADA, GEM], held);
      expect(first.ok).toBe(true);
      expect(withoutSells(readOrder(hex, script, [ADA, GEM], held))).toEqual(
        first.ok && asSecond(first.value),
      );
    }
  });

  it('with any one byte changed, or any other value held, are read alike or by neither', () => {
    const outcomes = { read: 0, refused: 0 };
    const held = fc.oneof(
      fc.constant(holds),
      fc
        .bigInt({ min: 36_499_990n, max: 36_500_010n })
        .map((ada): ReadonlyMap<AssetId, bigint> => new Map([[ADA, ada]])),
      fc.constant(
        new Map([
          [ADA, 6_500_000n],
          [GEM, 30_000_000n],
        ]),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(datum, plan), fc.nat(), fc.nat(255), held, (hex, place, change, value) => {
        const bytes = hexBytes(hex);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const first = practiceForm.read(toHex(bytes), [ADA, GEM], value);
        const second = readOrder(toHex(bytes), script, [ADA, GEM], value);
        outcomes[second ? 'read' : 'refused'] += 1;
        expect(withoutSells(second), toHex(bytes)).toEqual(first.ok ? asSecond(first.value) : undefined);
      }),
      { numRuns: 10_000 },
    );
    expect(outcomes.read).toBeGreaterThan(500);
    expect(outcomes.refused).toBeGreaterThan(500);
  });
});

function scriptOf(hash: string): OrderScript {
  const script = mainnetProofScripts.get(hash);
  if (!script) throw new Error(`no script ${hash}`);
  return script;
}
