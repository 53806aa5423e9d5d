import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';

import { quantity, valueOf } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../src-main/cardano/address.ts';
import type { KnownScripts } from '../../src-main/exchanges/order-form.ts';
import { minswapV1Form } from '../../src-main/exchanges/minswap/v1-order.ts';
import { muesliswapForm } from '../../src-main/exchanges/others/muesliswap-order.ts';
import type { ChainTx, OutputRef } from '../../src-main/ports/ledger.ts';
import { GEM, PAYMENT, STAKE } from './good-trade.ts';
import { constr, datumHex, type Data } from './plutus-data.ts';

export const MINSWAP = 'a6'.repeat(28);
export const MUESLI = '0f'.repeat(28);
/** The two exchanges whose orders name their terms by a hash. */
export const hashedScripts: KnownScripts = new Map([
  [MINSWAP, { exchange: 'Minswap V1', plutus: 1, form: minswapV1Form }],
  [MUESLI, { exchange: 'MuesliSwap', plutus: 2, form: muesliswapForm }],
]);

const gem = [GEM.slice(0, 56), GEM.slice(56)] as const;
const owner = (payment: string): Data =>
  constr(0, constr(0, payment), constr(0, constr(0, constr(0, STAKE))));

/** A Minswap V1 order of `payment`'s for 900 base units of GEM. */
export function minswapOrder(payment: string): string {
  const me = owner(payment);
  return datumHex(constr(0, me, me, constr(1), constr(0, constr(0, ...gem), 900n), 2_000_000n, 2_000_000n));
}

/** A MuesliSwap order that sells GEM for at least so much ADA, and may be filled in parts. */
export function muesliOrder(least: bigint): string {
  return datumHex(constr(0, constr(0, owner(PAYMENT), '', '', ...gem, least, constr(1), 2_650_000n)));
}

export interface Placed {
  readonly first: OutputRef;
  readonly tx: ChainTx;
  readonly cbor: string;
  readonly hash: string;
}

/**
 * A transaction that places one order by the hash of its datum, as its bytes and as a back-end tells it. `spends`: its
 * one input.
 */
export function placing(
  script: string,
  datum: string,
  gems = 0n,
  spends: OutputRef = { txHash: '01'.repeat(32), index: 0 },
): Placed {
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
  inputs.add(CSL.TransactionInput.new(CSL.TransactionHash.from_hex(spends.txHash), spends.index));
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
