import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { parseAddress, type Address } from './address.ts';

/**
 * Reads an address of a network as it was typed; the two test networks share one form. Failures: `address-malformed`,
 * `address-elsewhere`.
 */
export function typedAddress(typed: string, network: NetworkName): Result<Address, Failure> {
  const parsed = parseAddress(typed);
  if (!parsed.ok) return failed(failure('address-malformed', { reason: parsed.failure }));
  const isMainnet = parsed.value.network === 1;
  if (isMainnet === (network === 'mainnet')) return ok(parsed.value);
  const found = isMainnet ? 'mainnet' : 'a test network';
  return failed(failure('address-elsewhere', { found, expected: network }));
}
