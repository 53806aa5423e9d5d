import { failureText, type Failure } from '#domain/failure.ts';

/** What is known of the market for the trade that is due. */
export interface DueTrade {
  /** Fraction by which one trade's price is now worse than the average; `undefined` when it is not known. */
  readonly impact: number | undefined;
  readonly slippageBps: number | undefined;
  /** Why the service gives no estimate. */
  readonly failure: Failure | undefined;
}

/** Why a trade that is due waits, as far as an estimate of this moment can tell. */
export function whyLate({ impact, slippageBps, failure: met }: DueTrade): string {
  if (met) return `The service cannot price this trade now: ${failureText(met).what} It is tried again.`;
  const allowed = slippageBps === undefined ? undefined : slippageBps / 10_000;
  if (impact !== undefined && allowed !== undefined && impact > allowed)
    return `One trade would now get ${percent(impact)} less than the average price, fees of the pools included; the plan allows ${percent(allowed)}. It waits and is tried again.`;
  if (impact === undefined || allowed === undefined)
    return 'It is due and was not carried out yet. The service does not say why; it is tried again.';
  return `The market would allow it now (${percent(impact)} under the average price, ${percent(allowed)} is allowed), but the service has not carried it out yet.`;
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)} %`;
}
