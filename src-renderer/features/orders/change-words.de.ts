import type { BatchProgressView } from '#contract/approval.ts';
import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english, EntryState } from './change-words.ts';

export const changeWords: Translation<typeof english> = {
  cancelAll: ({ of }) => `Alle ${of} offenen Orders stornieren`,
  cancelOldest: ({ oldest, of }) => `Die ${oldest} ältesten von ${of} offenen Orders stornieren`,
  cancelOldestShown: ({ oldest, of }) =>
    `Die ${oldest} ältesten von ${of} angezeigten offenen Orders stornieren`,
  cancelOldestShort: ({ oldest }) => `Älteste storn. (${oldest})`,
  cancelShownShort: ({ of }) => `Gezeigte storn. (${of})`,
  cancelShown: ({ of }) => `${of === 1 ? 'Eine Order' : `${of} Orders`} stornieren: die in der Liste`,
  cancelAllShort: ({ of }) => `Alle storn. (${of})`,

  building: 'Der Dienst erstellt die Stornierung.',
  planning: ({ step, done, of }) =>
    step === 'looked-up'
      ? `${done} von ${of} Orders sind auf dem Ledger nachgesehen.`
      : `${done} von ${of} Orders sind auf Transaktionen verteilt.`,
  proves: ({ count }) =>
    `Touchstone beweist, dass sie genau ${count === 1 ? 'eine Order' : `${count} Orders`} zurücknimmt und alles daraus an Sie zahlt.`,
  onItsWay: 'Die Stornierung ist unterwegs.',
  mayStillFill: ({ count }) =>
    `Bis sie auf der Chain ist, kann die Börse ${count === 1 ? 'die Order' : 'eine Order'} noch ausführen; das ist ein Trade wie jeder andere.`,
  ordersWait: 'Die Orders warten wie zuvor.',
  oneCancelled: 'Die Order ist storniert.',
  manyCancelled: ({ count }) => `${ordersAre(count)} storniert.`,
  oneFilled: 'Der Trade kam zustande: Die Börse hat die Order vorher ausgeführt.',
  oneFilledGot: ({ got }) =>
    `Der Trade kam zustande: Die Börse hat die Order vorher ausgeführt, und Sie haben ${got} erhalten.`,
  manyFilled: ({ count }) =>
    `${ordersAre(count)} ausgeführt: Die Börse war schneller, und der Trade kam zustande.`,
  givenBack: ({ count }) => `${ordersAre(count)} von der Börse zurückgegeben.`,
  orderWaits: 'Die Order wartet wie zuvor.',
  manyAsBefore: ({ count }) =>
    count === 1 ? 'Eine Order wartet wie zuvor.' : `${count} Orders warten wie zuvor.`,

  batch: ({ state }) => BATCH[state],
  entry: ({ state }) => ENTRY[state],
  transactions: ({ transactions }) => `So viele Orders brauchen ${transactions} Transaktionen`,
  transaction: ({ number }) => `Transaktion ${number}`,
  stopAfter: 'Nach dieser anhalten',
  stops: 'Nach der laufenden Transaktion ist Schluss.',

  cancelTitle: ({ count }) => (count === 1 ? 'Order stornieren' : `${count} Orders stornieren`),
  back: ({ came, estimated }) =>
    `${came ? 'Zurückgekommen' : 'Kommt zurück'}${estimated ? ', geschätzt vor der Netzwerkgebühr' : ''}:`,
  leftOut: ({ count }) => `Ausgelassen: ${count === 1 ? 'eine Order' : `${count} Orders`}`,
  keepOrder: 'Order behalten',
  keepOrders: 'Orders behalten',
  close: 'Schließen',

  moved: 'Die Order ist verschoben.',
  movedNote: 'Sie wartet zu ihrem neuen Kurs.',
  half: 'Die Order ist storniert, und die neue wurde nicht platziert.',
  halfNote: 'Von selbst wird nichts mehr platziert. Was in ihr lag, gehört Ihnen.',
  signed: 'Die neue Order ist signiert, aber noch nicht auf der Chain zu sehen.',
  signedNote: 'Sehen Sie sich ihre Transaktion an.',
  notMoved: 'Die Order wurde nicht verschoben.',
  notMovedNote: 'An ihrer Stelle wurde nichts platziert.',
  provesOne: 'Touchstone beweist, dass sie genau diese Order zurücknimmt und alles daraus an Sie zahlt.',
  cancellationSigned: 'Die Stornierung ist signiert.',
  thenPlaced:
    'Sobald sie auf der Chain ist, wird die neue Order erstellt, mit Ihrer Vereinbarung verglichen und signiert.',
  moveTransactions: 'Transaktionen der Verschiebung',
  cancellation: 'Stornierung',
  newOrder: 'Neue Order',

  moveTitle: 'Order verschieben',
  limitFrom: ({ side, token }) => `${side === 'buy' ? 'Kauf' : 'Verkauf'} ${token}: Limit von`,
  limitTo: 'auf',
  newPrice: ({ token }) => `Neuer Kurs, ADA je ${token}`,
  noPrice: 'Das ist kein Kurs.',
  samePrice: 'Die Order hat diesen Kurs schon.',
  away: ({ share, below, market }) => `${share} ${below ? 'unter' : 'über'} dem Markt bei ${market} ADA.`,
  marketUnknown: 'Der Marktkurs ist nicht bekannt.',
  sells: 'Verkauft',
  lessFilled: ', abzüglich des Ausgeführten',
  how: 'Wie',
  howMoved:
    'Zwei Transaktionen mit einer Zustimmung: Die Order wird storniert, und sobald das auf der Chain ist, wird zum neuen Kurs platziert, was zurückkam.',
  ifFilled: 'Falls vorher ausgeführt',
  ifFilledNote: 'Dann war es ein Trade wie jeder andere, und nichts wird platziert.',
  notListed: 'Diese Order steht nicht in der Liste dieses Profils.',
  changePrice: 'Kurs ändern',
  openTicket: 'Limit-Ticket öffnen',
  itsTransaction: 'Transaktion öffnen',
  keep: 'So lassen',
  review: 'Prüfen',
};

const BATCH: Readonly<Record<BatchProgressView['state'], string>> = {
  waiting: 'Eine Zustimmung gilt für alle.',
  running: 'Jede wird geprüft, bevor sie signiert wird.',
  next: 'Die nächste ist zu exportieren.',
  stopping: 'Nach der laufenden wird angehalten.',
  stopped: 'Angehalten; was storniert ist, bleibt storniert.',
  done: 'Alle sind unterwegs oder auf der Chain.',
};

const ENTRY: Readonly<Record<EntryState, string>> = {
  planned: 'wartet auf die vorige',
  current: 'in Arbeit',
  sent: 'unterwegs',
  placed: 'auf der Chain',
  left: 'übersprungen',
};

function ordersAre(count: number): string {
  return count === 1 ? 'Eine Order ist' : `${count} Orders sind`;
}
