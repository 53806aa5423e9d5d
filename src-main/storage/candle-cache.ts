import { DatabaseSync } from 'node:sqlite';
import { isLawful, type Candle } from '#domain/candle.ts';
import { withSpan, type Span } from '#domain/span.ts';
import type { CachedCandles, CandleCache, SeriesKey } from '../ports/charts.ts';
import { removeFile } from '../system/held-files.ts';
import { inTransaction } from './open-database.ts';

const APPLICATION_ID = 0x54534343;
/** A file of any other version is thrown away: everything in it can be fetched again. */
const VERSION = 2;
const TABLES = `
  CREATE TABLE source (name TEXT NOT NULL) STRICT;
  CREATE TABLE series (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, used INTEGER NOT NULL, held INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE candles (
    series INTEGER NOT NULL, time INTEGER NOT NULL, open REAL NOT NULL, high REAL NOT NULL, low REAL NOT NULL,
    close REAL NOT NULL, volume REAL, PRIMARY KEY (series, time)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE spans (
    series INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, PRIMARY KEY (series, start)
  ) STRICT, WITHOUT ROWID;`;

export interface CacheLimits {
  readonly candlesOfSeries: number;
  readonly candles: number;
  /** Known spans of one series: a series in more pieces is forgotten. */
  readonly spans: number;
}

const LIMITS: CacheLimits = { candlesOfSeries: 50_000, candles: 500_000, spans: 500 };
const NOTHING: CachedCandles = { known: [], candles: [] };

export interface OpenCandleCache extends CandleCache {
  close(): void;
}

/**
 * Opens the candle cache of one profile. A file that is damaged, of another kind or of another version is made again;
 * when there can be none at all, the cache knows nothing and keeps nothing. Commits are not waited for: a power cut
 * may lose the last ones, and nothing else.
 */
export function openCandleCache(path: string, limits: CacheLimits = LIMITS): OpenCandleCache {
  return new SqliteCandleCache(path, limits);
}

class SqliteCandleCache implements OpenCandleCache {
  readonly #path: string;
  readonly #limits: CacheLimits;
  #database: DatabaseSync | undefined;

  constructor(path: string, limits: CacheLimits) {
    this.#path = path;
    this.#limits = limits;
    this.#database = openExisting(path) ?? makeAnew(path);
  }

  read(key: SeriesKey, span: Span): CachedCandles {
    return this.#attempt(NOTHING, (database) => {
      const series = seriesOf(database, key);
      if (series === undefined) return NOTHING;
      database
        .prepare('UPDATE series SET used = (SELECT max(used) + 1 FROM series) WHERE id = ?')
        .run(series);
      const known = spansOf(database, series).flatMap(({ from, to }) => {
        const part = { from: Math.max(from, span.from), to: Math.min(to, span.to) };
        return part.from < part.to ? [part] : [];
      });
      const candles = database
        .prepare('SELECT * FROM candles WHERE series = ? AND time >= ? AND time < ? ORDER BY time')
        .all(series, span.from, span.to)
        .map(candleOf);
      if (candles.every(isLawful)) return { known, candles };
      forget(database, series);
      return NOTHING;
    });
  }

  newest(key: SeriesKey): Candle | undefined {
    return this.#attempt(undefined, (database) => {
      const series = seriesOf(database, key) ?? -1;
      const row = database
        .prepare('SELECT * FROM candles WHERE series = ? ORDER BY time DESC LIMIT 1')
        .get(series);
      return row === undefined ? undefined : candleOf(row);
    });
  }

  write(key: SeriesKey, span: Span, candles: readonly Candle[]): void {
    this.#attempt(undefined, (database) =>
      inTransaction(database, () => {
        const series = seriesOf(database, key) ?? addSeries(database, key);
        replaceCandles(database, series, span, candles);
        writeSpans(database, series, withSpan(spansOf(database, series), span));
        this.#trimSeries(database, series);
        this.#trimAll(database, series);
      }),
    );
  }

  forget(key: SeriesKey): void {
    this.#attempt(undefined, (database) =>
      inTransaction(database, () => {
        const series = seriesOf(database, key);
        if (series !== undefined) forget(database, series);
      }),
    );
  }

  useSource(source: string): void {
    this.#attempt(undefined, (database) =>
      inTransaction(database, () => {
        const known = database.prepare('SELECT name FROM source').get()?.['name'];
        if (known === source) return;
        database.exec('DELETE FROM source; DELETE FROM candles; DELETE FROM spans; DELETE FROM series');
        database.prepare('INSERT INTO source VALUES (?)').run(source);
      }),
    );
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  /** Keeps the newest candles of a series; what is cut off is no longer known. */
  #trimSeries(database: DatabaseSync, series: number): void {
    const { candlesOfSeries, spans } = this.#limits;
    const [held] = Object.values(
      database.prepare('SELECT count(*) FROM candles WHERE series = ?').get(series) ?? {},
    );
    const known = spansOf(database, series);
    if (known.length > spans) return forget(database, series);
    const surplus = Number(held) - candlesOfSeries;
    database
      .prepare('UPDATE series SET held = ?, used = (SELECT max(used) + 1 FROM series) WHERE id = ?')
      .run(Math.min(Number(held), candlesOfSeries), series);
    if (surplus <= 0) return;
    const first = database
      .prepare('SELECT time FROM candles WHERE series = ? ORDER BY time LIMIT 1 OFFSET ?')
      .get(series, surplus)?.['time'];
    const from = Number(first);
    database.prepare('DELETE FROM candles WHERE series = ? AND time < ?').run(series, from);
    writeSpans(
      database,
      series,
      known.filter(({ to }) => to > from).map((span) => ({ from: Math.max(span.from, from), to: span.to })),
    );
  }

  /** Forgets the series that were not used for longest, until the whole fits. */
  #trimAll(database: DatabaseSync, current: number): void {
    const rows = database.prepare('SELECT id, held FROM series ORDER BY used').all();
    let sum = rows.reduce((total, row) => total + Number(row['held']), 0);
    for (const row of rows) {
      if (sum <= this.#limits.candles) return;
      if (row['id'] === current) continue;
      sum -= Number(row['held']);
      forget(database, Number(row['id']));
    }
  }

  /** Trouble with the file costs the file, never the caller. */
  #attempt<T>(otherwise: T, work: (database: DatabaseSync) => T): T {
    if (!this.#database) return otherwise;
    try {
      return work(this.#database);
    } catch {
      closeQuietly(this.#database);
      this.#database = makeAnew(this.#path);
      return otherwise;
    }
  }
}

function openExisting(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    const [id, version] = ['application_id', 'user_version'].map(
      (name) => Object.values(database?.prepare(`PRAGMA ${name}`).get() ?? {})[0],
    );
    if (id !== APPLICATION_ID || version !== VERSION) throw new Error('another file');
    configure(database);
    return database;
  } catch {
    closeQuietly(database);
    return undefined;
  }
}

