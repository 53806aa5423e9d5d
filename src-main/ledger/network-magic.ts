import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';

const NETWORKS: ReadonlyMap<number, NetworkName> = new Map([
  [764_824_073, 'mainnet'],
  [1, 'preprod'],
  [2, 'preview'],
]);

/** The network of a genesis file's magic number. Failure: `wrong-network` for one that is none of the three. */
export function networkOfMagic(magic: number): Result<NetworkName, Failure> {
  const name = NETWORKS.get(magic);
  return name === undefined ? failed(failure('wrong-network', { found: `magic ${magic}` })) : ok(name);
}
