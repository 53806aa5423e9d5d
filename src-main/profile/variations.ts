import { JsonNumber } from '../http/json.ts';

/** The question asked, as far as its answer can show a variation. */
export type ProbeAnswer = 'ada-value' | 'tokens' | 'trending' | 'candles';

interface Sign {
  readonly of: readonly ProbeAnswer[];
  readonly seen: (json: unknown) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const ADA_AS_ZEROS = `${'0'.repeat(56)}6c6f76656c616365`;
const LISTS = ['tokens', 'trending'] as const;
const CANDLE = ['candles'] as const;
/** Seconds of our century have ten digits. */
const MILLISECONDS = 1e12;

/** Ways of writing an answer that differ from the specification and that the clients read, each by what shows it. */
export const SIGNS = {
  'ada-value-as-text': {
    of: ['ada-value'],
    seen: (json) => typeof json === 'string',
  },
  'tokens-wrapper': {
    of: LISTS,
    seen: (json) => wrapped(json, 'tokens'),
  },
  'null-lists': {
    of: [...LISTS, ...CANDLE],
    seen: (json) => json === null || (isFields(json) && Object.values(json).every((value) => value === null)),
  },
  'ada-as-zeros': {
    of: ['tokens'],
    seen: anyRow(({ token_id: id }) => id === ADA_AS_ZEROS),
  },
  'decimals-as-text': {
    of: ['tokens'],
    seen: anyRow(({ token_decimals: decimals }) => typeof decimals === 'string'),
  },
  'amounts-as-text': {
    of: ['trending'],
    seen: anyRow(({ current_period_volume: volume }) => typeof volume === 'string'),
  },
  'trending-percentage': {
    of: ['trending'],
    seen: anyRow((row) => !('price_change' in row) && 'price_change_percentage' in row),
  },
  'candles-unix': {
    of: CANDLE,
    seen: anyRow((row) => !('time' in row) && numberOf(row['unix']) < MILLISECONDS),
  },
  'candles-milliseconds': {
    of: CANDLE,
    seen: anyRow(({ time }) => numberOf(time) >= MILLISECONDS),
  },
  'candles-unix-milliseconds': {
    of: CANDLE,
    seen: anyRow((row) => !('time' in row) && numberOf(row['unix']) >= MILLISECONDS),
  },
  'candles-timestamp': {
    of: CANDLE,
    seen: anyRow((row) => !('time' in row) && typeof row['timestamp'] === 'string'),
  },
  'candles-unreadable-time': {
    of: CANDLE,
    seen: anyRow((row) => typeof row['time'] === 'string' && row['unix'] instanceof JsonNumber),
  },
  'candles-without-volume': {
    of: CANDLE,
    seen: anyRow((row) => 'close' in row && !('volume' in row)),
  },
} as const satisfies Readonly<Record<string, Sign>>;

export type SignName = keyof typeof SIGNS;

/** The variations that one answer shows, by name. `json`: as `parseJson` reads it. */
export function variationsIn(answer: ProbeAnswer, json: unknown): readonly SignName[] {
  const names = Object.keys(SIGNS) as SignName[];
  return names.filter((name) => {
    const { of, seen }: Sign = SIGNS[name];
    return of.includes(answer) && seen(json);
  });
}

function anyRow(is: (row: Fields) => boolean): (json: unknown) => boolean {
  return (json) => rowsIn(json).some((row) => isFields(row) && is(row));
}

/** The rows of a list, bare or under a key. */
function rowsIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json as readonly unknown[];
  return isFields(json) ? (Object.values(json).find(Array.isArray) ?? []) : [];
}

function wrapped(json: unknown, key: string): boolean {
  return isFields(json) && (Array.isArray(json[key]) || json[key] === null);
}

function isFields(json: unknown): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof JsonNumber);
}

function numberOf(value: unknown): number {
  return value instanceof JsonNumber ? Number(value.source) : Number.NaN;
}
