import type { QualityGroup } from '#contract/quality.ts';
import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const qualityWords: Translation<typeof english> = {
  title: 'Ausführungsqualität',
  groupBy: 'Gruppieren nach',
  filledWithin: 'Ausgeführt innerhalb von',
  days: ({ days }) => `${days} Tage`,
  year: '1 Jahr',
  all: 'Alle',
  group: ({ by }) => GROUPS[by],
  noneYet: 'Noch wurde kein Swap und keine Limit-Order ausgeführt.',
  noneInTime: 'In dieser Zeit wurde kein Swap und keine Limit-Order ausgeführt.',
  noneHint:
    'Sobald es so weit ist, steht hier, was Ihre Ausführungen kosteten, nach Börse, Token, Größe, Art und Monat: gegenüber dem Kursangebot, gegenüber dem Kurs bei Ihrer Prüfung und gegenüber dem, was andere Pools gezahlt hätten.',
  table: 'Tabelle der Ausführungen',
  ofTrades: ({ trades }) => `Von ${trades} Trades`,
  note: ({ trades, from, to }) =>
    `${trades === 1 ? '1 Trade' : `${trades} Trades`}, ausgeführt von ${from} bis ${to}. Eine kleine Zahl neben einem Wert: Er ist nur von so vielen Trades bekannt. Kosten und exakte Ausführungen sind aus den Bytes der Ausführungen gelesen; Kursangebote sind Angaben des Dienstes; eine bessere Route ist eine, die die Pools des Ledger-Dienstes zeigten.`,
  save: 'Als CSV speichern',
  fileFor: 'CSV für',
  forPrograms: 'Programme',
  forSpreadsheet: ({ like }) => `Tabellenkalkulation (${like})`,
  tableIs: 'Die Tabelle ist',
  close: 'Schließen',

  trades: 'Trades',
  tradesTitle: 'Ausgeführte Swaps und Limit-Orders',
  exact: 'Exakt',
  exactTitle:
    'Ausführungen, die genau zahlten, was die Formel der Börse verlangt, von denen, die sich prüfen ließen',
  exactOf: ({ exact, checkable }) => `${exact} von ${checkable}`,
  checkable: 'Prüfbar',
  checkableTitle: 'Anteil der Ausführungen, die sich mit der Formel der Börse prüfen ließen',
  cost: 'Kosten',
  costTitle: 'Median der Kosten gegenüber dem Kurs bei der Prüfung, mit allen Gebühren',
  worstCost: 'Max. Kosten',
  worstCostTitle: 'Die höchsten dieser Kosten',
  against: 'Zum Angebot',
  againstTitle: 'Median dessen, was kam, gegenüber dem Kursangebot oder dem Kurs eines Limits',
  worst: 'Schlechteste',
  worstTitle: 'Am weitesten unter dem Kursangebot',
  used: 'Slippage',
  usedTitle:
    'Median des Anteils am Weg vom Kursangebot zum zugesagten Minimum; bei mehr als 100\u00a0% kam weniger',
  took: 'Dauer',
  tookTitle: 'Median der Zeit vom Senden, bis Touchstone die letzte Ausführung sah',
  better: 'Bessere Route',
  betterTitle: 'Das meiste, was die vor der Signatur gelesenen Pools mehr gezahlt hätten',

  unknownExchange: 'Unbekannte Börse',
  size: ({ size }) => {
    if (size.is === 'not-ada') return 'nicht gegen ADA';
    if (size.is === 'between') return `${size.from} bis ${size.to} ADA`;
    return size.is === 'below' ? `unter ${size.ada} ADA` : `ab ${size.ada} ADA`;
  },
  marketSwap: 'Markt-Swap',
  limitOrder: 'Limit-Order',
};

const GROUPS: Readonly<Record<QualityGroup, string>> = {
  venue: 'Börse',
  token: 'Token',
  size: 'Größe',
  kind: 'Art',
  month: 'Monat',
};
