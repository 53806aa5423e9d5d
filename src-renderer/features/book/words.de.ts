import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english, LevelValues } from './words.ts';

function level({ side, price, token, orders, pools, own }: LevelValues): string {
  return [
    `${side === 'bids' ? 'Geld' : 'Brief'} ${price} ADA`,
    orders === undefined ? '' : `Orders ${orders.amount} ${token} (${orders.count})`,
    pools === undefined ? '' : `Pools etwa ${pools} ${token}`,
    own ? 'ein Teil davon Ihrer' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export const bookWords: Translation<typeof english> = {
  orderBook: 'Orderbuch',
  tryAgain: 'Erneut versuchen',
  selectToken: 'Wählen Sie einen Token aus, um sein Orderbuch zu sehen.',
  needsKey: 'Das Orderbuch gibt es mit einem Schlüssel, den der Dienst annimmt.',
  empty: ({ token }) =>
    `Für ${token} liegen weder Kauf- noch Verkaufsorders vor. Ihre Limit-Order wäre die erste.`,
  inTicket: ({ price }) => `${price} ADA steht im Limit-Ticket.`,
  levels: 'Kursstufen des Orderbuchs',

  changesWait: ({ changes }) =>
    changes === 1 ? `${changes} Änderung wartet` : `${changes} Änderungen warten`,
  tick: 'Tick',
  noTick: 'keiner',
  within: 'Bereich',
  putAmongTables: 'Orderbuch zu den Tabellen verschieben',
  putNextToChart: 'Orderbuch neben den Chart verschieben',

  mid: 'Mittelkurs',
  midIs: ({ token }) => `Mittelkurs aus bestem Geld- und bestem Briefkurs, ADA je ${token}`,
  spread: 'Spread',
  spreadIs: 'Abstand zwischen bestem Geld- und bestem Briefkurs, gemessen am Mittelkurs',
  crossed: 'gekreuzt',

  bids: 'Geldseite',
  asks: 'Briefseite',
  bid: 'Geld',
  ask: 'Brief',
  price: 'Kurs',
  orders: 'Orders',
  ordersAre: 'Offene Orders, laut Dienst',
  pools: 'Pools',
  poolsTake: 'Was Pools abnehmen würden, berechnet aus ihren Reserven vor Gebühren',
  poolsGive: 'Was Pools hergeben würden, berechnet aus ihren Reserven vor Gebühren',
  sum: 'Summe, ADA',
  sumDown: 'Orders und Pools vom besten Kurs bis hierher, in ADA',
  sumTo: 'Orders und Pools vom besten Kurs bis hierher, in ADA',
  clickLevel: (said) => `${level(said)}. Klick: ins Limit-Ticket`,
  pickLevel: (said) => `${level(said)}. Kurs ins Limit-Ticket übernehmen`,

  depthAt: ({ side, price, all, pools }) =>
    side === 'bids'
      ? `Hinunter bis ${price}: ${all} ADA Geld, ${pools} davon von Pools`
      : `Hinauf bis ${price}: ${all} ADA Brief, ${pools} davon von Pools`,
  depthUnknown: 'Die Markttiefe ist nicht bekannt.',
  depthSummary: ({ percent, mid, bid, asked, poolsBid, poolsAsk }) =>
    `Innerhalb von ${percent}\u00a0% um den Mittelkurs ${mid} ADA liegen ${bid} ADA auf der Geldseite und ${asked} ADA auf der Briefseite; davon stammen ${poolsBid} und ${poolsAsk} von Pools, wie berechnet.`,
  ordersAndPools: 'Orders und Pools',
  poolsComputed: 'Pools, berechnet',
};
