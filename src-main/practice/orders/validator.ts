import type { ScriptRules } from '../chain/rules.ts';
import { POOL_RIDER, poolAssets, scriptHash, scriptName } from '../chain/scripts.ts';
import { type LedgerTx, refKey, type TxOutput } from '../chain/transaction.ts';
import { decodeOrderDatum, decodePlanDatum } from './datum.ts';
import { isTakenBack, outcomeOf, type OrderRules } from './order-outcome.ts';
import { readRestingOrder, type OrderOwner } from './order-output.ts';

/** An exchange as the validators see it. */
export interface ScriptExchange {
  readonly code: string;
  /** Key hash of its batcher. */
  readonly batcher: string;
  /** Whether it fills limit orders in parts. */
  readonly partialFills: boolean;
}

/**
 * The practice validators. Real exchanges guard their outputs with Plutus scripts. The practice ledger runs no
 * Plutus and instead enforces these rules itself whenever an output at a practice script address is spent:
 *
 * - An **order** may be spent by a transaction signed by the payment key that its datum names as owner (a
 *   cancellation), by one that spends an output of the native script named there, or by one signed by the exchange's
 *   batcher which, in a separate output, pays the owner's address at least the datum's minimum of the wanted asset and
 *   returns the deposit and everything that earlier fills brought. Where the exchange fills limit orders in parts, that output may instead be the continued order: it
 *   sells less of the same asset at a price no worse, was paid for the filled part, and still holds fee and deposit
 *   (`order-outcome.ts`).
 * - A **recurring order** may be spent by its owner in the same way, or by the exchange's batcher in a transaction
 *   that executes exactly one cycle: it sells one part, pays what that bought to the owner's address, and puts all
 *   the rest back under the same datum with one more cycle completed (`order-outcome.ts`). The time, and the price
 *   within the slippage, are up to the scheduler (`traders/plan-runner.ts`): the ledger does not see the market.
 * - A **pool** may be spent by a transaction signed by its exchange's batcher that puts the same two assets back at
 *   the same address under the same datum, with a product of the reserves no smaller than before.
 * - Any other script is unknown, and its outputs cannot be spent.
 */
export function scriptRules(exchanges: readonly ScriptExchange[]): ScriptRules {
  const codes = exchanges.map(({ code }) => code);
  const hashOf = (code: string, kind: 'order' | 'pool'): string => scriptHash(scriptName(code, codes), kind);
  const orders = new Map(exchanges.map((item) => [hashOf(item.code, 'order'), { ...item, codes }]));
  const pools = new Map(exchanges.map((item) => [hashOf(item.code, 'pool'), item]));
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
  if (isTakenBack(tx, owner)) return undefined;
  if (!signers.has(batcher)) return "neither the owner nor the exchange's batcher signed";
  const order = readRestingOrder(spent, rules.codes);
  if (!order) return 'the order sells nothing';
  return outcomeOf(tx, { output: spent, order }, rules, taken) === undefined
    ? 'no output pays the owner what is due'
    : undefined;
}

/** The owner in the datum of an order or a recurring order. */
function ownerOf(datum: string): OrderOwner | undefined {
  const order = decodeOrderDatum(datum);
  const read = order.ok ? order : decodePlanDatum(datum);
  return read.ok ? read.value : undefined;
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
  const same =
    spent.value.size === next.value.size && [...spent.value.keys()].every((asset) => next.value.has(asset));
  if (!before || !after || before.token !== after.token || !same) return 'the pool holds other assets';
  if (after.ada * after.tokens < before.ada * before.tokens)
    return `the pool's product falls (the ${POOL_RIDER} lovelace that ride along left out)`;
  return undefined;
}
