import { ADA } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { Side } from '#domain/limit-price.ts';
import type { TokenView } from '#contract/views.ts';
import { sideOf } from './order-form.ts';
import type { PayAmount } from './pay-amount.svelte.ts';
import type { SwapTicket } from './swap-ticket.svelte.ts';
import { ADA_TOKEN } from './tokens.svelte.ts';

/** The pair that all tickets share, as limit orders look at it: a token against ADA. The amount is the ticket's own. */
export class LimitPair {
  readonly #swap: SwapTicket;
  readonly #amount: PayAmount;
  /** What was last typed as the amount of an asset. */
  readonly #amounts = new Map<string, string>();

  readonly #sides = $derived.by(() => sideOf(this.#swap.pay.id, this.#swap.receive?.id));
  readonly side = $derived.by((): Side => this.#sides?.side ?? (this.#swap.pay.id === ADA ? 'buy' : 'sell'));
  /** The side that is not ADA; absent where there is none, or two. */
  readonly token = $derived.by((): TokenView | undefined => {
    const { pay, receive } = this.#swap;
    return this.#sides === undefined ? undefined : this.#sides.side === 'buy' ? receive : pay;
  });

  constructor(swap: SwapTicket, amount: PayAmount) {
    this.#swap = swap;
    this.#amount = amount;
  }

  /** Turns the order round. What was to come is paid; without an estimate, what was last typed for it. */
  flip(atLeast: string | undefined): void {
    const { pay, receive } = this.#swap;
    if (receive === undefined) return;
    this.#amounts.set(pay.id, this.#amount.text);
    this.#swap.flip();
    this.#amount.text =
      atLeast === undefined
        ? (this.#amounts.get(receive.id) ?? '')
        : formatDecimal(BigInt(atLeast), receive.decimals);
  }

  /** Makes ADA what is paid, so that there is a token against it. */
  payWithAda(): void {
    this.#swap.choosePay(ADA_TOKEN);
  }
}
