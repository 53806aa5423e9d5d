import type { Translation } from '#domain/words/catalogue.ts';
import type { Standing, words as english } from './trade-words.ts';

export const tradeWords: Translation<typeof english> = {
  accepted: 'Akzeptiert',
  inReview: 'wartet im Freigabefenster auf Sie',
  theseBytes: 'genau diese Bytes',
  signed: 'Signiert',
  byYourKey: 'mit Ihrem Schlüssel',
  elsewhere: 'anderswo: importieren Sie, was dort signiert wurde',
  assembled: 'Zusammengesetzt',
  here: 'auf diesem Computer',
  hereUnused: 'auf diesem Computer; die Antwort des Dienstes wurde nicht verwendet',
  byService: 'vom Dienst, die Bytes unverändert',
  signatureAndTransaction: 'Signatur und Transaktion',
  sent: 'Gesendet',
  arrivalUnknown: 'noch nicht bekannt, ob sie ankam; es wird nachgesehen',
  toLedgerNow: 'unterwegs zum Ledger',
  notInTime: 'nicht rechtzeitig auf der Chain',
  toLedger: 'an den Ledger',
  onChain: 'Auf der Chain',
  recipientHasIt: 'beim Empfänger angekommen',
  nextBlock: 'wartet auf den nächsten Block',
  heldIsBack: 'was in den Orders lag, ist zurück',
  takesBack: 'Ihre Transaktion nimmt die Orders zurück',
  ordersPlaced: 'Orders platziert',
  isOnChain: 'Ihre Transaktion ist auf der Chain',
  isOnChainWith: ({ orders }) => `Ihre Transaktion ist mit ${orders} Orders auf der Chain`,
  filled: 'Ausgeführt',
  byExchange: 'durch eine eigene Transaktion der Börse',
  youCancelled: 'Sie haben die Orders storniert',
  endedWithout: 'die Orders endeten ohne das Gewünschte',
  someFilled: ({ closed, orders }) => `${closed} von ${orders} Orders; der Rest wartet`,
  waitsForExchange: 'die Order wartet auf die Börse',
  laterByExchange: 'später, durch die Börse',
  planDone: 'alle Trades des Plans sind erfolgt',
  planEnded: 'der Plan endete vor seinem letzten Trade',
  planRuns: 'der Plan läuft; jeder seiner Trades steht unter „Pläne“',
  planLater: 'später, Trade für Trade',

  paidAndGot: ({ paid, got }) => `Sie zahlten ${paid} und erhielten ${got}.`,
  nothingSold: ({ paid, token }) => `Sie boten ${paid} für ${token}. Verkauft wurde nichts.`,
  gotBefore: ({ paid, got }) => `Sie boten ${paid} und erhielten ${got}, bevor der Rest zurückkam.`,
  offer: ({ paid, least }) => `Sie bieten ${paid} für mindestens ${least}.`,
  setAside: ({ paid, about }) =>
    `Sie legen ${paid} für etwa ${about} zurück, Trade für Trade zum jeweiligen Kurs; ein Mindestbetrag ist nicht festgelegt.`,
  payAndGet: ({ paid, about, least }) =>
    `Sie zahlen ${paid} und erhalten etwa ${about}, mindestens ${least}.`,
  sentTo: ({ amounts, to }) => `Sie haben ${amounts.join(' und ')} an ${to} gesendet.`,
  nothingSentTo: ({ amounts, to }) =>
    `Es wurde nichts gesendet: Vorgesehen waren ${amounts.join(' und ')} an ${to}.`,
  sendTo: ({ amounts, to }) => `Sie senden ${amounts.join(' und ')} an ${to}.`,
  takesOrdersBack: ({ orders }) =>
    orders === 1 ? 'Nimmt eine Order zurück' : `Nimmt ${orders === 0 ? '' : `${orders} `}Orders zurück`,
  takesOrdersBackSentence: ({ orders }) =>
    orders === 1 ? 'Nimmt eine Order zurück.' : `Nimmt ${orders === 0 ? '' : `${orders} `}Orders zurück.`,

  costNothing: 'Es kostete nichts.',
  networkFee: ({ fee }) => `Die Netzwerkgebühr beträgt ${fee}.`,
  costs: ({ fees }) => `Kostet ${fees} an Gebühren.`,
  costUnpaid: ({ fee }) =>
    `Kostete ${fee} an Netzwerkgebühren; was in den Orders lag, kam zurück, abzüglich der Kosten der Stornierung.`,
  costsPlan: ({ fees, back }) =>
    `Kostet ${fees} an Gebühren, wenn alle Trades erfolgen; ${back} kommen im Laufe des Plans zurück.`,
  costMost: ({ fees }) =>
    `Kostete höchstens ${fees} an Gebühren; der Rest dessen, was in den Orders lag, kam zurück.`,
  costFilled: ({ fees, back }) => `Kostete ${fees} an Gebühren; ${back} kamen mit der Ausführung zurück.`,
  costsFill: ({ fees, back }) => `Kostet ${fees} an Gebühren; ${back} kommen mit der Ausführung zurück.`,

  standing: ({ at }) => STANDING[at],
  confirmed: 'Bestätigt',
  confirmations: ({ confirmations, wanted }) => `${confirmations} von ${wanted} Bestätigungen`,
};

const STANDING: Readonly<Record<Standing, string>> = {
  'plan-runs': 'Plan läuft',
  'paid-out': 'Gesendet',
  cancelled: 'Storniert',
  open: 'Offen',
  'on-its-way': 'Unterwegs',
  'on-chain': 'Auf der Chain',
  built: 'In Prüfung',
  approved: 'Wird signiert',
  exported: 'Exportiert',
  signed: 'Signiert',
  assembled: 'Zusammengesetzt',
  submitting: 'Wird gesendet',
  'submission-unknown': 'Unbekannt',
  submitted: 'Gesendet',
  placed: 'Wartet',
  'partly-filled': 'Teilausgeführt',
  filled: 'Ausgeführt',
  closed: 'Nicht ausgeführt',
  discarded: 'Abgebrochen',
  expired: 'Abgelaufen',
  refused: 'Abgelehnt',
};
