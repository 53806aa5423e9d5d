import { describe, expect, it } from 'vitest';
import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import {
  decodeOrderDatum,
  encodeOrderDatum,
  type OrderDatum,
} from '../../../src-main/practice/orders/datum.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { selling } from '../../support/sales.ts';
import { agreementTo, balanceOf, codeOf, must, reviewFor, tradeIn } from '../../support/trader.ts';

const at = lyingPractice();

async function reviewed(): Promise<Review> {
  return must(await reviewFor(at.trader, at.token));
}

async function refusal(): Promise<{ code: string; rule: unknown }> {
  const review = await reviewFor(at.trader, at.token);
  if (review.ok) throw new Error('the lie was not seen');
  return { code: review.failure.code, rule: review.failure.data?.['rule'] };
}

describe('a trade with the real practice exchange', () => {
  it.each(['buying a token for ADA', 'selling a token for ADA'])(
    '%s: is filled, and the balance changes by exactly what the review said',
    async (side) => {
      const before = await balanceOf(at.trader);
      const review = side.startsWith('buying')
        ? await reviewed()
        : must(await reviewFor(at.trader, ADA, selling(30_000_000n, at.token)));
      const { trade } = review;
      expect(review.inspection.report.verdict).toBe('pass');
      must(await at.trader.trading.accept(trade.id, agreementTo(review), at.trader.sign));
      const filled = await tradeIn(at.trader, trade.id, 'filled', 'closed', 'expired', 'refused');
      expect(filled.state).toBe('filled');
      expect(filled.assembledBy).toBe('service');
      const received = filled.filledTotal ?? 0n;
      expect(received).toBeGreaterThanOrEqual(trade.atLeast);
      const after = await balanceOf(at.trader);
      const { networkFee, exchangeFees } = trade.costs;
      const change = (asset: AssetId): bigint => quantityIn(after, asset) - quantityIn(before, asset);
      const paid = (asset: AssetId): bigint => (asset === trade.pay.asset ? trade.pay.quantity : 0n);
      const got = (asset: AssetId): bigint => (asset === trade.receive ? received : 0n);
      expect(change(ADA)).toBe(got(ADA) - paid(ADA) - networkFee - exchangeFees);
      expect(change(at.token)).toBe(got(at.token) - paid(at.token));
      expect(at.trader.trading.steps(trade.id).map(({ state }) => state)).toEqual([
        'built',
        'approved',
        'signed',
        'assembled',
        'submitting',
        'submitted',
        'placed',
        'filled',
      ]);
    },
  );

  it('is accepted once, whatever is clicked', async () => {
    const review = await reviewed();
    const { trade } = review;
    const accepts = await Promise.all(
      [1, 2, 3].map(() => at.trader.trading.accept(trade.id, agreementTo(review), at.trader.sign)),
    );
    expect(accepts.map(codeOf).toSorted()).toEqual(['ok', 'trade-busy', 'trade-busy']);
    const again = await at.trader.trading.accept(trade.id, agreementTo(review), at.trader.sign);
    expect(codeOf(again)).toBe('trade-not-in-that-state');
    expect((await tradeIn(at.trader, trade.id, 'filled')).state).toBe('filled');
    const sent = at.trader.trading.steps(trade.id).filter(({ state }) => state === 'submitting');
    expect(sent).toHaveLength(1);
  });

  it('keeps one review per quote, and the one that was replaced cannot be accepted', async () => {
    const first = await reviewed();
    const second = must(await at.trader.trading.review(first.quote.id, at.trader.account));
    expect(at.trader.trading.trade(first.trade.id)?.state).toBe('discarded');
    const late = await at.trader.trading.accept(first.trade.id, agreementTo(first), at.trader.sign);
    expect(codeOf(late)).toBe('trade-not-in-that-state');
    expect(codeOf(await at.trader.trading.discard(second.trade.id))).toBe('ok');
    expect(codeOf(await at.trader.trading.discard(second.trade.id))).toBe('trade-not-in-that-state');
  });

  it('signs nothing but the bytes that were reviewed', async () => {
    const review = await reviewed();
    const { trade } = review;
    for (const other of [{ bodyHash: '00'.repeat(32) }, { summaryHash: '00'.repeat(32) }]) {
      const agreement = { ...agreementTo(review), ...other };
      const accepted = await at.trader.trading.accept(trade.id, agreement, at.trader.sign);
      expect(codeOf(accepted)).toBe('inspection-blocked');
    }
    expect(at.trader.journal.get(trade.id)?.bytes.witnessSet).toBeUndefined();
    expect(at.trader.trading.trade(trade.id)?.state).toBe('built');
  });

  it('stays as it was when the password was wrong, and can be accepted after', async () => {
    const review = await reviewed();
    const { trade } = review;
    const wrong = await at.trader.trading.accept(trade.id, agreementTo(review), at.trader.signWrongly);
    expect(codeOf(wrong)).toBe('wrong-password');
    expect(at.trader.trading.trade(trade.id)?.state).toBe('built');
    expect(at.trader.journal.get(trade.id)?.bytes.witnessSet).toBeUndefined();
  });
});

