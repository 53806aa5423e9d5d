import { keepNewest } from '#domain/newest.ts';
import type { Service } from '../ports/service.ts';
import type { Quote } from './kinds/quote.ts';
import type { ToldPrices } from './receipts.ts';

const KEPT = 64;

/**
 * Notes the price of ADA while a trade is reviewed, for its receipt. Nothing ever waits for it: what the service has
 * not told by the time of the signature is left out.
 */
export class PriceNotes {
  readonly #service: Service;
  readonly #adaInUsd = new Map<string, number | undefined>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Asks once for each quote. */
  ask(quoteId: string): void {
    if (this.#adaInUsd.has(quoteId)) return;
    keepNewest(this.#adaInUsd, quoteId, undefined, KEPT);
    void this.#service.adaValue().then((answer) => {
      if (answer.ok) this.#adaInUsd.set(quoteId, answer.value);
    });
  }

  /** What is known by now. */
  of(quote: Quote): ToldPrices {
    // A cancellation moves ADA alone, as far as its price goes.
    const spot = quote.kind === 'cancel' ? { pay: 1, receive: 1 } : quote.spot;
    return { adaInUsd: this.#adaInUsd.get(quote.id), payInAda: spot.pay, receiveInAda: spot.receive };
  }
}
