import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const replayWords: Translation<typeof english> = {
  day: ({ day, month, year }) => `${day}. ${MONTHS[month] ?? ''} ${year}`,
  replay: 'Replay',
  mark: 'REPLAY',
  momentOf: 'Replay, ',
  pause: 'Replay anhalten',
  play: 'Replay abspielen',
  nextBlock: 'Nächster Block',
  toCandleEnd: ({ period }) => `Zum Ende dieser Kerze (${period})`,
  speed: 'Geschwindigkeit des Replays',

  starting: 'Startet',
  startingMore: ': Das Replay startet.',
  ended: 'Beendet',
  endedMore: ': Hier endet der Verlauf.',
  waiting: 'Wartet',
  waitingMore: ': Es wartet auf das Freigabefenster.',
  paused: 'Angehalten',
  pausedMore: ': Orders warten auf den nächsten Block.',
  playing: 'Läuft',
  playingMore: ({ speed }) => (speed === 1 ? ': in Echtzeit.' : `: ${speed}-mal so schnell wie in Echtzeit.`),

  anotherDay: 'Anderer Tag',
  dayMenu: 'Tag…',
  dayUtc: 'Tag (UTC)',
  range: ({ first, last }) =>
    `Vom ${first} bis zum ${last}. Das neue Replay hat einen eigenen Ledger und ein eigenes Journal, und Ihre Replay-Wallet beginnt ohne Guthaben.`,
  begin: 'An diesem Tag beginnen',
  begins: ({ day }) => `Das Replay beginnt am ${day}.`,
  result: 'Ergebnis',

  resultTitle: 'Ergebnis des Replays',
  resultRange: ({ from, to }) => `Vom ${from} bis zum ${to} UTC, zu den Kursen am Ende.`,
  ordersPlaced: 'Orders platziert',
  ordersFilled: 'Orders ausgeführt',
  ordersOpen: 'Orders noch offen',
  feesPaid: 'Gezahlte Gebühren',
  tradesResult: 'Ergebnis der Trades',
  walletWithout: 'Wallet ohne die Trades',
  walletNow: 'Wallet jetzt',
  resultNote:
    'Das Ergebnis ist der Wert dessen, was Sie aus ausgeführten Orders erhielten, abzüglich dessen, was Sie dafür zahlten, und der Gebühren. Was in offenen Orders liegt, ist in diesen Beträgen nicht enthalten.',
  saveReceipts: 'Quittungen speichern…',
  receiptsAre: 'Die Quittungen sind',
  close: 'Schließen',
};

const MONTHS = [
  'Jan.',
  'Febr.',
  'März',
  'Apr.',
  'Mai',
  'Juni',
  'Juli',
  'Aug.',
  'Sept.',
  'Okt.',
  'Nov.',
  'Dez.',
] as const;
