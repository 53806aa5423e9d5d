import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { readSpending } from '../cardano/resolution.ts';
import type { ChainTx, Ledger, ReferenceSource } from '../ports/ledger.ts';

/**
 * Whether a transaction of ours that is on chain only took its collateral, because a script of it failed (phase-2
 * validation, Alonzo): nothing else of it happened then, although its hash is the same. The hash does not cover which of
 * the two it was, so that remains the back-end's word, like everything that it says to be on chain: the bytes carry a
 * flag, and a back-end without bytes lists the collateral as what was spent, and its rest as all that was made.
 *
 * `cbor` is our own copy (hex). Without collateral a transaction runs no script that can fail in this way. Failures:
 * those of the ledger, but not that it cannot show bytes.
 */
export async function scriptsFailed(
  cbor: string,
  placed: ChainTx,
  ledger: Pick<Ledger, 'transactionCbor'>,
  signal?: AbortSignal,
): Promise<Result<boolean, Failure>> {
  const own = readSpending(cbor);
  if (!own || own.collateral.length === 0) return ok(false);
  const shown = await ledger.transactionCbor(placed.hash, signal);
  if (!shown.ok && shown.failure.code !== 'ledger-cannot-prove') return shown;
  const flag = shown.ok ? flagOf(placed.hash, shown.value) : undefined;
  if (flag !== undefined) return ok(!flag);
  // The rest of the collateral is numbered after the outputs that were not made.
  const spent = new Set(placed.inputs.map(({ txHash, index }) => `${txHash}#${index}`));
  const indices = new Set(placed.outputs.map(({ index }) => index));
  const outputs = Array.from({ length: own.outputs }, (_, index) => index);
  return ok(!own.inputs.every((input) => spent.has(input)) || !outputs.every((index) => indices.has(index)));
}

/** Whether the second back-end shows that the scripts of a transaction did not fail. No answer counts as no. */
export async function succeededBySecond(
  txHash: string,
  second: ReferenceSource | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const bytes = await second?.transactionBytes([txHash], signal);
  return bytes?.ok === true && flagOf(txHash, bytes.value.get(txHash)) === true;
}

/** The flag of a transaction whose bytes (hex) have this hash; `undefined` for other bytes, or none. */
function flagOf(txHash: string, cbor: string | undefined): boolean | undefined {
  const spending = cbor === undefined ? undefined : readSpending(cbor);
  return spending?.hash === txHash ? spending.isValid : undefined;
}
