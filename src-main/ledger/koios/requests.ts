import type * as v from 'valibot';
import { ok } from '#domain/result.ts';
import type { HttpClient } from '../../http/http-client.ts';
import type { ReadRows, UnreadRows } from '../../http/json.ts';
import { type Answered, DEEP, readLedger } from '../ledger-read.ts';
import { readByPages } from '../pages.ts';

/** The public instances refuse request bodies above one kilobyte. */
const MOST_BODY_BYTES = 1_000;

type Query = Readonly<Record<string, string>>;

/**
 * Asks about what is named, in as many calls as the limit of a request's body demands, one after the other. That there is
 * no row about something says that it is not known: if one row cannot be read, there is no answer.
 */
export async function askInParts<Row>(
  http: HttpClient,
  path: string,
  wanted: readonly string[],
  bodyOf: (part: readonly string[]) => unknown,
  schema: v.GenericSchema<unknown, readonly Row[]>,
  signal: AbortSignal | undefined,
  query: Query = {},
): Answered<readonly Row[]> {
  const rows: Row[] = [];
  for (const part of parts(wanted, bodyOf)) {
    const answer = await post(http, path, bodyOf(part), schema, signal, query);
    if (!answer.ok) return answer;
    rows.push(...answer.value);
  }
  return ok(rows);
}

/** Reads a list page by page, see `readByPages`. */
export function readPages<Row>(
  http: HttpClient,
  path: string,
  body: unknown,
  schema: v.GenericSchema<unknown, ReadRows<Row>>,
  options: {
    /** Columns that give each row one place, so that pages neither overlap nor leave a row out. */
    readonly order: string;
    /** Filters of rows, by column. */
    readonly filter?: Query;
    readonly mostPages: number;
    readonly signal: AbortSignal | undefined;
    /** As of an `HttpCall`. */
    readonly dispensable?: boolean;
    readonly enough: (page: readonly Row[]) => boolean | Answered<boolean>;
    /** As of `readByPages`; true when absent. */
    readonly smaller?: boolean;
  },
): Answered<UnreadRows> {
  const { order, filter, mostPages, signal, enough, smaller = true, dispensable = false } = options;
  return readByPages<Row>({
    mostPages,
    smaller,
    enough,
    ask: (position, size) => {
      const query = { ...filter, order, limit: String(size), offset: String(position) };
      return post(http, path, body, schema, signal, query, dispensable);
    },
  });
}

function post<Answer>(
  http: HttpClient,
  path: string,
  content: unknown,
  schema: v.GenericSchema<unknown, Answer>,
  signal: AbortSignal | undefined,
  query: Query,
  dispensable = false,
): Answered<Answer> {
  const body = { type: 'application/json', content: JSON.stringify(content) } as const;
  const call = { method: 'POST', segments: [path], body, query, dispensable } as const;
  return readLedger(http, call, schema, signal, DEEP);
}

/** Parts of a list whose JSON bodies stay below the limit. All of it is ASCII. */
function parts(
  wanted: readonly string[],
  bodyOf: (part: readonly string[]) => unknown,
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const one of wanted) {
    const last = groups.at(-1);
    if (last === undefined || JSON.stringify(bodyOf([...last, one])).length > MOST_BODY_BYTES)
      groups.push([one]);
    else last.push(one);
  }
  return groups;
}
