import type { KindOfTrade } from '#domain/trade.ts';
import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const activityWords: Translation<typeof english> = {
  trades: 'Trades',
  none: 'Noch keine Trades.',
  noneHint:
    'Geben Sie im Ticket einen Betrag ein und prüfen Sie ihn; was Sie akzeptieren, erscheint hier mit jedem Schritt.',
  tour: 'Rundgang starten',
  state: 'Status',
  date: 'Datum',
  market: 'Markt',
  side: 'Seite',
  type: 'Art',
  price: 'Kurs',
  amount: 'Menge',
  total: 'Gesamt',
  fees: 'Gebühren, ADA',
  feesTitle: 'Netzwerkgebühr, Börsengebühren und Zahlungen an andere',
  exchanges: 'Börsen',
  buy: 'Kauf',
  sell: 'Verkauf',
  typeOf: ({ kind }) => TYPES[kind],
  noAmount: 'nichts',
  about: 'etwa',
  least: 'mindestens',
  leastTitle: ({ least }) => `Mindestens ${least}`,
  openTrade: ({ state }) => `Trade öffnen: ${state}`,
  amounts: ({ amounts }) => amounts.join(' und '),
  to: ({ address }) => `an ${address}`,
  quality: 'Ausführungsqualität',
  saveReceipts: 'Alle Quittungen speichern',
  receiptsAre: 'Die Quittungen sind',
  receiptIs: 'Die Quittung ist',
  bundleIs: 'Das Bundle ist',

  trade: 'Trade',
  confirmationsTitle:
    'Die Chain kann ihre neuesten Blöcke noch verwerfen; jeder weitere Block macht das unwahrscheinlicher.',
  prices: 'Kurse',
  servicesWord: 'laut Dienst',
  progress: 'Fortschritt',
  yourTransaction: 'Ihre Transaktion',
  exchangesTransaction: 'Transaktion der Börse',
  hash: 'Hash',
  copyYourHash: 'Hash Ihrer Transaktion kopieren',
  steps: ({ steps }) => `Alle ${steps} Schritte`,
  notInJournal: 'Dieser Trade steht nicht im Journal dieses Profils.',
  explorer: 'Im Explorer öffnen',
  saveReceipt: 'Quittung speichern',
  askAgain: 'Dienst erneut fragen',
  askedAgain: 'Der Dienst hat sie zusammengesetzt; sie wurde gesendet.',
  assembleHere: 'Hier zusammensetzen und senden',
  assembledHere: 'Hier zusammengesetzt und gesendet.',
  sendAgain: 'Dieselben Bytes erneut senden',
  sentAgain: 'Dieselben Bytes wurden erneut gesendet.',
  close: 'Schließen',

  perToken: ({ price, token }) => `${price} ADA je ${token}`,
  marketNow: ({ price, token, away }) => {
    const words =
      away === undefined
        ? ''
        : away === 'same'
          ? ', gleich'
          : `, ${away.share} ${away.below ? 'unter' : 'über'} ${away.of === 'fill' ? 'der Ausführung' : 'diesem Kurs'}`;
    return `${price} ADA je ${token}${words}`;
  },
  averageFill: 'Ø Ausführung',
  againstQuote: 'Zum Kursangebot',
  againstLimit: 'Zum Limit',
  noDifference: 'kein Unterschied',
  better: ({ share }) => `${share} besser`,
  worse: ({ share }) => `${share} schlechter`,
  worthNow: 'Wert jetzt',
  aboutDollars: ({ worth }) => `etwa ${worth}`,
  quoted: 'Kursangebot',
  limitPrice: 'Limitkurs',

  orders: 'Orders dieses Trades',
  orderAt: 'Order bei',
  minimum: ({ token }) => `Minimum, ${token}`,
  received: ({ token }) => `Erhalten, ${token}`,
  filledBy: 'Ausgeführt von',
  waits: 'wartet',
  copyExchangeHash: 'Hash der Transaktion der Börse kopieren',

  waitsElsewhere: 'Sie wartet darauf, dort signiert zu werden, wo ihr Schlüssel ist',
  fingerprint: 'Fingerabdruck',
  onChainBy: 'Muss auf der Chain sein bis',
  onChainIn: ({ time, left }) => `${time}, in ${left}`,
  onChainPassed: ({ time }) => `${time}: Dieser Zeitpunkt ist vorbei`,
  howElsewhere:
    'Öffnen Sie das Bundle dort, vergleichen Sie Fingerabdruck und Adresse, signieren Sie es und bringen Sie die Dateien mit den Signaturen zurück. Jede wird geprüft, bevor etwas gesendet wird.',
  together: ({ together }) =>
    `Das Bundle enthält ${together} wartende Transaktionen: Bringen Sie die Signaturen von allen hierher.`,
  checking: 'Wird geprüft…',
  importSignatures: 'Signaturen importieren',
  saveBundle: 'Bundle speichern',
  readPictures: 'Signaturen aus Bildern lesen',
  hideCodes: 'Codes ausblenden',
  showCodes: 'Bundle als Codes zeigen',
  files: 'Dateien mit Signaturen',
  pictures: 'Bilder von Signaturen',
  wrongFiles: 'Das sind keine Dateien mit Signaturen: Es sind zu viele, oder sie sind zu groß.',
  mostPictures: ({ pictures }) => `Höchstens ${pictures} Bilder werden auf einmal gelesen.`,
  noCode: 'In diesen Bildern wurde kein Code gefunden.',
  reader: 'Gelesen von',
  readerLabel: 'Was die Codes liest',
  device: 'Ein Gerät, das per Code signiert',
  bundleCodes: 'Das Bundle als animierte Codes',
  deviceFingerprint: 'Fingerabdruck des Hauptschlüssels des Geräts',
  deviceFingerprintHint:
    'Acht Hexadezimalziffern, wie das Gerät sie zeigt. Er allein beweist nichts: Lesen Sie auf dem Gerät, was Sie signieren.',
  requestCodes: 'Die Anfrage an das Gerät als animierte Codes',
};

const TYPES: Readonly<Record<KindOfTrade, string>> = {
  swap: 'Markt',
  limit: 'Limit',
  dca: 'Wiederkehrend',
  cancel: 'Stornierung',
  send: 'Zahlung',
};
