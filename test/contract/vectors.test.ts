import { afterAll, describe, expect, it } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { lovelaceIn, valuesEqual, type Value } from '#domain/amount.ts';
import { formatAddress, parseAddressBytes } from '../../src-main/cardano/address.ts';
import { scanCbor } from '../../src-main/cardano/cbor-scanner.ts';
import { hexBytes } from '../../src-main/cardano/hex.ts';
import { disagreement, secondReadingOf } from '../../src-main/cardano/second-decoder.ts';
import { decodeTransaction, type Transaction } from '../../src-main/cardano/transaction.ts';
import { sameButSignatures, spliceWitnesses, verifyWitness } from '../../src-main/cardano/witness.ts';
import { inspectTransaction } from '../../src-main/inspect/inspect-transaction.ts';
import { proveInput } from '../../src-main/cardano/resolution.ts';
import { sumsMatch } from '../../src-main/inspect/rules/inputs.ts';
import type { Facts } from '../../src-main/inspect/facts.ts';
import { signingKey } from '../support/signing-key.ts';
import { withoutSignatures } from '../support/edit-cbor.ts';
import { read, transactions, transactionSets } from '../support/vectors.ts';

const files = Object.keys(transactionSets) as (keyof typeof transactionSets)[];

/**
 * Transactions that CSL 15.0.3 cannot read, or reads otherwise, by the start of their hash. They are refused (D3).
 */
const expectedDifferences: Readonly<Record<keyof typeof transactionSets, readonly string[]>> = {
  // A delegation to a pool hash of 56 bytes (the chain split of November 2025); a number in a proposal beyond 32 bits.
  'conway-blocks.jsonl': ['93d27dd0', 'ea3d309d'],
  // A pointer address of over two hundred bytes, of which CSL keeps only the numbers' lowest part.
  'pre-conway-blocks.jsonl': ['95a5ef2f'],
  'pallas-standalone.json': [],
  // Fixtures with an update of zero, which is none.
  'library-fixtures.json': ['6741d81d', '80257786'],
};

/** VECTORS_REPORT=1 prints how many of each set were decoded, hashed and spliced. */
const reporting = process.env['VECTORS_REPORT'] !== undefined;

describe.each(files)('real transactions of %s', (file) => {
  const vectors = transactions(file);
  const decoded = vectors.map(({ hash, cbor }) => ({ hash, cbor, tx: decode(cbor) }));

  const counts: Record<string, number> = {};
  afterAll(() => {
    const told = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
    if (reporting) console.log(`${file}: ${vectors.length} transactions; ${told.join(', ')}`);
  });

  it('decodes every one and finds its hash', () => {
    expect(decoded).toHaveLength(transactionSets[file]);
    for (const { hash, tx } of decoded) expect(tx.bodyHash).toBe(hash);
    counts['hash right'] = decoded.length;
  });

  it('refuses in words what the second decoder cannot read or reads otherwise', () => {
    const differing = decoded.filter(({ tx }) => !secondDecoderAgrees(tx));
    expect(differing).toHaveLength(expectedDifferences[file].length);
    for (const { hash, cbor } of differing) {
      const inspected = inspectAnything(cbor);
      if (!inspected.ok) {
        expect(inspected.failure.code, hash).toBe('transaction-undecodable');
        continue;
      }
      const { verdict, findings } = inspected.value.report;
      expect(verdict, hash).toBe('block');
      const told = findings.filter(({ rule }) => rule === 'D3').map(({ message }) => message);
      expect(told, hash).toHaveLength(1);
      expect(told[0]).toMatch(
        /^(A second decoder cannot read|Two decoders disagree about) the transaction.*\.$/,
      );
    }
    counts['refused by the second decoder'] = differing.length;
  });

  it('refuses the form of three items unless history is asked for', () => {
    for (const { cbor, tx } of decoded) {
      const items = scanCbor(hexBytes(cbor));
      const four = items.ok && items.value.kind === 'array' && items.value.items.length === 4;
      expect(decodeTransaction(cbor).ok, tx.bodyHash).toBe(four);
    }
  });

  it('reads the same as the second decoder, but for the known exceptions', () => {
    const differing = decoded
      .filter(({ tx }) => !secondDecoderAgrees(tx))
      .map(({ hash }) => hash.slice(0, 8));
    expect(differing.sort()).toEqual(expectedDifferences[file]);
  });

  it('puts a signature in and changes nothing else', () => {
    const key = signingKey(7);
    for (const { cbor, tx } of decoded) {
      const witness = key.sign(tx.bodyHash);
      const spliced = spliceWitnesses(cbor, [witness], { historic: true });
      if (!spliced.ok) {
        expect(spliced.failure).toContain('more than 16384 bytes');
        expect(tx.bytes.length + 101).toBeGreaterThan(16_384 - 8);
        count(counts, 'too large for one more signature');
        continue;
      }
      const after = decode(spliced.value);
      expect(sameButSignatures(tx, after)).toBe(true);
      expect(after.bodyHash).toBe(tx.bodyHash);
      expect(after.witnesses.vkeys).toHaveLength(tx.witnesses.vkeys.length + 1);
      expect(after.witnesses.vkeys).toContainEqual(witness);
      expect(spliceWitnesses(spliced.value, [witness], { historic: true })).toEqual(spliced);
      count(counts, 'spliced exactly');
    }
  });

  it('puts the original signatures back exactly where they stood first in a plain list', () => {
    let exact = 0;
    for (const { cbor, tx } of decoded) {
      const stripped = withoutSignatures(cbor);
      if (!stripped) continue;
      const spliced = spliceWitnesses(stripped, tx.witnesses.vkeys, { historic: true });
      expect(spliced).toEqual({ ok: true, value: cbor.toLowerCase() });
      exact += 1;
    }
    expect(exact).toBeGreaterThan(0);
    counts['original signatures put back exactly'] = exact;
  });
});

