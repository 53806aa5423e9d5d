import * as v from 'valibot';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { epochMs, slot } from '#domain/time.ts';
import { ifReadable, objectOf, optional, rowsOf } from '../../http/json.ts';
import type { ChainTx, LedgerAsset, ProtocolParameters, Tip, TxInclusion, Utxo } from '../../ports/ledger.ts';
import { hash, hex, moment, natural, tokenFacts, unsigned } from '../ledger-read.ts';

/**
 * The answers of the Koios API, by `koiosapi-mainnet.yaml` of cardano-community/koios-artifacts (1.4.2): lists of rows,
 * in which what is not known is missing.
 */

/** Columns to name in `select`, so that nothing large and unread comes along. */
export const COLUMNS = {
  inclusion: 'tx_hash,block_height,absolute_slot,tx_timestamp,fee',
  transaction: 'tx_hash,block_height,inputs,outputs',
  inputs: 'tx_hash,inputs',
  parameters: 'epoch_no,min_fee_a,min_fee_b,max_tx_size,coins_per_utxo_size,protocol_major',
} as const;

const asset = v.pipe(
  objectOf({ policy_id: hex, asset_name: optional(hex), quantity: unsigned }),
  v.transform((wire) => ({
    id: parseAssetId(wire.policy_id + (wire.asset_name ?? '')),
    quantity: wire.quantity,
  })),
  v.custom<{ readonly id: AssetId; readonly quantity: bigint }>(
    (held) => (held as { readonly id: AssetId | undefined }).id !== undefined,
  ),
);

const held = {
  tx_hash: hash,
  tx_index: natural,
  value: unsigned,
  asset_list: optional(v.array(asset)),
  datum_hash: optional(hash),
  inline_datum: optional(objectOf({ bytes: hex })),
};

interface Held {
  readonly tx_hash: string;
  readonly tx_index: number;
  readonly value: bigint;
  readonly asset_list?: readonly { readonly id: AssetId; readonly quantity: bigint }[] | undefined;
  readonly datum_hash?: string | undefined;
  readonly inline_datum?: { readonly bytes: string } | undefined;
}

function utxoOf(address: string, wire: Held): Utxo {
  const value = new Map<AssetId, bigint>([[ADA, wire.value]]);
  for (const { id, quantity } of wire.asset_list ?? []) value.set(id, (value.get(id) ?? 0n) + quantity);
  return {
    txHash: wire.tx_hash,
    index: wire.tx_index,
    address,
    value,
    ...(wire.inline_datum === undefined ? {} : { inlineDatum: wire.inline_datum.bytes }),
    ...(wire.datum_hash === undefined ? {} : { datumHash: wire.datum_hash }),
  };
}

/** `GET /genesis`: one row; the magic number is a string of digits. */
export const genesisSchema = v.pipe(
  v.array(objectOf({ networkmagic: unsigned })),
  v.minLength(1),
  v.transform((rows) => Number(rows[0]?.networkmagic)),
);

/** `GET /tip`: one row; `block_time` in unix seconds. The height also comes under the older name `block_no`. */
export const tipSchema = v.pipe(
  v.array(
    objectOf({
      hash,
      abs_slot: moment,
      block_time: moment,
      block_height: optional(natural),
      block_no: optional(natural),
    }),
  ),
  v.minLength(1),
  v.transform(([row]) => ({ row, height: row?.block_height ?? row?.block_no })),
  v.check(({ row, height }) => row !== undefined && height !== undefined),
  v.transform(({ row, height }): Tip => ({
    hash: row?.hash ?? '',
    slot: slot(row?.abs_slot ?? 0),
    time: epochMs((row?.block_time ?? 0) * 1_000),
    height: height ?? 0,
  })),
);

/** `GET /epoch_params`, the newest row. */
export const parametersSchema = v.pipe(
  v.array(
    v.pipe(
      objectOf({
        min_fee_a: unsigned,
        min_fee_b: unsigned,
        max_tx_size: natural,
        coins_per_utxo_size: unsigned,
        protocol_major: optional(natural),
      }),
      v.transform((wire): ProtocolParameters => ({
        minFeeA: wire.min_fee_a,
        minFeeB: wire.min_fee_b,
        coinsPerUtxoByte: wire.coins_per_utxo_size,
        maxTxSize: wire.max_tx_size,
        ...(wire.protocol_major === undefined ? {} : { protocolMajor: wire.protocol_major }),
      })),
    ),
  ),
  v.minLength(1),
);

