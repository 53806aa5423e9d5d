import { MOST_AN_HOUR } from '#domain/alert.ts';
import type { AssetId } from '#domain/asset.ts';
import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import type { Token } from '#domain/token.ts';
import { tokenName } from '../../market/token-catalogue.ts';
import {
  NoticeWriter,
  type NoticeProfile,
  type NoticeSource,
  type NoticeWords,
  type SourceParts,
} from '../notices/notices.ts';
import type { AlertWatch } from './alert-watch.ts';
import type { AlertEvent } from './judge.ts';

export interface AlertNoticeProfile extends NoticeProfile {
  readonly alertWatch: Pick<AlertWatch, 'onEvents'>;
}

/** Notices of alerts that went off. What was told is kept with the alerts, before it is told. */
export function alertNotices({
  clock,
  random,
}: Pick<SourceParts, 'clock' | 'random'>): NoticeSource<AlertNoticeProfile> {
  const writer = new NoticeWriter(alertNoticeWords, () => Buffer.from(random.bytes(8)).toString('hex'));
  return {
    follow: ({ alertWatch, catalogue }, publish) =>
      alertWatch.onEvents((events) => {
        const token = (id: AssetId): Token => catalogue.shown(id);
        for (const made of writer.write(events, token, clock.now())) publish({ about: 'alerts', ...made });
      }),
  };
}

const DIGITS = 6;
const PLACES = 40;

export const alertNoticeWords: NoticeWords<AlertEvent> = {
  titles: {
    crossed: 'Price alert',
    missed: 'Price alert, missed',
  },
  text: textOf,
  severalTitle: (count) => `${count} price alerts went off`,
  counted: (kind) => kind,
};

function textOf({ kind, row, crossing, times, last }: AlertEvent, token: (id: AssetId) => Token): string {
  const name = tokenName(token(row.token));
  const { to, back, at } = crossing;
  const way = to === undefined ? 'crossed' : to === 'above' ? 'rose above' : 'fell below';
  const went = back
    ? `went ${to === 'above' ? 'below' : 'above'} ${row.price} ADA and came back`
    : `${way} ${row.price} ADA`;
  return [
    `${name.charAt(0).toUpperCase()}${name.slice(1)} ${went}${kind === 'missed' ? ` around ${minuteText(at)}` : ''}.`,
    `Now ${priceText(last)} ADA.`,
    ...(times > 1 ? [`It crossed this price ${times} times.`] : []),
    ...(row.state === 'too-often'
      ? [`That was ${MOST_AN_HOUR} times within an hour, so the alert is paused.`]
      : []),
  ].join(' ');
}

/** A minute (Unix seconds): `2026-11-26 09:12 UTC`. */
function minuteText(at: number): string {
  return `${new Date(at * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A price for a sentence, in plain digits. */
function priceText(price: number): string {
  return formatDecimal(parseDecimal(price.toPrecision(DIGITS), PLACES) ?? 0n, PLACES);
}
