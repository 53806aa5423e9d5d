import type { QualityRowView, QualityView, QualityWanted } from '#contract/quality.ts';
import { ok } from '#domain/result.ts';
import { DAY_MS, type EpochMs } from '#domain/time.ts';
import { withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { saveWithin, type SaveBudget } from '../../gate/outside.ts';
import { SHORT } from '../../gate/wire.ts';
import type { Clock } from '../../ports/system.ts';
import type { Windows } from '../../ports/windows.ts';
import type { Execution } from '../../trading/execution.ts';
import type { FillResults } from '../../trading/fill-results.ts';
import { qualityCsv } from './quality-csv.ts';
import { qualityRows, qualityTotal, type QualityRow } from './quality-rows.ts';

interface QualityProfile {
  readonly trading: { readonly fills: Pick<FillResults, 'executions'> };
}

interface QualityParts {
  readonly profiles: OpenProfile<QualityProfile>;
  readonly windows: Pick<Windows, 'saveFile'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly budget: SaveBudget;
}

/** More groups are left out of the window; the file has all. */
const MOST_ROWS = 500;

/** How well the trades of the open profile were executed. */
export function qualityCalls({ profiles, windows, clock, budget }: QualityParts): MainCalls<'quality'> {
  const handler = withProfile(profiles);
  const read = ({ trading }: QualityProfile, days: QualityWanted['days']) =>
    trading.fills.executions(days === undefined ? 0 : clock.now() - days * DAY_MS);
  return {
    'quality.read': handler(async ({ by, days }, profile) => {
      const found = await read(profile, days);
      return found.ok ? ok(qualityView(found.value, qualityRows(found.value, by))) : found;
    }),
    'quality.save': handler(async ({ by, days, form }, profile) => {
      const found = await read(profile, days);
      if (!found.ok) return found;
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const name = `touchstone-executions-by-${by}-${day}.csv`;
      return saveWithin(budget, windows, name, qualityCsv(by, qualityRows(found.value, by), form));
    }),
  };
}

function qualityView(found: readonly Execution[], rows: readonly QualityRow[]): QualityView {
  const total = qualityTotal(found);
  const times = found.map(({ at }) => at);
  const span = times.length === 0 ? {} : { from: least(times), to: most(times) };
  return {
    rows: rows.slice(0, MOST_ROWS).map(rowView),
    ...(total === undefined ? {} : { total: rowView(total) }),
    ...span,
  };
}

function rowView({ key, ...figures }: QualityRow): QualityRowView {
  return { key: key.slice(0, SHORT), ...figures };
}

function least(times: readonly EpochMs[]): EpochMs {
  return times.reduce((found, time) => (time < found ? time : found));
}

function most(times: readonly EpochMs[]): EpochMs {
  return times.reduce((found, time) => (time > found ? time : found));
}
