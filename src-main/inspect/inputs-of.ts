import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { decodeTransaction, type OutputReference } from '../cardano/transaction.ts';

/** What a transaction (hex) spends or puts at risk, to be looked up before it can be judged. */
export interface TransactionInputs {
  readonly inputs: readonly OutputReference[];
  readonly collateral: readonly OutputReference[];
}

/** Failure: `transaction-undecodable`. */
export function inputsOf(cbor: string): Result<TransactionInputs, Failure> {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return failed(failure('transaction-undecodable', { reason: decoded.failure }));
  const { inputs, collateral } = decoded.value.body;
  return ok({ inputs, collateral });
}
