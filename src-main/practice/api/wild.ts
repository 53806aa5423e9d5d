/**
 * The variations of `--dialect wild`: how answers of services of this kind differ from the specification, and who in
 * public reads or writes them so. Features common to every answer of the dialect (the extra figures of quotes and
 * tokens, more routes, filters and sorts, pages from 0, errors as bare words, candles out of order and twice) are not
 * variations: the code that makes the answer writes them.
 *
 * Sources: `Y` the Yoroi wallet's adapter (`@yoroi/swap` 7.2.0), `S` the API description packed inside it, `W` the
 * vendor's web widget (`@dexhunterio/swaps` 2.0.5), `G` an older generated client, `V` the vendor's Go SDK, `captures`
 * recorded answers, `bots` programs in public, `none` nobody: a rule of ours that needs a case.
 */
export interface Variation {
  readonly source: string;
  readonly changes: string;
  /** Patterns of the paths whose answers are written so. */
  readonly of: readonly string[];
  /** Of the variations of a group an answer has one at most. */
  readonly group?: string;
  /** Used only when it is named. */
  readonly onlyNamed?: true;
  /** The answer as it is written. Absent where whoever makes the answer looks at the name. */
  readonly write?: (json: unknown) => unknown;
  /** A candle as it is written, in an answer and in the stream. */
  readonly candle?: (candle: Fields) => Fields;
  /** The answer sent instead of an error with this code. */
  readonly refusal?: (code: string) => { readonly status: number; readonly json: unknown } | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

const TOKEN = ['/swap/token/:token', '/swap/tokens'];
const POOLS = ['/stats/pools/:one/:other'];
const ESTIMATES = ['/swap/estimate', '/swap/limit/estimate'];
const BUILDS = ['/swap/build', '/swap/limit/build'];
const ORDERS = ['/swap/orders/:address', '/swap/ordersByPair', '/swap/limit_orders/ADA/:token'];
const PLANS = ['/dca/:address'];
const CANDLES = ['/charts'];
const TRENDING = ['/trending'];
const LISTS = ['/swap/tokens', ...POOLS, '/stats/pairs/:token', ...ORDERS, ...PLANS, ...TRENDING];

const NO_ID = '0'.repeat(56);
const ADA_ID = `${NO_ID}6c6f76656c616365`;
/** The largest 64-bit integer, scaled by a token's decimals: "no quote". */
const SCALED_MAXIMUM = 9223372036854.775;
/** Fields that hold amounts. */
const AMOUNTS =
  /^(?:token_[12]_amount|liquidity|amount_(?:in|per_cycle|left)|(?:expected|actual)_out_amount|(?:total|expected)_output.*|batcher_fee|deposits?|current_period_volume)$/;

/** Written in this order: what a list is wrapped into comes after what is in it. */
export const VARIATIONS = {
  'ada-as-zeros': {
    source: 'Y, W',
    changes: 'ADA among tokens has the id of 56 zeros and its name',
    of: TOKEN,
    write: eachRow((row) =>
      row['token_id'] === '' ? { ...row, token_id: ADA_ID, token_policy: NO_ID } : row,
    ),
  },
  'decimals-as-text': {
    source: 'G',
    changes: 'token_decimals is a string',
    of: TOKEN,
    write: eachRow((row) => ({ ...row, token_decimals: String(row['token_decimals']) })),
  },
  'ada-value-as-text': {
    source: 'G',
    changes: 'the price of ADA is a string',
    of: ['/swap/adaValue'],
    write: String,
  },
  'pairs-other-token': {
    source: 'W',
    changes: 'the other side of a pair is an object',
    of: ['/stats/pairs/:token'],
    write: eachRow(({ liquidity, ...otherToken }) => ({ otherToken, liquidity })),
  },
  'splits-null': {
    source: 'captures',
    changes: 'splits are null, and routes are by exchange, with AGGREGATED and BONUS among them',
    of: ['/swap/estimate'],
    write: (json) => withoutSplits(json as Fields),
  },
  'build-without-totals': {
    source: 'Y',
    changes: 'a build states nothing but its splits',
    of: BUILDS,
    write: (json) => {
      const { total_output_without_slippage: _expected, ...others } = json as Fields;
      return {
        ...others,
        total_input: 0,
        total_output: 0,
        net_price: 0,
        net_price_reverse: 0,
        average_price: 0,
      };
    },
  },
  'no-quote-as-maximum': {
    source: 'Y',
    changes: 'what no pool can fill is an answer of the scaled int64 maximum, not an error',
    of: ESTIMATES,
    refusal: (code) => (code === 'not_enough_liquidity' ? { status: 200, json: noQuote('EXA') } : undefined),
  },
  'order-states': {
    source: 'W',
    changes: 'orders are SUBMITTED, BATCHING, STOPLOSS or EXPIRED',
    of: ORDERS,
    write: eachRow((row) => ({ ...row, status: STATES[String(row['status'])] ?? row['status'] })),
  },
  'plan-fields': {
    source: 'V',
    changes: 'a recurring order has id, amount_per_cycle and remaining_cycles, and names no transaction',
    of: PLANS,
    write: eachRow(planOfSdk),
  },
  'plans-apart': {
    source: 'W, V',
    changes: 'recurring orders are unknown at /swap/cancel, and are cancelled at /dca/cancel',
    of: ['/swap/cancel'],
  },
  'amounts-as-text': {
    source: 'G',
    changes: 'amounts are strings',
    of: [...POOLS, '/stats/pairs/:token', ...ESTIMATES, ...BUILDS, ...ORDERS, ...PLANS, ...TRENDING],
    write: amountsAsText,
  },
  'candles-unix': {
    source: 'W, bots',
    changes: 'a candle’s time is in unix',
    of: CANDLES,
    group: 'time',
    candle: ({ time, ...figures }) => ({ unix: time, ...figures }),
  },
  'candles-milliseconds': {
    source: 'captures',
    changes: 'a candle’s time is in milliseconds',
    of: CANDLES,
    group: 'time',
    candle: ({ time, ...figures }) => ({ time: Number(time) * 1000, ...figures }),
  },
  'candles-unix-milliseconds': {
    source: 'captures',
    changes: 'a candle’s time is in unix, in milliseconds',
    of: CANDLES,
    group: 'time',
    candle: ({ time, ...figures }) => ({ unix: Number(time) * 1000, ...figures }),
  },
  'candles-timestamp': {
    source: 'bots',
    changes: 'a candle’s time is an ISO timestamp alone',
    of: CANDLES,
    group: 'time',
    candle: ({ time, ...figures }) => ({ timestamp: isoText(time), ...figures }),
  },
  'candles-unreadable-time': {
    source: 'bots',
    changes: 'a candle’s time is for people, next to a good unix',
    of: CANDLES,
    group: 'time',
    candle: ({ time, ...figures }) => ({
      time: new Date(Number(time) * 1000).toUTCString(),
      unix: time,
      ...figures,
    }),
  },
  'candles-without-volume': {
    source: 'bots',
    changes: 'candles have no volume',
    of: CANDLES,
    candle: ({ volume: _volume, ...candle }) => candle,
  },
  'trending-percentage': {
    source: 'a public client',
    changes: 'the change of a trending token is price_change_percentage',
    of: TRENDING,
    write: eachRow(({ price_change, ...row }) => ({ ...row, price_change_percentage: price_change })),
  },
  'trending-without-change': {
    source: 'none',
    changes: 'trending tokens have no change',
    of: TRENDING,
    onlyNamed: true,
    write: eachRow(({ price_change: _change, price_change_percentage: _percentage, ...row }) => row),
  },
  'bad-row': {
    source: 'none',
    changes: 'each list begins with a row that cannot be read',
    of: LISTS,
    onlyNamed: true,
    write: (json) => (Array.isArray(json) ? [BAD_ROW, ...(json as unknown[])] : json),
  },
  'null-lists': {
    source: 'V, W',
    changes: 'an empty list is null',
    of: [...LISTS, ...CANDLES],
    write: (json) => (isEmpty(json) ? (Array.isArray(json) ? null : { data: null }) : json),
  },
  'tokens-wrapper': {
    source: 'G, a public client',
    changes: 'tokens and trending tokens are under the key tokens',
    of: ['/swap/tokens', ...TRENDING],
    write: (json) => ({ tokens: json }),
  },
  'orders-wrapper': {
    source: 'bots',
    changes: 'orders are under the key orders',
    of: ORDERS,
    write: (json) => ({ orders: json }),
  },
  'reads-without-key': {
    source: 'W',
    changes: 'what only reads is answered without a key, too',
    of: ['*'],
  },
  'invalid-partner': {
    source: 'captures',
    changes: 'a wrong key is a plain 400',
    of: ['*'],
    refusal: (code) =>
      code === 'key_wrong' || code === 'key_missing' ? { status: 400, json: 'Invalid partner' } : undefined,
  },
} as const satisfies Readonly<Record<string, Variation>>;

export type VariationName = keyof typeof VARIATIONS;

/** Other words for the states of orders. */
export const STATES: Readonly<Record<string, string>> = {
  MEMPOOL: 'SUBMITTED',
  PENDING: 'BATCHING',
  LIMIT: 'STOPLOSS',
  OOR: 'EXPIRED',
};

const BAD_ROW = {
  _id: 'unreadable',
  token_id: 7,
  dex_name: null,
  token_in: '?',
  amount_in: 1e308,
  current_period_volume: 'NaN',
};

function eachRow(write: (row: Fields) => Fields): (json: unknown) => unknown {
  return (json) => (Array.isArray(json) ? (json as Fields[]).map(write) : write(json as Fields));
}

function isEmpty(json: unknown): boolean {
  const rows: unknown = Array.isArray(json) ? json : (json as Fields)['data'];
  return Array.isArray(rows) && rows.length === 0;
}

function amountsAsText(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(amountsAsText);
  if (typeof json !== 'object' || json === null) return json;
  const fields = Object.entries(json).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' && AMOUNTS.test(name) ? String(value) : amountsAsText(value),
  ]);
  return Object.fromEntries(fields) as unknown;
}

