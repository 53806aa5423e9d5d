import * as v from 'valibot';
import { quantity, type Quantity } from '#domain/amount.ts';
import type { RouteShare } from '#domain/quote.ts';
import { mulDivFloor } from '#domain/ratio.ts';
import { decimalText, dictionaryOf, objectOf, optional } from '../../http/json.ts';
import { receivedUnits, routedUnits, shownText } from './figures.ts';

const shareSchema = objectOf({
  dex: v.string(),
  amount_in: optional(decimalText),
  expected_output: optional(decimalText),
  expected_output_without_slippage: optional(decimalText),
});

const sharesSchema = v.array(shareSchema);
const byCodeSchema = dictionaryOf(decimalText);

/** Routes as they come: a list of shares, or exchange code → figure; absent and `null` mean none. */
export const routesSchema = optional(v.union([sharesSchema, byCodeSchema]));

type RoutesWire = v.InferOutput<typeof routesSchema>;

/** The decimals of both sides and the totals, which show what a bare figure in a route means. */
export interface RouteContext {
  readonly decimalsIn: number;
  readonly decimalsOut: number;
  readonly amountIn: Quantity;
  /** Totals that the answer states, before and after slippage. */
  readonly outputs: readonly Quantity[];
}

/** The first of the given routes that says anything, as shares. */
export function sharesOf(context: RouteContext, ...candidates: readonly RoutesWire[]): readonly RouteShare[] {
  for (const wire of candidates) {
    const shares = Array.isArray(wire) ? listedShares(wire, context) : sharesByCode(wire ?? {}, context);
    if (shares.length > 0) return shares;
  }
  return [];
}

/** What the shares bring together. */
export function sumOfOutputs(shares: readonly RouteShare[]): Quantity {
  return quantity(shares.reduce((sum, { expectedOut }) => sum + expectedOut, 0n));
}

function listedShares(wire: v.InferOutput<typeof sharesSchema>, context: RouteContext): RouteShare[] {
  return wire.flatMap((share) => {
    const amountIn = routedUnits(share.amount_in, context.decimalsIn);
    const outputs = [share.expected_output, share.expected_output_without_slippage]
      .map((text) => receivedUnits(text, context.decimalsOut))
      .filter((units) => units !== undefined);
    if (amountIn === undefined || outputs.length === 0) return [];
    const expectedOut = outputs.reduce((most, units) => (units > most ? units : most));
    return [{ exchange: shownText(share.dex, 40), amountIn, expectedOut }];
  });
}

/**
 * A bare figure by exchange code is a share only when the figures together make up the amount paid, or one of the
 * stated outputs; the other side is then divided in proportion. Otherwise each states what that exchange would bring
 * alone, and that is no route.
 */
function sharesByCode(wire: Readonly<Record<string, string>>, context: RouteContext): RouteShare[] {
  const figures = Object.entries(wire);
  if (figures.length === 0) return [];
  const inputs = figures.map(([, text]) => routedUnits(text, context.decimalsIn) ?? 0n);
  const outputs = figures.map(([, text]) => receivedUnits(text, context.decimalsOut) ?? 0n);
  const most = context.outputs.reduce((larger, units) => (units > larger ? units : larger), 0n);
  const paid = context.amountIn;
  const gained = context.outputs.find((total) => makeUp(outputs, total));
  if (!makeUp(inputs, paid) && gained === undefined) return [];
  return figures.map(([code], at) => {
    const input = inputs[at] ?? 0n;
    const output = outputs[at] ?? 0n;
    const byInput = makeUp(inputs, paid);
    return {
      exchange: shownText(code, 40),
      amountIn: quantity(byInput ? input : mulDivFloor(paid, output, gained ?? 1n)),
      expectedOut: quantity(byInput ? mulDivFloor(most, input, paid) : output),
    };
  });
}

/** True when the parts sum to a positive total, give or take a unit for each part's rounding. */
function makeUp(parts: readonly bigint[], total: bigint): boolean {
  const sum = parts.reduce((left, right) => left + right, 0n);
  const off = sum > total ? sum - total : total - sum;
  return total > 0n && off <= BigInt(parts.length);
}
