import type { Component } from 'svelte';

/** Something that can be done with a price of the chart. */
export interface PriceAction {
  readonly text: string;
  readonly icon: Component;
  /** The price comes in plain digits, counted in the quote asset of the pair. */
  readonly run: (price: string) => void;
}
