import type { EstimateState } from './estimation.svelte.ts';
import { lacksAda, orderButton, type OrderButton, type OrderObstacle } from './order-form.ts';
import {
  obstaclesOfAnswer,
  obstaclesOfForm,
  obstaclesOfTokens,
  obstaclesOfWallet,
  type SwapForm,
} from './validate-swap-form.ts';

/** What stands between a recurring order and its review, beside what a swap needs as well. */
export type DcaObstacle = OrderObstacle | 'cycles-malformed' | 'cycle-too-small';

export interface DcaForm {
  /** The form that all tickets share: pair, amount, slippage, exchanges and wallet. */
  readonly shared: SwapForm;
  /** The number of trades is one that a plan may have. */
  readonly cyclesFit: boolean;
  /** The total is enough for each trade to sell something. */
  readonly divides: boolean;
  readonly plan: EstimateState;
}

/** The obstacles between the form as it stands and a review, the first to be dealt with first. */
export function validateDcaForm(form: DcaForm): readonly DcaObstacle[] {
  const { shared, plan } = form;
  return [
    ...obstaclesOfPlan(form),
    ...obstaclesOfWallet(shared),
    ...obstaclesOfTokens(shared),
    ...obstaclesOfAnswer(plan),
  ];
}

/** Whether main can be asked for the plan. A missing wallet is no hindrance. */
export function canPlan(form: DcaForm): boolean {
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
export function dcaButton(first: DcaObstacle | undefined, payLabel: string, cycles: number): OrderButton {
  switch (first) {
    case undefined:
      return {
        text: cycles === 1 ? 'Review plan of one trade' : `Review plan of ${cycles} trades`,
        ready: true,
      };
    case 'cycles-malformed':
      return { text: 'Check the number of trades', ready: false };
    case 'cycle-too-small':
      return { text: 'Too little for so many trades', ready: false };
    default:
      return orderButton(first, payLabel);
  }
}
