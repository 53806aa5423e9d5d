import { formatDecimal } from '#domain/decimal.ts';
import type { TokenView } from '#contract/views.ts';
import { parseEntry } from '../format/number-entry.ts';

/** What an amount is an amount of. */
export interface PayAmountParts {
  readonly token: () => TokenView;
  /** What `max`, `half` and percentages are shares of; absent while it is not known. */
  readonly available: () => bigint | undefined;
}

/** How much one ticket pays, as it was typed. Every ticket has one to itself. */
export class PayAmount {
  text = $state('');
  readonly #parts: PayAmountParts;

  readonly entry = $derived.by(() => {
    const { token, available } = this.#parts;
    return parseEntry(this.text, { decimals: token().decimals, available: available() });
  });

  constructor(parts: PayAmountParts) {
    this.#parts = parts;
  }

  setShare(share: 'half' | 'max'): void {
    const whole = this.#parts.available();
    if (whole === undefined) return;
    this.text = formatDecimal(share === 'half' ? whole / 2n : whole, this.#parts.token().decimals);
  }
}
