import type { Translation } from '#domain/words/catalogue.ts';
import type { Away, words as english } from './words.ts';

const SOURCES = {
  estimate: 'der Schätzung des Dienstes',
  built: 'Ihren letzten Swaps',
  records: 'den Orderdaten des Dienstes',
  'usual-network': 'der üblichen Netzwerkgebühr',
} as const;

const VERDICTS = {
  pass: 'Prüfungen bestanden.',
  warn: 'Es gibt Warnungen; das Freigabefenster zeigt sie.',
  block: 'Eine Prüfung verhindert sie; das Freigabefenster zeigt, welche.',
} as const;

const READ = 'Aus der erstellten Transaktion gelesen';

function away(from: Away): string {
  return from.is === 'at' ? 'auf' : `${from.percent} ${from.is === 'above' ? 'über' : 'unter'}`;
}

export const swapWords: Translation<typeof english> = {
  marketSwap: 'Markt-Swap',
  buyAbout: 'Kaufen, etwa',
  atLeast: 'mindestens',
  reviewTrade: 'Trade prüfen',
  severeImpact: ({ impact }) =>
    `Dieser Trade bewegt den Kurs um ${impact} gegen Sie. Kleinere Teile würden weniger verlieren.`,
  notableImpact: ({ impact }) =>
    `Der Trade selbst bewegt den Kurs um ${impact}. Über die Zeit in Teile aufgeteilt, würde er weniger verlieren.`,

  confirmImpact: 'Preiseinfluss oben bestätigen',
  asking: 'Kurs wird abgefragt…',
  refreshPrice: 'Kurs erneuern',
  notCompared: 'Der Kurs wurde nicht mit Pools im Ledger verglichen.',

  price: 'Kurs',
  flipPrice: 'Kurs umkehren',
  flipThePrice: 'Kurs umkehren',
  priceImpact: 'Preiseinfluss',
  notKnown: 'nicht bekannt',
  notable: ({ impact }) => `merklich, ${impact}`,
  high: ({ impact }) => `hoch, ${impact}`,
  route: 'Route',
  routeOver: ({ exchanges }) => `Route: ${exchanges}`,
  noRoute: 'Noch keine Route',
  comparing: 'Vergleich mit den Pools im Ledger…',

  routeByExchange: 'Route nach Börsen',
  exchange: 'Börse',
  paysIn: ({ token }) => `${token} gezahlt`,
  getsAtLeast: ({ token }) => `${token}, mind.`,
  getsAbout: ({ token }) => `${token}, etwa`,

  exchangeFees: 'Börsengebühren',
  deposit: 'Kaution (kommt zurück)',
  networkFee: 'Netzwerkgebühr',
  netReceived: 'Netto erhalten',
  about: ({ amount }) => `etwa ${amount}`,
  readAtReview: 'folgt bei der Prüfung',
  nothingAfterFees: 'nach Gebühren nichts',
  readFromBuilt: READ,
  notBeforeBuilt: 'Erst bekannt, wenn die Transaktion erstellt ist',
  from: ({ source }) => `Aus ${SOURCES[source]}`,
  highestOfRecent: 'Die höchste Ihrer letzten Swaps',
  usualCost: 'Was ein Swap gewöhnlich kostet',
  netLessFees: 'Der erwartete Betrag abzüglich Börsen- und Netzwerkgebühren',
  netFeesApart: 'Der erwartete Betrag; Gebühren werden gesondert in ADA gezahlt',
  built: ({ fromMid, verdict }) =>
    `${READ}. ${fromMid === undefined ? '' : `Kurs ${away(fromMid)} dem Mittelkurs. `}${VERDICTS[verdict]}`,
  estimated: ({ sources }) =>
    `Geschätzt aus ${sources.map((source) => SOURCES[source]).join(' und ')}; genau gelesen bei der Prüfung.`,

  venueRecord: ({ exchanges, from, fills }) =>
    `An ${exchanges.join(' und ')} lagen Ihre Ausführungen ${away(from)} dem Kursangebot (Median aus ${fills}).`,
};
