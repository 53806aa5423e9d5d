import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { candleColumns } from '#contract/charts.ts';
import { dcaDetail as dcaDetailSchema } from '#contract/dca.ts';
import { book as bookSchema } from '#contract/book.ts';
import { orderDetail as orderDetailSchema } from '#contract/orders.ts';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs, LAST_MOMENT } from '#domain/time.ts';
import type { PoolInfo, Token } from '#domain/token.ts';
import { LANGUAGES } from '#domain/words/catalogue.ts';
import { readHistory } from '../../../src-main/charts/wire.ts';
import { depthLevels, orderLevels, type BookSides } from '../../../src-main/features/book/book-levels.ts';
import { bookView } from '../../../src-main/features/book/book-calls.ts';
import { foldInto } from '../../../src-main/features/charts/derived-series.ts';
import { planRowOf } from '../../../src-main/features/dca/merge-plans.ts';
import { dcaDetail } from '../../../src-main/features/dca/dca-views.ts';
import { pairOrders, rowOf } from '../../../src-main/features/orders/merge-orders.ts';
import { orderDetail, type DetailProfile } from '../../../src-main/features/orders/order-detail.ts';
import { columnsOf } from '../../../src-main/gate/wire.ts';
import { decode, parseJson } from '../../../src-main/http/json.ts';
import * as blockfrost from '../../../src-main/ledger/blockfrost/schema.ts';
import * as koios from '../../../src-main/ledger/koios/schema.ts';
import { poolDepth } from '../../../src-main/market/pool-depth.ts';
import { planOf } from '../../../src-main/service/wire/dca.ts';
import { poolOf } from '../../../src-main/service/wire/market.ts';
import { orderOf } from '../../../src-main/service/wire/orders.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import '../../support/fast-check-seed.ts';
import { SOME_TOKEN } from '../../support/journal-entry.ts';
import { CONTEXT, TOKEN } from '../../support/order-records.ts';
import { NEXT, PLAN_CONTEXT } from '../../support/plan-records.ts';

/**
 * Records whose figures no honest service or ledger writes. From the JSON to the window, each is refused, left out or
 * shown in a form that the window's schema allows: any other form would end as an incident.
 */

const RUNS = { numRuns: 1_500 };
const HASH = 'ab'.repeat(32);

/** As written in JSON. */
const odd = fc.oneof(
  fc.constantFrom(
    ...['1e308', '-1e308', '1e-400', '1e999', '"1e999"', '"NaN"', '"Infinity"', '9007199254740993', '-1'],
    ...['18446744073709551615', '18446744073709551616', '9223372036854775807', '0', '-0', '0.1', '1e-60'],
    ...[
      '1e19',
      '99999999999999999999',
      `1${'0'.repeat(80)}`,
      '8639999999999999999',
      '253402300799999',
      '65536',
    ],
    ...['1e15', '8639999999999', '1000000000000', '100000000000', 'null', '""', 'true', '[]', '{}'],
  ),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.double({ noNaN: true }).map((value) => JSON.stringify(value)),
  fc.bigInt({ min: 0n, max: 2n ** 64n }).map((value) => `"${value}"`),
);
/** At times odd: where everything is, little is read. */
const figure = (usual: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 1, arbitrary: odd }, { weight: 2, arbitrary: fc.constant(usual) });
const decimals = fc.constantFrom(0, 6, 15, 30);

/** A JSON object of fixed members and of figures; each figure's usual text is given. */
function record(
  fixed: Readonly<Record<string, unknown>>,
  figures: Readonly<Record<string, string>>,
): fc.Arbitrary<string> {
  const members = Object.entries(fixed).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  return fc
    .record(Object.fromEntries(Object.entries(figures).map(([name, usual]) => [name, figure(usual)])))
    .map(
      (drawn) =>
        `{${[...members, ...Object.entries(drawn).map(([name, text]) => `"${name}":${text}`)].join(',')}}`,
    );
}

