import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english, CostPart, Since } from './audit-words.ts';

export const auditWords: Translation<typeof english> = {
  title: 'Prüfung der Ausführung',
  auditing: 'Wird geprüft…',
  audit: 'Ausführung prüfen',
  again: 'Erneut prüfen',
  notAudited: 'Die Ausführung wurde nicht geprüft: Ihre Bytes wurden nicht gelesen.',

  notCheckable: ({ why }) => `Nicht prüfbar: ${why ?? 'Sie lässt sich nicht nachrechnen'}.`,
  notCheckableShort: 'Nicht prüfbar',
  exact: 'Exakt: Die Börse zahlte, was ihre eigene Formel verlangt, auf die Basiseinheit genau.',
  exactShort: 'Exakt ausgeführt',
  underpaid: ({ amount, besides }) =>
    `Um ${amount} zu wenig gezahlt: Die eigene Formel der Börse verlangt mehr, als sie zahlte.${besides === undefined ? '' : ` Außerdem: ${besides}.`}`,
  underpaidShort: 'Zu wenig gezahlt',
  overpaid: ({ amount, besides }) =>
    `Nicht exakt: Es wurden ${amount} mehr gezahlt, als die eigene Formel der Börse verlangt.${besides === undefined ? '' : ` Außerdem: ${besides}.`}`,
  notExact: ({ why }) => `Nicht exakt: ${why ?? 'Sie entspricht nicht der Formel'}.`,
  notExactShort: 'Nicht exakt',
  notExactHidden: 'Nicht exakt.',
  unaudited: 'Die Ausführung wurde nicht geprüft.',
  unauditedShort: 'Nicht geprüft',

  mustPay: 'Zu zahlen',
  paid: 'Gezahlt',
  place: 'Platz',
  placeOf: ({ position, ledgerPosition, orders, younger }) => {
    if (orders < 2) return 'allein in ihrer Transaktion';
    if (position === undefined) return `eine von ${orders} Orders; ihre Abfolge ist nicht bekannt`;
    const place = `Platz ${position + 1} von ${orders}, Platz ${ledgerPosition + 1} nach der Reihenfolge des Ledgers`;
    if (position === 0) return place;
    if (younger === undefined) return `${place}; das Alter der vorherigen ist nicht bekannt`;
    return `${place}; nach Angabe des Ledger-Dienstes ${younger === 0 ? 'keine' : `${younger}`} der ${position} vorherigen später platziert`;
  },
  between: 'Dazwischen',
  betweenTitle: 'Was am Pool zwischen Ihrer Prüfung und der Ausführung noch ausgeführt wurde',
  since: ({ since }) => SINCE[since],
  copyBetween: 'Hash der Transaktion dazwischen kopieren',
  readBefore: ({ count, end, why }) => {
    const read = count === 1 ? 'eine Transaktion' : `${count} Transaktionen`;
    switch (end) {
      case 'review':
        return count === 0 ? 'nichts, nach den Bytes der Ausführung' : `${read} seit Ihrer Prüfung`;
      case 'placing':
        return count === 0
          ? 'nichts seit der Platzierung Ihrer Order, nach Angabe des Ledger-Dienstes'
          : `${read} seit der Platzierung Ihrer Order`;
      case 'created':
        return count === 0 ? 'nichts seit der Eröffnung des Pools' : `${read} seit der Eröffnung des Pools`;
      case 'failed':
        return count === 0 ? `nicht geprüft: ${why}` : `${read}; weiter zurück nicht geprüft: ${why}`;
      default:
        return count === 0
          ? 'nicht geprüft: Es braucht zu viele Anfragen'
          : `${read} direkt vor der Ausführung; frühere wurden nicht gelesen`;
    }
  },
  after: 'Danach',
  afterTitle: 'Was am Pool direkt nach der Ausführung ausgeführt wurde',
  readAfter: ({ count, end, why }) => {
    const read = count === 1 ? 'eine Transaktion' : `${count} Transaktionen`;
    switch (end) {
      case 'open':
        return count === 0
          ? 'bisher nichts, nach Angabe des Ledger-Dienstes'
          : `bisher ${read}, nach Angabe des Ledger-Dienstes`;
      case 'failed':
        return count === 0 ? `nicht geprüft: ${why}` : `${read}; weiter nicht geprüft: ${why}`;
      default:
        return count === 0
          ? 'nicht geprüft: Es braucht zu viele Anfragen'
          : `${read}; spätere wurden nicht gelesen`;
    }
  },
  copyTransaction: 'Hash dieser Transaktion kopieren',
  sameWay: ({ trades, sold, bought }) =>
    trades === 1
      ? `Gleiche Richtung wie Ihre: ${sold} für ${bought}`
      : `${trades} Trades in gleicher Richtung wie Ihrer: ${sold} für ${bought}`,
  otherWay: ({ trades, sold, bought }) =>
    trades === 1
      ? `Gegenrichtung: ${sold} für ${bought}`
      : `${trades} Trades in Gegenrichtung: ${sold} für ${bought}`,
  bothWays: ({ same, other }) =>
    `Gleiche Richtung wie Ihre: ${same.sold} für ${same.bought} (${same.trades}); Gegenrichtung: ${other.sold} für ${other.bought} (${other.trades})`,
  noTrades: 'Kein Trade, der hier lesbar ist',
  around:
    'Vor Ihrer Order hat ein Inhaber an diesem Pool in dieselbe Richtung gehandelt und das danach rückgängig gemacht, im selben Stapel.',
  aroundLost: ({ lost }) =>
    `Vor Ihrer Order hat ein Inhaber an diesem Pool in dieselbe Richtung gehandelt und das danach rückgängig gemacht, im selben Stapel. Ohne jenen ersten Trade hätte die Formel Ihnen ${lost} mehr gezahlt.`,

  aroundSeparately: ({ first, second }) =>
    `Vor Ihrer Order hat ein Inhaber an diesem Pool in dieselbe Richtung gehandelt, ${first.sold} für ${first.bought}, und das danach rückgängig gemacht, ${second.sold} für ${second.bought}.`,
  aroundSeparatelyLost: ({ first, second, lost }) =>
    `Vor Ihrer Order hat ein Inhaber an diesem Pool in dieselbe Richtung gehandelt, ${first.sold} für ${first.bought}, und das danach rückgängig gemacht, ${second.sold} für ${second.bought}. Ohne jenen ersten Trade hätte die Formel Ihnen ${lost} mehr gezahlt.`,
  aroundSeparatelyHidden:
    'Vor Ihrer Order hat ein Inhaber an diesem Pool in dieselbe Richtung gehandelt und das danach rückgängig gemacht.',

  costInAll: ({ amount }) => `Kosten insgesamt, mit Gebühren: ${amount}`,
  gainInAll: ({ amount }) => `Gewinn insgesamt, mit Gebühren: ${amount}`,
  against: ({ share, atReview }) =>
    `(${share}) gegenüber dem Kurs ${atReview ? 'bei Ihrer Prüfung' : 'vor der Ausführung'}`,
  cost: 'Was der Trade kostete',
  costSteps: ({ steps, total }) =>
    `Was der Trade kostete, Schritt für Schritt: ${steps}; insgesamt ${total}.`,
  costStep: ({ name, amount }) => `${name} ${amount}`,
  part: 'Posten',
  share: 'Anteil',
  total: 'Gesamt',
  costPart: ({ part }) => PARTS[part],
  costPartTitle: ({ part }) => PART_TITLES[part],

  rests: 'Worauf das beruht',
  restsProven:
    'Was die Ausführung ausgab und zahlte, ist durch Bytes bewiesen, deren Hash die Transaktion benennt. Dass sie auf der Chain ist, sagt der Ledger-Dienst.',
  restsUnproven: 'Ein Teil dessen, was die Ausführung ausgab, beruht auf der Angabe des Ledger-Dienstes.',
  restsWitnesses:
    'Die Abfolge in einem Stapel wird aus den Signaturdaten der Transaktion gelesen, die ihr Hash nicht beweist.',
  restsRead:
    'Was bei Ihrer Prüfung im Pool lag, ist ebenfalls durch Bytes bewiesen; dass es sein neuester Zustand war, sagt der Ledger-Dienst.',
  restsFill:
    'Bei Ihrer Prüfung wurden nicht alle Pools gelesen, daher zählt eine Verzögerung nicht: Die Kosten gehen von dem Kurs aus, den die Ausführung vorfand.',
  restsFees:
    'Gebühren fallen in ADA an, die dieser Trade weder verkaufte noch kaufte: Sie sind in der Summe nicht enthalten.',
  restsSandwich:
    'Anzeichen eines Sandwichs werden nur unter den Orders gesucht, die die Transaktion der Ausführung selbst ausführte. Auch wenn keines gezeigt wird, können Trades in anderen Transaktionen um Ihren herum platziert worden sein.',
  restsNeighbours:
    'Anzeichen eines Sandwichs werden unter den Orders gesucht, die die Transaktion der Ausführung selbst ausführte, und unter den Transaktionen am selben Pool: höchstens 8 davor und 2 danach. Jede ist durch ihren Hash bewiesen und dadurch, dass sie den Pool so nutzt, wie die vorige ihn hinterließ; dass die danach auf der Chain sind, sagt der Ledger-Dienst. Ein Trade an einem anderen Pool oder in größerem Abstand wird nicht gesehen, und zwei Trades eines Inhabers können andere Gründe haben.',
  restsFormula:
    'Die Formel ist die veröffentlichte der Börse, wie diese Version sie kennt. Eine exakte Zahlung sagt nichts darüber, ob eine andere Börse mehr gezahlt hätte.',
};

