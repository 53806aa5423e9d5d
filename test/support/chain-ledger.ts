import { ok } from '#domain/result.ts';
import { epochMs, slot } from '#domain/time.ts';
import { toHex } from '../../src-main/cardano/hex.ts';
import type { Chain } from '../../src-main/practice/chain/chain.ts';
import { ScriptedLedger } from './scripted-ledger.ts';

/** A ledger that reports a practice chain truthfully, and counts the questions. */
export function chainLedger({ state }: Chain): {
  readonly ledger: ScriptedLedger;
  readonly asked: () => number;
} {
  const ledger = new ScriptedLedger();
  let asked = 0;
  ledger.transactionCbor = (hash) => {
    asked += 1;
    const held = state.transaction(hash)?.tx;
    return Promise.resolve(ok(held && toHex(held.bytes)));
  };
  ledger.transaction = (hash) => {
    asked += 1;
    const held = state.transaction(hash)?.tx;
    const outputs = (held?.outputs ?? []).map(({ address, value }, index) => {
      const spentBy = state.spentBy({ txHash: hash, index });
      return { txHash: hash, index, address, value, ...(spentBy !== undefined && { spentBy }) };
    });
    return Promise.resolve(ok(held && { hash, inputs: [], outputs }));
  };
  ledger.inclusion = (hash) => {
    asked += 1;
    const block = state.transaction(hash)?.block;
    return Promise.resolve(
      ok(
        block && {
          ...{ hash, blockHeight: block.height, fees: 0n },
          ...{ slot: slot(block.slot), time: epochMs(block.slot * 1_000) },
        },
      ),
    );
  };
  return { ledger, asked: () => asked };
}
