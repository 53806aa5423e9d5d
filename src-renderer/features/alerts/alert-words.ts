import type { AlertView } from '#contract/alerts.ts';
import { type AlertCondition, type AlertWindow, MOST_AN_HOUR, MOST_MOVE_BPS } from '#domain/alert.ts';
import { LARGEST_QUANTITY } from '#domain/amount.ts';
import { ADA_DECIMALS } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { ambiguousNumber, readBasisPoints, readNumber } from '../../format/typed-number.ts';
import type { OverlayLine } from '../../chart/scene.ts';
import { adaText } from '../../format/amount.ts';
import { showBasisPoints } from '../../format/decimal-text.ts';
import { parseEntry } from '../../format/number-entry.ts';
import { showPriceText } from '../../format/price.ts';
import { type Watched, words } from './words.ts';

/** An alert's condition, with its figures as displayed. */
export function watchedOf(condition: AlertCondition): Watched {
  switch (condition.kind) {
    case 'price':
      return { kind: 'price', price: showPriceText(condition.price, 8).text };
    case 'move':
      return { kind: 'move', share: showBasisPoints(condition.bps), within: condition.within };
    case 'volume':
      return { kind: 'volume', volume: adaText(BigInt(condition.lovelace)), within: condition.within };
    case 'spread':
      return { kind: 'spread', share: showBasisPoints(condition.bps) };
  }
}

/** The same in words, after the name of the token: `crosses 0.5 ADA`. */
export function conditionWords(condition: AlertCondition): string {
  return words.condition({ watched: watchedOf(condition) });
}

/** Example input for each kind of condition. */
export const HINTS: Readonly<Record<AlertCondition['kind'], string>> = {
  price: words.priceHint,
  move: '5',
  volume: '50k',
  spread: '2',
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
  if (kind === 'price') {
    const read = readNumber(text);
    if (read.kind === 'ambiguous') return { failure: ambiguousNumber(text, read) };
    // Main says what is wrong with anything that is not a number.
    return { condition: { kind, price: read.kind === 'number' ? read.text : text } };
  }
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
      return { text: checkedAt === undefined ? words.waiting : words.watching, tone: 'plain' };
    case 'done':
      return { text: words.wentOff, tone: 'plain' };
    case 'paused':
      return { text: words.paused, tone: 'plain' };
    case 'too-often':
      return {
        text: words.tooOften,
        title: words.tooOftenTitle({ times: MOST_AN_HOUR }),
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
        label: words.line,
        detail: [words.lineAt({ price: showPriceText(condition.price, 8).text }), words.lineDrag({ repeat })],
        closing: words.lineDelete,
        draggable: true,
      },
    ];
  });
}

/** The alert that a line of the chart represents. */
export function alertOfLine(line: string): string | undefined {
  return line.startsWith(LINE) ? line.slice(LINE.length) : undefined;
}
