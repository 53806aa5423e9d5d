import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { quantity, type Value } from '#domain/amount.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVAL_IDS, MOST_CYCLES, type DcaIntervalId } from '#domain/dca.ts';
import { epochMs } from '#domain/time.ts';
import type { OutputName } from '#domain/trade.ts';
import type { Agreement, Bounds, Replaced, ShownClaims, Task, TradeTask } from './agreement.ts';
import { canonicalJson, type Json } from './canonical-json.ts';

/**
 * An agreement as plain JSON: quantities are decimal text, values objects of them by asset. Reading it back gives the
 * same agreement, and an agreement has one hash however its values are ordered.
 */
export function agreementJson({ network, madeAt, transactions, whole, tokens }: Agreement): Json {
  return {
    network,
    madeAt,
    transactions: transactions.map(({ task, bounds }) => ({
      task: taskJson(task),
      bounds: boundsJson(bounds),
    })),
    whole: boundsJson(whole),
    tokens: tokens.map(({ id, ticker, decimals }) => ({
      id,
      // A ticker is the service's text, which may hold half a character.
      ticker: ticker.toWellFormed(),
      decimals,
    })),
  };
}

/** SHA-256 of the agreement's canonical JSON, hex: what an approval is bound to. */
export function agreementHash(agreement: Agreement): string {
  return createHash('sha256')
    .update(canonicalJson(agreementJson(agreement)))
    .digest('hex');
}

/** The figures that were shown as JSON; those that were not are left out. */
export function claimsJson({ expected, atLeast, cancellationFee }: ShownClaims): Json {
  return {
    expected: expected?.toString(),
    atLeast: atLeast?.toString(),
    cancellationFee: cancellationFee?.toString(),
  };
}

function taskJson(task: Task): Json {
  switch (task.kind) {
    case 'cancel':
      return { kind: task.kind, orders: task.orders, holds: valueJson(task.holds) };
    case 'send':
      return { kind: task.kind, to: task.to, pays: valueJson(task.pays) };
    case 'swap':
      return {
        ...tradeJson(task),
        expected: String(task.expected),
        atLeast: String(task.atLeast),
        slippageBps: task.slippageBps,
      };
    case 'limit':
      return {
        ...tradeJson(task),
        atLeast: String(task.atLeast),
        orders: task.orders,
        replaces: task.replaces && replacedJson(task.replaces),
      };
    case 'dca':
      return {
        ...tradeJson(task),
        interval: task.interval,
        cycles: task.cycles,
        amountPerCycle: String(task.amountPerCycle),
        slippageBps: task.slippageBps,
      };
  }
}

function tradeJson({ kind, pay, receive }: TradeTask) {
  return { kind, pay: { asset: pay.asset, quantity: String(pay.quantity) }, receive };
}

function replacedJson({ order, script, fee, deposit, others, cancellation }: Replaced): Json {
  return {
    order,
    script,
    fee: String(fee),
    deposit: String(deposit),
    others: String(others),
    cancellation,
  };
}

function boundsJson({ gone, locked, back, others, networkFee, cost }: Bounds): Json {
  return {
    gone: valueJson(gone),
    locked: valueJson(locked),
    back: valueJson(back),
    others: String(others),
    networkFee: String(networkFee),
    cost: String(cost),
  };
}

function valueJson(value: Value): Json {
  return Object.fromEntries(
    [...value].filter(([, held]) => held !== 0n).map(([asset, held]) => [asset, String(held)]),
  );
}

const MOST_TRANSACTIONS = 1_000;
const units = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d{0,39})$/),
  v.transform((text) => BigInt(text)),
);
const someUnits = v.pipe(
  units,
  v.check((held) => held > 0n, 'nothing'),
);
const assetId = v.pipe(
  v.string(),
  v.check((text) => parseAssetId(text) === text, 'not an asset'),
  v.transform((text) => text as AssetId),
);
const value = v.pipe(
  v.record(assetId, someUnits),
  v.check((held) => Object.keys(held).length <= 1_000, 'too many assets'),
  v.transform((held): Value => new Map(Object.entries(held) as [AssetId, bigint][])),
);
const amount = v.strictObject({ asset: assetId, quantity: v.pipe(units, v.transform(quantity)) });
const count = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(least),
    v.maxValue(most),
    // Canonical JSON has no minus zero.
    v.check((number) => !Object.is(number, -0)),
  );
const slippageBps = count(0, 10_000);
const outputName = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}#(0|[1-9]\d{0,4})$/),
  v.transform((text) => text as OutputName),
);
const bounds = v.strictObject({
  gone: value,
  locked: value,
  back: value,
  others: units,
  networkFee: units,
  cost: units,
});
const hashOf = (bytes: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));
const replaced = v.strictObject({
  order: outputName,
  script: hashOf(28),
  fee: units,
  deposit: units,
  others: units,
  cancellation: v.exactOptional(hashOf(32)),
});
/** The compiler asks for that of a new kind. */
const tasks = {
  swap: v.strictObject({
    kind: v.literal('swap'),
    pay: amount,
    receive: assetId,
    expected: units,
    atLeast: units,
    slippageBps,
  }),
  limit: v.strictObject({
    kind: v.literal('limit'),
    pay: amount,
    receive: assetId,
    atLeast: units,
    orders: count(1, 1_000),
    replaces: v.exactOptional(replaced),
  }),
  dca: v.strictObject({
    kind: v.literal('dca'),
    pay: amount,
    receive: assetId,
    interval: v.picklist(DCA_INTERVAL_IDS as readonly [DcaIntervalId, ...DcaIntervalId[]]),
    cycles: count(1, MOST_CYCLES),
    amountPerCycle: units,
    slippageBps,
  }),
  cancel: v.strictObject({
    kind: v.literal('cancel'),
    orders: v.pipe(v.array(outputName), v.minLength(1), v.maxLength(1_000)),
    holds: value,
  }),
  send: v.strictObject({
    kind: v.literal('send'),
    to: v.pipe(v.string(), v.regex(/^addr(_test)?1[02-9ac-hj-np-z]{50,110}$/)),
    pays: v.pipe(
      value,
      v.check((held) => held.size > 0, 'nothing'),
    ),
  }),
} satisfies Record<Task['kind'], unknown>;
const task = v.variant('kind', Object.values(tasks));
const token = v.strictObject({
  id: assetId,
  ticker: v.pipe(
    v.string(),
    v.maxLength(200),
    v.check((text) => text.isWellFormed(), 'half a character'),
  ),
  decimals: count(0, 255),
});
const agreement = v.strictObject({
  network: v.picklist(['mainnet', 'preprod', 'preview']),
  madeAt: v.pipe(count(0, Number.MAX_SAFE_INTEGER), v.transform(epochMs)),
  transactions: v.pipe(
    v.array(v.strictObject({ task, bounds })),
    v.minLength(1),
    v.maxLength(MOST_TRANSACTIONS),
  ),
  whole: bounds,
  tokens: v.pipe(v.array(token), v.maxLength(1_000)),
});
const claims = v.strictObject({
  expected: v.exactOptional(units),
  atLeast: v.exactOptional(units),
  cancellationFee: v.exactOptional(units),
});

/** Reads what `agreementJson` made; `undefined` for anything else, also with one field too many. */
export function readAgreement(json: unknown): Agreement | undefined {
  const read = v.safeParse(agreement, json);
  return read.success ? read.output : undefined;
}

/** Reads what `claimsJson` made; `undefined` for anything else. */
export function readClaims(json: unknown): ShownClaims | undefined {
  const read = v.safeParse(claims, json);
  return read.success ? read.output : undefined;
}
