import {
  addValues,
  LARGEST_QUANTITY,
  lovelaceIn,
  quantityIn,
  subtractValues,
  sumValues,
  type Value,
} from '#domain/amount.ts';
import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { minimumAda, minimumFeeSigned } from '../../cardano/fees.ts';
import { plainOutput, plainTransaction, plainValue, type PlainOutput } from '../../cardano/payment-bytes.ts';
import type { InspectionParameters } from '../../inspect/inspection-input.ts';
import type { Utxo } from '../../ports/ledger.ts';

type CoinName = `${string}#${number}`;

/** The payment to draft, and the coins that it may spend. Base units, lovelace, slots. */
export interface PaymentWish {
  readonly coins: readonly Utxo[];
  /** Whether all of these are spent, since the user chose them. */
  readonly byHand: boolean;
  /** Address bytes, hex. */
  readonly to: string;
  readonly change: string;
  /** Lovelace to be paid; `max`: all that the coins allow; `undefined`: the least that goes with the tokens. */
  readonly lovelace: bigint | 'max' | undefined;
  /** Whether `max` may be as much of it as one transaction can spend. */
  readonly gathers?: boolean | undefined;
  readonly tokens: Value;
  readonly parameters: InspectionParameters;
  readonly validUntil: bigint;
  /** Bytes that the witnesses have before they are signed, and how many signatures these coins take. */
  readonly witnessBytes: number;
  readonly signatures: (coins: readonly Utxo[]) => number;
}

/** A payment as it would be signed. */
export interface PaymentDraft {
  /** The unsigned transaction, hex. */
  readonly cbor: string;
  readonly pays: Value;
  readonly fee: bigint;
  /** The least lovelace that the recipient's output must hold. */
  readonly least: bigint;
  /** The change, and the number of outputs that it is split into. */
  readonly change: Value;
  readonly changeOutputs: number;
  readonly coins: readonly CoinName[];
}

/** The ledger bounds the bytes of one output's value; a little is left for the ADA in it. */
const MOST_VALUE_BYTES = 4_900;
/** The longest way in which an amount of ADA is written. */
const LARGEST_COIN = (1n << 64n) - 1n;
/** How many beginnings of an order are tried one by one, before what is left is halved: few more coins are the rule. */
const TRIED_IN_TURN = 16;
/** The shortest way in which an input is written: its transaction's hash, and an index. */
const LEAST_INPUT_BYTES = 36;
/** A fee is part of the bytes that it pays for. */
const MOST_ROUNDS = 12;
/** With more tokens than these, a coin is spent after the others: all of them have to come back. */
const FEW_TOKENS = 20;
/** Coins that nobody has to leave alone are preferred up to so many times the fee of others. */
const DEAR_TIMES = 2n;

/**
 * Drafts a payment from the fewest coins that it takes, large ones first and those without other tokens before the rest;
 * what is over comes back, divided where it does not fit into one output. Anybody can send coins by the thousand, or full
 * of tokens: where these make it too large or dear, the largest coins are taken, whatever else they hold, and those that
 * cost more than they hold are left alone. Pure: the same wish has the same draft. Failures: `send-nothing`, `send-below-minimum`, `send-not-enough`, `send-change-too-small`,
 * `send-too-large`, `send-too-many-coins`.
 */
export function draftPayment(asked: PaymentWish): Result<PaymentDraft, Failure> {
  const { lovelace, tokens, to, parameters, byHand } = asked;
  if (lovelace === 0n || (lovelace === undefined && tokens.size === 0))
    return failed(failure('send-nothing'));
  const least = leastIn(to, tokens, parameters);
  if (typeof lovelace === 'bigint' && lovelace < least)
    return failed(failure('send-below-minimum', { least: ada(least) }));
  if (plainValue(new Map([...tokens, [ADA, LARGEST_COIN]])).length > MOST_VALUE_BYTES)
    return failed(failure('send-too-large'));
  const wish = byHand ? asked : { ...asked, coins: asked.coins.filter((coin) => isGain(coin, asked)) };
  const lacking = lackOf(tokens, sumOf(wish.coins));
  if (lacking !== undefined) return failed(failure('send-not-enough', { asset: lacking }));
  if (byHand || lovelace === 'max') {
    const whole = withCoins(wish.coins, wish, least);
    return byHand || !isTooLarge(whole) ? whole : asMuchAsFits(wish, least);
  }
  const needs: Value = new Map([...tokens, [ADA, lovelace ?? least]]);
  const [willingly, large] = ordersOf(wish);
  const plain = fewestOf(willingly, needs, wish, least);
  const largest = fewestOf(large, needs, wish, least);
  if (plain.ok && !(largest.ok && plain.value.fee > DEAR_TIMES * largest.value.fee)) return plain;
  if (largest.ok) return largest;
  return isTooLarge(plain) || isTooLarge(largest) ? asMuchAsFits(wish, least) : plain;
}

