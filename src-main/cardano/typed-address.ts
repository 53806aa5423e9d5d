import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { parseAddress, type Address } from './address.ts';

/** Text that people type where an address belongs, by its beginning. Secrets come first. */
const OTHER_KINDS = [
  ['secret', /^(?:[a-z0-9]+_)*x?sk1|^xprv|^(?:[a-z]+[\s,]+){11,}[a-z]+$/i],
  ['link', /^(?:web\+)?cardano:/i],
  ['handle', /^\$[a-z0-9_.@-]+$/i],
  ['stake', /^stake(?:_test)?1/i],
  ['byron', /^(?:Ae2|DdzFF|37bt|2cWKM|FHnt|KjgoiX)[1-9A-HJ-NP-Za-km-z]+$/],
  ['account-key', /^(?:[a-z0-9]+_)*x?vk1|^xpub/i],
  ['pool', /^(?:pool|drep|asset|script|policy)1/i],
] as const;

/**
 * Reads an address of a network as it was typed; the two test networks share one form. Failures: `address-other-kind` (a
 * link, a handle, a stake address, …), `address-malformed`, `address-elsewhere`.
 */
export function typedAddress(typed: string, network: NetworkName): Result<Address, Failure> {
  const kind = otherKind(typed);
  if (kind !== undefined) return failed(failure('address-other-kind', { kind }));
  const parsed = parseAddress(typed);
  if (!parsed.ok) return failed(failure('address-malformed', { reason: parsed.failure }));
  const isMainnet = parsed.value.network === 1;
  if (isMainnet === (network === 'mainnet')) return ok(parsed.value);
  const found = isMainnet ? 'mainnet' : 'a test network';
  return failed(failure('address-elsewhere', { found, expected: network }));
}

/** The kind of text that was typed in place of an address, where its beginning says so. */
export function otherKind(typed: string): (typeof OTHER_KINDS)[number][0] | undefined {
  return OTHER_KINDS.find(([, form]) => form.test(typed.trim()))?.[0];
}
