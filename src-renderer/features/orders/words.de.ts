import type { Translation } from '#domain/words/catalogue.ts';
import type { OrderStatus } from '#domain/limit-order.ts';
import type { OpenAs, words as english, Side, StepKind } from './words.ts';

export const orderWords: Translation<typeof english> = {
  status: ({ status }) => STATUS[status],
  openAs: ({ as }) => OPEN_AS[as],

  pair: ({ side, token, other }) => `${SIDES[side]} ${token}${other === undefined ? '' : ` gegen ${other}`}`,
  side: ({ side }) => SIDES[side],
  buys: ({ token, pays, price }) => `Kauf ${token} für ${pays}${at(price)}`,
  sells: ({ pays, receives, price }) =>
    `Verkauf ${pays}${receives === undefined ? '' : ` gegen ${receives}`}${at(price)}`,
  order: ({ looked, tense, paid, wanted, least, got, price }) => {
    const goal = `${least ? 'mindestens ' : ''}${wanted}`;
    const came = got === undefined ? ` für ${goal}` : ` und ${looked ? 'erhielt' : 'erhielten'} ${got}`;
    const asked = got === undefined ? '' : `; verlangt ${least ? 'waren' : 'war'} ${goal}`;
    const both =
      price === undefined
        ? ''
        : `: ${price.ada}\u00a0ADA je ${price.token} oder ${price.tokens}\u00a0${price.token} je ADA`;
    return `${looked ? 'Der Inhaber' : 'Sie'} ${looked ? HE[tense] : YOU[tense]} ${paid}${came}${asked}${both}.`;
  },
  typedAda: ({ text, token }) => `${text} ADA je ${token}`,
  typedTokens: ({ text, token }) => `${text} ${token} je ADA`,
  typedPercent: ({ text }) => `${text}\u00a0% zum Marktkurs`,
  forFilling: ({ fees }) => `${fees} für die Ausführung`,
  depositBack: ({ deposit }) => `${deposit} Kaution, die zurückkommt`,
  willFill: ({ rest, reached }) =>
    `führt ${rest ? 'den Rest' : 'sie'} aus${reached ? '; der Kurs ist erreicht' : ', wenn der Kurs erreicht ist'}`,
  reached: 'erreicht',

  headPair: 'Order',
  headPairTitle: 'Seite und Paar',
  headWorth: 'Verkauft',
  headWorthTitle: 'Was die Order verkauft; sortiert nach dem Wert in ADA',
  headPrice: 'Kurs',
  headPriceTitle: 'Limitkurs, ADA je Token',
  headMarket: 'Markt',
  headMarketTitle: 'Marktkurs, ADA je Token',
  headDistance: 'Abstand',
  headDistanceTitle: 'Wie weit sich der Markt noch bewegen muss',
  headFilled: 'Ausgef.',
  headFilledTitle: 'Wie viel davon ausgeführt ist',
  headAge: 'Alter',
  headAgeTitle: 'Zeit seit der Platzierung',
  headExchange: 'Börse',
  headExchangeTitle: 'Wo sie wartet',
  headLocked: 'Gesperrt',
  headLockedTitle:
    'ADA, die zusätzlich zu dem, was sie verkauft, in ihr liegen: Gebühren und die Kaution, die zurückkommt',
  headStatus: 'Status',
  headStatusTitle: 'Wie es um sie steht',
  headSelected: 'Ausgewählt',
  headActions: 'Verschieben oder stornieren',
  orders: 'Orders',

  select: ({ order }) => `Auswählen: ${order}`,
  notCancellable: 'Sie lässt sich derzeit nicht stornieren',
  placedElsewhere: 'Von einem anderen Programm platziert',
  external: 'extern',
  mustMove: ({ distance }) => `Der Markt muss sich noch um ${distance} bewegen`,
  move: ({ order }) => `Verschieben: ${order}`,
  moveTitle: 'Auf einen anderen Kurs verschieben… (F2)',
  cancel: ({ order }) => `Stornieren: ${order}`,
  cancelTitle: 'Diese Order stornieren',

  groups: 'Angezeigte Orders',
  open: 'Offen',
  filled: 'Ausgeführt',
  filledShort: 'Ausgef.',
  cancelled: 'Storniert',
  all: 'Alle',
  find: 'Suche',
  findBy: 'Orders nach Token, Börse, Status oder Hash suchen',
  filter: 'Filter',
  filters: 'Filter',
  selectOrders: 'Orders auswählen',
  selectMenu: 'Auswahl',
  savedViews: 'Gespeicherte Ansichten',
  views: 'Ansichten',
  ask: 'Orders beim Dienst abfragen',
  askAgain: ({ old }) => `Orders beim Dienst abfragen, Stand: ${old}`,
  asked: 'Die Orders wurden abgefragt.',

  filterPair: 'Paar',
  everyPair: 'Alle Paare',
  filterSide: 'Seite',
  bothSides: 'Kauf und Verkauf',
  everyExchange: 'Alle Börsen',
  wallet: 'Wallet',
  everyWallet: 'Alle Wallets',
  thisWallet: 'Diese Wallet',
  placedBy: 'Platziert von',
  anyProgram: 'Beliebiges Programm',
  otherPrograms: 'Andere Programme',
  clearFilters: 'Filter zurücksetzen',

  selectable: 'Stornierbare Orders auswählen',
  allShown: 'Alle angezeigten',
  allOn: ({ token }) => `Alle in ${token}`,
  placedLongerAgo: 'Platziert vor mehr als',
  hour: '1 Stunde',
  day: '1 Tag',
  week: '1 Woche',
  days: '30 Tagen',

  viewSaved: ({ name }) => `Die Ansicht ${name} ist gespeichert.`,
  deleteView: ({ name }) => `Ansicht ${name} löschen`,
  noViews: 'Noch keine gespeicherten Ansichten. Eine Ansicht enthält die Filter und die Sortierung.',
  viewName: 'Name der Ansicht',
  name: 'Name',
  saveView: 'Ansicht speichern',

  noneOpen: 'Keine offenen Orders. Wählen Sie im Ticket „Limit“, um eine zu platzieren.',
  noneOpenLooked: 'Keine offenen Orders.',
  noneFilled: 'Noch wurde keine Order ausgeführt.',
  noneCancelled: 'Es wurde keine Order storniert.',
  mayBeOld: 'Die Anzeige kann veraltet sein.',
  fromJournal: 'Hier platzierte Orders stehen so da, wie das Journal sie führt.',
  noneLooked: 'Der Dienst führt keine Orders dieser Adresse.',
  none: 'Noch keine Orders.',
  noneHint:
    'Wählen Sie im Ticket „Limit“, um eine zu platzieren; sie wartet hier, bis der Markt ihren Kurs erreicht.',
  noneFit: 'Keine Order passt zu diesen Filtern.',
  newerWait: 'Neuere Zeilen warten, solange der Mauszeiger hier ist',

  beforeFee: 'Vor Abzug der Netzwerkgebühr',
  selected: ({ orders }) => `${orders} ausgewählt`,
  unseen: ({ orders }) => `${orders} davon nicht in dieser Ansicht`,
  unable: ({ orders }) => `${orders} nicht mehr stornierbar`,
  mostAtOnce: ({ orders }) => `höchstens ${orders} auf einmal`,
  comesBack: 'kommen zurück',
  clear: 'Aufheben',
  cancelSelected: ({ orders }) => (orders === 1 ? '1 Order stornieren' : `${orders} Orders stornieren`),

  kind: ({ kind, exchange }) => `${KINDS[kind]}${exchange === undefined ? '' : ` bei ${exchange}`}`,
  stepOf: ({ kind, looked }) =>
    kind === 'place' || kind === 'cancel'
      ? looked
        ? 'Transaktion des Inhabers'
        : 'Ihre Transaktion'
      : kind === 'close'
        ? 'Eine andere Transaktion'
        : 'Transaktion der Börse',
  stepDid: ({ kind }) => DID[kind],
  soFar: ({ received }) => `, bisher ${received}`,
  youTyped: 'Ihre Eingabe',
  marketNow: 'Markt jetzt',
  thenReached: ', der Kurs ist erreicht',
  thenMustMove: ({ distance }) => `, er muss sich noch um ${distance} bewegen`,
  kindName: 'Art',
  elsewhere: 'Anderswo',
  adaLocked: 'Gesperrte ADA',
  placed: 'Platziert',
  changed: 'Geändert',
  wasToMove: ({ price }) => `Sie sollte auf ${price} ADA verschoben werden`,
  halfMoved: 'Die Order wurde storniert und die neue nicht platziert. Von selbst wird nichts platziert.',
  openTicket: 'Limit-Ticket öffnen',
  whyWaiting: 'Warum sie noch nicht ausgeführt ist',
  depth: ({ depth, wanted }) => `Pools gäben nach Berechnung ${depth} von ${wanted} zu diesem Kurs`,
  touched: ({ ago }) => `Der Markt hat den Kurs zuletzt berührt: ${ago}.`,
  transactions: 'Transaktionen',
};

