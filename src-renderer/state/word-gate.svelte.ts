import type { OffMarket } from '#domain/off-market.ts';

/** What must be typed before a trade that costs far more than the market asks can be reviewed. */
export const GATE_WORD = 'accept';

export function isGateWord(typed: string): boolean {
  return typed.trim().toLowerCase() === GATE_WORD;
}

/** Basis points by which the market may move on before the word must be typed once more. */
const MOVED_BPS = 100;

/** The gate before a limit price that is off the market: a word, which holds for the figure beside which it was typed. */
export class OffMarketGate {
  readonly #standing: () => OffMarket | undefined;
  #typed = $state('');
  #typedAt = $state.raw<OffMarket | undefined>();

  /** Absent: there is nothing to ask. */
  readonly standing = $derived.by(() => this.#standing());
  readonly passed = $derived.by(() => {
    const { standing } = this;
    return standing === undefined || (isGateWord(this.#typed) && covers(this.#typedAt, standing));
  });

  constructor(standing: () => OffMarket | undefined) {
    this.#standing = standing;
  }

  get word(): string {
    return this.#typed;
  }

  set word(word: string) {
    this.#typed = word;
    this.#typedAt = this.standing;
  }
}

function covers(agreed: OffMarket | undefined, now: OffMarket): boolean {
  if (agreed?.kind !== now.kind) return false;
  return agreed.kind === 'unknown' || now.kind === 'unknown' || now.bps <= agreed.bps + MOVED_BPS;
}
