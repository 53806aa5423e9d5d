import type { AlertView } from '#contract/alert-views.ts';
import {
  type AlertCondition,
  type AlertRepeat,
  type AlertWindow,
  MOST_AN_HOUR,
  MOST_MOVE_BPS,
} from '#domain/alert.ts';
import { LARGEST_QUANTITY } from '#domain/amount.ts';
import { ADA_DECIMALS } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { readBasisPoints } from '#domain/typed-number.ts';
import type { OverlayLine } from '../../chart/scene.ts';
import { adaText } from '../../format/amount.ts';
import { showBasisPoints } from '../../format/decimal-text.ts';
import { parseEntry } from '../../format/number-entry.ts';
import { showPriceText } from '../../format/price.ts';

export const repeatWords: Readonly<Record<AlertRepeat, string>> = {
  once: 'Once',
  each: 'Each time',
  '5min': 'Once per 5 min candle',
  '1hour': 'Once per 1 h candle',
  '1day': 'Once per 1 d candle',
};

export const windowWords: Readonly<Record<AlertWindow, string>> = {
  '5min': '5 minutes',
  '15min': '15 minutes',
  '1hour': '1 hour',
  '4hour': '4 hours',
  '12hour': '12 hours',
};

/** What an alert watches for, after the name of the token: `crosses 0.5 ADA`. */
export function conditionWords(condition: AlertCondition): string {
  switch (condition.kind) {
    case 'price':
      return `crosses ${showPriceText(condition.price, 8).text} ADA`;
    case 'move':
      return `moves ${showBasisPoints(condition.bps)} within ${windowWords[condition.within]}`;
    case 'volume':
      return `trades ${adaText(BigInt(condition.lovelace))} within ${windowWords[condition.within]}`;
    case 'spread':
      return `has a spread above ${showBasisPoints(condition.bps)}`;
  }
}

/** The words of the form that makes alerts: what it watches for, and the field of its figure. */
export const kindWords: Readonly<
  Record<AlertCondition['kind'], { readonly verb: string; readonly field: string; readonly hint: string }>
> = {
  price: { verb: 'crosses', field: 'Price in ADA for one', hint: 'price' },
  move: { verb: 'moves', field: 'Move in percent, up or down, of', hint: '5' },
  volume: { verb: 'trades', field: 'Volume in ADA of', hint: '50k' },
  spread: { verb: 'has a spread above', field: 'Spread in percent of', hint: '2' },
};

/** A condition as it is typed, or why the figure means nothing yet; `failure` where it could mean two things. */
export interface TypedCondition {
  readonly condition?: AlertCondition;
  readonly failure?: Failure;
}

export function readCondition(
  kind: AlertCondition['kind'],
  text: string,
  within: AlertWindow,
): TypedCondition {
  if (text.trim() === '') return {};
  if (kind === 'price') return { condition: { kind, price: text } };
  if (kind === 'volume') {
    const read = parseEntry(text, { decimals: ADA_DECIMALS });
    if (read.kind === 'ambiguous') return { failure: read.failure };
    const fits = read.kind === 'amount' && read.units > 0n && read.units <= LARGEST_QUANTITY;
    return fits ? { condition: { kind, lovelace: String(read.units), within } } : {};
  }
  const read = readBasisPoints(text, MOST_MOVE_BPS);
  if (read.kind === 'ambiguous') return { failure: read.failure };
  if (read.kind === 'malformed') return {};
  return { condition: kind === 'spread' ? { kind, bps: read.value } : { kind, bps: read.value, within } };
}

interface AlertStatus {
  readonly text: string;
  readonly title?: string;
  readonly tone: 'plain' | 'amber';
}

export function alertStatus({ state, checkedAt }: Pick<AlertView, 'state' | 'checkedAt'>): AlertStatus {
  switch (state) {
    case 'on':
      return { text: checkedAt === undefined ? 'Waiting for prices' : 'Watching', tone: 'plain' };
    case 'done':
      return { text: 'Went off', tone: 'plain' };
    case 'paused':
      return { text: 'Paused', tone: 'plain' };
    case 'too-often':
      return {
        text: 'Paused: too often',
        title: `It went off ${MOST_AN_HOUR} times within an hour. Watch it again once the price has settled.`,
        tone: 'amber',
      };
  }
}

const LINE = 'alert ';

/** Lines of the alerts that are watched on a pair. */
export function alertLines(
  alerts: readonly AlertView[],
  pair: { readonly base: string },
): readonly OverlayLine[] {
  return alerts.flatMap(({ id, token, state, condition, repeat }): readonly OverlayLine[] => {
    if (token !== pair.base || state !== 'on' || condition.kind !== 'price') return [];
    return [
      {
        id: `${LINE}${id}`,
        price: Number(condition.price),
        kind: 'alert',
        label: 'Alert',
        detail: [`Alert at ${condition.price} ADA`, `${repeatWords[repeat]}. Drag it to move it.`],
        closing: 'Delete this alert',
        draggable: true,
      },
    ];
  });
}

/** The alert that a line of the chart stands for. */
export function alertOfLine(line: string): string | undefined {
  return line.startsWith(LINE) ? line.slice(LINE.length) : undefined;
}
