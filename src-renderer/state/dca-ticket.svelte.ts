import { untrack } from 'svelte';
import type { MainApi, MainInput } from '../client/main-api.ts';
import { readCount, valueOf } from '#domain/typed-number.ts';
import { tokenLabel } from '../format/amount.ts';
import { countNote } from '../format/count-note.ts';
import type { DcaHistoryView, DcaPlanView } from '#contract/dca-views.ts';
import { cycleAmounts, MOST_CYCLES, type DcaIntervalId } from '#domain/dca.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { Failure } from '#domain/failure.ts';
import type { Clock } from './clock.svelte.ts';
import { canPlan, dcaButton, validateDcaForm, type DcaForm } from './dca-form.ts';
import { EstimatedTicket } from './estimated-ticket.ts';
import { LimitPair } from './limit-pair.svelte.ts';
import type { PayAmount } from './pay-amount.svelte.ts';
import type { Profile } from './profile.svelte.ts';
import type { SwapTicket } from './swap-ticket.svelte.ts';

const USUAL_CYCLES = '10';
const USUAL_INTERVAL: DcaIntervalId = '1day';

export interface DcaTicketParts {
  readonly api: MainApi;
  readonly clock: Clock;
  readonly profile: Profile;
  /** Pair, slippage and exchanges are those of the market ticket. */
  readonly swap: SwapTicket;
  /** Whether this ticket is the one that is shown. */
  readonly shown: () => boolean;
  readonly lastTouch: () => number;
}

/** The planner of recurring orders: how many trades, how often, and what main makes of it. */
export class DcaTicket extends EstimatedTicket<MainInput<'dca.plan'>, DcaPlanView> {
  /** The number of trades, as typed. */
  cyclesText = $state(USUAL_CYCLES);
  every = $state<DcaIntervalId>(USUAL_INTERVAL);
  readonly pair: LimitPair;
  readonly amount: PayAmount;
  /** What the plan would have done in the past; stays while the next one is asked for. */
  history = $state.raw<DcaHistoryView | undefined>();
  historyFailure = $state.raw<Failure | undefined>();
  historyAsking = $state(false);
  readonly #parts: DcaTicketParts;
  #historyOf: string | undefined;

  readonly #cyclesReading = $derived.by(() => readCount(this.cyclesText, 1, MOST_CYCLES));
  readonly cycles = $derived.by(() => valueOf(this.#cyclesReading));
  /** What is wrong with the number that was typed. */
  readonly cyclesNote = $derived.by(() => countNote(this.#cyclesReading, 1, MOST_CYCLES));
  /** What each trade sells, as soon as it can be told. */
  readonly parts = $derived.by(() => {
    const { entry } = this.amount;
    if (entry.kind !== 'amount' || this.cycles === undefined) return undefined;
    return cycleAmounts(entry.units, this.cycles);
  });
  readonly form = $derived.by((): DcaForm => ({ ...this.#formToAsk(), plan: this.estimation.state }));
  readonly obstacles = $derived.by(() => validateDcaForm(this.form));
  readonly button = $derived.by(() =>
    dcaButton(this.obstacles[0], tokenLabel(this.#parts.swap.pay), this.cycles ?? 0),
  );

  constructor(parts: DcaTicketParts) {
    const { api, swap, clock, lastTouch } = parts;
    super({ clock, lastTouch, ask: (request) => api.call['dca.plan'](request), sides: () => swap.sides });
    this.#parts = parts;
    this.amount = swap.newAmount();
    this.pair = new LimitPair(swap, this.amount);
    $effect(() => {
      const plan = this.estimation.answer;
      untrack(() => void this.#lookBack(plan));
    });
  }

  /** Asks for the past again. */
  lookBackAgain(): void {
    this.#historyOf = undefined;
    void this.#lookBack(this.estimation.answer);
  }

  flip(): void {
    this.pair.flip(undefined);
  }

  /** After a review was accepted: the amount is spent. */
  clear(): void {
    this.amount.text = '';
  }

  /** Forgets what belongs to another profile. */
  reset(): void {
    this.cyclesText = USUAL_CYCLES;
    this.every = USUAL_INTERVAL;
    this.#forgetHistory();
  }

  #forgetHistory(): void {
    this.#historyOf = undefined;
    this.history = undefined;
    this.historyFailure = undefined;
    this.historyAsking = false;
  }

  /** The past hangs on pair, side, number and interval alone: the same plan asked for anew has the same one. */
  async #lookBack(plan: DcaPlanView | undefined): Promise<void> {
    if (plan === undefined) {
      if (this.estimation.request === undefined) this.#forgetHistory();
      return;
    }
    const key = `${plan.token} ${plan.side} ${plan.cycles} ${plan.every}`;
    if (key === this.#historyOf) return;
    this.#historyOf = key;
    if (this.history !== undefined && (this.history.token !== plan.token || this.history.side !== plan.side))
      this.history = undefined;
    this.historyFailure = undefined;
    this.historyAsking = true;
    const answer = await this.#parts.api.call['dca.history']({ planId: plan.id });
    if (key !== this.#historyOf) return;
    this.historyAsking = false;
    this.history = answer.ok ? answer.value : undefined;
    this.historyFailure = answer.ok ? undefined : answer.failure;
  }

  protected requestNow(): MainInput<'dca.plan'> | undefined {
    const { swap, profile } = this.#parts;
    if (!this.#parts.shown() || swap.settling || !canPlan(this.#formToAsk())) return undefined;
    const { entry } = this.amount;
    if (entry.kind !== 'amount' || swap.receive === undefined) return undefined;
    if (swap.slippageBps === undefined || this.cycles === undefined) return undefined;
    const known = (profile.view?.exchanges ?? []).map(({ code }) => code);
    const allowed = known.filter((code) => !swap.excluded.includes(code));
    return {
      pay: swap.pay.id,
      receive: swap.receive.id,
      amount: formatDecimal(entry.units, swap.pay.decimals),
      cycles: this.cycles,
      every: this.every,
      slippageBps: swap.slippageBps,
      // Those that are left out are known by name: what is allowed is all the others.
      exchanges: allowed.length === known.length ? [] : allowed,
    };
  }

  /** Without the answer, on which what is asked must not hang. */
  #formToAsk(): DcaForm {
    return {
      shared: this.#parts.swap.formWith(this.amount),
      cyclesFit: this.cycles !== undefined,
      divides: this.amount.entry.kind !== 'amount' || this.parts !== undefined,
      plan: 'none',
    };
  }
}
