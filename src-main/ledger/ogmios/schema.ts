import * as v from 'valibot';
import type { Value } from '#domain/amount.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { dictionaryOf, objectOf, optional, rowsOf, safeInteger } from '../../http/json.ts';
import type { ProtocolParameters, Utxo } from '../../ports/ledger.ts';
import { hash, hex, moment, natural, unsigned } from '../ledger-read.ts';

/** The results of Ogmios, by `ogmios.json` and `cardano.json` of CardanoSolutions/ogmios (API version 6.14). */

const lovelace = objectOf({ ada: objectOf({ lovelace: unsigned }) });

/** `{ada: {lovelace}, <policy>: {<name>: quantity}}`. */
const value = v.pipe(
  dictionaryOf(dictionaryOf(unsigned)),
  v.transform((wire): Value | undefined => {
    const { ada, ...policies } = wire;
    const held = new Map<AssetId, bigint>();
    if (ada?.['lovelace'] === undefined) return undefined;
    held.set(ADA, ada['lovelace']);
    for (const [policy, names] of Object.entries(policies))
      for (const [name, quantity] of Object.entries(names)) {
        const id = parseAssetId(policy + name);
        if (id === undefined || id === ADA) return undefined;
        held.set(id, quantity);
      }
    return held;
  }),
  v.custom<Value>((held) => held !== undefined),
);

const utxo = v.pipe(
  objectOf({
    transaction: objectOf({ id: hash }),
    index: natural,
    address: v.string(),
    value,
    datum: optional(hex),
    datumHash: optional(hash),
  }),
  v.transform((wire): Utxo => ({
    txHash: wire.transaction.id,
    index: wire.index,
    address: wire.address,
    value: wire.value,
    ...(wire.datum === undefined ? {} : { inlineDatum: wire.datum }),
    ...(wire.datumHash === undefined ? {} : { datumHash: wire.datumHash }),
  })),
);

/** `queryLedgerState/utxo` by address. */
export const utxoRowsSchema = rowsOf(utxo);

/** `queryLedgerState/utxo` by reference: what is missing is spent, so all of it must be read. */
export const utxosSchema: v.GenericSchema<unknown, readonly Utxo[]> = v.array(utxo);

/** `queryNetwork/genesisConfiguration` of the Shelley era. */
export const genesisSchema = objectOf({ networkMagic: natural });

/** `queryNetwork/tip`, on a node that has blocks. */
export const tipSchema = objectOf({ slot: moment, id: hash });

/** `queryNetwork/blockHeight`. */
export const heightSchema = natural;

/** `queryNetwork/startTime`. */
export const startSchema = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.finite(),
);

/** `queryLedgerState/eraSummaries`: where each era begins, and how long its slots last. */
export const erasSchema = v.pipe(
  v.array(
    objectOf({
      start: objectOf({ time: objectOf({ seconds: safeInteger }), slot: moment }),
      parameters: objectOf({ slotLength: objectOf({ milliseconds: natural }) }),
    }),
  ),
  v.minLength(1),
);

/** `queryLedgerState/protocolParameters`. */
export const parametersSchema = v.pipe(
  objectOf({
    minFeeCoefficient: unsigned,
    minFeeConstant: lovelace,
    minUtxoDepositCoefficient: unsigned,
    maxTransactionSize: objectOf({ bytes: natural }),
    version: objectOf({ major: natural }),
  }),
  v.transform((wire): ProtocolParameters => ({
    minFeeA: wire.minFeeCoefficient,
    minFeeB: wire.minFeeConstant.ada.lovelace,
    coinsPerUtxoByte: wire.minUtxoDepositCoefficient,
    maxTxSize: wire.maxTransactionSize.bytes,
    protocolMajor: wire.version.major,
  })),
);

/** `submitTransaction`. */
export const submittedSchema = objectOf({ transaction: objectOf({ id: hash }) });

/** `acquireMempool`: acquired at a slot. `hasTransaction`: whether. */
export const acquiredSchema = objectOf({ acquired: v.literal('mempool') });
export const hasSchema = v.boolean();

/** The text of error 3997, in the node's own words. */
export const mempoolErrorSchema = objectOf({ error: v.string() });
