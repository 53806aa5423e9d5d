import type { AskedOfDesk, MeantPair, ShownOnChart } from '#contract/chart-window-views.ts';
import { ADA } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';

/**
 * The shell reports input at most every five seconds, so an act of the user counts for a little longer. Once nobody has
 * acted in a window for that long, or as soon as somebody acts in another one, its page can ask for nothing, even if it
 * was taken over.
 */
const ACTED_WITHIN_MS = 10_000;
const ASK = 'desk.ask';
/** What hands can ask for: a line that is dragged asks ten times a second. */
const ASKED = { atOnce: 30, perSecond: 15 };

/** How often something may be done: so often at once, and so often a second. Times are monotonic, in milliseconds. */
export class Allowance {
  readonly #atOnce: number;
  readonly #perSecond: number;
  #left: number;
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor({ atOnce, perSecond }: { readonly atOnce: number; readonly perSecond: number }) {
    this.#atOnce = atOnce;
    this.#perSecond = perSecond;
    this.#left = atOnce;
  }

  /** Whether it may be done once more, which then counts. */
  spend(now: number): boolean {
    const regained = ((now - this.#countedAt) * this.#perSecond) / 1_000;
    this.#left = Math.min(this.#atOnce, this.#left + regained);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** What one chart's window may ask of the desk. Times are monotonic, in milliseconds. */
export class Asking {
  #actedAt = Number.NEGATIVE_INFINITY;
  readonly #allowance = new Allowance(ASKED);

  /** The shell saw the user act in the window. */
  acted(now: number): void {
    this.#actedAt = now;
  }

  /** The shell saw the user act in another window. */
  actedElsewhere(): void {
    this.#actedAt = Number.NEGATIVE_INFINITY;
  }

  /** Whether the user does something in the window: pages do nothing of note on their own. */
  isActive(now: number): boolean {
    return now - this.#actedAt <= ACTED_WITHIN_MS;
  }

  /** Why this is not passed on to the desk; `undefined` where it is. Failures: `request-refused`, `chart-changed`. */
  objection(shown: ShownOnChart, pair: MeantPair, what: AskedOfDesk, now: number): Failure | undefined {
    if (!this.isActive(now)) return refused(ASK, 'nobody acted in its window');
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