function isTooLarge(found: Result<unknown, Failure>): boolean {
  return !found.ok && found.failure.code === 'send-too-large';
}

/**
 * The shortest beginning of this order that pays for it all. Few of them are tried, however long it is: each coin is a
 * gain, so what is enough for some is enough for more, up to what fits into one transaction.
 */
function fewestOf(
  order: readonly Utxo[],
  needs: Value,
  wish: PaymentWish,
  least: bigint,
): Result<PaymentDraft, Failure> {
  const first = (count: number): Result<PaymentDraft, Failure> =>
    withCoins(order.slice(0, count), wish, least);
  const from = leastCoins(order, needs);
  const most = Math.min(order.length, Math.floor(wish.parameters.maxTxSize / LEAST_INPUT_BYTES));
  if (from > most) return first(order.length);
  let short = from - 1;
  while (short < Math.min(most, from + TRIED_IN_TURN)) {
    short += 1;
    const found = first(short);
    if (!isShort(found)) return found;
  }
  let found = first(most);
  if (isShort(found)) return most < order.length ? first(order.length) : found;
  let enough = most;
  while (enough - short > 1) {
    const count = Math.floor((short + enough) / 2);
    const tried = first(count);
    if (isShort(tried)) short = count;
    else [enough, found] = [count, tried];
  }
  return found;
}

/** Whether a coin adds more ADA than its own tokens take with them into an output that holds others already. */
function isGain({ value }: Utxo, { tokens, change, parameters }: PaymentWish): boolean {
  if ([...tokens.keys()].some((asset) => quantityIn(value, asset) > 0n)) return true;
  const others = withoutAda(value);
  if (others.size === 0) return true;
  const alone = leastIn(change, new Map(), parameters);
  return lovelaceIn(value) > leastWith(others, change, parameters) - alone;
}

/** The most ADA that one transaction can pay along with these tokens, where all of the coins do not fit into one. */
function asMuchAsFits(wish: PaymentWish, least: bigint): Result<PaymentDraft, Failure> {
  const most: PaymentWish = { ...wish, lovelace: 'max' };
  const [found] = ordersOf(wish)
    .flatMap((order) => fitting(order, most, least))
    .toSorted((one, other) => bySize(lovelaceIn(one.pays), lovelaceIn(other.pays)));
  if (!found) return failed(failure('send-too-large'));
  if (wish.gathers && wish.lovelace === 'max') return ok(found);
  const data = { coins: found.coins.length, all: wish.coins.length, most: ada(lovelaceIn(found.pays)) };
  return failed(failure('send-too-many-coins', data));
}

/** The longest beginning of this order that fits into one transaction. */
function fitting(order: readonly Utxo[], wish: PaymentWish, least: bigint): readonly PaymentDraft[] {
  let [fits, tooMany] = [0, order.length];
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    if (isTooLarge(withCoins(order.slice(0, count), wish, least))) tooMany = count;
    else fits = count;
  }
  const found = withCoins(order.slice(0, fits), wish, least);
  return found.ok ? [found.value] : [];
}

/** First those that are spent willingly, then large ones, whatever they hold. */
function ordersOf(wish: PaymentWish): readonly [readonly Utxo[], readonly Utxo[]] {
  return [spendingOrder(wish, burdenOf), spendingOrder(wish, () => 0)];
}

function isShort(found: Result<unknown, Failure>): boolean {
  return !found.ok && ['send-not-enough', 'send-change-too-small'].includes(found.failure.code);
}