/** `POST /account_addresses`: a row for each account that is known. */
export const accountAddressesSchema = v.array(objectOf({ addresses: rowsOf(v.string()) }));

const output: v.GenericSchema<unknown, Utxo> = v.pipe(
  objectOf({ ...held, address: v.string() }),
  v.transform((wire) => utxoOf(wire.address, wire)),
);

/** `POST /utxo_info` with `_extended`: a row for each output that is known. */
export const outputsSchema = v.array(output);

/** `POST /address_utxos`, `POST /account_utxos` and `POST /asset_utxos` with `_extended`: a row for each output. */
export const outputRowsSchema = rowsOf(output);

/** `POST /utxo_info`, for what of it is spent. */
export const spentSchema = v.array(objectOf({ tx_hash: hash, tx_index: natural, is_spent: v.boolean() }));

/** `POST /tx_cbor`: a row for each transaction that is known. */
export const bytesSchema = v.array(objectOf({ tx_hash: hash, cbor: v.pipe(hex, v.nonEmpty()) }));

const place = v.pipe(
  objectOf({ ...held, payment_addr: objectOf({ bech32: v.string() }) }),
  v.transform((wire) => utxoOf(wire.payment_addr.bech32, wire)),
);

/** `POST /tx_info` with `_inputs`, `_assets` and `_scripts`. Reference inputs and collateral are listed separately. */
export const transactionSchema = v.array(
  v.pipe(
    objectOf({
      tx_hash: hash,
      block_height: natural,
      inputs: optional(v.array(place)),
      outputs: v.array(place),
    }),
    v.transform((wire): { readonly height: number; readonly tx: ChainTx } => ({
      height: wire.block_height,
      tx: {
        hash: wire.tx_hash,
        inputs: wire.inputs ?? [],
        outputs: wire.outputs.toSorted((a, b) => a.index - b.index),
      },
    })),
  ),
);

/** `POST /tx_info` with `_inputs`, for what it spent. Nothing follows from a row that is missing here. */
export const inputsSchema = v.pipe(
  rowsOf(
    objectOf({
      tx_hash: hash,
      inputs: optional(v.array(objectOf({ tx_hash: hash, tx_index: natural }))),
    }),
  ),
  v.transform(({ rows }) => rows),
);

/** `POST /tx_info`; `tx_timestamp` in unix seconds. */
export const inclusionSchema = v.array(
  v.pipe(
    objectOf({
      tx_hash: hash,
      block_height: natural,
      absolute_slot: moment,
      tx_timestamp: moment,
      fee: unsigned,
    }),
    v.transform((wire): TxInclusion => ({
      hash: wire.tx_hash,
      blockHeight: wire.block_height,
      slot: slot(wire.absolute_slot),
      time: epochMs(wire.tx_timestamp * 1_000),
      fees: wire.fee,
    })),
  ),
);

/** `POST /address_txs`. */
export const transactionsSchema = rowsOf(objectOf({ tx_hash: hash }));

/** `POST /datum_info`. */
export const datumSchema = v.array(objectOf({ datum_hash: hash, bytes: v.pipe(hex, v.nonEmpty()) }));

/** `POST /asset_info`: the off-chain registry's entry. */
export const assetSchema = v.array(
  v.pipe(
    objectOf({
      policy_id: hex,
      asset_name: optional(hex),
      total_supply: ifReadable(unsigned),
      token_registry_metadata: tokenFacts,
    }),
    v.transform((wire): Omit<LedgerAsset, 'id'> & { readonly id: AssetId | undefined } => ({
      id: parseAssetId(wire.policy_id + (wire.asset_name ?? '')),
      decimals: wire.token_registry_metadata?.decimals,
      ticker: wire.token_registry_metadata?.ticker,
      name: wire.token_registry_metadata?.name,
      supply: wire.total_supply,
    })),
  ),
);
