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
