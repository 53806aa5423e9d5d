import type { Answer } from '../client/main-api.ts';
import type { Failure } from '#domain/failure.ts';
import type { Clock } from './clock.svelte.ts';
import { Estimation, type Estimate, type EstimateState } from './estimation.svelte.ts';

/** An answer that tells for which pair it was asked. */
interface PairEstimate extends Estimate {
  readonly pay: { readonly asset: string };
  readonly receive: string;
}

export interface EstimatedTicketParts<Request, Result> {
  readonly clock: Clock;
  readonly lastTouch: () => number;
  readonly ask: (request: Request) => Promise<Answer<Result>>;
  /** The ids of what is paid and got as the form stands. */
  readonly sides: () => { readonly pay: string; readonly receive: string | undefined };
}

/** A ticket whose form main answers with a quote, an estimate or a plan: what its review needs of it. */
export abstract class EstimatedTicket<Request, Result extends PairEstimate> {
  protected readonly estimation: Estimation<Request, Result>;

  constructor({ clock, lastTouch, ask, sides }: EstimatedTicketParts<Request, Result>) {
    this.estimation = new Estimation({
      clock,
      lastTouch,
      request: () => this.requestNow(),
      ask,
      keeps: (quote) => quote.pay.asset === sides().pay && quote.receive === sides().receive,
      onchange: () => this.formChanged(),
    });
  }

  /** True while a review is open: the quote is left alone. */
  get paused(): boolean {
    return this.estimation.paused;
  }

  set paused(paused: boolean) {
    this.estimation.paused = paused;
  }

  /** What main would be asked for; absent while the form cannot be answered. */
  get request(): Request | undefined {
    return this.estimation.request;
  }

  get asking(): boolean {
    return this.estimation.asking;
  }

  get quote(): Result | undefined {
    return this.estimation.answer;
  }

  get quoteState(): EstimateState {
    return this.estimation.state;
  }

  get failure(): Failure | undefined {
    return this.estimation.failure;
  }

  /** Asks now. */
  refresh(): void {
    this.estimation.refresh();
  }

  protected abstract requestNow(): Request | undefined;

  /** What is asked has changed. */
  protected formChanged(): void {
    return undefined;
  }
}
