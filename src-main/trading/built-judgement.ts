import type { Quantity } from '../../src-preload/domain/amount.ts';
import { quantity } from '../../src-preload/domain/amount.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Build } from '../../src-preload/domain/quote.ts';
import { mulDivFloor } from '../../src-preload/domain/ratio.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import { inspectTransaction } from '../inspect/inspect-transaction.ts';
import type { InspectionInput } from '../inspect/inspection-input.ts';
import type { Inspection } from '../inspect/inspection.ts';
import type { Quote } from './quote-desk.ts';

const WHOLE_BPS = 10_000n;

/** An inspection, and whether the transaction gives less than the quote that the user saw. */
export interface Judgement {
  readonly inspection: Inspection;
  readonly expected: Quantity;
  readonly worseThanQuote?: { readonly quotedExpected: Quantity; readonly quotedAtLeast: Quantity };
}

/**
 * Inspects a built transaction against the quote as shown. When its only fault is a lower minimum, and the service
 * itself says that the price moved by as much, it is inspected against the moved price instead and marked: the
 * user must accept the new figures. A minimum below what the service's own answer stands for stays blocked.
 * Failure: `transaction-undecodable`.
 */
export function judgeBuilt(
  quote: Quote,
  build: Build,
  given: Omit<InspectionInput, 'quote' | 'intent' | 'cbor'>,
): Result<Judgement, Failure> {
  const { estimate, intent, id } = quote;
  const judge = (expected: Quantity, atLeast: Quantity): Result<Inspection, Failure> =>
    inspectTransaction({
      ...given,
      cbor: build.cbor,
      intent,
      quote: { ...estimate, id, expected, atLeast },
    });
  const asShown = judge(estimate.expected, estimate.atLeast);
  if (!asShown.ok) return asShown;
  const expected = expectedOf(quote, build, asShown.value);
  const moved = movedMinimum(asShown.value, quote, build);
  const judged = judge(expected, moved ?? estimate.atLeast);
  if (!judged.ok) return judged;
  const rounding = BigInt(judged.value.report.effect.orders.length);
  const worse = expected < estimate.atLeast || (moved !== undefined && estimate.atLeast - moved > rounding);
  const quoted = { quotedExpected: estimate.expected, quotedAtLeast: estimate.atLeast };
  return ok({ inspection: judged.value, expected, ...(worse ? { worseThanQuote: quoted } : {}) });
}

/**
 * What the fill should bring. Services state the floor after slippage under the name of the output: a figure that
 * is no more than what the orders enforce is taken as such, and the expected one is the figure of which it is the
 * tolerated part.
 */
function expectedOf({ estimate, intent }: Quote, build: Build, { report }: Inspection): Quantity {
  const { minimumReceived: minimum, orders } = report.effect;
  if (minimum === undefined || minimum === 0n)
    return build.expected > 0n ? build.expected : estimate.expected;
  if (build.expected > minimum + BigInt(orders.length)) return build.expected;
  if (minimum === estimate.atLeast) return estimate.expected;
  return quantity(mulDivFloor(minimum, WHOLE_BPS, WHOLE_BPS - BigInt(intent.slippageBps)));
}

/** The lower minimum that the transaction enforces, when that is its only fault and the built price explains it. */
function movedMinimum({ report }: Inspection, quote: Quote, build: Build): Quantity | undefined {
  const blocks = report.findings.filter(({ severity }) => severity === 'block');
  const { minimumReceived: minimum, orders } = report.effect;
  const onlyMinimum = blocks.length === 1 && blocks[0]?.rule === 'V7';
  if (!onlyMinimum || minimum === undefined || minimum === 0n) return undefined;
  if (minimum >= quote.estimate.atLeast) return undefined;
  if (orders.some(({ datum }) => datum?.wanted !== quote.intent.receive)) return undefined;
  const stated = build.expected > 0n ? build.expected : quote.estimate.expected;
  const tolerated = mulDivFloor(stated, WHOLE_BPS - BigInt(quote.intent.slippageBps), WHOLE_BPS);
  // Each order's minimum is rounded for itself.
  return minimum + BigInt(orders.length) >= tolerated ? quantity(minimum) : undefined;
}
