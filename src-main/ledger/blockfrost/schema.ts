import * as v from 'valibot';
import type { Value } from '#domain/amount.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { epochMs, slot } from '#domain/time.ts';
import { ifReadable, objectOf, optional, type ReadRows, rowsOf } from '../../http/json.ts';
import type { ChainTx, LedgerAsset, ProtocolParameters, Tip, TxInclusion, Utxo } from '../../ports/ledger.ts';
import { hash, hex, moment, natural, tokenFacts, unsigned } from '../ledger-read.ts';

/** The answers of the Blockfrost API by its OpenAPI description (blockfrost/openapi, version 0.1.91). */

const asset = v.pipe(
  v.string(),
  v.transform(parseAssetId),
  v.custom<AssetId>((id) => id !== undefined),
);

const amounts = v.pipe(
  v.array(objectOf({ unit: asset, quantity: unsigned })),
  v.transform((list): Value => {
    const value = new Map<AssetId, bigint>();
    for (const { unit, quantity } of list) value.set(unit, (value.get(unit) ?? 0n) + quantity);
    return value;
  }),
);

const output = {
  amount: amounts,
  output_index: natural,
  inline_datum: optional(hex),
  data_hash: optional(hash),
};
const input = { ...output, tx_hash: hash };

/** `GET /genesis`. */
export const genesisSchema = objectOf({ network_magic: natural });

/** `GET /blocks/latest`; `time` in unix seconds. */
export const tipSchema = v.pipe(
  objectOf({ slot: moment, time: moment, height: natural, hash }),
  v.transform((block): Tip => ({ ...block, slot: slot(block.slot), time: epochMs(block.time * 1000) })),
);

/** `GET /epochs/latest/parameters`. */
export const parametersSchema = v.pipe(
  objectOf({
    min_fee_a: unsigned,
    min_fee_b: unsigned,
    max_tx_size: natural,
    coins_per_utxo_size: unsigned,
    protocol_major_ver: optional(natural),
  }),
  v.transform((wire): ProtocolParameters => ({
    minFeeA: wire.min_fee_a,
    minFeeB: wire.min_fee_b,
    coinsPerUtxoByte: wire.coins_per_utxo_size,
    maxTxSize: wire.max_tx_size,
    ...(wire.protocol_major_ver === undefined ? {} : { protocolMajor: wire.protocol_major_ver }),
  })),
);

/** `GET /accounts/{stake_address}/addresses`, one page. */
export const accountAddressesSchema = rowsOf(objectOf({ address: v.string() }));

/** `GET /addresses/{address}/utxos` and `GET /accounts/{stake_address}/utxos`, one page. */
export const utxosSchema: v.GenericSchema<unknown, ReadRows<Utxo>> = rowsOf(
  v.pipe(objectOf({ ...input, address: optional(v.string()) }), v.transform(utxoOf)),
);

/** `GET /addresses/{address}/transactions`. */
export const transactionsSchema = rowsOf(objectOf({ tx_hash: hash }));

/** `GET /txs/{hash}`; `block_time` in unix seconds. */
export const inclusionSchema = v.pipe(
  objectOf({ hash, block_height: natural, block_time: moment, slot: moment, fees: unsigned }),
  v.transform((wire): TxInclusion => ({
    hash: wire.hash,
    blockHeight: wire.block_height,
    slot: slot(wire.slot),
    time: epochMs(wire.block_time * 1000),
    fees: wire.fees,
  })),
);

const mark = optional(v.boolean());

/**
 * `GET /txs/{hash}/utxos`. References are read, not spent, and collateral moves only when a script failed: neither
 * belongs to what the transaction did.
 */
export const chainTxSchema: v.GenericSchema<unknown, ChainTx> = v.pipe(
  objectOf({
    hash,
    inputs: v.array(objectOf({ ...input, address: v.string(), collateral: mark, reference: mark })),
    outputs: v.array(
      objectOf({ ...output, address: v.string(), collateral: mark, consumed_by_tx: optional(hash) }),
    ),
  }),
  v.transform((wire): ChainTx => ({
    hash: wire.hash,
    inputs: wire.inputs.filter((one) => one.collateral !== true && one.reference !== true).map(utxoOf),
    outputs: wire.outputs
      .filter((one) => one.collateral !== true)
      .map((one) => ({
        ...utxoOf({ ...one, tx_hash: wire.hash }),
        ...(one.consumed_by_tx === undefined ? {} : { spentBy: one.consumed_by_tx }),
      })),
  })),
);

/** `GET /txs/{hash}/cbor`, and `GET /scripts/datum/{hash}/cbor`. */
export const cborSchema = objectOf({ cbor: v.pipe(hex, v.nonEmpty()) });

/** `GET /mempool/{hash}`: that there is an answer at all is what it says. */
export const waitingSchema = objectOf({ tx: objectOf({ hash }) });

/** `GET /assets/{unit}`: off-chain registry first, then what the minter wrote on chain. */
export const assetSchema = objectOf({
  quantity: ifReadable(unsigned),
  metadata: tokenFacts,
  onchain_metadata: tokenFacts,
});

export function assetOf(id: AssetId, wire: v.InferOutput<typeof assetSchema>): LedgerAsset {
  return {
    id,
    decimals: wire.metadata?.decimals ?? wire.onchain_metadata?.decimals,
    ticker: wire.metadata?.ticker,
    minted: wire.onchain_metadata?.ticker,
    name: wire.metadata?.name,
    supply: wire.quantity,
  };
}

interface OutputWire {
  readonly tx_hash: string;
  readonly output_index: number;
  readonly amount: Value;
  readonly address?: string | undefined;
  readonly inline_datum?: string | undefined;
  readonly data_hash?: string | undefined;
}

function utxoOf(wire: OutputWire): Utxo {
  return {
    txHash: wire.tx_hash,
    index: wire.output_index,
    address: wire.address ?? '',
    value: wire.amount,
    ...(wire.inline_datum === undefined ? {} : { inlineDatum: wire.inline_datum }),
    ...(wire.data_hash === undefined ? {} : { datumHash: wire.data_hash }),
  };
}
