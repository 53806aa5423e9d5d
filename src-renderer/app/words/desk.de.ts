import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english, Side } from './desk.ts';

export const deskWords: Translation<typeof english> = {
  markets: 'Märkte',
  marketsWidth: 'Breite der Märkte',
  market: 'Markt',
  bookWidth: 'Breite des Orderbuchs',
  orderBook: 'Orderbuch',
  tablesHeight: 'Höhe der Tabellen',
  tables: 'Tabellen',
  activity: 'Aktivität',
  orders: 'Orders',
  plans: 'Pläne',
  alerts: 'Alarme',
  book: 'Orderbuch',
  balances: 'Guthaben',
  pools: 'Pools',
  token: 'Token',
  lookAtAddress: 'Adresse ansehen…',
  lookShort: 'Adresse…',
  ticketWidth: 'Breite des Tickets',
  ticket: 'Ticket',
  marketSwap: 'Markt-Swap',
  limit: 'Limit',
  ladder: 'Staffel',
  dca: 'DCA',

  chart: 'Chart',
  chartOf: ({ chart, of, active }) => `Chart ${chart} von ${of}${active ? ', dem das Ticket folgt' : ''}`,
  chartsWidth: 'Breite der ersten Charts',
  chartsHeight: 'Höhe der ersten Charts',
  linkMenu: ({ link }) => `Mit anderen Charts verknüpfen: ${link ?? 'nein'}`,
  link: ({ link }) => `Verknüpfung ${link}`,
  notLinked: 'Nicht verknüpft',
  shareToken: 'Gemeinsamer Token',
  shareCrosshair: 'Gemeinsames Fadenkreuz',

  ownOrders: ({ side, amount, orders }) =>
    `${SIDES[side]} ${amount}${orders > 1 ? ` in ${orders} Orders` : ''}`,
  atPrice: ({ price }) => `zu ${price} ADA`,
  notCancellable: 'Sie lässt sich derzeit nicht stornieren.',
  cancelOrders: ({ orders }) => (orders === 1 ? 'Diese Order stornieren…' : `${orders} Orders stornieren…`),
  distanceUnknown: 'Ihr Abstand zum Markt ist nicht bekannt.',
  priceReached: 'Der Markt hat diesen Kurs erreicht.',
  marketMustMove: ({ side, percent }) =>
    `Der Markt muss noch um ${percent} ${side === 'buy' ? 'fallen' : 'steigen'}.`,
  averageCost: 'Einstandskurs',
  averageCostIs: ({ price }) => `Einstandskurs ${price} ADA, einschließlich Gebühren`,
  boughtHere: ({ amount, fills }) =>
    `für ${amount === undefined ? 'das' : `die ${amount}`}, hier in ${fills} ${fills === 1 ? 'Ausführung' : 'Ausführungen'} gekauft und nicht verkauft.`,
  othersNotCounted: 'Was auf anderem Weg in die Wallet kam, zählt nicht mit.',
  hideCost: 'Einstandskurs ausblenden',
  limitLine: ({ side }) => `${SIDES[side]}, Limit`,
  ladderFrom: ({ side }) => `${SIDES[side]}, erste Order`,
  ladderTo: ({ side }) => `${SIDES[side]}, letzte Order`,
  ladderLevel: ({ side, level, of }) => `${SIDES[side]} ${level} von ${of}`,
  filled: ({ side, amount }) => `${side === 'buy' ? 'Gekauft' : 'Verkauft'}: ${amount}`,
  planTrade: ({ trade, of }) => `DCA ${trade}/${of}`,

  alertAdded: ({ price }) => `Touchstone meldet sich, wenn der Kurs ${price} ADA kreuzt.`,
  costHidden: 'Der Einstandskurs ist ausgeblendet. Das Menü der Skala blendet ihn wieder ein.',
  alertDeleted: 'Der Alarm ist gelöscht.',
  compareWith: 'Vergleichen mit',
  elsewhere: ({ pair }) =>
    `${pair === undefined ? 'Dieser Chart' : `Der Chart von ${pair}`} ist in einem eigenen Fenster.`,
  showWindow: 'Sein Fenster zeigen',
  bringBack: 'Zurückholen',
  closeFirst: 'Beenden oder schließen Sie zuerst, was hier offen ist; wiederholen Sie es dann am Chart.',
  tokenOfChart: 'Token des Charts',

  buyToken: ({ token }) => `${token} kaufen…`,
  sellToken: ({ token }) => `${token} verkaufen…`,
  alertOnToken: ({ token }) => `Alarm für ${token}…`,
};

const SIDES: Readonly<Record<Side, string>> = { buy: 'Kauf', sell: 'Verkauf' };
