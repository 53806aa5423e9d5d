import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';

import { failed, ok, type Result } from '#domain/result.ts';
import type { Chain } from '../chain/chain.ts';
import { SeededRandom } from '../market/random.ts';
import { misdeed, type Asked, type MisdeedKind, type Misdeeds } from '../traders/misdeeds.ts';

const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(600_000));

/** THE faults that practice can be started with. A kind is one row here, and its effect in `MetFault`. */
const fault = v.variant('kind', [
  /** The answer begins so much later. */
  v.strictObject({ kind: v.literal('latency'), ms: milliseconds }),
  /** Another status in place of the answer. */
  v.strictObject({
    kind: v.literal('status'),
    status: v.picklist([400, 401, 403, 404, 408, 418, 425, 429, 500, 502, 503, 504]),
    body: v.picklist(['empty', 'json', 'text', 'html']),
    /** Seconds. */
    retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600))),
  }),
  /** The connection is reset before the first byte. */
  v.strictObject({ kind: v.literal('reset') }),
  /** The second half of the body comes so much later. */
  v.strictObject({ kind: v.literal('slow-body'), ms: milliseconds }),
  /** Half of the JSON, as if it were all. */
  v.strictObject({ kind: v.literal('truncated') }),
  /** No transaction in an answer that should bring one. */
  v.strictObject({ kind: v.literal('empty-cbor') }),
  /** The expected output is one of better times, by so many percent. */
  v.strictObject({
    kind: v.literal('stale-quote'),
    better: v.pipe(v.number(), v.minValue(1), v.maxValue(1_000)),
  }),
  /** Figures that no honest answer holds, in place of some of its figures; which ones follows from the seed. */
  v.strictObject({
    kind: v.literal('odd-figures'),
    seed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1)),
  }),
  /** The key is not known any more. */
  v.strictObject({ kind: v.literal('key-revoked') }),
  /**
   * The last blocks, counted back from the moment the fault was made, are missing from the chain. For paths of a
   * ledger.
   */
  v.strictObject({
    kind: v.literal('rollback'),
    blocks: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  }),
  /** Outputs hold one lovelace more than elsewhere. For paths of a ledger. */
  v.strictObject({ kind: v.literal('disagree') }),
]);

const MOST_FAULTS = 100;

/** How long a fault applies. */
const limits = {
  /** This many requests, fills or routes; absent: all. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  /** Until this time, ISO 8601. */
  until: v.optional(v.pipe(v.string(), v.isoTimestamp())),
};

const answered = v.strictObject({
  /** Path with its prefix; `*` matches any text. The query is ignored. */
  path: v.pipe(v.string(), v.regex(/^\/[\x21-\x7e]{0,200}$/, 'must begin with / and be plain ASCII')),
  method: v.optional(v.picklist(['GET', 'POST'])),
  fault,
  ...limits,
});

/** A misdeed of an exchange, rather than an answer of an API (`traders/misdeeds.ts`). */
const traded = v.strictObject({
  /** Its code; `*` is every exchange. */
  exchange: v.pipe(v.string(), v.regex(/^(?:\*|[A-Z][A-Z0-9_]{0,31})$/, "must be an exchange's code, or *")),
  fault: misdeed,
  ...limits,
});

const table = v.strictObject({
  faults: v.pipe(
    v.array(
      v.lazy((row): typeof answered | typeof traded =>
        typeof row === 'object' && row !== null && 'exchange' in row ? traded : answered,
      ),
    ),
    v.maxLength(MOST_FAULTS),
  ),
});

type FaultTable = v.InferOutput<typeof table>;
type Fault = v.InferOutput<typeof fault>;

/** An API's answer without faults. */
interface Answer {
  readonly status: number;
  readonly json: unknown;
}

interface Row {
  readonly entry: FaultTable['faults'][number];
  /** `undefined` for an exchange's misdeed. */
  readonly pattern: RegExp | undefined;
  /** Height of the chain when the fault was made. */
  readonly height: number;
  met: number;
}

/** Reads a table of faults from JSON. The failure says where it is wrong and what is expected there. */
export function parseFaults(text: string): Result<FaultTable, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failed('the table of faults is not JSON');
  }
  const read = v.safeParse(table, json);
  if (read.success) return ok(read.output);
  const [issue] = read.issues;
  return failed(`the table of faults is wrong at ${v.getDotPath(issue) ?? 'the top'}: ${issue.message}`);
}

