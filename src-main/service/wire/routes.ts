import * as v from 'valibot';
import { quantity, type Quantity } from '#domain/amount.ts';
import type { RouteShare } from '#domain/quote.ts';
import { mulDivFloor } from '#domain/ratio.ts';
import { ok, type Result } from '#domain/result.ts';
import { decimalText, dictionaryOf, objectOf, optional, readRows, rowBy } from '../../http/json.ts';
import { shownText } from '../../http/shown-text.ts';
import { receivedUnits, routedUnits } from './figures.ts';

const shareSchema = objectOf({
  dex: v.string(),
  amount_in: optional(decimalText),
  expected_output: optional(decimalText),
  expected_output_without_slippage: optional(decimalText),
});

type ShareWire = v.InferOutput<typeof shareSchema>;

/** Names that some services list among the exchanges of a route although they are not exchanges. */
const NO_VENUES: readonly string[] = ['AGGREGATED', 'BONUS'];

/** Whether a code that a service writes where exchanges belong is meant as one. */
export function isVenue(code: string): boolean {
  return !NO_VENUES.includes(code.trim().toUpperCase());
}

const readShare = rowBy(shareSchema, (share): Result<ShareWire | undefined, string> =>
  ok(isVenue(share.dex) ? share : undefined),
);

const readFigure = rowBy(
  v.tuple([v.string(), decimalText]),
  (entry): Result<readonly [string, string] | undefined, string> => ok(isVenue(entry[0]) ? entry : undefined),
);

/** Shares as listed, and figures by exchange code. Unreadable entries are left out, and the route is then not whole. */
const sharesSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((items) => {
    const { rows, bad } = readRows(items, readShare);
    return { shares: rows, figures: [], isWhole: bad === 0 };
  }),
);
const byCodeSchema = v.pipe(
  dictionaryOf(v.unknown()),
  v.transform((wire) => {
    const { rows, bad } = readRows(Object.entries(wire), readFigure);
    return { shares: [], figures: rows, isWhole: bad === 0 };
  }),
);

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

/** A route as it was read. */
export interface Route {
  readonly shares: readonly RouteShare[];
  /** The total proceeds of the shares; `undefined` where some could not be read, so that the sum would be too low. */
  readonly sum: Quantity | undefined;
}

/** The first of the given routes that says anything, as shares. */
export function routeOf(context: RouteContext, ...candidates: readonly RoutesWire[]): Route {
  for (const wire of candidates) {
    if (!wire) continue;
    const shares = [...listedShares(wire.shares, context), ...sharesByCode(wire.figures, context)];
    if (shares.length === 0) continue;
    const sum = quantity(shares.reduce((total, { expectedOut }) => total + expectedOut, 0n));
    const isWhole = wire.isWhole && shares.length === wire.shares.length + wire.figures.length;
    return { shares, sum: isWhole ? sum : undefined };
  }
  return { shares: [], sum: undefined };
}

function listedShares(wire: readonly ShareWire[], context: RouteContext): RouteShare[] {
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
 * alone, and that is not a route.
 */
function sharesByCode(
  figures: readonly (readonly [code: string, text: string])[],
  context: RouteContext,
): RouteShare[] {
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
