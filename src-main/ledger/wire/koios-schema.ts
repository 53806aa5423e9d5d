import * as v from 'valibot';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { objectOf, optional } from '../../http/wire.ts';
import type { Utxo } from '../../ports/ledger.ts';
import { hash, hex, natural, unsigned } from './parts.ts';

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

/** `GET /genesis`: one row; the magic number is a string of digits. */
export const genesisSchema = v.pipe(
  v.array(objectOf({ networkmagic: unsigned })),
  v.minLength(1),
  v.transform((rows) => Number(rows[0]?.networkmagic)),
);

/** `POST /utxo_info` with `_extended`: a row for each output that is known. */
export const outputsSchema: v.GenericSchema<unknown, readonly Utxo[]> = v.array(
  v.pipe(
    objectOf({
      tx_hash: hash,
      tx_index: natural,
      address: v.string(),
      value: unsigned,
      asset_list: optional(v.array(asset)),
      inline_datum: optional(objectOf({ bytes: hex })),
    }),
    v.transform((wire): Utxo => {
      const value = new Map<AssetId, bigint>([[ADA, wire.value]]);
      for (const { id, quantity } of wire.asset_list ?? []) value.set(id, (value.get(id) ?? 0n) + quantity);
      return {
        txHash: wire.tx_hash,
        index: wire.tx_index,
        address: wire.address,
        value,
        ...(wire.inline_datum === undefined ? {} : { inlineDatum: wire.inline_datum.bytes }),
      };
    }),
  ),
);

/** `POST /tx_cbor`: a row for each transaction that is known. */
export const bytesSchema = v.array(objectOf({ tx_hash: hash, cbor: v.pipe(hex, v.nonEmpty()) }));
