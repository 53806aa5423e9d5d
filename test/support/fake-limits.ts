import type { LadderPlanView, LadderTicketInput, LimitQuoteView, LimitTicketInput } from '#contract/limit.ts';
import { ADA } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { equalParts, ladderAmounts, ladderPrices } from '#domain/ladder.ts';
import type { TypedPrice } from '#domain/limit-order.ts';
import {
  bothWays,
  distanceToFill,
  leastReceived,
  priceNumber,
  readPrice,
  type LimitPrice,
  type Side,
} from '#domain/limit-price.ts';
import { offMarket } from '#domain/off-market.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { tokensOfFake, type FakeToken } from './fake-market.ts';

/** The fake exchanges' fee for an order, and the deposit in it. Lovelace. */
const FAKE_BATCHER = 900_000n;
const FAKE_DEPOSIT = 2_000_000n;
const FAKE_NETWORK_FEE = 190_000n;
/** Half an ADA. */
const LEAST_WORTH = 500_000n;

interface Pair {
  readonly side: Side;
  readonly token: FakeToken;
  readonly units: bigint;
}

type Outcome<T> = Result<T, Failure>;
type Held = Pick<LimitQuoteView, 'id' | 'at' | 'expiresAt'>;

function pairOf({ pay, receive }: Pick<LimitTicketInput, 'pay' | 'receive'>): Outcome<Pair> {
  const side = pay.asset === ADA ? 'buy' : 'sell';
  if (side === 'sell' && receive !== ADA) return failed(failure('limit-needs-ada'));
  const token = tokensOfFake.find(({ id }) => id === (side === 'buy' ? receive : pay.asset));
  if (token === undefined) return failed(failure('token-unknown'));
  return ok({ side, token, units: BigInt(pay.quantity) });
}

function priceOf(typed: TypedPrice, { token }: Pair): Outcome<LimitPrice> {
  return readPrice(typed, token.decimals, token.price);
}

/** One order of the pair at a price. */
function orderOf(pair: Pair, pay: bigint, price: LimitPrice): Outcome<LadderPlanView['levels'][number]> {
  const { side, token } = pair;
  const least = leastReceived(side, pay, price);
  if (!least.ok) return least;
  const worth = side === 'buy' ? pay : least.value;
  if (worth < LEAST_WORTH) return failed(failure('amount-too-small'));
  const plain = priceNumber(price, token.decimals);
  const distance = distanceToFill(side, plain, token.price);
  return ok({
    price: bothWays(side, price, token.decimals),
    pay: pay.toString(),
    atLeast: least.value.toString(),
    market: {
      adaPerToken: token.price,
      distance,
      fillsAtOnce: distance <= 0,
      offMarket: offMarket(side, price, token.decimals, token.price),
    },
    fees: feesOf(1, worth),
    notices: [],
  });
}

function feesOf(orders: number, worth: bigint): LimitQuoteView['fees'] {
  const batcher = FAKE_BATCHER * BigInt(orders);
  return {
    batcher: batcher.toString(),
    deposits: (FAKE_DEPOSIT * BigInt(orders)).toString(),
    share: Number(batcher) / Number(worth),
  };
}

/** The answer of `limit.estimate`, by the same arithmetic as main's and the fake market's prices. */
export function fakeLimitQuote(input: LimitTicketInput, held: Held): Outcome<LimitQuoteView> {
  const pair = pairOf(input);
  if (!pair.ok) return pair;
  const price = priceOf(input.price, pair.value);
  if (!price.ok) return price;
  const amounts = equalParts(pair.value.units, input.multiples);
  if (!amounts.ok) return amounts;
  const orders: LadderPlanView['levels'] = [];
  for (const amount of amounts.value) {
    const order = orderOf(pair.value, amount, price.value);
    if (!order.ok) return order;
    orders.push(order.value);
  }
  const [first] = orders;
  if (first === undefined) return failed(failure('no-quote'));
  const atLeast = orders.reduce((sum, order) => sum + BigInt(order.atLeast), 0n);
  return ok({
    ...held,
    side: pair.value.side,
    token: pair.value.token.id,
    pay: input.pay,
    receive: input.receive,
    typed: input.price,
    price: first.price,
    atLeast: atLeast.toString(),
    parts: orders.map((order) => ({ pay: order.pay, atLeast: order.atLeast })),
    routes: [],
    market: first.market,
    fees: feesOf(orders.length, pair.value.side === 'buy' ? pair.value.units : atLeast),
    notices: [],
  });
}

/** The answer of `ladder.plan`. */
export function fakeLadderPlan(input: LadderTicketInput, held: Held): Outcome<LadderPlanView> {
  const pair = pairOf(input);
  if (!pair.ok) return pair;
  const [from, to] = [priceOf(input.from, pair.value), priceOf(input.to, pair.value)];
  if (!from.ok) return from;
  if (!to.ok) return to;
  const { side, token, units } = pair.value;
  const amounts = ladderAmounts(units, input.count, input.sizes);
  if (!amounts.ok) return amounts;
  const prices = ladderPrices(from.value, to.value, input.count, input.spacing);
  const levels: LadderPlanView['levels'] = [];
  for (const [at, amount] of amounts.value.entries()) {
    const level = orderOf(pair.value, amount, prices[at] ?? from.value);
    if (!level.ok) return level;
    levels.push(level.value);
  }
  const atLeast = levels.reduce((sum, level) => sum + BigInt(level.atLeast), 0n);
  const average = side === 'buy' ? { lovelace: units, units: atLeast } : { lovelace: atLeast, units };
  const fees = feesOf(input.count, side === 'buy' ? units : atLeast);
  const locked = (FAKE_BATCHER + FAKE_DEPOSIT + FAKE_NETWORK_FEE) * BigInt(input.count);
  return ok({
    ...held,
    side,
    token: token.id,
    pay: input.pay,
    receive: input.receive,
    from: input.from,
    to: input.to,
    sizes: input.sizes,
    spacing: input.spacing,
    levels,
    signatures: input.count,
    totals: {
      atLeast: atLeast.toString(),
      average: bothWays(side, average, token.decimals),
      fees,
      networkFeesAbout: (FAKE_NETWORK_FEE * BigInt(input.count)).toString(),
      adaLocked: (locked + (side === 'buy' ? units : 0n)).toString(),
    },
    notices: [],
  });
}
