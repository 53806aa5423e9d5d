import type { CborItem } from '../cardano/cbor-scanner.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { constr, readDatum, readItem } from './plutus-data.ts';
import { notCheckable, type AuditedOrder } from './audited-order.ts';
import type { Execution, Holding, Spent } from './execution.ts';
import { settled, type Settlement } from './settlement.ts';
import { placeOf, poolsIn, type OrderInput, type VenueBatch } from './venue.ts';

/** Reasons shared by the exchanges why an order cannot be checked, as clauses. */
export const REASON = {
  poolUnknown: 'what its pool held beforehand is unknown',
  poolUnreadable: (why: string) => `its pool cannot be read: ${why}`,
  redeemer: "its batch's redeemer cannot be read",
  otherInputs: "its batch's redeemer does not list its orders correctly",
  severalPools: 'the transaction trades with more than one pool',
  holding: 'what the order holds is unknown',
  datum: "the order's datum is unknown",
  otherPool: 'the order is for another pool than the one its batch uses',
  sellsNothing: 'the order sells nothing',
} as const;

/** The only pool that a batch trades with; the failure is why nothing in it can be checked. */
export function solePool(batch: VenueBatch): Result<Spent & { readonly held: Holding }, string> {
  const [pool, ...others] = poolsIn(batch).inputs;
  if (pool?.held === undefined) return failed(REASON.poolUnknown);
  return others.length > 0 ? failed(REASON.severalPools) : ok({ ...pool, held: pool.held });
}

const AFTER_OTHER_KIND = 'it was executed after an order that could not be recomputed';

/** An order whose output and terms could be read. */
export interface KnownOrder<Terms> {
  readonly held: Holding;
  readonly terms: Terms;
}

/** Reads an order's terms from its datum. Failure: why it cannot be checked, as a clause. */
export function knownOrder<Terms>(
  { held }: Spent,
  read: (datum: CborItem) => Terms,
): Result<KnownOrder<Terms>, string> {
  if (!held) return failed(REASON.holding);
  if (held.datum === undefined) return failed(REASON.datum);
  const terms = readDatum(held.datum, read);
  return terms.ok ? ok({ held, terms: terms.value }) : terms;
}

/** The effect of one order on its pool. */
export interface Swapped<State> {
  /** `undefined` for an order that the batch rightly returned unfilled. */
  readonly settlement: Omit<Settlement, 'place' | 'position'> | undefined;
  /** The pool's state for the next order. */
  readonly after: State;
}

/** Whether an order is executed: constructor 0 of its script's redeemer does that, and a later one cancels. */
export function isExecuted({ redeemer }: Spent): boolean {
  const first = redeemer && readItem(redeemer, (item) => constr(item, 'a redeemer').index === 0n);
  return first?.ok === true && first.value;
}

/**
 * The inputs at the positions that a batch's redeemer lists, in that sequence; `undefined` if it skips one of the orders,
 * lists an input twice, or points past the end.
 */
export function listedInputs(
  { inputs }: Execution,
  positions: readonly number[],
  orders: readonly OrderInput[],
): readonly Spent[] | undefined {
  const listed = positions.flatMap((position) => inputs[position] ?? []);
  const complete =
    new Set(listed).size === positions.length && orders.every(({ spent }) => listed.includes(spent));
  return complete ? listed : undefined;
}

/**
 * Replays a batch, applying each order to the state that the previous one left. Once an order cannot be recomputed,
 * neither can those after it. `swapOf` returns the reason, as a clause, when it cannot recompute an order.
 */
export function replay<State, Terms>(
  orders: readonly OrderInput[],
  inOrder: readonly Spent[],
  before: State,
  termsOf: (datum: CborItem) => Terms,
  swapOf: (order: KnownOrder<Terms>, state: State, position: number) => Swapped<State> | string,
): readonly AuditedOrder[] {
  const audited: AuditedOrder[] = [];
  let state: State | undefined = before;
  for (const [position, spent] of inOrder.entries()) {
    const order = orders.find((one) => one.spent === spent);
    const known = knownOrder(spent, termsOf);
    const swap: Swapped<State> | string =
      state === undefined
        ? AFTER_OTHER_KIND
        : known.ok
          ? swapOf(known.value, state, position)
          : known.failure;
    if (typeof swap === 'string') {
      if (order) audited.push(notCheckable(placeOf(order), swap, { position }));
      state = undefined;
      continue;
    }
    if (order && swap.settlement)
      audited.push(settled({ ...swap.settlement, place: placeOf(order), position }));
    state = swap.after;
  }
  return audited;
}

/** The positions that `read` finds in a redeemer; `undefined` if it cannot be read or lists none. */
export function positionsIn(
  redeemer: CborItem | undefined,
  read: (item: CborItem) => readonly number[],
): readonly number[] | undefined {
  const positions = redeemer && readItem(redeemer, read);
  return positions?.ok === true && positions.value.length > 0 ? positions.value : undefined;
}
