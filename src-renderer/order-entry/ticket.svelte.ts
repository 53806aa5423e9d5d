import { untrack } from 'svelte';
import type { AheadView, ReviewView } from '#contract/approval.ts';
import type { Failure } from '#domain/failure.ts';
import type { Answer, MainApi } from '../client/main-api.ts';
import type { Clock } from '../state/clock.svelte.ts';
import type { EstimateState } from '../state/layers.svelte.ts';
import type { OrderEntry, PayAmount } from './order-entry.svelte.ts';
import type { TicketButton } from './order-form.ts';

/** An answer that names the pair it was asked for. */
interface PairEstimate extends Estimate {
  readonly pay: { readonly asset: string };
  readonly receive: string;
}

/** Requests to main state how the amount was read. */
interface PairRequest {
  readonly payDecimals: number;
}

export interface TicketParts {
  readonly api: MainApi;
  readonly clock: Clock;
  readonly entry: OrderEntry;
  /** Whether this ticket is the one that is shown: only then main is asked. */
  readonly shown: () => boolean;
}

/** One of the tickets: its own amount, and main's answer to its form, a quote, an estimate or a plan. */
export abstract class Ticket<Request extends PairRequest, Result extends PairEstimate> {
  readonly amount: PayAmount;
  protected readonly estimation: Estimation<Request, Result>;
  #preview = $state.raw<{ readonly quoteId: string; readonly built: AheadView['built'] } | undefined>();

  constructor(
    { clock, entry, shown }: Omit<TicketParts, 'api'>,
    ask: (request: Request) => Promise<Answer<Result>>,
  ) {
    this.amount = entry.newAmount();
    this.estimation = new Estimation({
      clock,
      changing: () => entry.replayFast,
      request: () => (shown() ? this.requestNow() : undefined),
      ask: async (request) => {
        const answer = await ask(request);
        // With the right decimals what was typed is another amount: it is asked for by itself.
        if (!answer.ok && answer.failure.code === 'decimals-changed') void entry.relearnPay();
        return answer;
      },
      // With other decimals its base units would be shown as another amount.
      keeps: (quote, { payDecimals }) =>
        quote.pay.asset === entry.sides.pay &&
        quote.receive === entry.sides.receive &&
        payDecimals === entry.pay.decimals,
      onchange: () => this.formChanged(),
    });
    let asked: string | undefined;
    $effect(() => {
      const { quote, quoteState, paused } = this;
      if (quote === undefined || quote.id === asked || quoteState !== 'fresh' || paused) return;
      if (!entry.buildsAhead || !this.button.ready || document.hidden) return;
      asked = quote.id;
      untrack(() => void this.#loadPreview(quote.id));
    });
  }

  /** The effects of the transaction for the quote on screen, once it is built ahead. */
  get preview(): AheadView['built'] {
    return this.#preview?.quoteId === this.quote?.id ? this.#preview?.built : undefined;
  }

  async #loadPreview(quoteId: string): Promise<void> {
    const answer = await this.buildAhead(quoteId);
    if (answer?.ok) this.#preview = { quoteId, built: answer.value.built };
  }

  /** Has the service build what was quoted before it is reviewed; absent where a ticket does without. */
  protected buildAhead(_quoteId: string): Promise<Answer<AheadView>> | undefined {
    return undefined;
  }

  /** True while a review is open: the quote is left alone. */
  get paused(): boolean {
    return this.estimation.paused;
  }

  set paused(paused: boolean) {
    this.estimation.paused = paused;
  }

  /** The request to main; `undefined` while the form is incomplete. */
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

  /** After a review was accepted: the amount is spent. */
  clear(): void {
    this.amount.text = '';
  }

  /** Swaps the two sides of the pair. */
  abstract flip(): void;

  abstract readonly button: TicketButton;

  /** Has the service build what was quoted. */
  abstract build(quoteId: string): Promise<Answer<ReviewView>>;

  /** The form's question, without the answer to it. */
  protected abstract requestNow(): Request | undefined;

  /** Called when the question has changed. */
  protected formChanged(): void {
    return undefined;
  }
}

const DEBOUNCE_MS = 400;
/** An answer on screen is renewed this long before it expires, so that the figures never run out while they are read. */
const RENEW_BEFORE_MS = 3_000;

/** An answer of main that holds for a while. */
interface Estimate {
  readonly id: string;
  readonly at: number;
  readonly expiresAt: number;
}

interface EstimationParts<Request, Result extends Estimate> {
  readonly clock: Clock;
  /** Whether answers run out at once: then they are not renewed. */
  readonly changing: () => boolean;
  /** The current question; `undefined` while there is none. */
  readonly request: () => Request | undefined;
  readonly ask: (request: Request) => Promise<Answer<Result>>;
  /** Whether an answer to that question may stay on screen, dimmed, until the next one is there. */
  readonly keeps: (answer: Result, asked: Request) => boolean;
  /** Called whenever what is asked has changed. */
  readonly onchange: () => void;
}

/**
 * Main's answer to a form: asked for once typing pauses and renewed before it expires. An answer to an older question
 * is ignored.
 */
class Estimation<Request, Result extends Estimate> {
  answer = $state.raw<Result | undefined>();
  failure = $state.raw<Failure | undefined>();
  asking = $state(false);
  /** True while a review is open: the answer is left alone. */
  paused = $state(false);
  #turn = 0;
  /** The question that the answer is to. */
  #asked: Request | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #parts: EstimationParts<Request, Result>;

  readonly request = $derived.by(() => this.#parts.request());
  readonly #key = $derived.by(() => JSON.stringify(this.request));
  readonly state = $derived.by((): EstimateState => {
    if (this.failure !== undefined) return 'failed';
    if (this.answer === undefined || this.asking) return this.asking ? 'asking' : 'none';
    return this.#parts.clock.now >= this.answer.expiresAt ? 'stale' : 'fresh';
  });

  constructor(parts: EstimationParts<Request, Result>) {
    this.#parts = parts;
    $effect(() => {
      const key = this.#key;
      untrack(() => this.#formChanged(key === undefined));
    });
    $effect(() => {
      const now = parts.clock.now;
      untrack(() => this.#renewWhenDue(now));
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  /** Asks now. */
  refresh(): void {
    clearTimeout(this.#timer);
    const { request } = this;
    if (request === undefined) return;
    this.asking = true;
    void this.#ask(request);
  }

  #formChanged(nothingToAsk: boolean): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#parts.onchange();
    this.failure = undefined;
    const stillFits = this.answer && this.#asked && this.#parts.keeps(this.answer, this.#asked);
    if (nothingToAsk || !stillFits) this.answer = undefined;
    this.asking = !nothingToAsk;
    if (!nothingToAsk) this.#timer = setTimeout(() => this.refresh(), DEBOUNCE_MS);
  }

  #renewWhenDue(now: number): void {
    if (this.answer === undefined || this.asking || this.paused || this.failure !== undefined) return;
    if (document.hidden || this.#parts.clock.idle || this.#parts.changing()) return;
    if (now >= this.answer.expiresAt - RENEW_BEFORE_MS) this.refresh();
  }

  async #ask(request: Request): Promise<void> {
    this.#turn += 1;
    const mine = this.#turn;
    const answer = await this.#parts.ask(request);
    if (mine !== this.#turn) return;
    this.asking = false;
    this.#asked = request;
    this.answer = answer.ok ? answer.value : undefined;
    this.failure = answer.ok ? undefined : answer.failure;
  }
}
