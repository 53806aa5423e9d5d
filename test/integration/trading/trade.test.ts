import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { quantityIn } from '../../../src-preload/domain/amount.ts';
import { ADA, type AssetId } from '../../../src-preload/domain/asset.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import {
  decodeOrderDatum,
  encodeOrderDatum,
  type OrderDatum,
} from '../../../src-main/cardano/order-datum.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import type { Review } from '../../../src-main/trading/review-desk.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { startLyingService, type LyingService } from '../../support/lying-service.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { balanceOf, codeOf, fund, must, openTrader, tradeIn, type Trader } from '../../support/trader.ts';

const temporary = temporaryDirectories();

let practice: PracticeProcess;
let lying: LyingService;
let trader: Trader;
let token: AssetId;

beforeAll(async () => {
  practice = await PracticeProcess.start();
  lying = await startLyingService(practice.endpoints.baseUrl);
}, 60_000);

afterAll(async () => {
  await lying.close();
  await practice.stop();
});

beforeEach(async () => {
  lying.lies = {};
  trader = await openTrader({
    endpoints: { ...practice.endpoints, baseUrl: lying.baseUrl },
    folder: temporary(),
  });
  trader.trading.start();
  if (quantityIn(await balanceOf(trader), ADA) < 1_000_000_000n) await fund(trader, practice.endpoints);
  token = must(await trader.service.search('AMBER', true))[0]?.id ?? ADA;
}, 120_000);

afterEach(() => trader.close());

async function reviewed(pay: AssetId = ADA, receive: AssetId = token, amount = '25'): Promise<Review> {
  const quote = must(await trader.trading.quote({ pay, receive, amount, slippageBps: 100, excluded: [] }));
  return must(await trader.trading.review(quote.id, trader.account));
}

async function refusal(): Promise<{ code: string; rule: unknown }> {
  const quote = must(
    await trader.trading.quote({ pay: ADA, receive: token, amount: '25', slippageBps: 100, excluded: [] }),
  );
  const review = await trader.trading.review(quote.id, trader.account);
  if (review.ok) throw new Error('the lie was not seen');
  return { code: review.failure.code, rule: review.failure.data?.['rule'] };
}

