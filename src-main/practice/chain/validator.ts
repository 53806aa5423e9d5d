import { ADA } from '../../../src-preload/domain/asset.ts';
import { lovelaceIn, quantityIn } from '../../../src-preload/domain/amount.ts';
import { decodeOrderDatum, type OrderDatum } from '../../cardano/order-datum.ts';
import { POOL_RIDER, poolAssets } from './pool-output.ts';
import { scriptHash } from '../keys.ts';
import { refKey, type LedgerTx, type TxInput } from './transaction.ts';
import type { TxOutput } from './transaction-output.ts';

/**
 * The practice validators. Real exchanges guard their outputs with Plutus scripts; the practice ledger runs no
 * Plutus, and says so by enforcing these rules itself on every spend of an output at a practice script address:
 *
 * - An **order** may be spent by a transaction signed by the payment key that its datum names as owner (a cancel),
 *   or by one signed by the exchange's batcher which, in an output of its own, pays the owner's address at least
 *   the datum's minimum of the asset wanted and gives the deposit back.
 * - A **pool** may be spent by a transaction signed by its exchange's batcher which puts the same two assets back
 *   at the same address under the same datum, the product of the reserves being no smaller than before.
 * - Any other script is unknown here, and its outputs cannot be spent.
 */
export interface ScriptRules {
  /** Script inputs that may not be spent so. `reason` is absent when the script is not known. */
  refusals(tx: LedgerTx, resolve: Resolve): readonly ScriptRefusal[];
}

export interface ScriptRefusal {
  readonly script: string;
  readonly reason?: string;
}

type Resolve = (ref: TxInput) => TxOutput | undefined;

/** An exchange as the validators know it. */
export interface ScriptExchange {
  readonly code: string;
  /** Key hash of its batcher. */
  readonly batcher: string;
}

export function scriptRules(exchanges: readonly ScriptExchange[]): ScriptRules {
  const orders = new Map(exchanges.map((item) => [scriptHash(item.code, 'order'), item]));
  const pools = new Map(exchanges.map((item) => [scriptHash(item.code, 'pool'), item]));
  return {
    refusals(tx, resolve) {
      const signers = new Set(tx.witnesses.map((witness) => witness.keyHash));
      const taken = new Set<TxOutput>();
      return tx.inputs.flatMap((input) => {
        const spent = resolve(input);
        if (spent?.payment.kind !== 'script') return [];
        const script = spent.payment.hash;
        const order = orders.get(script);
        const pool = pools.get(script);
        if (!order && !pool) return [{ script }];
        const reason = order
          ? orderRefusal(tx, spent, order, signers, taken)
          : poolRefusal(tx, spent, signers.has(pool?.batcher ?? ''), taken);
        return reason === undefined ? [] : [{ script, reason: `${refKey(input)}: ${reason}` }];
      });
    },
  };
}

function orderRefusal(
  tx: LedgerTx,
  spent: TxOutput,
  exchange: ScriptExchange,
  signers: ReadonlySet<string>,
  taken: Set<TxOutput>,
): string | undefined {
  const datum = decodeOrderDatum(spent.inlineDatum ?? '');
  if (!datum.ok) return 'the order has no readable datum';
  if (signers.has(datum.value.ownerPaymentKeyHash)) return undefined;
  if (!signers.has(exchange.batcher)) return "neither the owner nor the exchange's batcher signed";
  const payment = tx.outputs.find((output) => !taken.has(output) && paysOrder(output, datum.value));
  if (!payment) return 'no output pays the owner the minimum and the deposit';
  taken.add(payment);
  return undefined;
}

function paysOrder(output: TxOutput, order: OrderDatum): boolean {
  if (!belongsTo(output, order)) return false;
  const leastAda = order.deposit + (order.wanted === ADA ? order.minimumReceived : 0n);
  return (
    lovelaceIn(output.value) >= leastAda && quantityIn(output.value, order.wanted) >= order.minimumReceived
  );
}

/** True when the output goes to the owner's own payment and stake keys. */
function belongsTo(output: TxOutput, order: OrderDatum): boolean {
  const { payment, stake } = output;
  if (payment.kind !== 'key' || payment.hash !== order.ownerPaymentKeyHash) return false;
  if (stake === undefined) return order.ownerStakeKeyHash === undefined;
  return stake !== 'pointer' && stake.kind === 'key' && stake.hash === order.ownerStakeKeyHash;
}

function poolRefusal(
  tx: LedgerTx,
  spent: TxOutput,
  signed: boolean,
  taken: Set<TxOutput>,
): string | undefined {
  if (!signed) return "the exchange's batcher did not sign";
  const next = tx.outputs.find(
    (output) =>
      !taken.has(output) && output.address === spent.address && output.inlineDatum === spent.inlineDatum,
  );
  if (!next) return 'the pool is not put back';
  taken.add(next);
  const [before, after] = [poolAssets(spent), poolAssets(next)];
  if (!before || !after || before.token !== after.token) return 'the pool holds other assets';
  if (after.ada * after.tokens < before.ada * before.tokens)
    return `the pool's product falls (the ${POOL_RIDER} lovelace that ride along left out)`;
  return undefined;
}