describe('signatures on chain', () => {
  it.each(['conway-blocks.jsonl', 'pre-conway-blocks.jsonl', 'pallas-standalone.json'] as const)(
    'all verify in %s',
    (file) => {
      for (const { cbor } of transactions(file)) {
        const tx = decode(cbor);
        for (const witness of tx.witnesses.vkeys)
          expect(verifyWitness(tx.bodyHash, witness), tx.bodyHash).toBe(true);
      }
    },
  );
});

describe('transactions of the aggregator', () => {
  interface Expected {
    readonly hash: string;
    readonly fee: string;
    readonly ttl: string | null;
    readonly validityStart: string | null;
    readonly inputs: readonly string[];
    readonly collateral: readonly string[];
    readonly referenceInputs: readonly string[];
    readonly requiredSigners: readonly string[];
    readonly auxDataHash: string | null;
    readonly auxDataHashOk: boolean;
    readonly hasMint: boolean;
    readonly hasWithdrawals: boolean;
    readonly hasCerts: boolean;
    readonly scriptDataHash: string | null;
    readonly outputs: readonly {
      readonly address: string;
      readonly addressHex: string;
      readonly paymentIsScript: boolean;
      readonly lovelace: string;
      readonly assets: Readonly<Record<string, string>>;
      readonly datum: { readonly inline?: string; readonly hash?: string } | null;
    }[];
    readonly witnesses: readonly { readonly vkey: string; readonly keyHash: string; readonly sig: string }[];
  }

  it('decode to what another scanner found', () => {
    const expected = (JSON.parse(read('expected/aggregator-expected.json')) as { txs: readonly Expected[] })
      .txs;
    expect(expected).toHaveLength(64);
    const cborOf = new Map(transactions('conway-blocks.jsonl').map(({ hash, cbor }) => [hash, cbor]));
    for (const one of expected)
      expect(decodedAs(decode(cborOf.get(one.hash) ?? ''))).toEqual(asCompared(one));
  });

  function asCompared({ outputs, witnesses, ...rest }: Expected): unknown {
    const { hash, fee, ttl, validityStart, inputs, collateral, referenceInputs, requiredSigners } = rest;
    const { auxDataHash, auxDataHashOk, hasMint, hasWithdrawals, hasCerts, scriptDataHash } = rest;
    return {
      ...{ hash, fee, ttl, validityStart, inputs, collateral, referenceInputs, requiredSigners },
      ...{ auxDataHash, auxDataHashOk, hasMint, hasWithdrawals, hasCerts, scriptDataHash },
      outputs: outputs.map(({ address, addressHex, paymentIsScript, lovelace, assets, datum }) => ({
        ...{ address, addressHex, paymentIsScript, lovelace, assets },
        datum: datum && (datum.inline === undefined ? { hash: datum.hash } : { inline: datum.inline }),
      })),
      witnesses: witnesses.map(({ vkey, keyHash, sig }) => ({ vkey, keyHash, sig })),
    };
  }

  function decodedAs({ bodyHash, body, auxiliaryHash, witnesses }: Transaction): unknown {
    return {
      hash: bodyHash,
      fee: String(body.fee),
      ttl: body.validUntil === undefined ? null : String(body.validUntil),
      validityStart: body.validFrom === undefined ? null : String(body.validFrom),
      inputs: body.inputs,
      collateral: body.collateral,
      referenceInputs: body.referenceInputs,
      requiredSigners: body.requiredSigners,
      auxDataHash: body.auxiliaryDataHash ?? null,
      auxDataHashOk: auxiliaryHash === body.auxiliaryDataHash,
      hasMint: body.keys.has(9),
      hasWithdrawals: body.keys.has(5),
      hasCerts: body.keys.has(4),
      scriptDataHash: body.scriptDataHash ?? null,
      outputs: body.outputs.map(({ addressBytes, value, datum }) => {
        const address = parseAddressBytes(addressBytes);
        if (!address.ok) throw new Error(address.failure);
        return {
          address: formatAddress(address.value),
          addressHex: address.value.hex,
          paymentIsScript: address.value.payment.kind === 'script',
          lovelace: String(lovelaceIn(value)),
          assets: assetsOf(value),
          datum:
            datum.kind === 'none'
              ? null
              : datum.kind === 'hash'
                ? { hash: datum.hash }
                : { inline: datum.hex },
        };
      }),
      witnesses: witnesses.vkeys.map(({ publicKey, keyHash, signature }) => ({
        vkey: publicKey,
        keyHash,
        sig: signature,
      })),
    };
  }
});

