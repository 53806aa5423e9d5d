import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line';
import ArrowUpFromLine from '@lucide/svelte/icons/arrow-up-from-line';
import Bell from '@lucide/svelte/icons/bell';
import { ADA } from '#domain/asset.ts';
import type { ChartPair } from './chart-feed.ts';
import type { PriceAction } from './chart-model.svelte.ts';
import { words } from './words.ts';

/** Actions at a price of a chart; prices in plain digits. */
export interface AtPrice {
  readonly trade: (pair: ChartPair, price: string, side: 'buy' | 'sell') => void;
  readonly alert: (pair: ChartPair, price: string) => void;
}

/** The menu of a price: limit orders and alerts, whose prices are in ADA. */
export function priceActions(pair: ChartPair | undefined, { trade, alert }: AtPrice): readonly PriceAction[] {
  if (pair?.quote !== ADA) return [];
  return [
    { text: words.buyAtPrice, icon: ArrowDownToLine, run: (price) => trade(pair, price, 'buy') },
    { text: words.sellAtPrice, icon: ArrowUpFromLine, run: (price) => trade(pair, price, 'sell') },
    { text: words.alertAtPrice, icon: Bell, run: (price) => alert(pair, price) },
  ];
}