const order = record(
  { _id: '1', status: 'LIMIT', token_id_in: '', token_id_out: SOME_TOKEN, tx_hash: HASH, dex: 'EXA' },
  {
    amount_in: '20',
    expected_out_amount: '1000',
    actual_out_amount: '0',
    batcher_fee: '2',
    deposit: '1.5',
    output_index: '0',
    submission_time: '1790000000',
    last_update: '1790000000',
  },
);
const plan = fc
  .tuple(
    record(
      { _id: '1', status: 'ACTIVE', token_in: '', token_out: SOME_TOKEN },
      {
        amount_in: '25',
        cycles: '4',
        cycles_completed: '1',
        remaining_cycles: '3',
        interval_length: '1',
        next_execution: '1790000000',
        output_index: '0',
      },
    ),
    fc.constantFrom('monthly', 'weekly', 'minutely', 'yearly'),
  )
  .map(([text, interval]) => text.replace('{', `{"interval":"${interval}",`));
const pool = record({ dex_name: 'EXA', pool_id: 'p' }, { token_1_amount: '1000', token_2_amount: '2000' });

/**
 * Values that once did not fit: more digits, more units and a later time than a window can show, and an unbounded sum.
 */
const DEAREST = `{"_id":"1","status":"LIMIT","token_id_in":"","token_id_out":"${SOME_TOKEN}","tx_hash":"${HASH}","output_index":0,"amount_in":18446744073709,"expected_out_amount":1e-30}`;
const LATEST = `{"_id":"1","status":"ACTIVE","token_in":"","token_out":"${SOME_TOKEN}","interval":"monthly","interval_length":1,"amount_in":25,"cycles":4,"cycles_completed":1,"next_execution":8639999999900000000}`;
const FULLEST = '{"dex_name":"EXA","token_1_amount":1000,"token_2_amount":34039606642}';
const BUSIEST = '{"time":86400,"open":1,"high":1,"low":1,"close":1,"volume":1e308}';

const fits = (schema: v.GenericSchema, value: unknown): unknown =>
  v.safeParse(schema, value).issues?.map((issue) => v.getDotPath(issue));

function poolsOf(texts: readonly string[]): readonly PoolInfo[] {
  return texts.flatMap((text) => {
    const read = poolOf(parseJson(text));
    return read.ok && read.value !== undefined ? [read.value] : [];
  });
}

/** The sources of an order's details; the ledger answers for each transaction with the given facts. */
function profileOf(pools: readonly PoolInfo[], token: Token): DetailProfile {
  const none = () => Promise.resolve(failed(failure('ledger-not-found')));
  return {
    mode: 'practice',
    network: 'preprod',
    ledger: { inclusion: none },
    trading: { steps: () => [] },
    service: { pools: () => Promise.resolve(ok(pools)) },
    charts: { history: none, span: none },
    catalogue: { shown: () => token },
  } as unknown as DetailProfile;
}

const languages = fc.constantFrom(...LANGUAGES);

