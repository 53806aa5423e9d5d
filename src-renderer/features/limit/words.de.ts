import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const limitWords: Translation<typeof english> = {
  limitOrder: 'Limit-Order',
  buyAtLeast: 'Kaufen, mindestens',
  equalOrders: 'Gleiche Orders',
  order: 'Order',
  atLeastOf: ({ token }) => `${token}, mind.`,
  feesForFilling: 'Gebühren der Ausführung',
  deposit: 'Kaution (kommt zurück)',
  exchange: 'Börse',
  serviceChooses: 'Der Dienst wählt',
  reviewOrder: 'Limit-Order prüfen',
  reviewOrders: ({ orders }) => `${orders} Limit-Orders prüfen`,

  priceGivenIn: 'Einheit des Kurses',
  token: 'Token',
  limitPrice: 'Limitkurs',
  percentFromMarket: 'Abstand zum Marktkurs, Prozent',
  marketPrice: 'Kurs am Markt',
  fromMarket: ({ percent }) => `${percent} % zum Marktkurs`,
  market: 'Markt',
  notPercent: ({ example }) => `Kein Prozentsatz über \u2212100. Beispiel: ${example}.`,
  notPrice: ({ example }) => `Kein Kurs. Beispiele: ${example} oder 1/80.`,
};
