import type { ReviewView } from '#contract/approval.ts';
import { createContext, untrack } from 'svelte';
import type { DcaHistoryView, DcaPlanView } from '#contract/dca.ts';
import { cycleAmounts, MOST_CYCLES, type DcaIntervalId } from '#domain/dca.ts';
import type { Failure } from '#domain/failure.ts';
import { readCount, valueOf } from '../../format/typed-number.ts';
import type { Answer, MainInput } from '../../client/main-api.ts';
import { tokenLabel } from '../../format/amount.ts';
import { countNote } from '../../format/number-entry.ts';
import type { EstimateState } from '../../state/layers.svelte.ts';
import { Ticket, type TicketParts } from '../../order-entry/ticket.svelte.ts';
import { AdaPair } from '../../order-entry/order-entry.svelte.ts';
import type { Profile } from '../../state/profile.svelte.ts';
import { words } from './words.ts';
import {
  lacksAda,
  obstaclesOfAnswer,
  obstaclesOfForm,
  obstaclesOfTokens,
  obstaclesOfWallet,
  buttonFor,
  type Obstacle,
  type OrderForm,
  type TicketButton,
} from '../../order-entry/order-form.ts';

const USUAL_CYCLES = '10';
const USUAL_INTERVAL: DcaIntervalId = '1day';

export interface DcaTicketParts extends TicketParts {
  readonly profile: Profile;
}

/** The planner of recurring orders: how many trades, how often, and main's plan for it. */
export class DcaTicket extends Ticket<MainInput<'dca.plan'>, DcaPlanView> {
  /** The number of trades, as typed. */
  cyclesText = $state(USUAL_CYCLES);
  every = $state<DcaIntervalId>(USUAL_INTERVAL);
  readonly pair: AdaPair;
  /** The plan's results over past windows; they stay while the next are requested. */
  history = $state.raw<DcaHistoryView | undefined>();
  historyFailure = $state.raw<Failure | undefined>();
  historyAsking = $state(false);
  readonly #parts: DcaTicketParts;
  #historyOf: string | undefined;

  readonly #cyclesReading = $derived.by(() => readCount(this.cyclesText, 1, MOST_CYCLES));
  readonly cycles = $derived.by(() => valueOf(this.#cyclesReading));
  /** Error in the typed number. */
  readonly cyclesNote = $derived.by(() => countNote(this.#cyclesReading, 1, MOST_CYCLES));
  /** Amount sold by each trade, as soon as it is known. */
  readonly parts = $derived.by(() => {
    const { entry } = this.amount;
    if (entry.kind !== 'amount' || this.cycles === undefined) return undefined;
    return cycleAmounts(entry.units, this.cycles);
  });
  readonly form = $derived.by((): DcaForm => ({ ...this.#formToAsk(), plan: this.estimation.state }));
  readonly obstacles = $derived.by(() => validateDcaForm(this.form));
  readonly button = $derived.by(() =>
    dcaButton(this.obstacles[0], tokenLabel(this.#parts.entry.pay), this.cycles ?? 0),
  );

  constructor(parts: DcaTicketParts) {
    super(parts, (request) => parts.api.call['dca.plan'](request));
    this.#parts = parts;
    this.pair = new AdaPair(parts.entry, this.amount);
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

  build(planId: string): Promise<Answer<ReviewView>> {
    return this.#parts.api.call['dca.review']({ planId });
  }

  flip(): void {
    this.pair.flip(undefined);
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

  /** The past depends on pair, side, number and interval alone: the same plan asked for again has the same one. */
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
    const { entry, profile } = this.#parts;
    if (!canPlan(this.#formToAsk())) return undefined;
    const trade = entry.requestWith(this.amount);
    if (trade === undefined || entry.slippageBps === undefined || this.cycles === undefined) return undefined;
    const known = (profile.view?.exchanges ?? []).map(({ code }) => code);
    const allowed = known.filter((code) => !entry.excluded.includes(code));
    return {
      ...trade,
      cycles: this.cycles,
      every: this.every,
      slippageBps: entry.slippageBps,
      // The excluded ones are known by name: all others are allowed.
      exchanges: allowed.length === known.length ? [] : allowed,
    };
  }

  /** Without the answer, on which what is asked must not hang. */
  #formToAsk(): DcaForm {
    return {
      shared: this.#parts.entry.formWith(this.amount),
      cyclesFit: this.cycles !== undefined,
      divides: this.amount.entry.kind !== 'amount' || this.parts !== undefined,
      plan: 'none',
    };
  }
}

export const [useDcaTicket, provideDcaTicket] = createContext<DcaTicket>();

/** The obstacles to reviewing a recurring order, in addition to those of every ticket. */
type DcaObstacle = Obstacle | 'cycles-malformed' | 'cycle-too-small';

interface DcaForm {
  /** The form that all tickets share: pair, amount, slippage, exchanges and wallet. */
  readonly shared: OrderForm;
  /** The number of trades is one that a plan may have. */
  readonly cyclesFit: boolean;
  /** The total is enough for each trade to sell something. */
  readonly divides: boolean;
  readonly plan: EstimateState;
}

/** The obstacles to a review, in the order in which to deal with them. */
function validateDcaForm(form: DcaForm): readonly DcaObstacle[] {
  const { shared, plan } = form;
  return [
    ...obstaclesOfPlan(form),
    ...obstaclesOfWallet(shared),
    ...obstaclesOfTokens(shared),
    ...obstaclesOfAnswer(plan),
  ];
}

/** Whether main can be asked for the plan. A missing wallet is no hindrance. */
function canPlan(form: DcaForm): boolean {
  return obstaclesOfPlan(form).length === 0;
}

function obstaclesOfPlan(form: DcaForm): DcaObstacle[] {
  const found: DcaObstacle[] = obstaclesOfForm(form.shared);
  if (lacksAda(form.shared)) found.unshift('needs-ada');
  if (!form.cyclesFit) found.push('cycles-malformed');
  else if (!form.divides) found.push('cycle-too-small');
  return found;
}

/** The text of the planner's one button, and what it does, from the first obstacle. */
function dcaButton(first: DcaObstacle | undefined, payLabel: string, cycles: number): TicketButton {
  switch (first) {
    case undefined:
      return {
        text: words.reviewPlan({ trades: cycles }),
        ready: true,
      };
    case 'cycles-malformed':
      return { text: words.checkTrades, ready: false };
    case 'cycle-too-small':
      return { text: words.tooLittle, ready: false };
    default:
      return buttonFor(first, payLabel);
  }
}
