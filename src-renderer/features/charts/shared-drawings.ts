import type { WireDrawingChange } from '../../client/chart-api.ts';
import type { Drawing } from '../../chart/drawings.ts';
import type { ChartPair } from './chart-feed.ts';
import { keyOf } from './chart-settings.ts';
import { PacedSender } from './paced-sender.ts';

/** A change of drawings: new or changed ones, and the ids of removed ones. */
export interface DrawingChange {
  readonly put: readonly Drawing[];
  readonly removed: readonly string[];
}

/** How main is asked for drawings. */
export interface DrawingCalls {
  /** `undefined` where main does not say. */
  read(pair: ChartPair): Promise<readonly Drawing[] | undefined>;
  /** Settles once main has answered, whatever the answer. */
  change(pair: ChartPair, change: DrawingChange): Promise<unknown>;
}

/** A chart that shows drawings. */
export interface DrawnChart {
  readonly pair: () => ChartPair | undefined;
  /** Called when they were changed elsewhere. */
  readonly take: (drawings: readonly Drawing[]) => void;
}

/** The drawings of one pair. */
interface Sheet {
  readonly pair: ChartPair;
  shown: readonly Drawing[];
  /** Changes that main was sent and has not answered, and changes that wait; `undefined` for a removed drawing. */
  sending: Changes;
  waiting: Changes;
  readonly sender: PacedSender;
}

type Changes = ReadonlyMap<string, Drawing | undefined>;
const NONE: Changes = new Map();

/**
 * The drawings on the charts of this page. Several charts, even in different windows, may show the same pair: main
 * receives only the changes, and each chart receives those of the others.
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

  /** A pair's drawings as main has them, with the changes that main has not taken yet. */
  async of(pair: ChartPair): Promise<readonly Drawing[]> {
    const answer = await this.#calls.read(pair);
    const sheet = this.#sheetOf(pair);
    if (answer !== undefined) sheet.shown = applied(applied(answer, sheet.sending), sheet.waiting);
    return sheet.shown;
  }

  /**
   * A chart's drawings were changed. It may not show all that is drawn on the pair yet, so only its changes count:
   * those that lead from `before` to `after`.
   */
  keep(pair: ChartPair, before: readonly Drawing[], after: readonly Drawing[], by?: DrawnChart): void {
    const sheet = this.#sheetOf(pair);
    const changes = changesBetween(before, after);
    sheet.waiting = new Map([...sheet.waiting, ...changes]);
    sheet.shown = applied(sheet.shown, changes);
    this.#show(sheet, by);
    void sheet.sender.wake();
  }

  /** Another window changed the drawings of some pair. */
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
    const known = this.#sheets.get(key);
    if (known !== undefined) return known;
    const sender = new PacedSender(() => this.#tell(sheet));
    const sheet: Sheet = { pair, shown: [], sending: NONE, waiting: NONE, sender };
    this.#sheets.set(key, sheet);
    return sheet;
  }

  #show({ pair, shown }: Sheet, except?: DrawnChart): void {
    for (const chart of this.#charts) {
      const its = chart.pair();
      if (chart !== except && its !== undefined && keyOf(its) === keyOf(pair)) chart.take(shown);
    }
  }

  #tell(sheet: Sheet): Promise<unknown> | undefined {
    if (sheet.waiting.size === 0) return undefined;
    [sheet.sending, sheet.waiting] = [sheet.waiting, NONE];
    const put = [...sheet.sending.values()].filter((drawing) => drawing !== undefined);
    const removed = [...sheet.sending].flatMap(([id, drawing]) => (drawing === undefined ? [id] : []));
    return this.#calls.change(sheet.pair, { put, removed }).finally(() => (sheet.sending = NONE));
  }
}

/** The changes that turn one version into another. */
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

/** A version with changes applied. A changed drawing keeps its place in the order. */
export function applied(drawings: readonly Drawing[], changes: Changes): readonly Drawing[] {
  if (changes.size === 0) return drawings;
  const next = new Map<string, Drawing>(drawings.map((drawing) => [drawing.id, drawing]));
  for (const [id, drawing] of changes) {
    if (drawing === undefined) next.delete(id);
    else next.set(id, drawing);
  }
  return [...next.values()];
}

/** A change as `drawings.change` takes it. */
export function wireChange({ put, removed }: DrawingChange): WireDrawingChange {
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
