import type { Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import { parseAddress } from '../cardano/address.ts';
import { blake2b256 } from '../cardano/hash.ts';
import { fromHex } from '../cardano/hex.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import type { ChainOutput, ChainTx, Ledger, OutputRef } from '../ports/ledger.ts';

/** An output with the datum that it names by its hash, where that was found. */
export interface SeenOutput extends ChainOutput {
  /** Hex. */
  readonly datum?: string;
}

/** Where data can be found that outputs name by their hash alone. */
export interface DatumSources {
  readonly ledger: Pick<Ledger, 'transactionCbor' | 'datum'>;
  /** The bytes (hex) of a transaction that was built for this account, from the journal. */
  readonly kept: (txHash: string) => string | undefined;
}

/**
 * The output with its datum. Orders at scripts of Plutus version 1 name theirs by a hash: what they say came along with
 * the transaction that placed them, which the journal has, or the ledger; or the ledger knows the datum by its hash.
 * Every one of these proves itself: a transaction by its id, a datum by its hash. An output whose datum cannot be found
 * stays as it is. Failures: those of the ledger.
 */
export async function withDatum(
  output: ChainOutput,
  { ledger, kept }: DatumSources,
  signal?: AbortSignal,
): Promise<Result<SeenOutput, Failure>> {
  if (output.inlineDatum !== undefined || !isAtScript(output)) return ok(output);
  const own = kept(output.txHash);
  let named = own === undefined ? undefined : namedIn(own, output);
  if (named === undefined) {
    const bytes = await ledger.transactionCbor(output.txHash, signal);
    if (!bytes.ok) return bytes;
    named = bytes.value === undefined ? undefined : namedIn(bytes.value, output);
  }
  if (named?.datum !== undefined) return ok({ ...output, datum: named.datum });
  const hash = named === undefined ? output.datumHash : named.hash;
  if (hash === undefined) return ok(output);
  const told = await ledger.datum(hash, signal);
  if (!told.ok) return told;
  return ok(
    told.value !== undefined && hashOf(told.value) === hash ? { ...output, datum: told.value } : output,
  );
}

/** The transaction with the data of its outputs at one address. */
export async function withDataAt(
  address: string,
  tx: ChainTx,
  sources: DatumSources,
  signal?: AbortSignal,
): Promise<Result<ChainTx, Failure>> {
  const outputs: SeenOutput[] = [];
  for (const output of tx.outputs) {
    const seen = output.address === address ? await withDatum(output, sources, signal) : ok(output);
    if (!seen.ok) return seen;
    outputs.push(seen.value);
  }
  return ok({ ...tx, outputs });
}

/** What a transaction's bytes say of an output's datum; `undefined` for bytes of another, or without that output. */
function namedIn(
  cbor: string,
  { txHash, index }: OutputRef,
): { readonly hash?: string; readonly datum?: string } | undefined {
  const decoded = decodeTransaction(cbor, { historic: true });
  if (!decoded.ok || decoded.value.bodyHash !== txHash) return undefined;
  const { body, witnesses } = decoded.value;
  const datum = body.outputs[index]?.datum;
  if (datum?.kind === 'inline') return { datum: datum.hex };
  if (datum?.kind !== 'hash') return datum && {};
  const preimage = witnesses.data.get(datum.hash);
  return { hash: datum.hash, ...(preimage === undefined ? {} : { datum: preimage }) };
}

function isAtScript({ address }: ChainOutput): boolean {
  const parsed = parseAddress(address);
  return parsed.ok && parsed.value.payment.kind === 'script';
}

function hashOf(hex: string): string | undefined {
  const bytes = fromHex(hex);
  return bytes && blake2b256(bytes);
}