function makeAnew(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) removeFile(file);
    database = new DatabaseSync(path);
    database.exec(`PRAGMA application_id=${APPLICATION_ID}`);
    configure(database);
    database.exec(`BEGIN; ${TABLES} PRAGMA user_version=${VERSION}; COMMIT`);
    return database;
  } catch {
    closeQuietly(database);
    return undefined;
  }
}

function configure(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=4194304');
}

function closeQuietly(database: DatabaseSync | undefined): void {
  try {
    database?.close();
  } catch {
    // It was not open.
  }
}

function seriesOf(database: DatabaseSync, { first, second, period }: SeriesKey): number | undefined {
  const row = database.prepare('SELECT id FROM series WHERE name = ?').get(`${first}/${second}/${period}`);
  return row === undefined ? undefined : Number(row['id']);
}

function addSeries(database: DatabaseSync, { first, second, period }: SeriesKey): number {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO series (name, used, held) VALUES (?, 0, 0)')
    .run(`${first}/${second}/${period}`);
  return Number(lastInsertRowid);
}

function replaceCandles(
  database: DatabaseSync,
  series: number,
  span: Span,
  candles: readonly Candle[],
): void {
  database
    .prepare('DELETE FROM candles WHERE series = ? AND time >= ? AND time < ?')
    .run(series, span.from, span.to);
  const insert = database.prepare('INSERT OR REPLACE INTO candles VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const { time, open, high, low, close, volume } of candles)
    insert.run(series, time, open, high, low, close, volume ?? null);
}

function spansOf(database: DatabaseSync, series: number): readonly Span[] {
  return database
    .prepare('SELECT start, stop FROM spans WHERE series = ? ORDER BY start')
    .all(series)
    .map((row) => ({ from: Number(row['start']), to: Number(row['stop']) }));
}

function writeSpans(database: DatabaseSync, series: number, spans: readonly Span[]): void {
  database.prepare('DELETE FROM spans WHERE series = ?').run(series);
  const insert = database.prepare('INSERT INTO spans VALUES (?, ?, ?)');
  for (const { from, to } of spans) insert.run(series, from, to);
}

function forget(database: DatabaseSync, series: number): void {
  for (const table of ['candles', 'spans'])
    database.prepare(`DELETE FROM ${table} WHERE series = ?`).run(series);
  database.prepare('DELETE FROM series WHERE id = ?').run(series);
}

function candleOf(row: Record<string, unknown>): Candle {
  const [time, open, high, low, close] = [
    row['time'],
    row['open'],
    row['high'],
    row['low'],
    row['close'],
  ].map(Number) as [number, number, number, number, number];
  const { volume } = row;
  return { time, open, high, low, close, volume: volume === null ? undefined : Number(volume) };
}
