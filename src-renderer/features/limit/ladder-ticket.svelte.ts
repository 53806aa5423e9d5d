import type { ReviewView } from '#contract/approval.ts';
import { createContext } from 'svelte';
import { readCount, valueOf } from '../../format/typed-number.ts';
import type { Answer, MainInput } from '../../client/main-api.ts';
import { tokenLabel } from '../../format/amount.ts';
import { countNote } from '../../format/number-entry.ts';
import type { LadderPlanView } from '#contract/limit.ts';
import {
  MOST_LEVELS,
  type LadderSizes,
  type LadderSpacing,
  type PriceForm,
  type TypedPrice,
} from '#domain/limit-order.ts';
import { worstOffMarket } from '#domain/off-market.ts';
import { Ticket } from '../../order-entry/ticket.svelte.ts';
import { canEstimate, limitButton, validateLimitForm, type LimitForm } from '../../order-entry/price-form.ts';
import { AdaPair } from '../../order-entry/order-entry.svelte.ts';
import type { BatchRun } from '../../state/trades.svelte.ts';
import { OffMarketGate, PriceEntry, type PriceTicketParts } from '../../order-entry/price-entry.svelte.ts';
import { words } from './ladder-texts.ts';

export const LEAST_LEVELS = 2;
const USUAL_LEVELS = '5';

export interface LadderTicketParts extends PriceTicketParts {
  readonly batch: BatchRun;
}

/** The ladder: orders at several prices, one transaction each, and main's plan for it. */
export class LadderTicket extends Ticket<MainInput<'ladder.plan'>, LadderPlanView> {
  countText = $state(USUAL_LEVELS);
  sizes = $state<LadderSizes>('equal');
  spacing = $state<LadderSpacing>('linear');
  /** The plan of the batch that was started last from here. */
  started = $state.raw<{ readonly batchId: string; readonly plan: LadderPlanView } | undefined>();
  readonly pair: AdaPair;
  readonly from: PriceEntry;
  readonly to: PriceEntry;
  /** A price far worse than the market must be said to be meant. */
  readonly offMarket = new OffMarketGate(() =>
    worstOffMarket((this.estimation.answer?.levels ?? []).map(({ market }) => market.offMarket)),
  );
  readonly #parts: LadderTicketParts;

  readonly #countReading = $derived.by(() => readCount(this.countText, LEAST_LEVELS, MOST_LEVELS));
  readonly count = $derived.by(() => valueOf(this.#countReading));
  /** Error in the typed number. */
  readonly countNote = $derived.by(() => countNote(this.#countReading, LEAST_LEVELS, MOST_LEVELS));
  readonly market = $derived.by(() => {
    const { token } = this.pair;
    if (token === undefined) return undefined;
    const { answer } = this.estimation;
    const planned = answer?.token === token.id ? answer.levels[0]?.market.adaPerToken : undefined;
    return planned ?? this.#parts.marketPrice(token.id);
  });
  readonly form = $derived.by((): LimitForm => ({
    ...this.#formToAsk(),
    unreadable: this.market === undefined && this.from.typed.form === 'percent',
    batchUnderWay: this.#parts.batch.underWay,
    estimate: this.estimation.state,
    offMarketAccepted: this.offMarket.passed,
  }));
  readonly obstacles = $derived.by(() => validateLimitForm(this.form));
  readonly button = $derived.by(() =>
    limitButton(
      this.obstacles[0],
      tokenLabel(this.#parts.entry.pay),
      words.reviewOf(this.count === undefined ? {} : { orders: this.count }),
      2,
    ),
  );

  constructor(parts: LadderTicketParts) {
    super(parts, (request) => parts.api.call['ladder.plan'](request));
    this.#parts = parts;
    this.pair = new AdaPair(parts.entry, this.amount);
    this.from = this.#entry((plan) => [plan.from, plan.levels.at(0)]);
    this.to = this.#entry((plan) => [plan.to, plan.levels.at(-1)]);
  }

  /** The form in which both prices are shown. */
  get priceForm(): PriceForm {
    return this.from.form;
  }

  set priceForm(form: PriceForm) {
    this.from.form = form;
    this.to.form = form;
  }

  /** Both prices in percent from the market. */
  setPercents(from: string, to: string): void {
    this.from.setPercent(from);
    this.to.setPercent(to);
  }

  build(planId: string): Promise<Answer<ReviewView>> {
    return this.#parts.api.call['ladder.start']({ planId });
  }

  flip(): void {
    this.pair.flip(this.quoteState === 'fresh' ? this.quote?.totals.atLeast : undefined);
  }

  /** Remembers what the batch under way was planned as. */
  remember(batchId: string | undefined): void {
    if (batchId !== undefined && this.quote !== undefined) this.started = { batchId, plan: this.quote };
  }

  /** Forgets what belongs to another profile. */
  reset(): void {
    this.from.reset();
    this.to.reset();
    this.countText = USUAL_LEVELS;
  }

  #entry(
    part: (plan: LadderPlanView) => readonly [TypedPrice, LadderPlanView['levels'][number] | undefined],
  ): PriceEntry {
    return new PriceEntry({
      token: () => this.pair.token,
      side: () => this.pair.side,
      market: () => this.market,
      answered: (typed) => {
        const { answer } = this.estimation;
        if (answer?.token !== this.pair.token?.id || answer?.side !== this.pair.side) return undefined;
        const [asked, level] = part(answer);
        return asked.form === typed.form && asked.text === typed.text ? level?.price : undefined;
      },
    });
  }

  /** A word that was typed for another order says nothing of this one. */
  protected override formChanged(): void {
    this.offMarket.word = '';
  }

  protected requestNow(): MainInput<'ladder.plan'> | undefined {
    const { entry } = this.#parts;
    const [from, to] = [this.from.input, this.to.input];
    if (!canEstimate(this.#formToAsk())) return undefined;
    const trade = entry.requestWith(this.amount);
    if (trade === undefined || from === undefined || to === undefined || this.count === undefined)
      return undefined;
    return {
      ...trade,
      from,
      to,
      count: this.count,
      sizes: this.sizes,
      spacing: this.spacing,
      excluded: [...entry.excluded],
    };
  }

  #formToAsk(): LimitForm {
    const [from, to] = [this.from.input, this.to.input];
    return {
      shared: this.#parts.entry.formWith(this.amount),
      prices: [this.from.reading, this.to.reading],
      unreadable: false,
      countFits: this.count !== undefined,
      samePrices: from !== undefined && from.form === to?.form && from.text === to.text,
      estimate: 'none',
      offMarketAccepted: true,
    };
  }
}

export const [useLadderTicket, provideLadderTicket] = createContext<LadderTicket>();