describe('records of odd figures', () => {
  test('as orders are shown, or left out', async () => {
    const facts = fc.tuple(
      order,
      decimals,
      fc.array(pool, { maxLength: 3 }),
      fc.double({ min: 0, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(facts, languages, async ([text, places, pools, price], language) => {
        const read = orderOf(parseJson(text));
        if (!read.ok) return;
        const token = { ...TOKEN, decimals: places };
        const context = { ...CONTEXT, token: () => token, priceOf: () => price };
        for (const pair of pairOrders([], [read.value])) {
          const detail = await orderDetail(
            rowOf(pair, context),
            profileOf(poolsOf(pools), token),
            systemClock,
            language,
          );
          expect(fits(orderDetailSchema, detail)).toBeUndefined();
        }
      }),
      { ...RUNS, examples: [[[DEAREST, 30, [], 1], 'de']] },
    );
  });

  test('as recurring orders are shown, or left out', async () => {
    await fc.assert(
      fc.asyncProperty(plan, decimals, languages, async (text, places, language) => {
        const read = planOf(parseJson(text));
        if (!read.ok) return;
        const token = { ...TOKEN, decimals: places };
        const reported = [NEXT, LAST_MOMENT].map((at) => epochMs(at));
        for (const reportedAt of reported) {
          const pair = { id: 'plan-1', trade: undefined, service: read.value };
          const row = planRowOf(pair, { ...PLAN_CONTEXT, token: () => token, reportedAt });
          const detail = await dcaDetail(row, profileOf([], token), language);
          expect(fits(dcaDetailSchema, detail)).toBeUndefined();
        }
      }),
      { ...RUNS, examples: [[LATEST, 6, 'de']] },
    );
  });

  test('as pools and orders make a book, or none', () => {
    const pools = fc.array(pool, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pools, fc.array(order, { maxLength: 4 }), decimals, (poolTexts, orderTexts, places) => {
        const live = poolsOf(poolTexts);
        const resting = orderTexts.flatMap((text) => {
          const read = orderOf(parseJson(text));
          return read.ok ? [read.value] : [];
        });
        const turned = resting.map((one) => ({ ...one, sells: SOME_TOKEN, buys: ADA }));
        const depth = poolDepth(live);
        const sides = (levels: typeof depth): BookSides => ({
          bids: depthLevels(levels?.bids ?? [], places),
          asks: depthLevels(levels?.asks ?? [], places),
        });
        const shown = bookView({
          token: SOME_TOKEN,
          orders: orderLevels([...resting, ...turned], SOME_TOKEN, places, () => false),
          depth: sides(depth),
          pools: live,
          leftOut: undefined,
          whole: true,
          at: NEXT,
        });
        expect(fits(bookSchema, shown)).toBeUndefined();
      }),
      { ...RUNS, examples: [[[FULLEST], [DEAREST], 30]] },
    );
  });

  test('as candles are drawn, alone and put together', () => {
    const day = 86_400;
    const rows = fc.array(
      record({}, { time: String(day), open: '1', high: '1', low: '1', close: '1', volume: '10' }),
      { minLength: 1, maxLength: 6 },
    );
    const alike = rows.chain((texts) =>
      fc.constant(texts.map((text, at) => text.replace(/"time":[^,]*/, `"time":${day + at * 3_600}`))),
    );
    fc.assert(
      fc.property(fc.oneof(rows, alike), (texts) => {
        const query = { first: SOME_TOKEN, second: ADA, period: '1hour', from: 0, to: 10 * day } as const;
        const { candles = [] } = readHistory(`[${texts.join(',')}]`, query) ?? {};
        expect(fits(candleColumns, columnsOf(candles))).toBeUndefined();
        const folded = foldInto(candles[0]?.time ?? 0, [day, 3_600], candles);
        expect(fits(candleColumns, columnsOf(folded))).toBeUndefined();
      }),
      { ...RUNS, examples: [[[BUSIEST, BUSIEST.replace('86400', '90000')]]] },
    );
  });

  test('as answers of a ledger are refused, or within what can be reckoned with', () => {
    const most = 10n ** 20n;
    const tips = record({ hash: HASH }, { slot: '1', time: '1790000000', height: '1', epoch: '1' });
    const params = record(
      {},
      { min_fee_a: '44', min_fee_b: '155381', max_tx_size: '16384', coins_per_utxo_size: '"4310"' },
    );
    const unspent = record({ unit: 'lovelace' }, { quantity: '"1"' });
    fc.assert(
      fc.property(tips, params, unspent, figure('0'), (tip, parameters, held, index) => {
        for (const [text, schema] of [
          [tip, blockfrost.tipSchema],
          [
            `[${tip.replace('"slot"', '"abs_slot"').replace('"time"', '"block_time"').replace('"height"', '"block_height"')}]`,
            koios.tipSchema,
          ],
        ] as const) {
          const read = decode(text, schema);
          if (!read.ok) continue;
          expect(Number.isSafeInteger(read.value.height)).toBe(true);
          expect(read.value.time).toBeLessThanOrEqual(LAST_MOMENT);
          expect(BigInt(read.value.slot)).toBeGreaterThanOrEqual(0n);
        }
        for (const read of [
          decode(parameters, blockfrost.parametersSchema),
          decode(`[${parameters}]`, koios.parametersSchema),
        ]) {
          if (!read.ok) continue;
          for (const { minFeeA, minFeeB, coinsPerUtxoByte, maxTxSize } of [read.value].flat())
            for (const stated of [minFeeA, minFeeB, coinsPerUtxoByte, BigInt(maxTxSize)]) {
              expect(stated).toBeGreaterThanOrEqual(0n);
              expect(stated).toBeLessThan(most);
            }
        }
        const outputs = decode(
          `[{"tx_hash":"${HASH}","output_index":${index},"address":"a","amount":[${held}]}]`,
          blockfrost.utxosSchema,
        );
        for (const utxo of outputs.ok ? outputs.value.rows : [])
          for (const quantity of utxo.value.values()) {
            expect(quantity).toBeGreaterThanOrEqual(0n);
            expect(quantity).toBeLessThan(most);
          }
      }),
      RUNS,
    );
  });
});
