import type { TopicMessage } from './bridge.ts';

/**
 * The global through which a page of the Chromium shell reaches main, until the page script hides it. Requests and
 * answers are JSON text: Playwright validates and copies objects value by value, which for a long candle history costs
 * main more than everything else it does with the candles.
 */
export const PAGE_BINDING = '__touchstoneBinding';

/** A message of the page script of the Chromium shell; `next` waits until there is something to report. */
export type PageMessage =
  | { readonly op: 'call'; readonly name: string; readonly input: unknown }
  | { readonly op: 'open'; readonly name: string }
  | { readonly op: 'next'; readonly id: number }
  | { readonly op: 'close'; readonly id: number };

/** The answer to `open`; an id of 0 means that there is no such topic. */
export interface OpenedTopic {
  readonly id: number;
}

/** The answer to `next`: `null` when the subscription has ended. */
export type NextMessage = TopicMessage | null;
