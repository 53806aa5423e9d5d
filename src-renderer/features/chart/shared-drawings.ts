import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { ToldChange } from '../../client/chart-api.ts';
import type { Drawing } from '../../chart/drawings.ts';
import type { ChartPair } from './chart-feed.ts';
import { keyOf } from './chart-settings.ts';

/** What became of drawings, by their ids. */
export interface DrawingChange {
  readonly put: readonly Drawing[];
  readonly removed: readonly string[];
}

/** How main is asked for drawings. */
export interface DrawingCalls {
  read(pair: ChartPair): Promise<readonly Drawing[] | undefined>;
  change(pair: ChartPair, change: DrawingChange): Promise<Result<unknown, Failure>>;
}

/** A chart that shows drawings. */
export interface DrawnChart {
  readonly pair: () => ChartPair | undefined;
  /** Somebody else changed them. */
  readonly take: (drawings: readonly Drawing[]) => void;
}

/** The drawings of one pair. */
interface Sheet {
  readonly pair: ChartPair;
  shown: readonly Drawing[];
  /** What main is being told, and what it will be told afterwards; `undefined` for one that is gone. */
  told: Changes;
  untold: Changes;
}

type Changes = ReadonlyMap<string, Drawing | undefined>;
const NONE: Changes = new Map();

/**
 * What is drawn on the charts of this page. Several charts, also in other windows, may show the same pair: main is told
 * what changed and no more, and what others change comes to each of them.
 */
export class SharedDrawings {
  readonly #calls: DrawingCalls;
  readonly #sheets = new Map<string, Sheet>();
  readonly #charts = new Set<DrawnChart>();

  constructor(calls: DrawingCalls) {
    this.#calls = calls;
  }

  follow(chart: DrawnChart): void {
    this.#charts.add(chart);
  }

  /** What is drawn on a pair's chart, as main has it. */
  async of(pair: ChartPair): Promise<readonly Drawing[]> {
    const kept = await this.#calls.read(pair);
    const sheet = this.#sheetOf(pair);
    if (kept !== undefined) sheet.shown = applied(applied(kept, sheet.told), sheet.untold);
    return sheet.shown;
  }

  /** A chart shows these from now on. */
  keep(pair: ChartPair, drawings: readonly Drawing[], by?: DrawnChart): void {
    const sheet = this.#sheetOf(pair);
    sheet.untold = new Map([...sheet.untold, ...changesBetween(sheet.shown, drawings)]);
    sheet.shown = drawings;
    this.#show(sheet, by);
    void this.#tell(sheet);
  }

  /** Another window changed what is drawn on some pair. */
  async refresh(): Promise<void> {
    const pairs = new Map([...this.#charts].flatMap(({ pair }) => entryOf(pair())));
    await Promise.all(
      [...pairs.values()].map(async (pair) => {
        const before = this.#sheetOf(pair).shown;
        if (changesBetween(before, await this.of(pair)).size > 0) this.#show(this.#sheetOf(pair));
      }),
    );
  }

  #sheetOf(pair: ChartPair): Sheet {
    const key = keyOf(pair);
    const sheet = this.#sheets.get(key) ?? { pair, shown: [], told: NONE, untold: NONE };
    this.#sheets.set(key, sheet);
    return sheet;
  }

  #show({ pair, shown }: Sheet, except?: DrawnChart): void {
    for (const chart of this.#charts) {
      const its = chart.pair();
      if (chart !== except && its !== undefined && keyOf(its) === keyOf(pair)) chart.take(shown);
    }
  }

  /** One message at a time, at once: a window that is closed has nothing left to say. */
  async #tell(sheet: Sheet): Promise<void> {
    if (sheet.told.size > 0) return;
    while (sheet.untold.size > 0) {
      [sheet.told, sheet.untold] = [sheet.untold, NONE];
      const put = [...sheet.told.values()].filter((drawing) => drawing !== undefined);
      const removed = [...sheet.told].flatMap(([id, drawing]) => (drawing === undefined ? [id] : []));
      await this.#calls.change(sheet.pair, { put, removed });
      sheet.told = NONE;
    }
  }
}

/** What leads from one version to another. */
export function changesBetween(before: readonly Drawing[], after: readonly Drawing[]): Changes {
  const known = new Map(before.map((drawing) => [drawing.id, JSON.stringify(drawing)]));
  const changes = new Map<string, Drawing | undefined>();
  for (const drawing of after) {
    if (known.get(drawing.id) !== JSON.stringify(drawing)) changes.set(drawing.id, drawing);
    known.delete(drawing.id);
  }
  for (const id of known.keys()) changes.set(id, undefined);
  return changes;
}

/** A version with changes made elsewhere. A drawing that was changed keeps its place. */
export function applied(drawings: readonly Drawing[], changes: Changes): readonly Drawing[] {
  if (changes.size === 0) return drawings;
  const next = new Map<string, Drawing>(drawings.map((drawing) => [drawing.id, drawing]));
  for (const [id, drawing] of changes) {
    if (drawing === undefined) next.delete(id);
    else next.set(id, drawing);
  }
  return [...next.values()];
}

/** A change in the form in which main is told of it. */
export function told({ put, removed }: DrawingChange): ToldChange {
  return {
    put: put.map(({ anchors, ...drawing }) => ({
      ...drawing,
      anchors: anchors.map((anchor) => ({ ...anchor })),
    })),
    removed: [...removed],
  };
}

function entryOf(pair: ChartPair | undefined): readonly (readonly [string, ChartPair])[] {
  return pair === undefined ? [] : [[keyOf(pair), pair]];
}
