import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { isDatumOf, isScriptAddress, namedDatum } from '../inspect/resolution.ts';
import type { ChainOutput, ChainTx, Ledger } from '../ports/ledger.ts';

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
  if (output.inlineDatum !== undefined || !isScriptAddress(output.address)) return ok(output);
  const { txHash, index } = output;
  const own = kept(txHash);
  let named = own === undefined ? undefined : namedDatum(own, txHash, index);
  if (named === undefined) {
    const bytes = await ledger.transactionCbor(txHash, signal);
    if (!bytes.ok) return bytes;
    named = bytes.value === undefined ? undefined : namedDatum(bytes.value, txHash, index);
  }
  if (named?.datum !== undefined) return ok({ ...output, datum: named.datum });
  const hash = named === undefined ? output.datumHash : named.hash;
  if (hash === undefined) return ok(output);
  const told = await ledger.datum(hash, signal);
  if (!told.ok) return told;
  return ok(
    told.value !== undefined && isDatumOf(hash, told.value) ? { ...output, datum: told.value } : output,
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
