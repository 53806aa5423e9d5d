import { lovelaceIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { formatAddress } from '../../cardano/address.ts';
import { toHex } from '../../cardano/hex.ts';
import { leastLovelace, withLeastFee, witnessSize, type Draft, type DraftOutput } from '../chain/draft.ts';
import type { Unspent } from '../chain/ledger-state.ts';
import { PARAMETERS } from '../chain/parameters.ts';
import type { OrderRecord } from '../orders/order-history.ts';
import type { Practice } from '../practice.ts';
import { ROOM_OF_SCRIPT, validityFrom } from './placement.ts';
import { jsonObject, malformed, readAddress, ServiceError, textField } from './requests.ts';

/** An order to be cancelled, with the value of its output. */
interface Cancelled {
  readonly order: OrderRecord;
  readonly value: Value;
}

/**
 * The most orders that one transaction cancels, whatever its size. Real exchanges run a script for each, and a
 * transaction's execution units are limited; practice runs no scripts and uses this limit instead.
 */
const MOST_CANCELLED = 30;
const MOST_IDS = 10_000;

/**
 * The unsigned transaction that cancels one order, as hex; `plansApart`: recurring orders are unknown here. @throws
 * ServiceError saying why it cannot be cancelled.
 */
export function buildCancel(practice: Practice, body: Uint8Array, plansApart: boolean): string {
  const fields = jsonObject(body);
  const id = textField(fields, 'order_id');
  const owner = ownerField(fields, 'address');
  if (plansApart && practice.orders.byId(id)?.first.plan) throw unknownOrder(id);
  return cancelOf(practice, [id], owner);
}

/** The same for a recurring order. @throws ServiceError saying why it cannot be cancelled. */
export function buildPlanCancel(practice: Practice, body: Uint8Array): string {
  const fields = jsonObject(body);
  const id = textField(fields, 'dca_id');
  const owner = ownerField(fields, 'user_address');
  if (!practice.orders.byId(id)?.first.plan) throw unknownOrder(id);
  return cancelOf(practice, [id], owner);
}

/** The single transaction that cancels all these orders. @throws ServiceError naming the order at fault. */
export function buildBulkCancel(practice: Practice, body: Uint8Array): string {
  const fields = jsonObject(body);
  const ids: unknown = fields['order_ids'];
  if (!Array.isArray(ids) || ids.length > MOST_IDS || !ids.every((id) => typeof id === 'string'))
    throw malformed('order_ids', 'must be an array of order ids');
  if (ids.length === 0) throw malformed('order_ids', 'is empty');
  return cancelOf(practice, [...new Set(ids)], ownerField(fields, 'address'));
}

function ownerField(fields: Readonly<Record<string, unknown>>, name: string): string {
  return formatAddress(readAddress(textField(fields, name), name));
}

function unknownOrder(id: string): ServiceError {
  return new ServiceError(404, 'order_not_found', `There is no order ${id}.`, { order_id: id });
}

/** Whose orders are cancelled, and what is spent along with them. */
interface Canceller {
  readonly address: string;
  /**
   * For a native script, an output that it locks: spending it makes the ledger evaluate the script, which releases its
   * orders.
   */
  readonly along: readonly Unspent[];
  /** Key hashes that the body requires. */
  readonly signers: readonly string[];
  readonly signatures: number;
}

/** @throws ServiceError if a script has no output to spend along. */
function cancellerOf({ chain }: Practice, address: string, cancelled: readonly Cancelled[]): Canceller {
  const owners = cancelled.map(({ order }) => order.first.datum);
  const signers = [...new Set(owners.map(({ ownerPaymentKeyHash }) => ownerPaymentKeyHash))];
  if (!owners.some(({ ownerByScript }) => ownerByScript))
    return { address, along: [], signers, signatures: signers.length };
  const [along] = chain
    .spendableAt(address)
    .toSorted((left, right) => left.output.value.size - right.output.value.size);
  if (!along)
    throw new ServiceError(
      400,
      'insufficient_funds',
      'The orders belong to a script: something at its address is spent along with them, and nothing is there.',
    );
  return { address, along: [along], signers: [], signatures: ROOM_OF_SCRIPT };
}

/** Spends only the orders' outputs, and pays everything back to their owner less the network fee. */
function cancelOf(practice: Practice, ids: readonly string[], owner: string): string {
  const cancelled = ids.map((id) => cancellable(practice, id, owner));
  const canceller = cancellerOf(practice, owner, cancelled);
  const fits = most(practice, cancelled, canceller);
  if (fits < cancelled.length)
    throw new ServiceError(
      400,
      'too_many_orders',
      `At most ${fits} of these orders can be cancelled in one transaction.`,
      { field: 'order_ids', maximum: fits },
    );
  return toHex(transactionOf(practice, cancelled, canceller));
}

function cancellable(practice: Practice, id: string, owner: string): Cancelled {
  const order = practice.orders.byId(id);
  const refused = (status: number, code: string, message: string): ServiceError =>
    new ServiceError(status, code, message, { order_id: id });
  if (!order) throw unknownOrder(id);
  if (order.owner !== owner) throw refused(400, 'not_order_owner', `The order ${id} is of another address.`);
  if (order.state === 'filled') throw refused(409, 'order_already_filled', `The order ${id} was filled.`);
  if (order.state === 'taken-back')
    throw refused(409, 'order_already_cancelled', `The order ${id} was cancelled.`);
  if (order.state === 'mempool')
    throw refused(409, 'order_not_on_chain', `The order ${id} waits for the next block itself.`);
  const output = practice.chain.resolve(order.current);
  if (!output)
    throw refused(409, 'order_in_use', `A transaction that spends the order ${id} waits for the next block.`);
  return { order, value: output.value };
}

/** How many of these orders, counted from the first, fit into one transaction. */
function most(practice: Practice, cancelled: readonly Cancelled[], owner: Canceller): number {
  let fits = Math.min(cancelled.length, MOST_CANCELLED);
  while (fits > 1) {
    const bytes = transactionOf(practice, cancelled.slice(0, fits), owner);
    if (bytes.length + witnessSize(owner.signatures) <= PARAMETERS.maxTxSize) break;
    fits -= 1;
  }
  return fits;
}

function transactionOf(
  practice: Practice,
  cancelled: readonly Cancelled[],
  { address, along, signers, signatures }: Canceller,
): Uint8Array {
  const held = sumValues([
    ...cancelled.map(({ value }) => value),
    ...along.map(({ output }) => output.value),
  ]);
  const slot = practice.chain.slotNow();
  const at = (fee: bigint): Draft | undefined => {
    const output: DraftOutput = { address, value: subtractValues(held, new Map([[ADA, fee]])) };
    if (lovelaceIn(output.value) < leastLovelace(output)) return undefined;
    return {
      inputs: [...cancelled.map(({ order }) => order.current), ...along.map(({ ref }) => ref)],
      outputs: [output],
      ...validityFrom(slot),
      requiredSigners: signers,
    };
  };
  const drafted = withLeastFee(at, signatures);
  if (!drafted)
    throw new ServiceError(400, 'insufficient_funds', 'The orders hold too little ADA to be sent back.');
  return drafted.bytes;
}