/** Spends exactly these coins. */
function withCoins(coins: readonly Utxo[], wish: PaymentWish, least: bigint): Result<PaymentDraft, Failure> {
  const { lovelace, tokens, parameters, validUntil, to } = wish;
  const held = sumOf(coins);
  const names = coins.map(nameOf);
  const rest = restOf(withoutAda(subtractValues(held, tokens)), wish.change, parameters);
  let fee = 0n;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const laid = laidOut(held, fee, wish, least, rest);
    if (!laid.ok) return laid;
    const { pays, change } = laid.value;
    const outputs = [{ address: to, value: pays }, ...change];
    const cbor = plainTransaction({ inputs: names, outputs, fee, validUntil });
    const bytes = cbor.length / 2 + wish.witnessBytes;
    const signatures = wish.signatures(coins);
    const cost = minimumFeeSigned(bytes, signatures, parameters);
    if (signedSize(bytes, signatures) > parameters.maxTxSize) return failed(failure('send-too-large'));
    if (fee >= cost) {
      const back = sumValues(change.map(({ value }) => value));
      return ok({ cbor, pays, fee, least, change: back, changeOutputs: change.length, coins: names });
    }
    fee = cost;
  }
  throw new Error(`the fee of a payment of ${lovelace} and ${tokens.size} tokens does not settle`);
}

interface LaidOut {
  readonly pays: Value;
  readonly change: readonly PlainOutput[];
}

/** Tokens that come back: in which outputs, and the least lovelace in each and in all of them. */
interface Rest {
  readonly bundles: readonly Value[];
  readonly leasts: readonly bigint[];
  readonly forChange: bigint;
}

function restOf(tokens: Value, address: string, parameters: InspectionParameters): Rest {
  const bundles = bundlesOf(tokens);
  const leasts = bundles.map((bundle) => leastIn(address, bundle, parameters));
  return { bundles, leasts, forChange: leasts.reduce((sum, part) => sum + part, 0n) };
}

/** The least lovelace that has to stay with tokens at an address (hex), in as many outputs as they take. */
export function leastWith(tokens: Value, address: string, parameters: InspectionParameters): bigint {
  return restOf(tokens, address, parameters).forChange;
}

/** The amounts paid and the change at this fee. */
function laidOut(
  held: Value,
  fee: bigint,
  wish: PaymentWish,
  least: bigint,
  { bundles, leasts, forChange }: Rest,
): Result<LaidOut, Failure> {
  const { lovelace, tokens, change: address, parameters } = wish;
  const available = lovelaceIn(held) - fee;
  const pays = lovelace === 'max' ? available - forChange : (lovelace ?? least);
  if (pays < least || available - pays < forChange) return failed(shortOf(held, fee, wish, forChange));
  const paid: Value = new Map([[ADA, pays], ...tokens]);
  const over = available - pays - forChange;
  if (bundles.length === 0) {
    if (over === 0n) return ok({ pays: paid, change: [] });
    // Less than an output may hold can neither come back nor go as a fee that nobody agreed to.
    const smallest = leastIn(address, new Map(), parameters);
    if (over < smallest)
      return failed(failure('send-change-too-small', { over: ada(over), least: ada(smallest) }));
    return ok({ pays: paid, change: [{ address, value: new Map([[ADA, over]]) }] });
  }
  const change = bundles.map((bundle, at) => ({
    address,
    value: addValues(bundle, new Map([[ADA, (leasts[at] ?? 0n) + (at === 0 ? over : 0n)]])),
  }));
  return ok({ pays: paid, change });
}

function shortOf(held: Value, fee: bigint, { lovelace, tokens }: PaymentWish, forChange: bigint): Failure {
  const enough = typeof lovelace === 'bigint' && lovelaceIn(held) - fee >= lovelace;
  // The ADA is there, and has to stay with the tokens that come back.
  return failure('send-not-enough', {
    asset: ADA,
    ...(enough ? { stays: ada(forChange) } : {}),
    ...(tokens.size > 0 ? { tokens: true } : {}),
  });
}

/** Tokens in few outputs that can hold them. A wallet may hold more of one token than an output can. */
function bundlesOf(tokens: Value): readonly Value[] {
  const bundles: Value[] = [];
  const parts = [...tokens]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([asset, held]) => partsOf(held).map((part): Part => [asset, part]));
  for (let from = 0; from < parts.length;) {
    const count = fittingInOne(parts, from);
    bundles.push(new Map(parts.slice(from, from + count)));
    from += count;
  }
  return bundles;
}

type Part = readonly [AssetId, bigint];

