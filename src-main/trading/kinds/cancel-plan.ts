import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Progress } from '../order-search.ts';

/** Asks whether the service would build a cancellation of these ids together; nothing is signed by it. */
export type Probe = (ids: readonly string[]) => Promise<Result<unknown, Failure>>;

/** How ids are divided over transactions, and which ones no transaction can take. */
export interface CancelPlan {
  readonly chunks: readonly (readonly string[])[];
  readonly left: readonly { readonly id: string; readonly failure: Failure }[];
}

/** Failures that are one order's fault, not the fault of how many there are. */
const ONE_ORDERS_FAULT: readonly Failure['code'][] = [
  'order-unknown',
  'order-already-closed',
  'order-not-yours',
  'order-not-on-chain',
  'service-not-found',
];

/** Builds that are asked for at once, from when it is known how many orders fit. */
const PROBED_AT_ONCE = 4;

/**
 * Divides ids over as few transactions as the service takes them in. Refused for size, they are divided by the number
 * that it says would fit, else by half. Refused for one order, that one is found, by its name in the answer or by
 * halving, and left out. `progress` is called with how many of all are in their place. Failures: any other of the
 * service's; then nothing is divided.
 */
export async function planCancel(
  ids: readonly string[],
  probe: Probe,
  progress: Progress = () => undefined,
): Promise<Result<CancelPlan, Failure>> {
  const chunks: (readonly string[])[] = [];
  const left: { id: string; failure: Failure }[] = [];
  let waiting = [...ids];
  let most = Math.max(ids.length, 1);
  while (waiting.length > 0) {
    progress(ids.length - waiting.length, ids.length);
    // While the size is still looked for, a second question would only be refused like the first.
    const asked = inChunks(waiting, most).slice(0, chunks.length > 0 ? PROBED_AT_ONCE : 1);
    const answers = await Promise.all(asked.map(async (chunk) => ({ chunk, answer: await probe(chunk) })));
    const taken = answers.filter(({ answer }) => answer.ok).map(({ chunk }) => chunk);
    chunks.push(...taken);
    const placed = new Set(taken.flat());
    waiting = waiting.filter((id) => !placed.has(id));
    const refused = answers.find(({ answer }) => !answer.ok);
    if (!refused || refused.answer.ok) continue;
    const { chunk, answer } = refused;
    const { failure: met } = refused.answer;
    if (met.code === 'cancel-too-large' && chunk.length > 1) {
      most = fitting(met, chunk.length);
      continue;
    }
    if (!ONE_ORDERS_FAULT.includes(met.code) && met.code !== 'cancel-too-large') return answer;
    const culprit = await offender(chunk, met, probe);
    if (!culprit.ok) return culprit;
    // Together they are refused and each half is not: by what the other half holds. So they go apart.
    if (culprit.value === undefined) {
      most = Math.ceil(chunk.length / 2);
      continue;
    }
    left.push(culprit.value);
    waiting = waiting.filter((id) => id !== culprit.value?.id);
  }
  progress(ids.length, ids.length);
  return ok({ chunks, left });
}

function inChunks(ids: readonly string[], most: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, at) =>
    ids.slice(at * most, (at + 1) * most),
  );
}

function fitting({ data }: Failure, asked: number): number {
  const most = data?.['most'];
  const half = Math.floor(asked / 2);
  return typeof most === 'number' && most >= 1 && most < asked ? most : Math.max(half, 1);
}

/** The order that a refusal is about; `undefined` when both halves of some part are fine alone. */
async function offender(
  chunk: readonly string[],
  met: Failure,
  probe: Probe,
): Promise<Result<{ readonly id: string; readonly failure: Failure } | undefined, Failure>> {
  const named = met.data?.['order'];
  if (typeof named === 'string' && chunk.includes(named)) return ok({ id: named, failure: met });
  const [only, ...others] = chunk;
  if (only === undefined) return failed(failure('nothing-to-cancel'));
  if (others.length === 0) return ok({ id: only, failure: met });
  const middle = Math.ceil(chunk.length / 2);
  for (const half of [chunk.slice(0, middle), chunk.slice(middle)]) {
    const answer = await probe(half);
    if (answer.ok) continue;
    const large = answer.failure.code === 'cancel-too-large';
    if (!large && !ONE_ORDERS_FAULT.includes(answer.failure.code)) return answer;
    const found = await offender(half, answer.failure, probe);
    // A half that is only too large may hide nothing: then it is the other one.
    if (!large || !found.ok || found.value !== undefined) return found;
  }
  return ok(undefined);
}
