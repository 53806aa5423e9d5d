import { addValues, type Value } from '#domain/amount.ts';
import { ADA, assetUnit } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { blake2b256 } from '../../cardano/hash.ts';
import { hexBytes } from '../../cardano/hex.ts';
import type { Block, ChainedTx, LedgerState, Unspent } from '../chain/ledger-state.ts';
import { epochOf, PARAMETERS } from '../chain/parameters.ts';
import type { TxInput, TxOutput } from '../chain/transaction.ts';

/** Ledger data in the response formats of the Blockfrost API (its OpenAPI description, version 0). */

export function blockReply(block: Block, tip: Block, fees: bigint, output: bigint, size: number): object {
  const { epoch, slotInEpoch } = epochOf(block.slot);
  return {
    time: slotToUnix('preprod', block.slot),
    height: block.height,
    hash: block.hash,
    slot: block.slot,
    epoch,
    epoch_slot: slotInEpoch,
    slot_leader: 'practice',
    size,
    tx_count: block.transactions.length,
    output: block.transactions.length === 0 ? null : output.toString(),
    fees: block.transactions.length === 0 ? null : fees.toString(),
    block_vrf: null,
    op_cert: null,
    op_cert_counter: null,
    previous_block: block.height === 0 ? null : block.previous,
    next_block: null,
    confirmations: tip.height - block.height,
  };
}

export function parametersReply(slot: number): object {
  const perByte = PARAMETERS.coinsPerUtxoByte.toString();
  return {
    epoch: epochOf(slot).epoch,
    min_fee_a: Number(PARAMETERS.minFeeA),
    min_fee_b: Number(PARAMETERS.minFeeB),
    max_block_size: 90_112,
    max_tx_size: PARAMETERS.maxTxSize,
    max_block_header_size: 1_100,
    key_deposit: '2000000',
    pool_deposit: '500000000',
    e_max: 18,
    n_opt: 500,
    a0: 0.3,
    rho: 0.003,
    tau: 0.2,
    decentralisation_param: 0,
    extra_entropy: null,
    protocol_major_ver: 10,
    protocol_minor_ver: 0,
    min_utxo: perByte,
    min_pool_cost: '170000000',
    nonce: '0'.repeat(64),
    cost_models: {},
    price_mem: 0.0577,
    price_step: 0.0000721,
    max_tx_ex_mem: '16500000',
    max_tx_ex_steps: '10000000000',
    max_block_ex_mem: '72000000',
    max_block_ex_steps: '20000000000',
    max_val_size: PARAMETERS.maxValueSize.toString(),
    collateral_percent: 150,
    max_collateral_inputs: 3,
    coins_per_utxo_size: perByte,
    coins_per_utxo_word: perByte,
    min_fee_ref_script_cost_per_byte: 15,
  };
}

/** `[{unit, quantity}]`, lovelace first, quantities as strings. */
function amountReply(value: Value): object[] {
  const tokens = [...value].filter(([asset]) => asset !== ADA);
  return [[ADA, value.get(ADA) ?? 0n] as const, ...tokens].map(([asset, quantity]) => ({
    unit: assetUnit(asset),
    quantity: quantity.toString(),
  }));
}

export function utxoReply({ ref, output }: Unspent, state: LedgerState): object {
  return {
    address: output.address,
    tx_hash: ref.txHash,
    tx_index: ref.index,
    output_index: ref.index,
    amount: amountReply(output.value),
    block: state.transaction(ref.txHash)?.block.hash ?? null,
    ...datumReply(output),
  };
}

export function addressReply(
  address: string,
  unspent: readonly Unspent[],
  facts: { readonly stakeAddress: string | null; readonly script: boolean },
): object {
  const held = unspent.reduce<Value>((sum, item) => addValues(sum, item.output.value), new Map());
  return {
    address,
    amount: amountReply(held),
    stake_address: facts.stakeAddress,
    type: 'shelley',
    script: facts.script,
  };
}

export function transactionReply({ tx, block, index }: ChainedTx): object {
  const produced = tx.outputs.reduce<Value>((sum, output) => addValues(sum, output.value), new Map());
  return {
    hash: tx.hash,
    block: block.hash,
    block_height: block.height,
    block_time: slotToUnix('preprod', block.slot),
    slot: block.slot,
    index,
    output_amount: amountReply(produced),
    fees: tx.fee.toString(),
    deposit: '0',
    size: tx.bytes.length,
    invalid_before: tx.validFrom?.toString() ?? null,
    invalid_hereafter: tx.invalidFrom?.toString() ?? null,
    utxo_count: tx.inputs.length + tx.outputs.length,
    withdrawal_count: 0,
    mir_cert_count: 0,
    delegation_count: 0,
    stake_cert_count: 0,
    pool_update_count: 0,
    pool_retire_count: 0,
    asset_mint_or_burn_count: 0,
    redeemer_count: 0,
    valid_contract: true,
    treasury_donation: '0',
  };
}

export function transactionUtxosReply({ tx }: ChainedTx, state: LedgerState): object {
  const source = (ref: TxInput): TxOutput | undefined => state.transaction(ref.txHash)?.tx.outputs[ref.index];
  const entry = (output: TxOutput): object => ({
    address: output.address,
    amount: amountReply(output.value),
  });
  const inputs = (refs: readonly TxInput[], reference: boolean): object[] =>
    refs.flatMap((ref) => {
      const output = source(ref);
      if (!output) return [];
      return [
        {
          ...entry(output),
          tx_hash: ref.txHash,
          output_index: ref.index,
          ...datumReply(output),
          collateral: false,
          reference,
        },
      ];
    });
  return {
    hash: tx.hash,
    inputs: [...inputs(tx.inputs, false), ...inputs(tx.referenceInputs, true)],
    outputs: tx.outputs.map((output, index) => ({
      ...entry(output),
      output_index: index,
      ...datumReply(output),
      collateral: false,
      consumed_by_tx: state.spentBy({ txHash: tx.hash, index }) ?? null,
    })),
  };
}

function datumReply({ inlineDatum, datumHash }: TxOutput): object {
  return {
    data_hash: datumHash ?? (inlineDatum === undefined ? null : blake2b256(hexBytes(inlineDatum))),
    inline_datum: inlineDatum ?? null,
    reference_script_hash: null,
  };
}
