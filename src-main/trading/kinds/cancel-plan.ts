import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

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

/**
 * Divides ids over as few transactions as the service takes them in. Refused for size, they are divided by the number
 * that it says would fit, else by half. Refused for one order, that one is found, by its name in the answer or by
 * halving, and left out. Failures: any other of the service's; then nothing is divided.
 */
export async function planCancel(ids: readonly string[], probe: Probe): Promise<Result<CancelPlan, Failure>> {
  const chunks: (readonly string[])[] = [];
  const left: { id: string; failure: Failure }[] = [];
  let waiting = [...ids];
  let most = Math.max(ids.length, 1);
  while (waiting.length > 0) {
    const chunk = waiting.slice(0, most);
    const answer = await probe(chunk);
    if (answer.ok) {
      chunks.push(chunk);
      waiting = waiting.slice(chunk.length);
      continue;
    }
    const { failure: met } = answer;
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
  return ok({ chunks, left });
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