/** The active faults; of those that match a path or exchange, the first that is not used up applies. */
export class Faults implements Misdeeds {
  readonly #chain: Pick<Chain, 'tip' | 'state'>;
  readonly #now: () => number;
  #rows: readonly Row[] = [];

  constructor(chain: Pick<Chain, 'tip' | 'state'>, now: () => number, first: FaultTable) {
    this.#chain = chain;
    this.#now = now;
    this.use(first);
  }

  /** From now on these, and no others. */
  use({ faults }: FaultTable): void {
    const { height } = this.#chain.tip;
    this.#rows = faults.map((entry) => ({
      entry,
      pattern: 'path' in entry ? patternOf(entry.path) : undefined,
      height,
      met: 0,
    }));
  }

  /** The faults in force, and how often each was met. */
  list(): object {
    return { faults: this.#rows.map(({ entry, met }) => ({ ...entry, met })) };
  }

  /** How a request is answered; `undefined`: as always. */
  meet(method: string | undefined, path: string): MetFault | undefined {
    for (const row of this.#inForce()) {
      const { entry, pattern } = row;
      if (!('path' in entry) || pattern?.test(path) !== true) continue;
      if (entry.method !== undefined && entry.method !== method) continue;
      row.met += 1;
      return new MetFault(entry.fault, row.height, this.#chain);
    }
    return undefined;
  }

  asked<Kind extends MisdeedKind>(kind: Kind, exchange: string): Asked<Kind> | undefined {
    for (const row of this.#inForce()) {
      const { entry } = row;
      if (!('exchange' in entry) || (entry.exchange !== '*' && entry.exchange !== exchange)) continue;
      if (entry.fault.kind !== kind) continue;
      return { misdeed: entry.fault as Asked<Kind>['misdeed'], done: () => void (row.met += 1) };
    }
    return undefined;
  }

  #inForce(): readonly Row[] {
    return this.#rows.filter(
      ({ entry, met }) =>
        met < (entry.times ?? Number.POSITIVE_INFINITY) &&
        (entry.until === undefined || this.#now() < Date.parse(entry.until)),
    );
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path
      .split('*')
      .map((part) => part.replaceAll(/[^\w/]/g, '\\$&'))
      .join('.*')}$`,
  );
}

/** One request that meets a fault. */
export class MetFault {
  readonly #fault: Fault;
  readonly #height: number;
  readonly #chain: Pick<Chain, 'state'>;

  constructor(met: Fault, height: number, chain: Pick<Chain, 'state'>) {
    this.#fault = met;
    this.#height = height;
    this.#chain = chain;
  }

  /** The status that takes the place of an answer; 0 for a reset, `undefined` where there is an answer. */
  get refusal(): { readonly status: number; readonly type: string; readonly text: string } | undefined {
    const met = this.#fault;
    if (met.kind === 'reset') return { status: 0, type: '', text: '' };
    if (met.kind === 'key-revoked') {
      const text = JSON.stringify({ error: 'key_wrong', message: 'The key in X-Partner-Id is not known.' });
      return { status: 403, type: 'application/json; charset=utf-8', text };
    }
    return met.kind === 'status' ? { status: met.status, ...BODIES[met.body] } : undefined;
  }

  /** Answers the request in place of the API, or with what it answers. */
  async serve(
    incoming: IncomingMessage,
    response: ServerResponse,
    answer: () => Promise<Answer>,
  ): Promise<void> {
    const met = this.#fault;
    const { refusal } = this;
    if (refusal) {
      incoming.resume();
      if (refusal.status === 0) return void incoming.socket.resetAndDestroy();
      const wait = met.kind === 'status' ? met.retryAfter : undefined;
      response.writeHead(refusal.status, {
        ...(refusal.type === '' ? {} : { 'content-type': refusal.type }),
        ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
        'content-length': Buffer.byteLength(refusal.text),
      });
      response.end(refusal.text);
      return;
    }
    if (met.kind === 'latency') await pause(met.ms);
    const { status, json } = this.#changed(await answer());
    const whole = Buffer.from(JSON.stringify(json));
    const half = whole.subarray(0, Math.ceil(whole.length / 2));
    const sent = met.kind === 'truncated' ? half : whole;
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': sent.length,
      'cache-control': 'no-store',
    });
    if (met.kind !== 'slow-body') return void response.end(sent);
    response.write(half);
    await pause(met.ms);
    response.end(whole.subarray(half.length));
  }

  #changed({ status, json }: Answer): Answer {
    const met = this.#fault;
    if (status !== 200) return { status, json };
    switch (met.kind) {
      case 'empty-cbor':
        return { status, json: mapped(json, (key, value) => (key === 'cbor' ? '' : value)) };
      case 'stale-quote':
        return { status, json: mapped(json, (key, value) => better(key, value, met.better)) };
      case 'disagree':
        return { status, json: mapped(json, oneMore) };
      case 'odd-figures':
        return { status, json: mapped(json, oddFigures(met.seed)) };
      case 'rollback':
        return this.#rolledBack(json, met.blocks);
      default:
        return { status, json };
    }
  }

  #rolledBack(json: unknown, blocks: number): Answer {
    const gone = (hash: unknown): boolean => {
      const height = typeof hash === 'string' ? this.#chain.state.transaction(hash)?.block.height : undefined;
      return height !== undefined && height > this.#height - blocks && height <= this.#height;
    };
    const subject = typeof json === 'object' && json !== null && 'hash' in json ? json.hash : undefined;
    if (gone(subject)) {
      const message = 'The requested component has not been found.';
      return { status: 404, json: { status_code: 404, error: 'Not Found', message } };
    }
    const rest = Array.isArray(json)
      ? json.filter(
          (row: unknown) =>
            !(typeof row === 'object' && row !== null && 'tx_hash' in row && gone(row.tx_hash)),
        )
      : json;
    const spent = (key: string, value: unknown): unknown =>
      key === 'consumed_by_tx' && gone(value) ? null : value;
    return { status: 200, json: mapped(rest, spent) };
  }
}

const BODIES = {
  empty: { type: '', text: '' },
  json: { type: 'application/json', text: '{"error":"fault","message":"Practice was asked to fail."}' },
  text: { type: 'text/plain', text: 'Practice was asked to fail.' },
  html: {
    type: 'text/html; charset=utf-8',
    text: '<!doctype html><html><head><title>Fault</title></head><body><h1>Fault</h1></body></html>',
  },
} as const;

const OUTPUTS = ['total_output', 'total_output_without_slippage', 'expected_output'];

function better(key: string, value: unknown, percent: number): unknown {
  return OUTPUTS.includes(key) && typeof value === 'number' ? value * (1 + percent / 100) : value;
}

function oneMore(key: string, value: unknown): unknown {
  if (key !== 'amount' || !Array.isArray(value)) return value;
  return value.map((held: unknown) => {
    const isAda = typeof held === 'object' && held !== null && 'unit' in held && held.unit === 'lovelace';
    return isAda && 'quantity' in held
      ? { ...held, quantity: String(BigInt(String(held.quantity)) + 1n) }
      : held;
  });
}

const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object };

/** As JSON writes them, so that none is rounded on its way. */
const ODD_FIGURES = [
  '1e308',
  '-1e308',
  '1e-400',
  '1e999',
  '"1e999"',
  '"NaN"',
  '"Infinity"',
  '9007199254740993',
  '"9007199254740993"',
  '18446744073709551615',
  `1${'0'.repeat(80)}`,
  '1e19',
  '1e-60',
  '-1',
  '-0.5',
  '0',
  '0.1',
  '8639999999999999',
  '1000000000000',
] as const;

/** A figure, or text that holds one. */
const FIGURE = /^-?\d{1,20}(?:\.\d+)?$/;
/** One figure of so many is odd, at least. */
const RAREST = 12;

function oddFigures(seed: number): (key: string, value: unknown) => unknown {
  const all = SeededRandom.seeded(seed);
  const rarity = 1 + all.below(RAREST);
  // In every second table, all figures of one name are alike: whole columns of a list are odd then.
  const byName = all.below(2) === 0;
  return (key, value) => {
    const isFigure = typeof value === 'number' || (typeof value === 'string' && FIGURE.test(value));
    const random = byName ? SeededRandom.seeded(seed, key) : all;
    if (!isFigure || random.below(rarity) > 0) return value;
    return rawJSON(ODD_FIGURES[random.below(ODD_FIGURES.length)] ?? '0');
  };
}

/** The JSON with every field of it, at any depth, passed through `change`. */
function mapped(json: unknown, change: (key: string, value: unknown) => unknown): unknown {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) => change(key, value));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