const SINCE: Readonly<Record<Since, string>> = {
  nothing: 'nichts, nach den Bytes der Ausführung',
  one: 'eine andere Transaktion',
  several: 'zwei oder mehr Transaktionen; sie wurden nicht gelesen',
  unknown: 'nicht bekannt: Der Pool wurde bei Ihrer Prüfung nicht gelesen',
};

const PARTS: Readonly<Record<CostPart, string>> = {
  delay: 'Verzögerung',
  ordering: 'Orders vor Ihrer',
  impact: 'Preiseinfluss',
  poolFee: 'Poolgebühr',
  underpaid: 'Zu wenig gezahlt',
  rest: 'Nicht zugeordnet',
  exchange: 'Börsengebühr',
  network: 'Netzwerkgebühr',
  others: 'Andere Empfänger',
};

const PART_TITLES: Readonly<Record<CostPart, string>> = {
  delay:
    'Der Kurs des Pools bewegte sich zwischen Ihrer Prüfung und der Ausführung, durch das, was andere dort in anderen Transaktionen handelten',
  ordering: 'Dieselbe Transaktion führte zuerst andere Orders aus',
  impact: 'Die Größe Ihrer eigenen Order gegenüber dem Pool',
  poolFee: 'Was der Pool nach seiner Formel behält, mit Rundung',
  underpaid: 'Was die Formel verlangt, abzüglich des Gezahlten',
  rest: 'Was sich nicht nachrechnen ließ',
  exchange: 'Was die Börse laut Order für die Ausführung behalten darf',
  network: 'Für Ihre eigene Transaktion',
  others: 'Zahlungen Ihrer Transaktion an andere',
};
