import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';

import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { readRestingOrder } from '../../../src-main/inspect/resting-order.ts';
import type { OutputRef, ReferenceSource } from '../../../src-main/ports/ledger.ts';
import { findOrder } from '../../../src-main/trading/order-finder.ts';
import { editParts } from '../../support/edit-cbor.ts';
import { GEM, myAddress, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import {
  hashedScripts,
  MINSWAP,
  minswapOrder,
  MUESLI,
  muesliOrder,
  placing,
  type Placed,
} from '../../support/hashed-orders.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

/** Orders at scripts of Plutus version 1 name what they say by a hash: it must be found before one can be cancelled. */

function find(
  first: OutputRef,
  ledger: ScriptedLedger,
  kept = new Map<string, string>(),
  second?: ReferenceSource,
) {
  return findOrder(first, {
    ledger,
    second,
    ownBytes: (txHash) => kept.get(txHash),
    parts: (output) => readRestingOrder(output, hashedScripts),
    own: { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set([STAKE]) },
    owner: () => myAddress,
  });
}

function ledgerWith(...placed: readonly Placed[]): ScriptedLedger {
  const ledger = new ScriptedLedger();
  for (const { tx } of placed) ledger.chain.set(tx.hash, tx);
  return ledger;
}

function secondWith(
  bytes: readonly (readonly [string, string])[],
  data: readonly (readonly [string, string])[],
): ReferenceSource {
  return {
    network: () => Promise.resolve(ok('preprod')),
    outputs: () => Promise.resolve(ok([])),
    transactionBytes: () => Promise.resolve(ok(new Map(bytes))),
    datum: (hash) => Promise.resolve(ok(new Map(data).get(hash))),
  };
}

describe('an order whose datum is given by its hash', () => {
  const mine = placing(MINSWAP, minswapOrder(PAYMENT));
  const found = {
    ok: true,
    value: {
      output: `${mine.first.txHash}#0`,
      parts: 0,
      order: {
        exchange: 'Minswap V1',
        terms: { ownerPaymentKeyHash: PAYMENT, wanted: GEM, minimumReceived: 900n },
        sells: { asset: ADA, quantity: 100_000_000n },
      },
    },
  };

  it('is found by the bytes in the journal, without the ledger being asked for any', async () => {
    const ledger = ledgerWith(mine);
    expect(await find(mine.first, ledger, new Map([[mine.first.txHash, mine.cbor]]))).toMatchObject(found);
  });

  it('is found by the bytes of the ledger', async () => {
    const ledger = ledgerWith(mine);
    ledger.bytes.set(mine.first.txHash, mine.cbor);
    expect(await find(mine.first, ledger)).toMatchObject(found);
  });

  it('is found by its hash, where no bytes are to be had or they do not bring it', async () => {
    const ledger = ledgerWith(mine);
    ledger.data.set(mine.hash, minswapOrder(PAYMENT));
    expect(await find(mine.first, ledger)).toMatchObject(found);
    const bare = CSL.Transaction.new(
      CSL.Transaction.from_hex(mine.cbor).body(),
      CSL.TransactionWitnessSet.new(),
    ).to_hex();
    ledger.bytes.set(mine.first.txHash, bare);
    expect(await find(mine.first, ledger)).toMatchObject(found);
  });

  it('is not known where nobody has it, and is no reason to take the word of somebody who lies', async () => {
    const unknown = { ok: false, failure: { code: 'order-terms-unknown' } };
    const ledger = ledgerWith(mine);
    expect(await find(mine.first, ledger)).toMatchObject(unknown);
    // Another datum under its hash, and the bytes of another transaction.
    const theirs = placing(MINSWAP, minswapOrder(STRANGER));
    const lying = ledgerWith(placing(MINSWAP, minswapOrder(STRANGER)));
    lying.data.set(theirs.hash, minswapOrder(PAYMENT));
    lying.bytes.set(theirs.first.txHash, mine.cbor);
    expect(await find(theirs.first, lying)).toMatchObject(unknown);
    lying.data.set(theirs.hash, 'zz');
    expect(await find(theirs.first, lying)).toMatchObject(unknown);
  });

  it('is found at a second ledger, where the first one has nothing, breaks down or lies', async () => {
    const bare = secondWith([], []);
    const byBytes = secondWith([[mine.first.txHash, mine.cbor]], []);
    const byHash = secondWith([], [[mine.hash, minswapOrder(PAYMENT)]]);
    const broken = ledgerWith(mine);
    const down = () => Promise.resolve(failed(failure('ledger-timeout')));
    Object.assign(broken, { transactionCbor: down, datum: down });
    const lying = ledgerWith(mine);
    lying.data.set(mine.hash, minswapOrder(STRANGER));
    lying.bytes.set(mine.first.txHash, placing(MINSWAP, minswapOrder(STRANGER)).cbor);
    const none = new Map<string, string>();
    for (const ledger of [ledgerWith(mine), lying]) {
      expect(await find(mine.first, ledger, none, byBytes)).toMatchObject(found);
      expect(await find(mine.first, ledger, none, byHash)).toMatchObject(found);
      expect(await find(mine.first, ledger, none, bare)).toMatchObject({
        failure: { code: 'order-terms-unknown' },
      });
    }
    expect(await find(mine.first, broken, none, byBytes)).toMatchObject(found);
    expect(await find(mine.first, broken, none, bare)).toMatchObject({ failure: { code: 'ledger-timeout' } });
  });

  it('is not taken from a second ledger that lies', async () => {
    const theirs = placing(MINSWAP, minswapOrder(STRANGER));
    const liar = secondWith([[theirs.first.txHash, mine.cbor]], [[theirs.hash, minswapOrder(PAYMENT)]]);
    expect(await find(theirs.first, ledgerWith(theirs), new Map(), liar)).toMatchObject({
      failure: { code: 'order-terms-unknown' },
    });
  });

  it('is read by its bytes, whatever hash the ledger reports', async () => {
    const ledger = ledgerWith(mine);
    const [output] = mine.tx.outputs;
    if (!output) throw new Error('one order');
    const told = { ...output, datumHash: placing(MINSWAP, minswapOrder(STRANGER)).hash };
    ledger.chain.set(mine.tx.hash, { ...mine.tx, outputs: [told] });
    ledger.bytes.set(mine.first.txHash, mine.cbor);
    expect(await find(mine.first, ledger)).toMatchObject(found);
  });

  it('is said to be somebody else’s where it is', async () => {
    const theirs = placing(MINSWAP, minswapOrder(STRANGER));
    const ledger = ledgerWith(theirs);
    ledger.bytes.set(theirs.first.txHash, theirs.cbor);
    expect(await find(theirs.first, ledger)).toMatchObject({ failure: { code: 'order-not-yours' } });
  });

  describe('that was filled in part', () => {
    const placed = placing(MUESLI, muesliOrder(1_000_000n), 1_000n);
    const rest = placing(MUESLI, muesliOrder(400_000n), 400n, placed.first);

    /** A ledger that names `spender` as what filled a part, and shows its bytes. */
    function filledBy(spender: Placed, bytes = spender.cbor): ScriptedLedger {
      const ledger = ledgerWith(placed, spender);
      const [output] = placed.tx.outputs;
      if (!output) throw new Error('one order');
      ledger.chain.set(placed.tx.hash, {
        ...placed.tx,
        outputs: [{ ...output, spentBy: spender.first.txHash }],
      });
      ledger.bytes.set(placed.first.txHash, placed.cbor);
      ledger.bytes.set(spender.first.txHash, bytes);
      return ledger;
    }
    const unproven = { ok: false, failure: { code: 'order-rest-unproven' } };
    const followed = { ok: true, value: { output: `${rest.first.txHash}#0`, parts: 1 } };

    it('is followed to the rest that names its terms by another hash', async () => {
      expect(await find(placed.first, filledBy(rest))).toMatchObject(followed);
    });

    it('is not taken for another order of the same owner, which spends something else', async () => {
      const other = placing(MUESLI, muesliOrder(400_000n), 400n);
      expect(await find(placed.first, filledBy(other))).toMatchObject(unproven);
    });

    it('is not followed to an output that is told otherwise than it was made', async () => {
      const ledger = filledBy(rest);
      const [made] = rest.tx.outputs;
      if (!made) throw new Error('one order');
      for (const told of [
        { ...made, value: new Map([...made.value, [ADA, quantity(1n)]]) },
        { ...made, value: new Map([...made.value].slice(1)) },
        { ...made, inlineDatum: muesliOrder(400_000n) },
      ]) {
        ledger.chain.set(rest.tx.hash, { ...rest.tx, outputs: [told] });
        expect(await find(placed.first, ledger)).toMatchObject({ ok: false });
      }
    });

    it('is not followed through a transaction whose scripts failed, nor where nobody shows its bytes', async () => {
      const failing = editParts(rest.cbor, () => ({ isValid: 'f4' }));
      expect(await find(placed.first, filledBy(rest, failing))).toMatchObject(unproven);
      const silent = filledBy(rest);
      silent.data.set(rest.hash, muesliOrder(400_000n));
      silent.bytes.delete(rest.first.txHash);
      expect(await find(placed.first, silent)).toMatchObject(unproven);
      const second = secondWith([[rest.first.txHash, rest.cbor]], []);
      expect(await find(placed.first, silent, new Map(), second)).toMatchObject(followed);
    });
  });
});
