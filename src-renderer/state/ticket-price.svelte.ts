/** A price that was clicked in the book. */
export interface OfferedPrice {
  /** The token that it is a price of. */
  readonly token: string;
  /** ADA for one whole token: plain decimal text, exact. */
  readonly adaPerToken: string;
  /**
   * The side of the book that the level stands on: `buy` for a bid, `sell` for an ask. An order of that side joins
   * the level, one of the other side would trade with it.
   */
  readonly side: 'buy' | 'sell';
}

/** What the book offers to the limit ticket: each click is a new object, also when it names the same price again. */
export class TicketPrice {
  offered = $state.raw<OfferedPrice | undefined>();

  offer(price: OfferedPrice): void {
    this.offered = { ...price };
  }
}