describe('a trade with the real practice exchange', () => {
  it.each(['buying a token for ADA', 'selling a token for ADA'])(
    '%s: is filled, and the balance changes by exactly what the review said',
    async (side) => {
      const [pay, receive, amount] = side.startsWith('buying')
        ? ([ADA, token, '25'] as const)
        : ([token, ADA, '30'] as const);
      const before = await balanceOf(trader);
      const review = await reviewed(pay, receive, amount);
      const { trade } = review;
      expect(review.inspection.report.verdict).toBe('pass');
      must(await trader.trading.accept(trade.id, trade.bodyHash, trader.sign));
      const filled = await tradeIn(trader, trade.id, 'filled', 'closed', 'expired', 'refused');
      expect(filled.state).toBe('filled');
      expect(filled.assembledBy).toBe('service');
      const received = filled.filledTotal ?? 0n;
      expect(received).toBeGreaterThanOrEqual(trade.atLeast);
      const after = await balanceOf(trader);
      const { networkFee, exchangeFees } = trade.costs;
      const change = (asset: AssetId): bigint => quantityIn(after, asset) - quantityIn(before, asset);
      const paid = (asset: AssetId): bigint => (asset === trade.pay.asset ? trade.pay.quantity : 0n);
      const got = (asset: AssetId): bigint => (asset === trade.receive ? received : 0n);
      expect(change(ADA)).toBe(got(ADA) - paid(ADA) - networkFee - exchangeFees);
      expect(change(token)).toBe(got(token) - paid(token));
      expect(trader.trading.steps(trade.id).map(({ state }) => state)).toEqual([
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
    120_000,
  );

  it('is accepted once, whatever is clicked', async () => {
    const { trade } = await reviewed();
    const accepts = await Promise.all(
      [1, 2, 3].map(() => trader.trading.accept(trade.id, trade.bodyHash, trader.sign)),
    );
    expect(accepts.map(codeOf).toSorted()).toEqual(['ok', 'trade-busy', 'trade-busy']);
    const again = await trader.trading.accept(trade.id, trade.bodyHash, trader.sign);
    expect(codeOf(again)).toBe('trade-not-in-that-state');
    expect((await tradeIn(trader, trade.id, 'filled')).state).toBe('filled');
    const sent = trader.trading.steps(trade.id).filter(({ state }) => state === 'submitting');
    expect(sent).toHaveLength(1);
  }, 120_000);

  it('keeps one review per quote, and the one that was replaced cannot be accepted', async () => {
    const first = await reviewed();
    const second = must(await trader.trading.review(first.quote.id, trader.account));
    expect(trader.trading.trade(first.trade.id)?.state).toBe('discarded');
    const late = await trader.trading.accept(first.trade.id, first.trade.bodyHash, trader.sign);
    expect(codeOf(late)).toBe('trade-not-in-that-state');
    expect(codeOf(await trader.trading.discard(second.trade.id))).toBe('ok');
    expect(codeOf(await trader.trading.discard(second.trade.id))).toBe('trade-not-in-that-state');
  }, 120_000);

  it('signs nothing but the bytes that were reviewed', async () => {
    const { trade } = await reviewed();
    const other = await trader.trading.accept(trade.id, '00'.repeat(32), trader.sign);
    expect(codeOf(other)).toBe('inspection-blocked');
    expect(trader.journal.get(trade.id)?.bytes.witnessSet).toBeUndefined();
    expect(trader.trading.trade(trade.id)?.state).toBe('built');
  }, 120_000);

  it('stays as it was when the password was wrong, and can be accepted after', async () => {
    const { trade } = await reviewed();
    const wrong = await trader.trading.accept(trade.id, trade.bodyHash, trader.signWrongly);
    expect(codeOf(wrong)).toBe('wrong-password');
    expect(trader.trading.trade(trade.id)?.state).toBe('built');
    expect(trader.journal.get(trade.id)?.bytes.witnessSet).toBeUndefined();
  }, 120_000);
});

describe('a service that lies', () => {
  /** The built transaction changed as told. */
  function changed(change: (cbor: string) => string): void {
    lying.lies = { '/swap/build': (answer) => ({ ...answer, cbor: change(String(answer['cbor'])) }) };
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
    const own = parseAddress(trader.account.address);
    if (!own.ok || own.value.payment.kind !== 'key') throw new Error('no key address');
    const mine = own.value.payment.hash;
    changed((cbor) => cbor.replaceAll(`583900${mine}`, `583900${stranger}`));
    expect(await refusal()).toEqual({ code: 'inspection-blocked', rule: 'V3' });
  }, 120_000);

  it('about whom the order pays is refused (V6)', async () => {
    changed(withDatum(() => ({ ownerPaymentKeyHash: stranger })));
    expect(await refusal()).toEqual({ code: 'inspection-blocked', rule: 'V6' });
  }, 120_000);

  it('about the minimum is refused (V7)', async () => {
    changed(withDatum((datum) => ({ minimumReceived: datum.minimumReceived / 2n })));
    expect(await refusal()).toEqual({ code: 'inspection-blocked', rule: 'V7' });
  }, 120_000);

  it('about the network fee is refused (R3)', async () => {
    changed((cbor) => withBodyField(cbor, 2, toHex(cborInt(5_000_000n))));
    expect(await refusal()).toEqual({ code: 'inspection-blocked', rule: 'R3' });
  }, 120_000);

  it('by something that is no transaction is refused', async () => {
    changed((cbor) => `${cbor}00`);
    expect((await refusal()).code).toBe('transaction-undecodable');
  }, 120_000);

  it('keeps what it tried in the journal, and signs nothing', async () => {
    changed(withDatum(() => ({ ownerPaymentKeyHash: stranger })));
    await refusal();
    const [kept] = trader.journal.all(1);
    expect(kept?.trade).toMatchObject({ state: 'refused', failure: { code: 'inspection-blocked' } });
    expect(kept?.bytes.witnessSet).toBeUndefined();
  }, 120_000);

  it('about a lower price shows the new figures, for the user to accept', async () => {
    let stated = 0;
    lying.lies = {
      '/swap/build': (answer) => {
        stated = Number(answer['total_output']) * 0.9;
        const lower = withDatum((datum) => ({ minimumReceived: (datum.minimumReceived * 9n) / 10n }));
        return { ...answer, total_output: stated, cbor: lower(String(answer['cbor'])) };
      },
    };
    const review = await reviewed();
    expect(review.worseThanQuote).toEqual({
      quotedExpected: review.quote.estimate.expected,
      quotedAtLeast: review.quote.estimate.atLeast,
    });
    expect(review.trade.atLeast).toBeLessThan(review.quote.estimate.atLeast);
    expect(review.sentence).toContain('at least 45');
  }, 120_000);

  it('after the signature is caught, kept as evidence, and the right bytes are sent without it', async () => {
    lying.lies = {
      '/swap/sign': (answer) => ({
        ...answer,
        cbor: withBodyField(String(answer['cbor']), 2, toHex(cborInt(5_000_000n))),
      }),
    };
    const { trade } = await reviewed();
    must(await trader.trading.accept(trade.id, trade.bodyHash, trader.sign));
    const filled = await tradeIn(trader, trade.id, 'filled', 'closed', 'expired', 'refused');
    expect(filled).toMatchObject({
      state: 'filled',
      assembledBy: 'local',
      failure: { code: 'service-changed-transaction' },
    });
    expect(trader.journal.get(trade.id)?.bytes.serviceAnswer).toMatch(/^84/);
  }, 120_000);

  it('that drops the signature or fails is done without, and that is said', async () => {
    for (const lie of [() => undefined, (answer: Record<string, unknown>) => answer]) {
      lying.lies = {
        '/swap/sign': (answer) => {
          const told = lie(answer);
          return told && { ...told, cbor: built };
        },
      };
      const { trade } = await reviewed();
      const built = trader.journal.get(trade.id)?.bytes.unsignedCbor ?? '';
      must(await trader.trading.accept(trade.id, trade.bodyHash, trader.sign));
      const filled = await tradeIn(trader, trade.id, 'filled', 'closed', 'expired', 'refused');
      expect(filled).toMatchObject({ state: 'filled', assembledBy: 'local' });
      expect(filled.failure).toBeUndefined();
    }
  }, 120_000);
});