describe('a service that lies', () => {
  /** The built transaction changed as told. */
  function changed(change: (cbor: string) => string): void {
    at.lying.lies = { '/swap/build': (answer) => ({ ...answer, cbor: change(String(answer['cbor'])) }) };
  }
  function withDatum(terms: (datum: OrderDatum) => Partial<OrderDatum>): (cbor: string) => string {
    return (cbor) => {
      const decoded = decodeTransaction(cbor);
      if (!decoded.ok) throw new Error(decoded.failure);
      const datum = decoded.value.body.outputs[0]?.datum;
      const hex = datum?.kind === 'inline' ? datum.hex : '';
      const read = decodeOrderDatum(hex);
      if (!read.ok) throw new Error(read.failure);
      const lie = encodeOrderDatum({ ...read.value, ...terms(read.value) });
      expect(lie).toHaveLength(hex.length);
      return cbor.replace(hex, lie);
    };
  }
  const stranger = '5a'.repeat(28);

  it('about the change address is refused (V3)', async () => {
    const own = parseAddress(at.trader.account.address);
    if (!own.ok || own.value.payment.kind !== 'key') throw new Error('no key address');
    const mine = own.value.payment.hash;
    changed((cbor) => cbor.replaceAll(`583900${mine}`, `583900${stranger}`));
    expect(await refusal()).toEqual({ code: 'inspection-blocked', rule: 'V3' });
  });

  it('about whom the order pays is refused (V6)', async () => {
    changed(withDatum(() => ({ ownerPaymentKeyHash: stranger })));
    expect(await refusal()).toEqual({ code: 'inspection-blocked', rule: 'V6' });
  });

  it('about the minimum is refused (V7)', async () => {
    changed(withDatum((datum) => ({ minimumReceived: datum.minimumReceived / 2n })));
    expect(await refusal()).toEqual({ code: 'inspection-blocked', rule: 'V7' });
  });

  it('about the network fee is refused (R3)', async () => {
    changed((cbor) => withBodyField(cbor, 2, toHex(cborInt(5_000_000n))));
    expect(await refusal()).toEqual({ code: 'inspection-blocked', rule: 'R3' });
  });

  it('by something that is not a transaction is refused', async () => {
    changed((cbor) => `${cbor}00`);
    expect((await refusal()).code).toBe('transaction-undecodable');
  });

  it('keeps what it tried in the journal, and signs nothing', async () => {
    changed(withDatum(() => ({ ownerPaymentKeyHash: stranger })));
    await refusal();
    const [kept] = at.trader.journal.all(1);
    expect(kept?.trade).toMatchObject({ state: 'refused', failure: { code: 'inspection-blocked' } });
    expect(kept?.bytes.witnessSet).toBeUndefined();
  });

  it('about a lower price shows the new figures, for the user to accept', async () => {
    let stated = 0;
    at.lying.lies = {
      '/swap/build': (answer) => {
        stated = Number(answer['total_output']) * 0.9;
        const lower = withDatum((datum) => ({ minimumReceived: (datum.minimumReceived * 9n) / 10n }));
        return { ...answer, total_output: stated, cbor: lower(String(answer['cbor'])) };
      },
    };
    const review = await reviewed();
    const { quote } = review;
    if (quote.kind !== 'swap') throw new Error('a swap');
    expect(review.worseThanQuote).toEqual({
      quotedExpected: quote.task.expected,
      quotedAtLeast: quote.task.atLeast,
    });
    expect(review.trade.atLeast).toBeLessThan(quote.task.atLeast);
    expect(review.sentence).toContain(`at least ${formatDecimal(review.trade.atLeast, 6)} AMBER`);
  });
});