const SIDES: Readonly<Record<Side, string>> = { buy: 'Kauf', sell: 'Verkauf' };

const STATUS: Readonly<Record<OrderStatus, string>> = {
  preparing: 'Unterwegs',
  open: 'Offen',
  'partly-filled': 'Teilausgeführt',
  cancelling: 'Stornierung läuft',
  filled: 'Ausgeführt',
  cancelled: 'Storniert',
  closed: 'Zurückgegeben',
  failed: 'Fehlgeschlagen',
  unknown: 'Unbekannt',
};

const OPEN_AS: Readonly<Record<OpenAs, string>> = {
  'being-filled': 'In Ausführung',
  expired: 'Abgelaufen',
  'stop-loss': 'Stop-Loss',
};

const KINDS = { limit: 'Limit-Order', swap: 'Order eines Swaps', unknown: 'Order' } as const;

const DID: Readonly<Record<StepKind, string>> = {
  place: 'hat die Order platziert',
  fill: 'hat sie ausgeführt',
  'part-fill': 'hat einen Teil ausgeführt',
  cancel: 'hat sie storniert',
  close: 'hat sie ohne Ausführung beendet',
};

const YOU = { live: 'bieten', ended: 'boten', filled: 'zahlten' } as const;
const HE = { live: 'bietet', ended: 'bot', filled: 'zahlte' } as const;

function at(price: string | undefined): string {
  return price === undefined ? '' : ` zu ${price}\u00a0ADA`;
}
