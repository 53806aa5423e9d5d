import { failure, type Failure } from '#domain/failure.ts';
import { isFull } from '../ports/storage-trouble.ts';
import type { SecretStoreStatus, SecretTrouble } from '../ports/secret-store.ts';

/** A keychain's trouble as a failure. */
export function secretFailure(
  trouble: SecretTrouble | { readonly status: 'refused' },
  status: SecretStoreStatus,
): Failure {
  switch (trouble.status) {
    case 'locked-or-lost':
      return failure(trouble.lost ? 'keychain-entry-lost' : 'keychain-locked-or-lost');
    case 'unavailable':
      return failure('keychain-unavailable', status.install === undefined ? {} : { install: status.install });
    case 'timeout':
      return failure('keychain-timeout');
    case 'crashed':
      return failure('keychain-crashed');
    case 'refused':
      return failure('keychain-refused');
  }
}

/**
 * The meaning of a store's state for the user, before any operation on it; `undefined` when it works and keeps secrets.
 */
export function storeFailure(status: SecretStoreStatus): Failure | undefined {
  const install = status.install === undefined ? {} : { install: status.install };
  if (status.kind === 'session') return failure('keychain-absent', install);
  switch (status.state) {
    case 'ready':
      return undefined;
    case 'locked-or-lost':
      return failure('keychain-locked-or-lost');
    default:
      return secretFailure({ status: status.state }, status);
  }
}

/** Why the wallet's files could not be written or read: `storage-full`, `wallet-unwritable`. */
export function walletFileFailure(error: unknown, file = 'keystore'): Failure {
  return isFull(error) ? failure('storage-full', { file }) : failure('wallet-unwritable');
}