/** The output of each exchange, of all of them together, and by how much that exceeds the best single one. */
function withoutSplits(answer: Fields): Fields {
  const splits = (answer['splits'] ?? []) as readonly Fields[];
  const outputs = splits.map((split) => Number(split['expected_output_without_slippage']));
  const total = Number(answer['total_output_without_slippage']);
  const routes = splits.map(({ dex }, at) => [String(dex), outputs[at]] as const);
  return {
    ...answer,
    splits: null,
    possible_routes: {
      ...Object.fromEntries(routes),
      AGGREGATED: total,
      BONUS: total - Math.max(...outputs),
    },
  };
}

function noQuote(dex: string): Fields {
  const [amount_in, expected_output] = [SCALED_MAXIMUM, SCALED_MAXIMUM];
  const split = { dex, amount_in, expected_output, expected_output_without_slippage: SCALED_MAXIMUM };
  return { splits: [split], total_output: 0, total_input: 1e15, possible_routes: {}, net_price: 0 };
}

function planOfSdk(plan: Fields): Fields {
  const { _id, amount_in, cycles, cycles_completed, tx_hash: _hash, output_index: _index, ...others } = plan;
  return {
    id: _id,
    ...others,
    amount_per_cycle: amount_in,
    remaining_cycles: Number(cycles) - Number(cycles_completed),
  };
}

function isoText(seconds: unknown): string {
  return new Date(Number(seconds) * 1000).toISOString();
}
