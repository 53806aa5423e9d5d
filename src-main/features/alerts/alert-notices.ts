import { type AlertWindow, MOST_AN_HOUR } from '#domain/alert.ts';
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

/** Notices of alerts that went off. The alert is saved first, so a crash never repeats a notice. */
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

/** Alerts that one notice names; it has room for so many. */
const MOST_NAMED = 4;
const DIGITS = 6;
const PLACES = 40;

const alertNoticeWords: NoticeWords<AlertEvent> = {
  titles: { crossed: 'Alert', missed: 'Alert, missed' },
  text: textOf,
  severalTitle: (count) => `${count} alerts went off`,
  severalText: (events, token) => {
    const named = events.slice(0, MOST_NAMED).map((event) => sentenceOf(event, token));
    const others = events.length - named.length;
    return `${named.join('; ')}${others > 0 ? `; and ${others} more` : ''}.`;
  },
};

function textOf(event: AlertEvent, token: (id: AssetId) => Token): string {
  const { row, times, last } = event;
  const often = row.condition.kind === 'price' ? 'It crossed this price' : 'It did so';
  const now = row.condition.kind === 'spread' ? shareText(last) : `${priceText(last)} ADA`;
  return [
    `${sentenceOf(event, token)}.`,
    `Now ${now}.`,
    ...(times > 1 ? [`${often} ${times} times.`] : []),
    ...(row.state === 'too-often'
      ? [`That was ${MOST_AN_HOUR} times within an hour, so the alert is paused.`]
      : []),
  ].join(' ');
}

/** What happened, without its full stop: `AMBER rose above 0.5 ADA`. */
function sentenceOf(event: AlertEvent, token: (id: AssetId) => Token): string {
  const { kind, row, crossing } = event;
  const name = tokenName(token(row.token));
  const when = kind === 'missed' ? ` around ${minuteText(crossing.at)}` : '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${happened(event)}${when}`;
}

function happened({ row: { condition }, crossing: { to, back }, measured = 0 }: AlertEvent): string {
  if (condition.kind === 'move')
    return `${measured < 0 ? 'fell' : 'rose'} by ${shareText(Math.abs(measured))} within ${windowWords[condition.within]}`;
  if (condition.kind === 'volume')
    return `traded ${wholeAda(measured)} ADA within ${windowWords[condition.within]}`;
  if (condition.kind === 'spread') return `has a spread above ${condition.bps / 100} %`;
  const price = `${condition.price} ADA`;
  if (back) return `went ${to === 'above' ? 'below' : 'above'} ${price} and came back`;
  return `${to === undefined ? 'crossed' : to === 'above' ? 'rose above' : 'fell below'} ${price}`;
}

const windowWords: Readonly<Record<AlertWindow, string>> = {
  '5min': '5 minutes',
  '15min': '15 minutes',
  '1hour': '1 hour',
  '4hour': '4 hours',
  '12hour': '12 hours',
};

/** From here on a share is no figure that anybody reads. */
const MOST_SHARE = 100;

function shareText(share: number): string {
  return share >= MOST_SHARE ? `more than ${MOST_SHARE}-fold` : `${(share * 100).toFixed(1)} %`;
}

function wholeAda(ada: number): string {
  return Math.floor(ada).toLocaleString('en');
}

/** A minute (Unix seconds): `2026-11-26 09:12 UTC`. */
function minuteText(at: number): string {
  return `${new Date(at * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A price for a sentence, in plain digits. */
function priceText(price: number): string {
  return formatDecimal(parseDecimal(price.toPrecision(DIGITS), PLACES) ?? 0n, PLACES);
}