/** How many parts from there on one output can hold: each token once, at least one of them. */
function fittingInOne(parts: readonly Part[], from: number): number {
  const repeated = parts.findIndex(([asset], at) => at > from && parts[at - 1]?.[0] === asset);
  const distinct = (repeated === -1 ? parts.length : repeated) - from;
  let [fits, tooMany] = [1, distinct + 1];
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    const value: Value = new Map([...parts.slice(from, from + count), [ADA, LARGEST_COIN]]);
    if (plainValue(value).length <= MOST_VALUE_BYTES) fits = count;
    else tooMany = count;
  }
  return fits;
}

function partsOf(held: bigint): readonly bigint[] {
  const parts: bigint[] = [];
  for (let left = held; left > 0n; left -= LARGEST_QUANTITY)
    parts.push(left < LARGEST_QUANTITY ? left : LARGEST_QUANTITY);
  return parts;
}

/** How willingly a coin is spent for ADA or for these tokens: 0 first, without others; 2 last. */
function burdenOf({ value }: Utxo, tokens: Value): number {
  const others = [...value].filter(([asset]) => asset !== ADA && !tokens.has(asset));
  if (others.length === 0) return 0;
  // Two of the last kind do not come back in one output.
  return others.length > FEW_TOKENS || others.some(([, held]) => held > LARGEST_QUANTITY / 2n) ? 2 : 1;
}

/** Those that hold the tokens first, then ADA: least burdened and large ones first. */
function spendingOrder(
  { coins, tokens }: PaymentWish,
  burden: (coin: Utxo, tokens: Value) => number,
): readonly Utxo[] {
  const burdens = new Map(coins.map((coin) => [coin, burden(coin, tokens)]));
  const largestOf =
    (asset: AssetId) =>
    (one: Utxo, other: Utxo): number =>
      (burdens.get(one) ?? 0) - (burdens.get(other) ?? 0) ||
      bySize(quantityIn(one.value, asset), quantityIn(other.value, asset));
  const chosen = new Set<Utxo>();
  for (const [asset, wanted] of tokens) {
    let found = [...chosen].reduce((sum, { value }) => sum + quantityIn(value, asset), 0n);
    const holding = coins
      .filter((coin) => !chosen.has(coin) && quantityIn(coin.value, asset) > 0n)
      .toSorted(largestOf(asset));
    for (const coin of holding) {
      if (found >= wanted) break;
      chosen.add(coin);
      found += quantityIn(coin.value, asset);
    }
  }
  return [...chosen, ...coins.filter((coin) => !chosen.has(coin)).toSorted(largestOf(ADA))];
}

/** How many of these it takes at least: until all that is paid is there. */
function leastCoins(order: readonly Utxo[], needs: Value): number {
  const lacking = new Map(needs);
  for (const [at, { value }] of order.entries()) {
    for (const [asset, left] of lacking) {
      const after = left - quantityIn(value, asset);
      if (after > 0n) lacking.set(asset, after);
      else lacking.delete(asset);
    }
    if (lacking.size === 0) return at + 1;
  }
  return order.length;
}

function lackOf(tokens: Value, held: Value): AssetId | undefined {
  return [...tokens].find(([asset, wanted]) => quantityIn(held, asset) < wanted)?.[0];
}

/** The least lovelace of an output, by its own size once that lovelace is in it. */
export function leastIn(address: string, tokens: Value, { coinsPerUtxoByte }: InspectionParameters): bigint {
  let least = 0n;
  for (;;) {
    const size = plainOutput({ address, value: new Map([...tokens, [ADA, least]]) }).length;
    const needed = minimumAda(size, coinsPerUtxoByte);
    if (needed <= least) return least;
    least = needed;
  }
}

function signedSize(unsigned: number, signatures: number): number {
  // As `minimumFeeSigned` counts: the fee of one lovelace a byte, and none besides.
  return Number(minimumFeeSigned(unsigned, signatures, { minFeeA: 1n, minFeeB: 0n }));
}

function nameOf({ txHash, index }: Utxo): CoinName {
  return `${txHash}#${index}`;
}

function sumOf(coins: readonly Utxo[]): Value {
  return sumValues(coins.map(({ value }) => value));
}

function withoutAda(value: Value): Value {
  return new Map([...value].filter(([asset]) => asset !== ADA));
}

function bySize(one: bigint, other: bigint): number {
  return one > other ? -1 : one < other ? 1 : 0;
}

function ada(lovelace: bigint): string {
  return formatDecimal(lovelace, ADA_DECIMALS);
}
