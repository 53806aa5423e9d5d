import type { ScriptRules } from '../chain/rules.ts';
import { POOL_RIDER, poolAssets, scriptHash } from '../chain/scripts.ts';
import { type LedgerTx, refKey, type TxInput, type TxOutput } from '../chain/transaction.ts';
import { decodeOrderDatum, decodePlanDatum } from './datum.ts';
import { outcomeOf, type OrderRules } from './order-outcome.ts';
import { readRestingOrder } from './order-output.ts';

/** An exchange as the validators know it. */
export interface ScriptExchange {
  readonly code: string;
  /** Key hash of its batcher. */
  readonly batcher: string;
  /** Whether it fills limit orders in parts. */
  readonly partialFills: boolean;
}

/**
 * The practice validators. Real exchanges guard their outputs with Plutus scripts; the practice ledger runs no
 * Plutus, and says so by enforcing these rules itself on every spend of an output at a practice script address:
 *
 * - An **order** may be spent by a transaction signed by the payment key that its datum names as owner (a cancel),
 *   or by one signed by the exchange's batcher which, in an output of its own, pays the owner's address at least
 *   the datum's minimum of the asset wanted and gives the deposit back, and all that earlier parts brought. Where the
 *   exchange fills limit orders in parts, that output may be the order again, which sells less of the same at a price
 *   no worse, was paid for the part, and still holds fee and deposit (`order-outcome.ts`).
 * - A **recurring order** may be spent by its owner in the same way, or by the exchange's batcher in a transaction that
 *   carries out one cycle and no more: it sells one part, pays what that bought to the owner's address, and puts all the
 *   rest back under the same datum with one more cycle completed (`plan-cycle.ts`). When, and at which price within its
 *   slippage, is the scheduler's (`plan-runner.ts`): the ledger sees no market.
 * - A **pool** may be spent by a transaction signed by its exchange's batcher which puts the same two assets back
 *   at the same address under the same datum, the product of the reserves being no smaller than before.
 * - Any other script is unknown here, and its outputs cannot be spent.
 */
export function scriptRules(exchanges: readonly ScriptExchange[]): ScriptRules {
  const codes = exchanges.map(({ code }) => code);
  const orders = new Map(exchanges.map((item) => [scriptHash(item.code, 'order'), { ...item, codes }]));
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
  { batcher, ...rules }: ScriptExchange & OrderRules,
  signers: ReadonlySet<string>,
  taken: Set<TxOutput>,
): string | undefined {
  const owner = ownerOf(spent.inlineDatum ?? '');
  if (owner === undefined) return 'the order has no readable datum';
  if (signers.has(owner)) return undefined;
  if (!signers.has(batcher)) return "neither the owner nor the exchange's batcher signed";
  const order = readRestingOrder(spent, rules.codes);
  if (!order) return 'the order sells nothing';
  return outcomeOf(tx, { output: spent, order }, rules, taken) === undefined
    ? 'no output pays the owner what is due'
    : undefined;
}

/** The payment key that a datum names as owner, of an order or of a recurring one. */
function ownerOf(datum: string): string | undefined {
  const order = decodeOrderDatum(datum);
  const read = order.ok ? order : decodePlanDatum(datum);
  return read.ok ? read.value.ownerPaymentKeyHash : undefined;
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
