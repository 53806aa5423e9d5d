import { type Quantity, quantity } from '#domain/amount.ts';
import type { Failure } from '#domain/failure.ts';
import { WHOLE_BPS } from '#domain/ratio.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Agreement, Task } from '../../agreement/agreement.ts';
import { agreementHash } from '../../agreement/agreement-json.ts';
import { inspectTransaction } from '../../inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../inspect/inspection-input.ts';
import type { Inspection } from '../../inspect/inspection.ts';
import type { PolicyFacts } from '../../inspect/policy.ts';
import { termsOf } from '../../inspect/terms.ts';
import { atLeastOf, expectedOfLeast, priceImpact } from './market-price.ts';
import { decimalsOf, type Built, type Quote, type SwapQuote } from './quote.ts';

/** An inspection, what was agreed to by it, and whether the transaction gives less than the quote that the user saw. */
export interface Judgement {
  readonly inspection: Inspection;
  /** The input of the inspection. */
  readonly input: JudgedInput;
  readonly expected: Quantity;
  readonly worseThanQuote?: { readonly quotedExpected: Quantity; readonly quotedAtLeast: Quantity };
}

/** The input for inspecting the app's own trades. */
export type JudgedInput = InspectionInput & Required<Pick<InspectionInput, 'agreed' | 'claims'>>;

/** Inspection input known before the terms are: everything but the transaction and its requirements. */
export type JudgementContext = Omit<InspectionInput, 'terms' | 'subject' | 'cbor' | 'agreed' | 'claims'>;

/** The agreement made before anything was built, and which transaction of it this is. */
export interface Agreed {
  readonly agreement: Agreement;
  readonly at: number;
}

/**
 * Inspects a built transaction against the agreement, which was made before the service was asked to build it. When its
 * only fault is a lower minimum, and the service itself says that the price moved by as much, it is inspected against
 * an agreement at the moved price instead and marked: the user must consent to the new figures. A minimum below what
 * the service's own answer implies stays blocked. Failure: `transaction-undecodable`.
 */
export function judgeSwap(
  quote: SwapQuote,
  build: Built,
  agreed: Agreed,
  context: JudgementContext,
): Result<Judgement, Failure> {
  const { task } = quote;
  const shown = judgeAsAsked(quote, build, agreed, context);
  if (!shown.ok) return shown;
  const expected = expectedOf(quote, build, shown.value.inspection);
  const moved = movedMinimum(shown.value.inspection, quote, build);
  const same = expected === task.expected && moved === undefined;
  const judged = same ? shown : judgeMoved(quote, build, agreed, context, { expected, moved });
  if (!judged.ok) return judged;
  const worse =
    expected < task.atLeast ||
    (moved !== undefined && !isRounding(task.atLeast, moved, judged.value.inspection));
  const quoted = { quotedExpected: quantity(task.expected), quotedAtLeast: quantity(task.atLeast) };
  return ok({ ...judged.value, ...(worse ? { worseThanQuote: quoted } : {}) });
}

function judgeMoved(
  quote: SwapQuote,
  build: Built,
  { agreement, at }: Agreed,
  context: JudgementContext,
  { expected, moved }: { readonly expected: Quantity; readonly moved: Quantity | undefined },
): Result<Judgement, Failure> {
  const lower = moved === undefined ? agreement : atMovedPrice(agreement, { expected, atLeast: moved });
  const now = { ...quote, claims: { ...quote.claims, expected } };
  const facts = { ...context, ...policyAt(context.policy, quote, expected) };
  return judgeAsAsked(now, build, { agreement: lower, at }, facts);
}

function hashed({ agreement, at }: Agreed): JudgedInput['agreed'] {
  return { agreement, at, hash: agreementHash(agreement) };
}

/** Leaves no room: the task that was agreed to is what must be in the bytes. Failure: `transaction-undecodable`. */
export function judgeAsAsked(
  { id, claims }: Quote,
  { cbor, cancellationFee }: Built,
  agreed: Agreed,
  context: JudgementContext,
): Result<Judgement, Failure> {
  const input: JudgedInput = {
    ...context,
    cbor,
    subject: id,
    agreed: hashed(agreed),
    claims: { ...claims, ...(cancellationFee === undefined ? {} : { cancellationFee }) },
    terms: termsOf(taskOf(agreed)),
  };
  const judged = inspectTransaction(input);
  return judged.ok
    ? ok({ inspection: judged.value, input, expected: quantity(claims.expected ?? 0n) })
    : judged;
}

