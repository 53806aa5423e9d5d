import type { AssetId } from '#domain/asset.ts';
import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { Token } from '#domain/token.ts';
import { shownName } from '#domain/words/names.ts';
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
        for (const notice of writer.write(events, token, clock.now()))
          publish({ about: 'alerts', ...notice });
      }),
  };
}

/** Alerts that one notice names; it has room for so many. */
const MOST_NAMED = 4;
const DIGITS = 6;
const PLACES = 40;

const alertNoticeWords: NoticeWords<AlertEvent> = {
  titles: { crossed: sentence('alert/went-off'), missed: sentence('alert/missed') },
  text: sentencesOf,
  severalTitle: (count) => sentence('alert/several', { alerts: count }),
  severalText: (events, token) => {
    const named = events.slice(0, MOST_NAMED).map((event) => happened(event, token));
    const others = events.length - named.length;
    return [...named, ...(others > 0 ? [sentence('alert/others', { alerts: others })] : [])];
  },
};

function sentencesOf(event: AlertEvent, token: (id: AssetId) => Token): readonly Sentence[] {
  const { row, times, last } = event;
  return [
    happened(event, token),
    row.condition.kind === 'spread'
      ? sentence('alert/now-share', shareOf(last))
      : sentence('alert/now-price', { price: priceText(last) }),
    ...(times > 1
      ? [sentence(row.condition.kind === 'price' ? 'alert/times-crossed' : 'alert/times', { times })]
      : []),
    ...(row.state === 'too-often' ? [sentence('alert/paused')] : []),
  ];
}

/** The event as a sentence: `AMBER rose above 0.5 ADA.` */
function happened(
  { kind, row: { condition, token: asset }, crossing: { to, back, at }, measured = 0 }: AlertEvent,
  token: (id: AssetId) => Token,
): Sentence {
  const subject = { name: shownName(token(asset)), ...(kind === 'missed' ? { at: minuteText(at) } : {}) };
  switch (condition.kind) {
    case 'move':
      return sentence('alert/moved', {
        ...subject,
        rose: measured >= 0,
        ...shareOf(Math.abs(measured)),
        within: condition.within,
      });
    case 'volume':
      return sentence('alert/volume', { ...subject, units: wholeAda(measured), within: condition.within });
    case 'spread':
      return sentence('alert/spread', { ...subject, percent: `${condition.bps / 100} %` });
    case 'price': {
      const way = back ? (to === 'above' ? 'below-and-back' : 'above-and-back') : (to ?? 'crossed');
      return sentence('alert/price', { ...subject, way, price: condition.price });
    }
  }
}

/** From here on a share is no figure that anybody reads. */
const MOST_SHARE = 100;

function shareOf(share: number): { readonly percent?: string } {
  return share >= MOST_SHARE ? {} : { percent: `${(share * 100).toFixed(1)} %` };
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
