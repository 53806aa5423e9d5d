import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';

import practice from '../../resources/practice-order-scripts.json' with { type: 'json' };
import { lovelaceIn, quantity, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { slot } from '#domain/time.ts';
import { addressOf, baseAddress, formatAddress } from '../../src-main/cardano/address.ts';
import { hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import { encodeOrderDatum, type OrderDatum } from '../../src-main/practice/orders/datum.ts';
import { practiceScripts } from '../../src-main/exchanges/practice/order.ts';
import { encodeWitnessSet } from '../../src-main/cardano/witness.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import { practiceScriptsFrom } from '../../src-main/proof/script-list.ts';
import { proveInput, type ResolvedInput } from '../../src-main/cardano/resolution.ts';
import type { TradeTerms } from '../../src-main/inspect/terms.ts';

/** A token of the tests: policy of 28 times `7e`, name "GEM". */
export const GEM = ('7e'.repeat(28) + '47454d') as AssetId;
/** Another token in the wallet that has no part in the trade. */
export const BYSTANDER = ('5a'.repeat(28) + '4b454550') as AssetId;

export const TIP = 50_000_000;
const EXCHANGE = 'EXA';
/** One of practice's own, so that a receipt's file is verified with the lists that ship. */
export const ORDER_SCRIPT = practice.EXA.script;

/** Test keys, made from constant bytes. Never fund them. */
const paymentKey = CSL.PrivateKey.from_normal_bytes(new Uint8Array(32).fill(11));
const stakeKey = CSL.PrivateKey.from_normal_bytes(new Uint8Array(32).fill(22));
const strangerKey = CSL.PrivateKey.from_normal_bytes(new Uint8Array(32).fill(33));

export const PAYMENT = paymentKey.to_public().hash().to_hex();
export const STAKE = stakeKey.to_public().hash().to_hex();
export const STRANGER = strangerKey.to_public().hash().to_hex();

export const myAddress = formatAddress(baseAddress(0, PAYMENT, STAKE));
export const strangerAddress = formatAddress(baseAddress(0, STRANGER, STRANGER));
export const frankenAddress = formatAddress(baseAddress(0, PAYMENT, STRANGER));
const orderAddress = formatAddress(
  addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }, { kind: 'key', hash: STAKE }),
);

export interface DraftOutput {
  readonly address: string;
  readonly value: Value;
  readonly datum?: OrderDatum;
  /** A datum that is not an order, hex. */
  readonly rawDatum?: string;
  readonly script?: boolean;
}

/** A transaction to be written with CSL. */
export interface Draft {
  readonly inputs: readonly string[];
  readonly outputs: readonly DraftOutput[];
  readonly fee: bigint;
  readonly validUntil?: bigint;
  readonly validFrom?: bigint;
  readonly requiredSigners: readonly string[];
  readonly networkId?: 0 | 1;
}

export interface GoodTrade {
  readonly draft: Draft;
  readonly input: InspectionInput;
  /** The bytes (hex) of the transaction that made its inputs, by its hash. */
  readonly parents: ReadonlyMap<string, string>;
  /** The needed signatures over a transaction (hex), as a CIP-30 witness set (hex). */
  readonly sign: (cbor: string, tagged?: boolean) => string;
}

/** A trade as the practice service would build it, which the inspector passes. */
export function goodTrade(sell: 'ada' | 'token' = 'ada', orders: 1 | 2 = 2): GoodTrade {
  const parent = writeDraft({
    inputs: [`${'01'.repeat(32)}#0`],
    outputs: [
      {
        address: myAddress,
        value: new Map([
          [ADA, 600_000_000n],
          [BYSTANDER, 9_223_372_036_854_775_808n],
        ]),
      },
      {
        address: myAddress,
        value: new Map([
          [ADA, 40_000_000n],
          [GEM, 5_000_000n],
        ]),
      },
    ],
    fee: 200_000n,
    requiredSigners: [],
  });
  const parentId = CSL.FixedTransaction.from_hex(parent).transaction_hash().to_hex();
  const references = [`${parentId}#0`, `${parentId}#1`] as const;
  const resolved = new Map<string, ResolvedInput>();
  for (const reference of references) {
    const proven = proveInput(reference as `${string}#${number}`, parent);
    if (!proven.ok) throw new Error(proven.failure);
    resolved.set(reference, proven.value);
  }
  const draft = tradeDraft(sell, orders, [...references]);
  const pay =
    sell === 'ada'
      ? { asset: ADA, quantity: quantity(100_000_000n) }
      : { asset: GEM, quantity: quantity(3_000_001n) };
  return {
    draft,
    parents: new Map([[parentId, parent]]),
    input: {
      cbor: writeDraft(draft),
      subject: 'quote-1',
      terms: {
        kind: 'swap',
        pay,
        receive: sell === 'ada' ? GEM : ADA,
        expected: 840_000n,
        atLeast: 831_600n,
      },
      parents: new Map([[parentId, parent]]),
      missingInputs: 'block',
      own: { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set([STAKE]) },
      resolved,
      network: 'preprod',
      tipSlot: slot(TIP),
      parameters: { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 },
      scripts: {
        known: practiceScripts({ [EXCHANGE]: { script: ORDER_SCRIPT, plutus: 2 } }),
        listed: practiceScriptsFrom({ [EXCHANGE]: { script: ORDER_SCRIPT, plutus: 2 } }),
        complete: true,
      },
      tokens: new Map([[GEM, { ticker: 'GEM', decimals: 3 }]]),
    },
    sign: (cbor, tagged = false) => signatures(cbor, [paymentKey, stakeKey], tagged),
  };
}

