import { sha3_256 } from '@noble/hashes/sha3.js';
import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaIntervalId } from '#domain/dca.ts';
import { bytesOf, hash256, hexOf, joined } from './cbor.ts';
import { asset, bytes, con, either, hash, keyAddress, nat, type Reading, type Shape } from './datum.ts';
import { ADA, of, withoutAda } from './sums.ts';
import { terms, type Around, type OrderScript, type Terms } from './terms.ts';

/** Orders that a trade may place, as `place.0` and so on: address of the script, digest, and of how many bytes. */
const places: Shape = (datum, found) =>
  datum.is === 'list' &&
  datum.items.length > 0 &&
  datum.items.length <= MOST_PLACES &&
  datum.items.every((place, at) => {
    const name = `place.${at}`;
    const stake = either(con(1), con(0, con(0, con(0, hash(`${name}.stake`)))));
    const address = con(0, con(1, hash(name)), stake);
    return con(0, address, bytes(`${name}.digest`, 32), nat(`${name}.length`))(place, found);
  });
const MOST_PLACES = 64;

/**
 * The aggregator's plan: slot of the next trade, trades left, canceller, owner, operator, amount of a trade, what is
 * sold, seconds between trades, fee of a trade, who gets it, orders that a trade may place.
 */
export const aggregatorPlanShape = con(
  0,
  nat('due'),
  nat('left'),
  con(0, hash('canceller')),
  keyAddress('owner'),
  con(0, hash('operator')),
  nat('each'),
  ...asset('sold'),
  nat('seconds'),
  nat('tradeFee'),
  keyAddress('feesTo'),
  places,
);

/** Who carries out trades, and the two parts of the address that is paid for it. */
const AGGREGATOR = [
  'ffebcc9e31749eb5803e396202d84e3b436ec362463b2fd70fb4c881',
  '0a5c45a8b36856d72419f401739ff8c6ffae0344aee6aabb22eeb1e4',
  '05979cd5322dbec33a4ae4f2679cfeaf0abafe0c21344d0c6f26202e',
].join(' ');

const SECONDS: ReadonlyMap<bigint, DcaIntervalId> = new Map([
  [60n, '1min'],
  [300n, '5min'],
  [900n, '15min'],
  [1_800n, '30min'],
  [3_600n, '1hour'],
  [7_200n, '2hour'],
  [14_400n, '4hour'],
  [86_400n, '1day'],
  [604_800n, '1week'],
  [2_419_200n, '1month'],
  [2_505_600n, '1month'],
  [2_592_000n, '1month'],
  [2_678_400n, '1month'],
]);
const MOST_TRADES = 1_000n;

/** The aggregator's plan. Value beyond amounts and fees is never stated to come back, and counts as fee. */
export function aggregatorPlan(reading: Reading, { traded, holds, scripts }: Around): Terms | undefined {
  const [left, each, seconds] = [reading.number('left'), reading.number('each'), reading.number('seconds')];
  const interval = SECONDS.get(seconds);
  const sold = reading.asset('sold');
  const service = [reading.text('operator'), reading.text('feesTo.key'), reading.textIfAny('feesTo.stake')];
  const divided = left > 0n && left <= MOST_TRADES && each > 0n && interval !== undefined;
  const others = traded.filter((one) => one !== sold);
  const [wanted] = others;
  if (!divided || service.join(' ') !== AGGREGATOR || reading.textIfAny('owner.stake') === undefined)
    return undefined;
  if (wanted === undefined || others.length === traded.length) return undefined;
  if (sold !== ADA && wanted !== ADA) return undefined;
  const beyond = beyondSold(holds, sold, each * left);
  if (beyond === undefined || beyond < left * reading.number('tradeFee')) return undefined;
  const places = boundAt(reading, sold, wanted, scripts);
  if (!places) return undefined;
  const bound = places.some(({ trade }) => trade);
  return terms(reading, {
    wanted: bound ? wanted : undefined,
    fee: beyond,
    recurring: {
      interval,
      cycles: left,
      completed: 0n,
      amountPerCycle: each,
      slippage: undefined,
      due: { slot: reading.number('due'), seconds },
      elsewhere: places.some(({ exchange }) => !exchange),
    },
  });
}

/** Lovelace that is not sold; `undefined` where it holds something else, or not what all trades sell. */
function beyondSold(holds: Value, sold: AssetId, amount: bigint): bigint | undefined {
  const tokens = [...withoutAda(holds).keys()];
  if (tokens.some((token) => token !== sold)) return undefined;
  if (sold === ADA) return of(holds, ADA) - amount;
  const rest = of(holds, sold) - amount;
  return rest < 0n || rest >= MOST_TRADES ? undefined : of(holds, ADA);
}

interface Bound {
  /** Whether a script that locks orders is meant. */
  readonly exchange: boolean;
  /** Whether the digest fixes who is paid, and with what. */
  readonly trade: boolean;
}

