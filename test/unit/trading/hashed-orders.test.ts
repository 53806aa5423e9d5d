import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';

import { valueOf, quantity } from '../../../src-preload/domain/amount.ts';
import { ADA } from '../../../src-preload/domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import type { KnownScripts } from '../../../src-main/cardano/order-form.ts';
import { minswapV1Form } from '../../../src-main/cardano/order-forms/minswap-v1.ts';
import { muesliswapForm } from '../../../src-main/cardano/order-forms/muesliswap.ts';
import { readRestingOrder } from '../../../src-main/inspect/resting-order.ts';
import type { ChainTx, OutputRef } from '../../../src-main/ports/ledger.ts';
import { findOrder } from '../../../src-main/trading/order-finder.ts';
import { GEM, myAddress, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import { constr, datumHex, type Data } from '../../support/plutus-data.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

/** Orders at scripts of Plutus version 1 name what they say by a hash: it must be found before one can be cancelled. */

const MINSWAP = 'a6'.repeat(28);
const MUESLI = '0f'.repeat(28);
const known: KnownScripts = new Map([
  [MINSWAP, { exchange: 'Minswap V1', plutus: 1, form: minswapV1Form }],
  [MUESLI, { exchange: 'MuesliSwap', plutus: 2, form: muesliswapForm }],
]);

const gem = [GEM.slice(0, 56), GEM.slice(56)] as const;
const owner = (payment: string): Data =>
  constr(0, constr(0, payment), constr(0, constr(0, constr(0, STAKE))));

/** A Minswap V1 order of `payment`'s for 900 base units of GEM. */
function minswapOrder(payment: string): string {
  const me = owner(payment);
  return datumHex(constr(0, me, me, constr(1), constr(0, constr(0, ...gem), 900n), 2_000_000n, 2_000_000n));
}

/** A MuesliSwap order that sells GEM for at least so much ADA, and may be filled in parts. */
function muesliOrder(least: bigint): string {
  return datumHex(constr(0, constr(0, owner(PAYMENT), '', '', ...gem, least, constr(1), 2_650_000n)));
}

interface Placed {
  readonly first: OutputRef;
  readonly tx: ChainTx;
  readonly cbor: string;
  readonly hash: string;
}

/** A transaction that places one order by the hash of its datum, as its bytes and as a back-end tells it. */
function placing(script: string, datum: string, gems = 0n, seed = '01'): Placed {
  const address = formatAddress(addressOf(0, { kind: 'script', hash: script }));
  const data = CSL.PlutusData.from_hex(datum);
  const hash = CSL.hash_plutus_data(data).to_hex();
  const coin = CSL.BigNum.from_str('104000000');
  const tokens = CSL.MultiAsset.new();
  if (gems > 0n)
    tokens.set_asset(
      CSL.ScriptHash.from_hex(gem[0]),
      CSL.AssetName.new(Buffer.from(gem[1], 'hex')),
      CSL.BigNum.from_str(String(gems)),
    );
  const held = gems > 0n ? CSL.Value.new_with_assets(coin, tokens) : CSL.Value.new(coin);
  const output = CSL.TransactionOutput.new(CSL.Address.from_bech32(address), held);
  output.set_data_hash(CSL.DataHash.from_hex(hash));
  const inputs = CSL.TransactionInputs.new();
  inputs.add(CSL.TransactionInput.new(CSL.TransactionHash.from_hex(seed.repeat(32)), 0));
  const outputs = CSL.TransactionOutputs.new();
  outputs.add(output);
  const witnesses = CSL.TransactionWitnessSet.new();
  const list = CSL.PlutusList.new();
  list.add(data);
  witnesses.set_plutus_data(list);
  const body = CSL.TransactionBody.new_tx_body(inputs, outputs, CSL.BigNum.from_str('200000'));
  const cbor = CSL.Transaction.new(body, witnesses).to_hex();
  const txHash = CSL.FixedTransaction.from_hex(cbor).transaction_hash().to_hex();
  const first = { txHash, index: 0 };
  const value = valueOf(
    { asset: ADA, quantity: quantity(104_000_000n) },
    ...(gems > 0n ? [{ asset: GEM, quantity: quantity(gems) }] : []),
  );
  const tx: ChainTx = { hash: txHash, inputs: [], outputs: [{ ...first, address, value, datumHash: hash }] };
  return { first, tx, cbor, hash };
}

function find(first: OutputRef, ledger: ScriptedLedger, kept = new Map<string, string>()) {
  return findOrder(first, {
    ledger,
    kept: (txHash) => kept.get(txHash),
    parts: (output) => readRestingOrder(output, known),
    own: { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set([STAKE]) },
    owner: myAddress,
  });
}

function ledgerWith(...placed: readonly Placed[]): ScriptedLedger {
  const ledger = new ScriptedLedger();
  for (const { tx } of placed) ledger.chain.set(tx.hash, tx);
  return ledger;
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

  it('is read by its bytes, whatever hash the ledger tells', async () => {
    const ledger = ledgerWith(mine);
    const [output] = mine.tx.outputs;
    if (!output) throw new Error('one order');
    const told = { ...output, datumHash: placing(MINSWAP, minswapOrder(STRANGER)).hash };
    ledger.chain.set(mine.tx.hash, { ...mine.tx, outputs: [told] });
    ledger.bytes.set(mine.first.txHash, mine.cbor);
    expect(await find(mine.first, ledger)).toMatchObject(found);
  });

  it('is told to be of somebody else where it is', async () => {
    const theirs = placing(MINSWAP, minswapOrder(STRANGER));
    const ledger = ledgerWith(theirs);
    ledger.bytes.set(theirs.first.txHash, theirs.cbor);
    expect(await find(theirs.first, ledger)).toMatchObject({ failure: { code: 'order-not-yours' } });
  });

  it('is followed through a part that was filled, to the rest that names its terms by another hash', async () => {
    const placed = placing(MUESLI, muesliOrder(1_000_000n), 1_000n);
    const rest = placing(MUESLI, muesliOrder(400_000n), 400n, '02');
    const ledger = ledgerWith(placed, rest);
    const [output] = placed.tx.outputs;
    if (!output) throw new Error('one order');
    ledger.chain.set(placed.tx.hash, {
      ...placed.tx,
      outputs: [{ ...output, spentBy: rest.first.txHash }],
    });
    ledger.bytes.set(placed.first.txHash, placed.cbor);
    ledger.bytes.set(rest.first.txHash, rest.cbor);
    expect(await find(placed.first, ledger)).toMatchObject({
      ok: true,
      value: { output: `${rest.first.txHash}#0`, parts: 1 },
    });
  });
});