/** The terms of a good trade. */
export function tradeTerms({ terms }: InspectionInput): TradeTerms {
  if (terms.kind === 'cancel' || terms.kind === 'any' || terms.kind === 'send')
    throw new Error('a good trade is a trade');
  return terms;
}

/** A stranger's signature over a transaction, as a CIP-30 witness set (hex). */
export function strangersSignature(cbor: string): string {
  return signatures(cbor, [strangerKey], false);
}

export function orderDatum(change: Partial<OrderDatum> = {}): OrderDatum {
  return {
    ownerPaymentKeyHash: PAYMENT,
    ownerStakeKeyHash: STAKE,
    wanted: GEM,
    minimumReceived: 415_800n,
    batcherFee: 1_800_000n,
    deposit: 2_200_000n,
    route: '70',
    ...change,
  };
}

function tradeDraft(sell: 'ada' | 'token', orders: 1 | 2, inputs: readonly string[]): Draft {
  const parts = orders === 1 ? [100n] : [60n, 40n];
  const wanted = sell === 'ada' ? GEM : ADA;
  const outputs: DraftOutput[] = parts.map((part, index) => ({
    address: orderAddress,
    value:
      sell === 'ada'
        ? new Map([[ADA, part * 1_000_000n + 4_000_000n]])
        : new Map([
            [ADA, 4_000_000n],
            [GEM, part * 30_000n + (index === 0 ? 1n : 0n)],
          ]),
    datum: orderDatum({ wanted, minimumReceived: part * 8_316n }),
  }));
  const fee = 230_000n;
  const ordersAda = outputs.reduce((total, output) => total + lovelaceIn(output.value), 0n);
  const gemLeft = sell === 'ada' ? 5_000_000n : 1_999_999n;
  outputs.push({
    address: myAddress,
    value: new Map([
      [ADA, 640_000_000n - ordersAda - fee],
      [BYSTANDER, 9_223_372_036_854_775_808n],
      [GEM, gemLeft],
    ]),
  });
  const validity = { validFrom: BigInt(TIP - 300), validUntil: BigInt(TIP + 3_300) };
  return { inputs, outputs, fee, ...validity, requiredSigners: [PAYMENT, STAKE] };
}

/** The unsigned transaction of a draft, written by CSL (hex). */
export function writeDraft(draft: Draft): string {
  const inputs = CSL.TransactionInputs.new();
  for (const reference of draft.inputs) {
    const [hash = '', index] = reference.split('#');
    inputs.add(CSL.TransactionInput.new(CSL.TransactionHash.from_hex(hash), Number(index)));
  }
  const outputs = CSL.TransactionOutputs.new();
  for (const output of draft.outputs) outputs.add(writeOutput(output));
  const body = CSL.TransactionBody.new_tx_body(inputs, outputs, bigNum(draft.fee));
  if (draft.validUntil !== undefined) body.set_ttl(bigNum(draft.validUntil));
  if (draft.validFrom !== undefined) body.set_validity_start_interval_bignum(bigNum(draft.validFrom));
  if (draft.networkId !== undefined)
    body.set_network_id(draft.networkId === 1 ? CSL.NetworkId.mainnet() : CSL.NetworkId.testnet());
  if (draft.requiredSigners.length > 0) {
    const signers = CSL.Ed25519KeyHashes.new();
    for (const hash of draft.requiredSigners) signers.add(CSL.Ed25519KeyHash.from_hex(hash));
    body.set_required_signers(signers);
  }
  return CSL.Transaction.new(body, CSL.TransactionWitnessSet.new()).to_hex();
}

function writeOutput({ address, value, datum, rawDatum, script }: DraftOutput): CSL.TransactionOutput {
  const output = CSL.TransactionOutput.new(CSL.Address.from_bech32(address), writeValue(value));
  const hex = datum ? encodeOrderDatum(datum) : rawDatum;
  if (hex !== undefined) output.set_plutus_data(CSL.PlutusData.from_hex(hex));
  if (script) {
    const native = CSL.NativeScript.new_script_pubkey(
      CSL.ScriptPubkey.new(CSL.Ed25519KeyHash.from_hex(STRANGER)),
    );
    output.set_script_ref(CSL.ScriptRef.new_native_script(native));
  }
  return output;
}

function writeValue(value: Value): CSL.Value {
  const tokens = CSL.MultiAsset.new();
  for (const [asset, held] of value) {
    if (asset === ADA) continue;
    tokens.set_asset(
      CSL.ScriptHash.from_hex(asset.slice(0, 56)),
      CSL.AssetName.new(hexBytes(asset.slice(56))),
      bigNum(held),
    );
  }
  const coin = bigNum(lovelaceIn(value));
  return tokens.len() === 0 ? CSL.Value.new(coin) : CSL.Value.new_with_assets(coin, tokens);
}

function signatures(cbor: string, keys: readonly CSL.PrivateKey[], tagged: boolean): string {
  const hash = CSL.FixedTransaction.from_hex(cbor).transaction_hash();
  const witnesses = keys.map((key) => {
    const witness = CSL.make_vkey_witness(hash, key);
    return {
      publicKey: toHex(witness.vkey().public_key().as_bytes()),
      signature: witness.signature().to_hex(),
    };
  });
  return encodeWitnessSet(witnesses, tagged);
}

function bigNum(value: bigint): CSL.BigNum {
  return CSL.BigNum.from_str(String(value));
}
