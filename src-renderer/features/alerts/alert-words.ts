import type { AlertView } from '#contract/alert-views.ts';
import { type AlertCondition, type AlertRepeat, type AlertWindow, MOST_AN_HOUR } from '#domain/alert.ts';
import type { OverlayLine } from '../../chart/scene.ts';
import { showBasisPoints } from '../../format/decimal-text.ts';
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
  return condition.kind === 'price'
    ? `crosses ${showPriceText(condition.price, 8).text} ADA`
    : `moves ${showBasisPoints(condition.bps)} within ${windowWords[condition.within]}`;
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
