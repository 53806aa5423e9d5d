import { inLanguage } from '../../words/in-language.ts';

export const words = inLanguage('features/limit/words', {
  limitOrder: 'Limit order',
  buyAtLeast: 'Buy at least',
  equalOrders: 'Equal orders',
  order: 'Order',
  atLeastOf: ({ token }: { readonly token: string }) => `${token}, at least`,
  feesForFilling: 'Fees for filling',
  deposit: 'Deposit (returned)',
  exchange: 'Exchange',
  serviceChooses: 'The service chooses',
  reviewOrder: 'Review limit order',
  reviewOrders: ({ orders }: { readonly orders: number }) => `Review ${orders} limit orders`,

  priceGivenIn: 'The price is given in',
  token: 'token',
  limitPrice: 'Limit price',
  percentFromMarket: 'Percent from the market price',
  marketPrice: 'Market price',
  /** `percent` with its sign. */
  fromMarket: ({ percent }: { readonly percent: string }) => `${percent} % from the market price`,
  market: 'market',
  notPercent: ({ example }: { readonly example: string }) =>
    `Not a percentage above \u2212100. Try ${example}.`,
  notPrice: ({ example }: { readonly example: string }) => `Not a price. Try ${example}, or 1/80.`,
});
