import type { CborItem } from '../cardano/cbor-scanner.ts';
import { constr, readItem } from '../cardano/order-forms/plutus-data.ts';
import { notCheckable, type AuditedOrder } from './audited-order.ts';
import type { Execution, Spent } from './execution.ts';
import { settled, type Settlement } from './settlement.ts';
import { placeOf, type OrderInput } from './venue.ts';

/** Why an order cannot be checked, as clauses; the venues have more of their own. */
export const REASON = {
  poolUnknown: 'what its pool held before is not known',
  poolUnreadable: (why: string) => `its pool cannot be read: ${why}`,
  redeemer: "its batch's redeemer cannot be read",
  otherInputs: "its batch's redeemer names inputs other than its orders",
  severalPools: 'the transaction moves more than one pool',
  holding: 'what the order holds is not known',
  datum: "the order's datum is not known",
  otherPool: 'the order is for a different pool than its batch',
  sellsNothing: 'the order sells nothing',
} as const;

const AFTER_OTHER_KIND = 'it was executed after an order that is not recomputed';

/** The effect of one swap on its pool. */
export interface Swapped<State> {
  /** `undefined` for an order that its batch was right to send back. */
  readonly settlement: Omit<Settlement, 'place' | 'position'> | undefined;
  /** The state that the next order finds. */
  readonly after: State;
}

/** An order is executed by the first action that its script knows; owners take it back by a later one. */
export function isExecuted({ redeemer }: Spent): boolean {
  const first = redeemer && readItem(redeemer, (item) => constr(item, 'a redeemer').index === 0n);
  return first?.ok === true && first.value;
}

/**
 * The inputs at the positions that a batch's redeemer lists, in that order; `undefined` when it skips one of the orders,
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
 * Replays a batch: each order meets the state that the previous one left. Once an order cannot be recomputed, neither can
 * those after it. `swapOf` returns the reason, as a clause, when it cannot tell what a swap did.
 */
export function replay<State>(
  orders: readonly OrderInput[],
  inOrder: readonly Spent[],
  before: State,
  swapOf: (spent: Spent, state: State, position: number) => Swapped<State> | string,
): readonly AuditedOrder[] {
  const audited: AuditedOrder[] = [];
  let state: State | undefined = before;
  for (const [position, spent] of inOrder.entries()) {
    const order = orders.find((one) => one.spent === spent);
    const swap: Swapped<State> | string =
      state === undefined ? AFTER_OTHER_KIND : swapOf(spent, state, position);
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

/** The positions in a redeemer, read by `read`; `undefined` when it cannot be read or lists none. */
export function positionsIn(
  redeemer: CborItem | undefined,
  read: (item: CborItem) => readonly number[],
): readonly number[] | undefined {
  const positions = redeemer && readItem(redeemer, read);
  return positions?.ok === true && positions.value.length > 0 ? positions.value : undefined;
}
