import { MOST_AN_HOUR } from '../alert.ts';
import type { Translation } from '../words/catalogue.ts';
import { germanFigure, type ShownAmount } from '../words/figures.ts';
import { amount, LOOK_BACK } from '../words/phrases.de.ts';
import type { noticeWords as english } from './notices.en.ts';

type Side = 'buy' | 'sell';

const atStart = (name: string): string => name || 'Der Token';
const per = (name: string): string => `ADA je ${name || 'Token'}`;
const plan = (side: Side, name: string): string =>
  `${side === 'buy' ? 'Kauf' : 'Verkauf'} ${name === '' ? 'des Tokens' : `von ${name}`}`;
const traded = (paid: ShownAmount, got: ShownAmount | undefined): string =>
  got === undefined ? `${amount(paid)} gehandelt` : `${amount(paid)} für ${amount(got)}`;
const share = (percent: string | undefined): string =>
  percent === undefined ? 'mehr als das 100-Fache' : germanFigure(percent);
/** Of a crossing that was found afterwards. */
const around = (at: string | undefined): string => (at === undefined ? '' : `, etwa um ${at}`);

export const noticeWords: Translation<typeof english> = {
  'order/filled': 'Order ausgeführt',
  'order/partly-filled': 'Order teilweise ausgeführt',
  'order/cancelled': 'Order storniert',
  'order/closed': 'Order unausgeführt geschlossen',
  'order/drifted': 'Order weit vom Markt',
  'order/several': ({ orders }) => `${orders} Orders geändert`,
  'order/counts': (counted) =>
    `${[
      ...(counted.filled > 0 ? [`${counted.filled} ausgeführt`] : []),
      ...(counted.partlyFilled > 0 ? [`${counted.partlyFilled} teilweise ausgeführt`] : []),
      ...(counted.cancelled > 0 ? [`${counted.cancelled} storniert`] : []),
      ...(counted.closed > 0 ? [`${counted.closed} geschlossen`] : []),
      ...(counted.drifted > 0 ? [`${counted.drifted} weit vom Markt`] : []),
    ].join(', ')}.`,
  'order/must-move': ({ whole, percent }) =>
    `Sie verkauft ${amount(whole)}. Der Markt muss sich um ${germanFigure(percent)} bewegen, um ihren Kurs zu erreichen.`,
  'order/was-to-sell': ({ whole }) => `Sie sollte ${amount(whole)} verkaufen.`,
  'order/sold': ({ whole, got }) => `${amount(whole)} verkauft, ${amount(got)} erhalten.`,
  'order/sold-part': ({ sold, whole, open, got }) =>
    `${open ? 'Bisher ' : ''}${amount(sold)} von ${amount(whole)} verkauft, ${amount(got)} erhalten.`,
  'order/average': ({ price, name }) => `Im Schnitt ${germanFigure(price)} ${per(name)}.`,
  'order/average-as': ({ price, name, promised }) =>
    `Im Schnitt ${germanFigure(price)} ${per(name)}, ${promised === 'limit' ? 'genau am Limit' : 'wie angeboten'}.`,
  'order/average-off': ({ price, name, percent, better, promised }) =>
    `Im Schnitt ${germanFigure(price)} ${per(name)}, ${germanFigure(percent)} ${better ? 'besser' : 'schlechter'} als ${promised === 'limit' ? 'das Limit' : 'angeboten'}.`,
  'move/not-placed': 'Order storniert, nicht verschoben',
  'move/several': ({ orders }) => `${orders} Orders storniert, nicht verschoben`,
  'move/count': ({ orders }) => `${orders} nicht platziert.`,
  'move/what': ({ what, price, name }) =>
    `${amount(what)} zu ${germanFigure(price)} ${per(name)} wurde nicht platziert.`,
  'plan/traded': 'Plan hat gehandelt',
  'plan/late': 'Plan verspätet',
  'plan/finished': 'Plan beendet',
  'plan/several': ({ plans }) => `Neues bei ${plans} Plänen`,
  'plan/counts': (counted) =>
    `${[
      ...(counted.traded > 0 ? [`${counted.traded} gehandelt`] : []),
      ...(counted.late > 0 ? [`${counted.late} verspätet`] : []),
      ...(counted.finished > 0 ? [`${counted.finished} beendet`] : []),
    ].join(', ')}.`,
  'plan/is-late': ({ side, name, trade, trades }) =>
    `${plan(side, name)}: Trade ${trade} von ${trades} ist verspätet.`,
  'plan/all-made': ({ side, name, trades, paid, got, price }) =>
    `${plan(side, name)}: Alle ${trades} Trades sind ausgeführt, ${traded(paid, got)}${price === undefined ? '' : `, im Schnitt zu ${germanFigure(price)} ${per(name)}`}.`,
  'plan/one-made': ({ side, name, trade, trades, price, paid, got }) =>
    `${plan(side, name)}: Trade ${trade} von ${trades} ist ausgeführt${price === undefined ? '' : `, zu ${germanFigure(price)} ${per(name)}`}; bisher ${traded(paid, got)}.`,
  'plan/average': ({ price, name }) => `Im Schnitt ${germanFigure(price)} ${per(name)}.`,
  'alert/went-off': 'Alarm',
  'alert/missed': 'Alarm, verpasst',
  'alert/several': ({ alerts }) => `${alerts} Alarme ausgelöst`,
  'alert/others': ({ alerts }) => `Und ${alerts} weitere.`,
  'alert/moved': ({ name, rose, percent, within, at }) =>
    `${atStart(name)} ist um ${share(percent)} ${rose ? 'gestiegen' : 'gefallen'}, innerhalb von ${LOOK_BACK[within]}${around(at)}.`,
  'alert/volume': ({ name, units, within, at }) =>
    `${atStart(name)}: ${germanFigure(units)} ADA gehandelt innerhalb von ${LOOK_BACK[within]}${around(at)}.`,
  'alert/spread': ({ name, percent, at }) =>
    `${atStart(name)} hat einen Spread über ${germanFigure(percent)}${around(at)}.`,
  'alert/price': ({ name, way, price: english, at }) => {
    const price = germanFigure(english);
    const happened = {
      above: `über ${price} ADA gestiegen`,
      below: `unter ${price} ADA gefallen`,
      crossed: `durch ${price} ADA gegangen`,
      'above-and-back': `über ${price} ADA gestiegen und zurückgekommen`,
      'below-and-back': `unter ${price} ADA gefallen und zurückgekommen`,
    }[way];
    return `${atStart(name)} ist ${happened}${around(at)}.`;
  },
  'alert/now-price': ({ price }) => `Jetzt ${germanFigure(price)} ADA.`,
  'alert/now-share': ({ percent }) => `Jetzt ${share(percent)}.`,
  'alert/times-crossed': ({ times }) => `Dieser Kurs wurde ${times} Mal durchquert.`,
  'alert/times': ({ times }) => `Das geschah ${times} Mal.`,
  'alert/paused': `Das waren ${MOST_AN_HOUR} Mal innerhalb einer Stunde; daher ist der Alarm pausiert.`,
};