/** The task of the transaction in question. @throws RangeError where the agreement has none: a bug. */
function taskOf({ agreement, at }: Agreed): Task {
  const task = agreement.transactions[at]?.task;
  if (!task) throw new RangeError('the agreement has no such transaction');
  return task;
}

/** Parts of a trade that count as rounding, besides one base unit for each order: one unit of a rare token is a lot. */
const ROUNDING_PARTS = 1_000n;

function isRounding(quoted: bigint, moved: bigint, { report }: Inspection): boolean {
  const gap = quoted - moved;
  return gap <= BigInt(report.effect.orders.length) && gap * ROUNDING_PARTS <= quoted;
}

/**
 * The user's limits hold for the price as built. Against the market where that is known: a quote may have promised more
 * than the market gives, and then a fair price is no loss. Else the impact that the quote had grows with what it brings
 * less.
 */
function policyAt(
  policy: PolicyFacts | undefined,
  quote: SwapQuote,
  expected: Quantity,
): { readonly policy?: PolicyFacts } {
  const quoted = quote.task.expected;
  if (policy?.impactBps === undefined || expected >= quoted) return {};
  const known = impactAt(quote, expected);
  const left = ((Number(WHOLE_BPS) - policy.impactBps) * Number(expected)) / Number(quoted);
  const bps = known === undefined ? Number(WHOLE_BPS) - left : known * Number(WHOLE_BPS);
  return { policy: { ...policy, impactBps: Math.round(bps * 100) / 100 } };
}

function impactAt({ task, spot, payToken, receiveToken }: SwapQuote, expected: Quantity): number | undefined {
  return priceImpact(task, expected, decimalsOf(payToken, receiveToken), spot);
}

/**
 * The expected proceeds of the fill. Services report the floor after slippage under the name of the output, so a figure
 * that is no more than the orders enforce is taken as the floor, and the expected figure is derived from it by the
 * slippage tolerance. A figure explained neither by the quote nor by what the orders enforce is only a promise: the
 * user is then shown the larger of those two.
 */
function expectedOf({ task }: SwapQuote, build: Built, { report }: Inspection): Quantity {
  const { minimumReceived: minimum, orders } = report.effect;
  const quoted = quantity(task.expected);
  if (minimum === undefined || minimum === 0n)
    return build.expected > 0n ? smaller(build.expected, quoted) : quoted;
  if (build.expected > minimum + BigInt(orders.length)) {
    const explained = expectedOfLeast(minimum + BigInt(orders.length), task.slippageBps);
    return smaller(build.expected, explained > quoted ? explained : quoted);
  }
  if (minimum === task.atLeast) return quoted;
  return expectedOfLeast(minimum, task.slippageBps);
}

function smaller(left: Quantity, right: Quantity): Quantity {
  return left < right ? left : right;
}

const HELD_TO_THE_PRICE: readonly string[] = ['P3', 'V15', 'S2'];

/** The lower minimum that the transaction enforces, when that is its only fault and the built price explains it. */
function movedMinimum({ report }: Inspection, { task }: SwapQuote, build: Built): Quantity | undefined {
  const blocks = report.findings.filter(({ severity }) => severity === 'block');
  const { minimumReceived: minimum, orders } = report.effect;
  // Each of these is held against the price before too, and is judged once more at the moved one.
  const others = blocks.filter(({ rule }) => !HELD_TO_THE_PRICE.includes(rule));
  const onlyMinimum = others.length === 1 && others[0]?.rule === 'V7';
  if (!onlyMinimum || minimum === undefined || minimum === 0n) return undefined;
  if (minimum >= task.atLeast) return undefined;
  if (orders.some(({ terms }) => terms?.wanted !== task.receive)) return undefined;
  const stated = build.expected > 0n ? build.expected : task.expected;
  const tolerated = atLeastOf(stated, task.slippageBps);
  // Each order's minimum is rounded for itself.
  return minimum + BigInt(orders.length) >= tolerated ? quantity(minimum) : undefined;
}

/**
 * The agreement at a lower price: the market moved between quote and build, and the user is asked for a consent of its
 * own to exactly these figures. Without it, nothing is signed.
 */
function atMovedPrice(
  agreement: Agreement,
  { expected, atLeast }: { readonly expected: bigint; readonly atLeast: bigint },
): Agreement {
  const [only, ...others] = agreement.transactions;
  if (only?.task.kind !== 'swap' || others.length > 0) return agreement;
  const task = { ...only.task, expected, atLeast: quantity(atLeast) };
  const bounds = { ...only.bounds, back: new Map([[task.receive, atLeast]]) };
  return { ...agreement, transactions: [{ task, bounds }], whole: bounds };
}