/** Stake parts that the addresses of exchanges have themselves. */
const STAKED = new Set([
  '00fb107bfbd51b3a5638867d3688e986ba38ff34fb738f5bd42b20d5 111e9a698b7f8d63031e4ec827564e2912ad23d91c2e048b99f21c08',
  'a65ca58a4e9c755fa830173d2a5caed458ac0c73f97db7faae2e7e3b 52563c5410bff6a0d43ccebb7c37e1f69f5eb260552521adff33b9c2',
]);

/** `undefined` where the bytes of an exchange's orders are known, and the plan's digest is of others. */
function boundAt(
  reading: Reading,
  sold: AssetId,
  wanted: AssetId,
  scripts: ReadonlyMap<string, OrderScript>,
): readonly Bound[] | undefined {
  const found: Bound[] = [];
  for (let at = 0; reading.textIfAny(`place.${at}`) !== undefined; at += 1) {
    const name = `place.${at}`;
    const place = reading.text(name);
    const staked = reading.textIfAny(`${name}.stake`);
    if (staked !== undefined && staked !== reading.text('owner.stake') && !STAKED.has(`${place} ${staked}`))
      return undefined;
    const form = scripts.get(place)?.form;
    const begins = form === undefined ? undefined : beginning(form, reading, sold, wanted);
    if (begins !== undefined) {
      const same = hash256(bytesOf(begins)) === reading.text(`${name}.digest`);
      if (!same || reading.number(`${name}.length`) * 2n !== BigInt(begins.length)) return undefined;
    }
    found.push({
      exchange: form !== undefined && form !== 'aggregator-dca',
      trade: begins !== undefined && FIXES_TRADE.has(form ?? ''),
    });
  }
  return found;
}

/** Exchanges whose orders begin with who is paid and what is bought: the others begin with less. */
const FIXES_TRADE: ReadonlySet<string> = new Set(['muesliswap', 'minswap-v1', 'minswap-v2', 'wingriders-v2']);
const MINSWAP_POOLS = 'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c';
/** 3,277,000,000,000 and some seconds in milliseconds: the service's orders at WingRiders never end. */
const WINGRIDERS_END = 0x2fb8810feb0n;
const WINGRIDERS_OIL = 2_000_000n;

/** The bytes (hex) that the service's order at an exchange begins with; `undefined` where they are not known. */
function beginning(form: string, reading: Reading, sold: AssetId, wanted: AssetId): string | undefined {
  const [key, stake] = [reading.text('owner.key'), reading.text('owner.stake')];
  const token = sold === ADA ? wanted : sold;
  const buying = sold === ADA;
  const owner = whole(0, whole(0, raw(key)), whole(0, whole(0, whole(0, raw(stake)))));
  switch (form) {
    case 'muesliswap':
      return open(0) + open(0) + owner + pair(wanted) + pair(sold);
    case 'minswap-v1':
      return open(0) + owner + owner + bare(1) + open(0) + whole(0, pair(wanted));
    case 'minswap-v2': {
      const parties = whole(0, raw(key)) + owner + bare(0) + owner + bare(0);
      return (
        open(0) + parties + whole(0, raw(MINSWAP_POOLS), raw(poolOf(token))) + open(0) + bare(buying ? 1 : 0)
      );
    }
    case 'wingriders-v1': {
      const pool = whole(0, whole(0, pair(ADA)), whole(0, pair(token)));
      return open(0) + whole(0, owner, raw(key), int(WINGRIDERS_END), pool);
    }
    case 'wingriders-v2': {
      const parties = int(WINGRIDERS_OIL) + owner + owner + raw('') + bare(0);
      const pool = pair(ADA) + pair(token);
      return open(0) + parties + int(WINGRIDERS_END) + pool + open(0) + bare(buying ? 0 : 1);
    }
    case 'vyfi':
      return open(0) + raw(key + stake);
    case 'splash':
      return open(0) + raw('00');
    default:
      return undefined;
  }
}

function poolOf(token: AssetId): string {
  return hexOf(sha3_256(joined([sha3_256(new Uint8Array()), sha3_256(bytesOf(token))])));
}

/** Constructors as the service writes them: lists without a stated length, but for those without fields. */
function open(index: number): string {
  return `d8${(121 + index).toString(16)}9f`;
}

function bare(index: number): string {
  return `d8${(121 + index).toString(16)}80`;
}

function whole(index: number, ...fields: readonly string[]): string {
  return `${open(index)}${fields.join('')}ff`;
}

/** A byte string of less than 256 bytes. */
function raw(hex: string): string {
  const size = hex.length / 2;
  const head = size < 24 ? (64 + size).toString(16) : `58${size.toString(16).padStart(2, '0')}`;
  return head + hex;
}

function pair(of: AssetId): string {
  return of === ADA ? raw('') + raw('') : raw(of.slice(0, 56)) + raw(of.slice(56));
}

/** A number of more than two bytes. */
function int(value: bigint): string {
  return value < 2n ** 32n
    ? `1a${value.toString(16).padStart(8, '0')}`
    : `1b${value.toString(16).padStart(16, '0')}`;
}