describe('transactions whose inputs are known', () => {
  interface Resolved {
    readonly cbor: string;
    readonly inputs: readonly {
      readonly ref: string;
      readonly address: string;
      readonly value: Record<string, string>;
      readonly provenBy: string;
    }[];
    readonly parentTx: Readonly<Record<string, string>>;
  }
  const all = (JSON.parse(read('resolved/resolved.json')) as { txs: readonly Resolved[] }).txs;

  it('balance, every one of them', () => {
    expect(all).toHaveLength(47);
    for (const one of all) {
      const tx = decode(one.cbor);
      const resolved = new Map(
        one.inputs.map(({ ref, address, value }) => [
          ref,
          { address, value: valueOfRecord(value), known: 'told' as const },
        ]),
      );
      const inputs = tx.body.inputs.map((reference) => ({
        reference,
        resolved: resolved.get(reference),
        address: undefined,
        ownHash: undefined,
        cancelled: false,
      }));
      expect(inputs.every((input) => input.resolved !== undefined)).toBe(true);
      expect(sumsMatch.judge({ tx, inputs, complete: true } as unknown as Facts)).toEqual([]);
      const [first, ...others] = inputs;
      const short = first?.resolved && {
        ...first,
        resolved: { ...first.resolved, value: new Map([...first.resolved.value, [ADA, 1n]]) },
      };
      expect(
        sumsMatch.judge({ tx, inputs: [short, ...others], complete: true } as unknown as Facts),
      ).toHaveLength(1);
    }
  });

  it('are proven by the bytes of their parents', () => {
    let proven = 0;
    for (const { inputs, parentTx } of all) {
      for (const { ref, address, value } of inputs) {
        const parent = parentTx[ref.slice(0, 64)];
        if (parent === undefined) continue;
        const input = proveInput(ref as `${string}#${number}`, parent);
        if (!input.ok) throw new Error(input.failure);
        expect(input.value.address).toBe(address);
        expect(valuesEqual(input.value.value, valueOfRecord(value))).toBe(true);
        proven += 1;
      }
    }
    expect(proven).toBeGreaterThanOrEqual(36);
  });
});

function decode(cbor: string): Transaction {
  const decoded = decodeTransaction(cbor, { historic: true });
  if (!decoded.ok) throw new Error(decoded.failure);
  return decoded.value;
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** Judged without knowing whose it is or what it is for. */
function inspectAnything(cbor: string): ReturnType<typeof inspectTransaction> {
  return inspectTransaction({
    cbor,
    terms: { kind: 'any' },
    subject: 'a real transaction',
    own: { paymentKeyHashes: new Set(), stakeKeyHashes: new Set() },
    resolved: new Map(),
    missingInputs: 'ask',
    network: 'mainnet',
    parameters: { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 },
    scripts: { known: new Map(), complete: false },
  });
}

function secondDecoderAgrees(tx: Transaction): boolean {
  const second = secondReadingOf(tx);
  return second.ok && disagreement(tx, second.value) === undefined;
}

function assetsOf(value: Value): Record<string, string> {
  return Object.fromEntries(
    [...value].filter(([asset]) => asset !== ADA).map(([asset, held]) => [asset, String(held)]),
  );
}

function valueOfRecord(record: Readonly<Record<string, string>>): Value {
  return new Map(
    Object.entries(record).map(([unit, held]) => [
      (unit === 'lovelace' ? ADA : unit) as AssetId,
      BigInt(held),
    ]),
  );
}
