import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';

import type { Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { freeing, type Hold } from './freeing.ts';
import { hexBytes, toHex } from './hex.ts';
import { cborOf, type OutputReference, type Transaction } from './transaction.ts';

interface SecondOutput {
  readonly address: string;
  /** Quantities as CSL writes them, by asset; zeros are left out. */
  readonly value: ReadonlyMap<string, string>;
}

/** The reading of the second decoder (CSL): only the parts that are compared with our own. */
export interface SecondReading {
  /** Hash of the raw body, as CSL computes it. */
  readonly bodyHash: string;
  readonly fee: string;
  readonly inputs: ReadonlySet<string>;
  readonly outputs: readonly SecondOutput[];
  readonly isValid: boolean;
}

/** Where our reading of a transaction differs from the second decoder's, in words; `undefined` when nowhere. */
export function disagreement(tx: Transaction, second: SecondReading): string | undefined {
  const { bodyHash, fee, inputs, outputs, isValid } = second;
  if (bodyHash !== tx.bodyHash) return 'they compute different hashes';
  if (fee !== String(tx.body.fee)) return 'they read different fees';
  const ownInputs = new Set<string>(tx.body.inputs);
  if (inputs.size !== ownInputs.size || [...inputs].some((input) => !ownInputs.has(input)))
    return 'they read different inputs';
  if (outputs.length !== tx.body.outputs.length) return 'they read another number of outputs';
  for (const [index, output] of tx.body.outputs.entries()) {
    const other = outputs[index];
    if (other?.address !== toHex(output.addressBytes))
      return `they read different addresses in output ${index}`;
    if (!sameValue(output.value, other.value)) return `they read different amounts in output ${index}`;
  }
  return isValid === tx.isValid ? undefined : 'they read different validity flags';
}

const readings = new WeakMap<Transaction, Result<SecondReading, string>>();

/**
 * The same bytes as CSL reads them, which only reads here: what it would write is never used. Read once for each
 * reading of ours. The failure is CSL's own text.
 */
export function secondReadingOf(tx: Transaction): Result<SecondReading, string> {
  const known = readings.get(tx);
  if (known) return known;
  const reading = readWithSecondDecoder(hexBytes(cborOf(tx)));
  readings.set(tx, reading);
  return reading;
}

/** The same without anything kept. */
export function readWithSecondDecoder(bytes: Uint8Array): Result<SecondReading, string> {
  try {
    return freeing((hold) => {
      const tx = hold(CSL.FixedTransaction.from_bytes(bytes));
      const body = hold(tx.body());
      return ok({
        bodyHash: hold(tx.transaction_hash()).to_hex(),
        fee: hold(body.fee()).to_str(),
        inputs: readInputs(hold(body.inputs()), hold),
        outputs: readOutputs(hold(body.outputs()), hold),
        isValid: tx.is_valid(),
      });
    });
  } catch (error) {
    return failed(
      `the second decoder cannot read it: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function readInputs(inputs: CSL.TransactionInputs, hold: Hold): ReadonlySet<string> {
  return new Set(
    Array.from({ length: inputs.len() }, (_, index): OutputReference => {
      const input = hold(inputs.get(index));
      return `${hold(input.transaction_id()).to_hex()}#${input.index()}`;
    }),
  );
}

function readOutputs(outputs: CSL.TransactionOutputs, hold: Hold): SecondReading['outputs'] {
  return Array.from({ length: outputs.len() }, (_, index) => {
    const output = hold(outputs.get(index));
    const amount = hold(output.amount());
    const tokens = amount.multiasset();
    const value = new Map<string, string>([[ADA, hold(amount.coin()).to_str()]]);
    if (tokens) {
      const byPolicy = JSON.parse(hold(tokens).to_json()) as Record<string, Record<string, string>>;
      for (const [policy, names] of Object.entries(byPolicy))
        for (const [name, quantity] of Object.entries(names)) value.set(policy + name, quantity);
    }
    for (const [asset, quantity] of value) if (quantity === '0') value.delete(asset);
    return { address: hold(output.address()).to_hex(), value };
  });
}

/** Our values keep no zeros either. */
function sameValue(own: Value, other: SecondOutput['value']): boolean {
  if (own.size !== other.size) return false;
  for (const [asset, quantity] of own) if (other.get(asset) !== String(quantity)) return false;
  return true;
}
