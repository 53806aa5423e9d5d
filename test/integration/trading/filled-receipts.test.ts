import { describe, expect, it } from 'vitest';
import exchanges from '../../../resources/exchanges.json' with { type: 'json' };
import type { AssetId } from '#domain/asset.ts';
import type { Trade } from '#domain/trade.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import {
  type FilledContent,
  type Receipt,
  type ReceiptRecord,
  receiptsText,
  receiptText,
  writeRecord,
} from '../../../src-main/receipt/receipt.ts';
import { verifyReceipts } from '../../../src-main/receipt/verify-receipt.ts';
import { useFaultyTrader, type FaultyTrader } from '../../support/faulty-trader.ts';
import { practiceProofScripts } from '../../support/proving.ts';
import { selling } from '../../support/sales.ts';
import {
  agreementTo,
  must,
  reviewFor,
  signLimit,
  tradeIn,
  until,
  type Trader,
} from '../../support/trader.ts';

/** The exchange that fills orders in parts. */
const PARTIAL = 'EXBV3';
let faults: FaultyTrader['faults'];
let trader: Trader;
let token: AssetId;
useFaultyTrader({ auditsFills: true }, (world) => ({ faults, trader, token } = world));

function verify(text: string) {
  return verifyReceipts(text, { scripts: () => practiceProofScripts, fills: auditScripts });
}

function verdictOn(text: string) {
  const verdict = verify(text);
  if (!verdict.ok) throw new Error(verdict.failure);
  return verdict.value;
}

function failing(receipt: Receipt): string[] {
  const verdict = verify(JSON.stringify(receipt));
  if (!verdict.ok) return [`unreadable: ${verdict.failure}`];
  return verdict.value.checks.filter(({ ok }) => !ok).map(({ check }) => check);
}

function textsOf({ id }: Trade): string[] {
  return trader.trading.receipts(id).map(({ text }) => text);
}

function receiptOf(trade: Trade): Receipt {
  return JSON.parse(receiptText(textsOf(trade))) as Receipt;
}

function fillsIn({ records }: Receipt): FilledContent[] {
  return records.flatMap(({ content }) => (content.kind === 'filled' ? [content] : []));
}

