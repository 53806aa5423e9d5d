import { MOST_AN_HOUR } from '#domain/alert.ts';
import { bucketStart } from '#domain/candle.ts';
import { HOUR_MS, type EpochMs } from '#domain/time.ts';
import type { Alert } from './alert-book.ts';
import { step, type Crossing, type Stretch } from './crossing.ts';
import { levelOf } from './watched-level.ts';

/** A pair's trading since an alert was last checked, oldest first. */
export interface News {
  readonly stretches: readonly Stretch[];
  /** Whether the service's candles were turned round, and whether that was seen or assumed. */
  readonly inverted: boolean;
  readonly checked: boolean;
}

/** An alert that went off. */
export interface AlertEvent {
  readonly kind: 'crossed' | 'missed';
  /** The alert as it is afterwards. */
  readonly row: Alert;
  /** The last crossing, and how many there were. */
  readonly crossing: Crossing;
  /** Of an alert on moves: by which share the price had moved then, with its sign. Of one on volume: how many ADA traded. */
  readonly measured?: number | undefined;
  readonly times: number;
  /** ADA for one whole token; of an alert on the spread, the spread as a share. */
  readonly last: number;
}

/** A crossing that is found so long after its minute was missed while it happened. */
const MISSED_SECONDS = 300;
const MINUTE = 60;

/**
 * Applies a token's new candles to an alert. All of them together set it off at most once, so a restart catches up with a
 * single notice; an alert that goes off too often is paused.
 */
export function judged(
  alert: Alert,
  { stretches, inverted, checked }: News,
  now: EpochMs,
): { readonly alert: Alert; readonly event?: AlertEvent } {
  const newest = stretches.at(-1);
  if (alert.state !== 'on' || newest === undefined) return { alert };
  const { level, begin, figures, counts } = levelOf(alert.condition);
  const turned = alert.seen !== undefined && alert.seen.inverted !== inverted;
  // Until it is known which way round the prices are, nothing is concluded from the wrong ones.
  if (turned && !checked) return { alert };
  if (alert.seen === undefined || turned)
    return { alert: { ...alert, seen: { ...begin(newest), inverted } } };
  let { seen, lastBar }: Pick<Alert, 'seen' | 'lastBar'> = alert;
  const crossings: Pick<AlertEvent, 'crossing' | 'measured'>[] = [];
  for (const { stretch, measured } of figures(stretches)) {
    const { seen: after, crossing } = step(level, seen, stretch);
    seen = { ...after, inverted };
    if (crossing === undefined || !counts(crossing)) continue;
    if (alert.repeat === 'once' && crossings.length > 0) continue;
    if (lastBar !== undefined && isSameBar(alert.repeat, lastBar, crossing.at)) continue;
    lastBar = crossing.at;
    crossings.push({ crossing, measured });
  }
  const newestCrossing = crossings.at(-1);
  if (newestCrossing === undefined) return { alert: { ...alert, seen } };
  const recent = [...alert.recent.filter((at) => Math.abs(now - at) < HOUR_MS), now];
  const row: Alert = {
    ...alert,
    seen,
    lastBar,
    lastAt: now,
    times: alert.times + crossings.length,
    recent: recent.slice(-MOST_AN_HOUR),
    state: alert.repeat === 'once' ? 'done' : recent.length >= MOST_AN_HOUR ? 'too-often' : 'on',
  };
  const late = now / 1_000 - (newestCrossing.crossing.at + MINUTE) > MISSED_SECONDS;
  return {
    alert: row,
    event: {
      kind: late ? 'missed' : 'crossed',
      row,
      ...newestCrossing,
      times: crossings.length,
      last: newest.close,
    },
  };
}

function isSameBar(repeat: Alert['repeat'], one: number, other: number): boolean {
  if (repeat === 'once' || repeat === 'each') return false;
  return bucketStart(one, repeat) === bucketStart(other, repeat);
}
