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
  const { estimate, intent } = quote;
  const expected = build.expected > 0n ? build.expected : estimate.expected;
  const judge = (atLeast: Quantity): Result<Inspection, Failure> =>
    inspectTransaction({
      ...given,
      cbor: build.cbor,
      intent,
      quote: { ...estimate, id: quote.id, expected, atLeast },
    });
  const asShown = judge(estimate.atLeast);
  if (!asShown.ok) return asShown;
  const quoted = { quotedExpected: estimate.expected, quotedAtLeast: estimate.atLeast };
  const minimum = movedMinimum(asShown.value, quote, expected);
  if (minimum === undefined) {
    const worse = expected < estimate.atLeast;
    return ok({ inspection: asShown.value, expected, ...(worse ? { worseThanQuote: quoted } : {}) });
  }
  const moved = judge(minimum);
  if (!moved.ok) return moved;
  const rounding = BigInt(moved.value.report.effect.orders.length);
  const worse = estimate.atLeast - minimum > rounding;
  return ok({ inspection: moved.value, expected, ...(worse ? { worseThanQuote: quoted } : {}) });
}

/** The lower minimum that the transaction enforces, when that is its only fault and the built price explains it. */
function movedMinimum({ report }: Inspection, quote: Quote, expected: bigint): Quantity | undefined {
  const blocks = report.findings.filter(({ severity }) => severity === 'block');
  const { minimumReceived: minimum, orders } = report.effect;
  const onlyMinimum = blocks.length === 1 && blocks[0]?.rule === 'V7';
  if (!onlyMinimum || minimum === undefined || minimum >= quote.estimate.atLeast) return undefined;
  if (orders.some(({ datum }) => datum?.wanted !== quote.intent.receive)) return undefined;
  const tolerated = mulDivFloor(expected, WHOLE_BPS - BigInt(quote.intent.slippageBps), WHOLE_BPS);
  // Each order's minimum is rounded for itself.
  return minimum + BigInt(orders.length) >= tolerated ? quantity(minimum) : undefined;
}