async function filled(lovelace = 25_000_000n): Promise<Trade> {
  const review = must(await reviewFor(trader, token, selling(lovelace)));
  await review.bestPrice;
  must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
  const trade = await tradeIn(trader, review.trade.id, 'filled');
  await until(() => Promise.resolve(fillsIn(receiptOf(trade)).length === trade.orders.length));
  return trade;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The receipt as its own writer forges its last fill: every hash and signature is right. */
function forged(trade: Trade, change: (content: Writable<FilledContent>) => void): Receipt {
  const receipt = receiptOf(trade);
  const content = structuredClone(receipt.records.at(-1)?.content) as Writable<FilledContent>;
  change(content);
  const seed = trader.journal.get(trade.id)?.bytes.addendumSeed ?? '';
  return { ...receipt, records: [...receipt.records.slice(0, -1), writeRecord(content, seed)] };
}

describe('a fill in the receipt of its trade', () => {
  it('is added once it is audited, and computed again from the file alone', async () => {
    const trade = await filled();
    const receipt = receiptOf(trade);
    expect(receipt.version).toBe(4);
    expect(receipt.records.map(({ content }) => content.kind)).toEqual([
      'signed',
      'assembled',
      ...trade.orders.map(() => 'filled'),
    ]);
    const [opening] = receipt.records;
    if (opening?.content.kind !== 'signed') throw new Error('no opening');
    expect(opening.content.market?.sentence).toMatch(/No better price was found|would have paid/);
    expect(opening.content.market?.read?.seen.length).toBeGreaterThan(0);
    const verdict = verdictOn(JSON.stringify(receipt));
    expect(verdict.checks.filter(({ ok }) => !ok)).toEqual([]);
    const audit = must(trader.trading.fills.of(trade.id)).audit;
    const [facts] = verdict.receipts;
    expect(facts?.bestPrice).toBe(opening.content.market?.sentence);
    expect(facts?.fills).toMatchObject(
      (audit?.fills ?? []).map((fill) => {
        if ('failure' in fill) throw new Error('not audited');
        return {
          ...{ txHash: fill.txHash, exact: true, proven: true, newlyChecked: false },
          ...{ mustPay: String(fill.mustPay), paid: String(fill.paid) },
          shortfall: {
            since: 'decision',
            paper: String(fill.shortfall?.paper),
            impact: { units: String(fill.shortfall?.parts.impact) },
            rest: { units: '0', percent: '0' },
          },
        };
      }),
    );
    expect(verdict.proves.join(' ')).toContain('computed again');
    expect(verdict.doesNotProve.join(' ')).toContain('the back-end’s word');
    // The key of the first records is gone, and the one for fills can sign nothing in their place.
    const { bytes } = trader.journal.get(trade.id) ?? {};
    expect(bytes?.receiptSeed).toBeUndefined();
    const forgedOpening = writeRecord(opening.content, bytes?.addendumSeed ?? '');
    expect(failing({ ...receipt, records: [forgedOpening, ...receipt.records.slice(1)] })).toContain(
      'record-signature',
    );
  });

  it('says that the exchange underpaid', async () => {
    await faults.make(
      ...exchanges.map(({ code }) => ({ exchange: code, fault: { kind: 'underpay', amount: '777' } })),
    );
    const verdict = verdictOn(JSON.stringify(receiptOf(await filled())));
    expect(verdict.valid).toBe(true);
    for (const fill of verdict.receipts.flatMap(({ fills }) => fills))
      expect(fill).toMatchObject({ exact: false, shortfall: { underpaid: { units: '777' } } });
  });

  it('follows on the fill before it where an order is filled in parts', async () => {
    const review = await signLimit(trader, {
      ...selling(8_000_000_000n),
      ...{ receive: token, percent: '3', exchange: PARTIAL },
    });
    const trade = await tradeIn(trader, review.trade.id, 'filled', 'partly-filled');
    await until(() => Promise.resolve(fillsIn(receiptOf(trade)).length >= 2));
    const receipt = receiptOf(trade);
    expect(failing(receipt)).toEqual([]);
    const [first, second] = fillsIn(receipt);
    expect(second?.madeBy).toBe(first?.fill.hash);
    const without = receipt.records.filter(({ content }) => content !== first);
    expect(failing({ ...receipt, records: without })).toContain('fill-place');
  });

  it('leaves a gap in the chain when it is taken out of an export', async () => {
    const [one, two] = [await filled(), await filled()];
    expect(verdictOn(receiptsText([one, two].map(textsOf))).checks.filter(({ ok }) => !ok)).toMatchObject([
      { check: 'chain' },
    ]);
    const all = [...new Set(trader.trading.receipts().map(({ tradeId }) => tradeId))];
    const texts = all.map((id) => trader.trading.receipts(id).map(({ text }) => text));
    expect(verdictOn(receiptsText(texts)).valid).toBe(true);
    const cut = texts.map((records, at) => (at === texts.length - 2 ? records.slice(0, -1) : records));
    expect(verdictOn(receiptsText(cut)).checks.filter(({ ok }) => !ok)).toMatchObject([{ check: 'chain' }]);
    // Alone, a receipt without its fills is valid, and says that it has none.
    const alone = verdictOn(receiptText(textsOf(one).slice(0, 2)));
    expect(alone.valid).toBe(true);
    expect(alone.doesNotProve.join(' ')).toContain('it has no audit of a fill');
  });
});

describe('a receipt whose writer lies about a fill, with every hash and signature right', () => {
  it('is not valid', async () => {
    const [trade, other] = [await filled(), await filled()];
    const [strange] = fillsIn(receiptOf(other));
    if (!strange) throw new Error('no fill');
    const lies: readonly [string, string, (content: Writable<FilledContent>) => void][] = [
      ['a lower requirement', 'fill-figures', (said) => (said.facts = { ...said.facts, mustPay: '1' })],
      ['a higher payment', 'fill-figures', (said) => (said.facts = { ...said.facts, paid: '999999999999' })],
      ['another verdict', 'fill-figures', (said) => (said.facts = { ...said.facts, exact: false })],
      ['no verdict', 'fill-figures', (said) => (said.facts = { ...said.facts, exact: null })],
      ['another place', 'fill-figures', (said) => (said.facts = { ...said.facts, orders: 9 })],
      ['no shortfall', 'fill-figures', (said) => (said.facts = { ...said.facts, shortfall: null })],
      [
        'another part of it',
        'fill-figures',
        (said) => {
          const { shortfall } = said.facts;
          if (!shortfall) throw new Error('no shortfall');
          said.facts = {
            ...said.facts,
            shortfall: { ...shortfall, delay: shortfall.impact, impact: shortfall.delay },
          };
        },
      ],
      ['another trade’s fill', 'fill-bytes', (said) => (said.fill = strange.fill)],
      [
        'another trade’s fill under its hash',
        'fill-bytes',
        (said) => (said.fill = { ...said.fill, cbor: strange.fill.cbor }),
      ],
      [
        'another pool’s bytes under a parent’s hash',
        'fill-bytes',
        (said) => (said.parents = said.parents.map(({ hash }) => ({ hash, cbor: strange.fill.cbor }))),
      ],
      ['a parent more', 'fill-bytes', (said) => (said.parents = [...said.parents, strange.fill])],
      [
        'a parent twice',
        'fill-bytes',
        (said) => (said.parents = [...said.parents, ...said.parents.slice(0, 1)]),
      ],
      ['a parent less', 'fill-figures', (said) => (said.parents = [])],
      ['an order that is not there', 'fill-bytes', (said) => (said.index = 77)],
      ['a fill before it', 'fill-place', (said) => (said.madeBy = strange.fill.hash)],
      ['another trade’s record', 'records', (said) => (said.opening = strange.opening)],
      ['another trade', 'records', (said) => (said.tradeId = other.id)],
      ['too much', 'unreadable', (said) => (said.parents = Array.from({ length: 301 }, () => said.fill))],
      [
        'too many bytes',
        'unreadable',
        (said) =>
          (said.parents = Array.from({ length: 40 }, () => ({ ...said.fill, cbor: '00'.repeat(16_384) }))),
      ],
    ];
    for (const [what, check, change] of lies)
      expect(failing(forged(trade, change)).join(' '), what).toContain(check);
    expect(failing(forged(trade, () => undefined))).toEqual([]);
  });

  it('is not valid with a fill twice, before the record that was sent, or in a receipt that names no key for it', async () => {
    const trade = await filled();
    const { records, ...file } = receiptOf(trade);
    const [opening, assembled, fill] = records as [ReceiptRecord, ReceiptRecord, ReceiptRecord];
    expect(failing({ ...file, records: [...records, fill] })).not.toEqual([]);
    expect(failing({ ...file, records: [opening, fill, assembled] })).toContain('records');
    if (opening.content.kind !== 'signed') throw new Error('no opening');
    const { addendumKey: _key, ...keyless } = opening.content;
    const without = { ...opening, content: keyless };
    expect(failing({ ...file, records: [without, assembled, fill] })).toEqual(
      expect.arrayContaining(['records', 'market-version']),
    );
  });
});
