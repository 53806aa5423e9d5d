import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { PERIOD_SECONDS } from '#domain/candle.ts';
import { slotToUnix } from '#domain/network.ts';
import { type EpochMs, epochMs, DAY_MS } from '#domain/time.ts';
import { openStore, type ChainStore } from '../chain/store.ts';
import { Charts, type ChartsOrigin } from '../charts/charts.ts';
import type { MarketSnapshot } from '../market/types.ts';
import { PastCourse } from './course.ts';

/** The settings with which a replayed world is opened. */
export interface ReplayTerms {
  /** The moment at which it begins: milliseconds, a multiple of 20 seconds. */
  readonly at: EpochMs;
  /** The history's origin, with the prices of that moment. */
  readonly origin: ChartsOrigin;
}

/** The note of a world's store that says where its charts begin. */
export const CHARTS_NOTE = 'charts';
/** The one that holds the market's state. */
export const MARKET_NOTE = 'market';
/** The one of a replay that holds the moment of its last block, in milliseconds. */
export const REACHED_NOTE = 'reached';
const BUCKET_MS = PERIOD_SECONDS['20s'] * 1000;
/** Days of the history that come before the first one that can be replayed. */
const DAYS_BEFORE = 7;

/** The moments between which a replay of this history can begin, and where it ends; in milliseconds. */
export function replaySpan(origin: ChartsOrigin): { readonly first: EpochMs; readonly end: EpochMs } {
  const charts = new Charts(origin);
  const firstDay = charts.pasts()[0]?.[1].firstDay ?? charts.pastEnds;
  return { first: epochMs(firstDay * 1000 + DAYS_BEFORE * DAY_MS), end: epochMs(charts.pastEnds * 1000) };
}

/** The terms of a replay from `at` on, or from the nearest moment at which one can begin. */
export function replayTerms(origin: ChartsOrigin, at: EpochMs): ReplayTerms {
  const { first, end } = replaySpan(origin);
  const start = Math.floor(Math.max(first, Math.min(end - DAY_MS, at)) / BUCKET_MS) * BUCKET_MS;
  const openings = [...new PastCourse(new Charts(origin)).pricesAt(start)];
  return { at: epochMs(start), origin: { ...origin, replay: { from: start / 1000, openings } } };
}

/** The origin of the practice world that is kept in a folder; `undefined` for a folder without one. @throws when another process has it open. */
export function keptOrigin(folder: string, file: string): ChartsOrigin | undefined {
  const path = join(folder, file);
  if (!existsSync(path)) return undefined;
  const store = openStore(path);
  try {
    const text = store.noted(CHARTS_NOTE);
    return text === undefined ? undefined : (JSON.parse(text) as ChartsOrigin);
  } finally {
    store.close();
  }
}

/** The replay that a store keeps, and the moment that it has come to; `undefined` for an empty store. */
export function keptReplay(
  store: ChainStore,
): { readonly terms: ReplayTerms; readonly reached: EpochMs } | undefined {
  const [charts, market, tip] = [store.noted(CHARTS_NOTE), store.noted(MARKET_NOTE), store.tip()];
  if (charts === undefined || market === undefined || !tip) return undefined;
  const origin = JSON.parse(charts) as ChartsOrigin;
  const { time } = JSON.parse(market) as MarketSnapshot;
  return {
    terms: { at: epochMs((origin.replay?.from ?? 0) * 1000), origin },
    reached: epochMs(
      Math.max(time, Number(store.noted(REACHED_NOTE) ?? 0), slotToUnix('preprod', tip.slot) * 1000),
    ),
  };
}
