import * as v from 'valibot';
import { drawing as schema, MOST_DRAWINGS, type DrawingView } from '#contract/charts.ts';
import type { PairOfChart } from '#contract/chart-window.ts';
import type { NotebookPage } from '#contract/app.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { done, type MainCalls } from '../../gate/handlers.ts';

/** Where drawings are kept: a page for each pair. */
export interface DrawingPages {
  read(page: NotebookPage): string;
  /** Failure: `notebook-full`. */
  write(page: NotebookPage, text: string): Result<undefined, Failure>;
}

/** A change of what is drawn: drawings that are new or changed, and the ids of those removed. */
export interface DrawingChange {
  readonly put: readonly DrawingView[];
  readonly removed: readonly string[];
}

/** The window that changed drawings: the trading window, or a chart's own. */
export type Draftsman = 'desk' | DeskSlot;

/** The user's drawings on the charts. Each chart sends only its own changes, so that none overwrites another. */
export class Drawings {
  readonly #pages: DrawingPages;
  readonly #listeners = new Set<(by: Draftsman) => void>();

  constructor(pages: DrawingPages) {
    this.#pages = pages;
  }

  /** The drawings on a pair's chart, oldest first. Drawings that this version cannot read are left out. */
  of(pair: PairOfChart): readonly DrawingView[] {
    return read(this.#pages.read(pageOf(pair))).readable.slice(-MOST_DRAWINGS);
  }

  /** Applies a change to what is drawn now. A drawing that was changed keeps its place. Failure: `notebook-full`. */
  change(pair: PairOfChart, { put, removed }: DrawingChange, by: Draftsman): Result<undefined, Failure> {
    const { readable, others } = read(this.#pages.read(pageOf(pair)));
    const next = new Map(readable.slice(-MOST_DRAWINGS).map((drawing) => [drawing.id, drawing]));
    for (const id of removed) next.delete(id);
    for (const drawing of put) next.set(drawing.id, drawing);
    const newest = [...next.values()].slice(-MOST_DRAWINGS);
    const all = [...others.slice(-MOST_DRAWINGS), ...newest];
    const written = this.#pages.write(pageOf(pair), all.length === 0 ? '' : JSON.stringify(all));
    if (!written.ok) return written;
    for (const listener of this.#listeners) listener(by);
    return ok(undefined);
  }

  onChange(listener: (by: Draftsman) => void): void {
    this.#listeners.add(listener);
  }
}

/** The trading window's calls. */
export function drawingCalls(drawings: Drawings, by: Draftsman): MainCalls<'drawings'> {
  return {
    'drawings.read': (pair) => Promise.resolve(ok({ drawings: [...drawings.of(pair)] })),
    'drawings.change': ({ put, removed, ...pair }) =>
      Promise.resolve(done(drawings.change(pair, { put, removed }, by))),
  };
}

function pageOf({ base, quote }: PairOfChart): NotebookPage {
  return { kind: 'drawings', of: `${base}/${quote}` };
}

/** Splits a page into drawings and what this version cannot read, which another one may have drawn and which stays. */
function read(text: string): {
  readonly readable: readonly DrawingView[];
  readonly others: readonly unknown[];
} {
  const readable: DrawingView[] = [];
  const others: unknown[] = [];
  for (const each of listIn(text)) {
    const drawing = v.safeParse(schema, each);
    if (drawing.success) readable.push(drawing.output);
    else others.push(each);
  }
  return { readable, others };
}

function listIn(text: string): readonly unknown[] {
  if (text === '') return [];
  try {
    const content: unknown = JSON.parse(text);
    return Array.isArray(content) ? content : [content];
  } catch {
    return [text];
  }
}
