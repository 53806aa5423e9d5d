import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { TypedPrice } from '#domain/limit-order.ts';
import type { Sale } from '#domain/quote.ts';
import { ok, type Result } from '#domain/result.ts';
import { readUnits } from '#domain/typed-number.ts';
import { DCA_INTERVALS } from '#domain/dca.ts';
import type { Quote, SwapQuote } from '../../../src-main/trading/kinds/quote.ts';
import { selling } from '../sales.ts';
import type { Beginning } from './beginning.ts';
import { account, assetOf, EXCHANGES, FOG, GEM } from './cast.ts';
import { CANCELS, type Kind } from './kinds.ts';
import type { Typed, TypedTrade } from './law.ts';
import type { User } from './user.ts';
import { wantOf, type Want } from './want.ts';
import type { ThiefWorld } from './world.ts';

/** A request of the user, ready to be reviewed one transaction after the other. */
export interface Request {
  readonly quotes: readonly Quote[];
  /** The required content of each. */
  readonly wants: readonly Want[];
  readonly typed: Typed;
}

/** Sizes of trades, small first: indexes into the tables below. */
export const SIZES = 4;

interface Pair {
  readonly pay: AssetId;
  readonly receive: AssetId;
  readonly amount: string;
}

const SLIPPAGES = [100, 50, 300, 100];

const PAIRS: Readonly<Partial<Record<Kind, readonly Pair[]>>> = {
  'swap-buy': ['25', '60', '1000', '4000'].map((amount, at) => ({
    pay: ADA,
    receive: at % 2 ? FOG : GEM,
    amount,
  })),
  'swap-sell': [
    { pay: GEM, receive: ADA, amount: '50' },
    { pay: FOG, receive: ADA, amount: '30' },
    { pay: GEM, receive: ADA, amount: '2000' },
    { pay: FOG, receive: ADA, amount: '2000' },
  ],
  'swap-hop': [
    { pay: GEM, receive: FOG, amount: '48' },
    { pay: FOG, receive: GEM, amount: '30' },
    { pay: GEM, receive: FOG, amount: '2000' },
    { pay: FOG, receive: GEM, amount: '2000' },
  ],
  limit: [
    { pay: ADA, receive: GEM, amount: '30' },
    { pay: FOG, receive: ADA, amount: '40' },
    { pay: ADA, receive: FOG, amount: '900' },
    { pay: GEM, receive: ADA, amount: '5000' },
  ],
  ladder: [
    { pay: ADA, receive: GEM, amount: '60' },
    { pay: GEM, receive: ADA, amount: '600' },
    { pay: ADA, receive: FOG, amount: '900' },
    { pay: FOG, receive: ADA, amount: '900' },
  ],
  recurring: ['120', '240', '1200', '3600'].map((amount, at) => ({
    pay: ADA,
    receive: at % 2 ? FOG : GEM,
    amount,
  })),
};

/** Types what a kind of trade asks for, and has it quoted. Failures: of the quote, under the claims of the world. */
export async function ask(
  kind: Kind,
  size: number,
  world: ThiefWorld,
  user: User,
  beginning: Beginning,
): Promise<Result<Request, Failure>> {
  if (CANCELS.includes(kind)) return askCancel(kind, size, world, user, beginning);
  const pair = (PAIRS[kind] ?? PAIRS.limit ?? [])[size];
  if (!pair) throw new Error(`no trade of size ${size}`);
  world.sold = pair.pay;
  if (kind === 'recurring') return askRecurring(pair, world, user);
  if (kind === 'ladder') return askLadder(pair, user);
  return kind === 'limit' || kind === 'multiples' ? askLimit(kind, pair, user) : askSwap(pair, size, user);
}

/** The requested base units: the typed amount, read with the decimals shown to the user. */
async function saleOf({ pay, receive, amount }: Pair, user: User): Promise<Result<Sale, Failure>> {
  const token = await user.token(pay);
  if (!token.ok) return token;
  const { decimals } = token.value;
  const reading = readUnits(amount, decimals);
  if (reading.kind !== 'units') throw new Error(`${amount} is no amount`);
  return ok({ ...selling(reading.units, pay, decimals), receive });
}

async function askSwap(pair: Pair, size: number, user: User): Promise<Result<Request, Failure>> {
  const sale = await saleOf(pair, user);
  if (!sale.ok) return sale;
  const quote = await user.trading.estimators.swaps.quote({
    ...sale.value,
    slippageBps: SLIPPAGES[size] ?? 100,
    excluded: [],
  });
  if (!quote.ok) return quote;
  return ok(requestOf([quote.value], [shownLeast(quote.value)], pair));
}

async function askLimit(kind: Kind, pair: Pair, user: User): Promise<Result<Request, Failure>> {
  const sale = await saleOf(pair, user);
  if (!sale.ok) return sale;
  const price: TypedPrice = { form: 'ada-per-token', text: priceOf(pair) };
  const multiples = kind === 'multiples' ? 4 : 1;
  const asked = await user.trading.estimators.limits.quote({
    ...sale.value,
    price,
    multiples,
    exchange: EXCHANGES[0],
    excluded: [],
  });
  if (!asked.ok) return asked;
  return ok(requestOf([asked.value.quote], [leastAt(pair, price.text)], pair));
}

