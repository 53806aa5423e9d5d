import type { AskedOfDesk, PairOfChart, ShownOnChart } from '#contract/chart-window.ts';
import { ADA } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { Allowance } from '../../gate/allowance.ts';

const ASK = 'desk.ask';
/** The rate of requests that a user's hand can cause: dragging a line sends ten a second. */
const ASKED = { atOnce: 30, perSecond: 15 };

/** Limits one chart window's requests to the desk. Times are monotonic, in milliseconds. */
export class Asking {
  readonly #allowance = new Allowance(ASKED);

  /**
   * Why this is not passed on to the desk; `undefined` where it is. `isActive`: the user does something in the window.
   * Failures: `request-refused`, `chart-changed`.
   */
  objection(
    shown: ShownOnChart,
    pair: PairOfChart,
    what: AskedOfDesk,
    { now, isActive }: { readonly now: number; readonly isActive: boolean },
  ): Failure | undefined {
    if (!isActive) return refused(ASK, 'nobody acted in its window');
    if (!this.#allowance.spend(now)) return refused(ASK, 'too many in a short time');
    if (shown.pair?.base !== pair.base || shown.pair.quote !== pair.quote) return failure('chart-changed');
    switch (what.kind) {
      case 'activate':
      case 'pick':
        return undefined;
      case 'ticket':
      case 'alert':
        // Limit orders and alerts are counted in ADA.
        return pair.quote === ADA ? undefined : refused(ASK, 'its pair is not counted in ADA');
      default:
        return hasLine(shown, what) ? undefined : failure('chart-changed');
    }
  }
}

/** Whether the desk brings its window to the front for this: what opens a ticket or a sheet there. */
export function raisesDesk(shown: ShownOnChart, what: AskedOfDesk): boolean {
  if (what.kind === 'ticket' || what.kind === 'pick') return true;
  if (what.kind === 'drop') return what.taken;
  if (what.kind !== 'close') return false;
  const line = shown.lines.find(({ id }) => id === what.line);
  return line?.kind === 'buy' || line?.kind === 'sell';
}

/** Whether the desk gave the chart such a line, with what is asked of it. */
function hasLine({ lines }: ShownOnChart, what: Extract<AskedOfDesk, { readonly line: string }>): boolean {
  const line = lines.find(({ id }) => id === what.line);
  if (line === undefined) return false;
  if (what.kind === 'close') return line.closing !== undefined;
  return line.movable === true || (what.kind === 'pull' && line.draggable === true);
}

/** `name`: the call that is refused. */
export function refused(name: string, reason: string): Failure {
  return failure('request-refused', { name, reason });
}
