import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { withNativeScript } from '../cardano/script-witness.ts';
import type { OwnKeys } from './inspection-input.ts';

/**
 * The unsigned transaction (hex) with the account's own script, if it has one, among its witnesses: the service only
 * knows an address. Done before any check. Failure: `transaction-undecodable`.
 */
export function withOwnWitness(cbor: string, { script }: OwnKeys): Result<string, Failure> {
  if (!script) return ok(cbor);
  const carrying = withNativeScript(cbor, script.script);
  return carrying.ok ? carrying : failed(failure('transaction-undecodable', { reason: carrying.failure }));
}