async function askLadder(pair: Pair, user: User): Promise<Result<Request, Failure>> {
  const sale = await saleOf(pair, user);
  if (!sale.ok) return sale;
  const from: TypedPrice = { form: 'ada-per-token', text: priceOf(pair) };
  const planned = await user.trading.estimators.ladders.plan({
    ...sale.value,
    from,
    to: from,
    count: 3,
    sizes: 'equal',
    spacing: 'linear',
    exchange: EXCHANGES[0],
    excluded: [],
  });
  if (!planned.ok) return planned;
  const each = leastAt(pair, from.text) / 3n;
  const quotes = planned.value.levels.map(({ quote }) => quote);
  return ok(
    requestOf(
      quotes,
      quotes.map(() => each),
      pair,
    ),
  );
}

async function askRecurring(pair: Pair, world: ThiefWorld, user: User): Promise<Result<Request, Failure>> {
  const sale = await saleOf(pair, user);
  if (!sale.ok) return sale;
  const interval = DCA_INTERVALS[7];
  const cycles = 12;
  const quantity = unitsOf(pair.pay, pair.amount);
  const want: Want = {
    kind: 'trade',
    pay: pair.pay,
    receive: pair.receive,
    quantity,
    atLeast: 0n,
    parts: [{ pay: quantity, atLeast: 0n }],
    recurring: { cycles, interval, slippageBps: 300 },
  };
  world.want = want;
  const planned = await user.trading.estimators.recurring.plan({
    ...sale.value,
    cycles,
    every: interval.id,
    slippageBps: 300,
    exchanges: [],
    others: [],
    address: account.address,
  });
  if (!planned.ok) return planned;
  const request = requestOf([planned.value.quote], [0n], pair);
  return ok({ ...request, wants: [want] });
}

async function askCancel(
  kind: Kind,
  size: number,
  world: ThiefWorld,
  user: User,
  { orders, plan }: Beginning,
): Promise<Result<Request, Failure>> {
  const single = orders[size];
  const wanted = kind === 'cancel-plan' ? [plan] : kind === 'cancel' ? (single ? [single] : []) : orders;
  if (kind === 'cancel-forced' || kind === 'cancel-set') world.mostCancelled = 2;
  const listed = await user.service.orders(account.address, 'newest');
  if (!listed.ok) return listed;
  const targets = wanted.map(({ id }) => {
    const told = listed.value.find((one) => one.id === id);
    const placed =
      told?.txHash === undefined || told.outputIndex === undefined
        ? undefined
        : { txHash: told.txHash, index: told.outputIndex };
    return { id, serviceId: id, placed };
  });
  const prepared = await user.trading.estimators.cancellations.prepare({ targets, account });
  if (!prepared.ok) return prepared;
  const { quotes } = prepared.value;
  return ok({ quotes, wants: quotes.map(wantOf), typed: { kind: 'cancel', members: quotes.length } });
}

function requestOf(
  quotes: readonly Quote[],
  least: readonly bigint[],
  { pay, receive, amount }: Pair,
): Request {
  const whole = unitsOf(pay, amount);
  const each = whole / BigInt(quotes.length);
  const typed: TypedTrade = {
    kind: 'trade',
    pay,
    receive,
    // The last one also sells the remainder of the division.
    members: quotes.map((_, at) => ({
      quantity: at === quotes.length - 1 ? whole - each * BigInt(quotes.length - 1) : each,
      least: least[at] ?? 0n,
    })),
  };
  return { quotes, wants: quotes.map(wantOf), typed };
}

/** Base units of a whole number of tokens, by the true decimals. */
function unitsOf(asset: AssetId, amount: string): bigint {
  return BigInt(amount) * 10n ** BigInt(assetOf(asset).decimals);
}

/** The least of a quote as it was shown, in whole tokens, in true base units. */
function shownLeast({ task, receiveToken }: SwapQuote): bigint {
  const { decimals } = assetOf(task.receive);
  return (task.atLeast * 10n ** BigInt(decimals)) / 10n ** BigInt(receiveToken.decimals);
}

/** A price 10 % on the user's side of what the token is worth, ADA for a whole one. */
function priceOf({ pay, receive }: Pair): string {
  const token = assetOf(pay === ADA ? receive : pay);
  const percent = pay === ADA ? 90n : 110n;
  return String(Number((token.worth * percent) / 100n) / 1e6);
}

/** The proceeds of an amount at a typed price, base units by the true decimals, rounded down. */
function leastAt({ pay, receive, amount }: Pair, price: string): bigint {
  const lovelace = BigInt(Math.round(Number(price) * 1e6));
  const one = 10n ** BigInt(assetOf(pay === ADA ? receive : pay).decimals);
  return pay === ADA ? (unitsOf(ADA, amount) * one) / lovelace : (unitsOf(pay, amount) * lovelace) / one;
}
