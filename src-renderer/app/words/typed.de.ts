import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './typed.ts';

export const typedWords: Translation<typeof english> = {
  buyVerbs: 'kaufe kaufen kauf',
  sellVerbs: 'verkaufe verkaufen verkauf',
  alertVerbs: 'alarm',
  cancelVerbs: 'storniere stornieren',
  everything: 'alle alles',

  buy: ({ amount, token }) => `Etwa ${amount} ${token} kaufen: Ticket ausfüllen`,
  sell: ({ amount, token }) => `${amount} ${token} verkaufen: Ticket ausfüllen`,
  alertAtPrice: ({ token, price }) => `Alarm: melden, wenn ${token} ${price} ADA kreuzt`,
  willTellPrice: ({ token, price }) => `Touchstone meldet sich, wenn ${token} ${price} ADA kreuzt.`,
  alertOnMove: ({ token, percent }) =>
    `Alarm: melden, wenn sich ${token} um ${percent} innerhalb von 1 Stunde bewegt`,
  willTellMove: ({ token, percent }) =>
    `Touchstone meldet sich, wenn sich ${token} um ${percent} innerhalb von 1 Stunde bewegt.`,
  enterWhatToPay: 'Geben Sie ein, was Sie zahlen: Was dieser Betrag kostet, ist nicht bekannt.',
  cancelOn: ({ cancelling, token }) => `${cancelling}: ${token}`,
  ofPolicy: ({ token, policy }) => `${token} (Policy ${policy})`,
};
