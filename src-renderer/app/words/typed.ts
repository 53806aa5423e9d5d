import { inLanguage } from '../../words/in-language.ts';

/** Commands that are typed in words. */
export const words = inLanguage('app/words/typed', {
  // Verbs accepted in addition to the English ones, which every page understands.
  buyVerbs: 'buy',
  sellVerbs: 'sell',
  alertVerbs: 'alert',
  cancelVerbs: 'cancel',
  everything: 'all',

  buy: ({ amount, token }: Typed) => `Buy about ${amount} ${token}: fill in the ticket`,
  sell: ({ amount, token }: Typed) => `Sell ${amount} ${token}: fill in the ticket`,
  alertAtPrice: ({ token, price }: AtPrice) => `Alert: tell me when ${token} crosses ${price} ADA`,
  willTellPrice: ({ token, price }: AtPrice) =>
    `Touchstone will notify you when ${token} crosses ${price} ADA.`,
  alertOnMove: ({ token, percent }: Move) => `Alert: tell me when ${token} moves ${percent} within 1 hour`,
  willTellMove: ({ token, percent }: Move) =>
    `Touchstone will notify you when ${token} moves ${percent} within 1 hour.`,
  enterWhatToPay: 'Enter what to pay: what that amount costs is not known.',
  cancelOn: ({ cancelling, token }: { readonly cancelling: string; readonly token: string }) =>
    `${cancelling} on ${token}`,
  ofPolicy: ({ token, policy }: { readonly token: string; readonly policy: string }) =>
    `${token} (policy ${policy})`,
});

export interface Typed {
  /** As it was typed. */
  readonly amount: string;
  readonly token: string;
}

export interface AtPrice {
  readonly token: string;
  /** As it was typed. */
  readonly price: string;
}

export interface Move {
  readonly token: string;
  readonly percent: string;
}
