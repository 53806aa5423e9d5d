/** How long a call may take and what ends it early. */
export interface SecretCall {
  /** The user is looking at "waiting for your system keychain": the long deadline instead of the short one. */
  readonly interactive?: boolean;
  /** Gives the call up; it then answers `timeout`. */
  readonly signal?: AbortSignal;
}

/**
 * The kinds of trouble that a keychain can have:
 * - `locked-or-lost`: it answers, but without what must be there. `lost` is true when it is known to be open, so
 *   that only this entry is gone or damaged.
 * - `unavailable`: no keychain answers on this system.
 * - `timeout`: it did not answer in time, or the call was given up.
 * - `crashed`: the helper process ended in the middle of the call.
 */
export type SecretTrouble =
  | { readonly status: 'locked-or-lost'; readonly lost: boolean }
  | { readonly status: 'unavailable' }
  | { readonly status: 'timeout' }
  | { readonly status: 'crashed' };

/** `absent` is certain: the keychain is open and the entry was never written, or was deleted by this application. */
export type SecretRead =
  { readonly status: 'value'; readonly value: string } | { readonly status: 'absent' } | SecretTrouble;

/** `refused`: the keychain would not keep the entry, or did not give it back as it was written. */
export type SecretWrite = { readonly status: 'stored' } | { readonly status: 'refused' } | SecretTrouble;

export type SecretDelete = { readonly status: 'deleted' } | SecretTrouble;

/** Where secrets are kept, and whether that place works right now. */
export interface SecretStoreStatus {
  /** `session`: in memory, gone when the application ends. */
  readonly kind: 'keychain' | 'session';
  readonly state: 'ready' | 'refused' | SecretTrouble['status'];
  /** The package to install so that secrets can be kept, when there is no keychain. */
  readonly install?: string;
}

/** Longest value in characters, so that an encoded entry stays within 1,024 bytes (Windows holds 2,560). */
export const SECRET_MAX_LENGTH = 512;

/**
 * Small secrets by name. Names are `[a-z0-9./-]`, 1 to 100 characters; values printable ASCII of 1 to
 * `SECRET_MAX_LENGTH` characters. Anything else is a bug of the caller and throws `RangeError`.
 */
export interface SecretStore {
  get(name: string, call?: SecretCall): Promise<SecretRead>;
  /** Read back after writing: `stored` means that the same value was answered. */
  set(name: string, value: string, call?: SecretCall): Promise<SecretWrite>;
  delete(name: string, call?: SecretCall): Promise<SecretDelete>;
  status(): SecretStoreStatus;
  /** Ends the helper process, if there is one. */
  close(): void;
}

/** @throws RangeError when a name or a value is outside what every keychain holds. Messages never carry the value. */
export function checkSecret(name: string, value?: string): void {
  if (!/^[a-z0-9./-]{1,100}$/.test(name)) throw new RangeError('a secret name has 1 to 100 of [a-z0-9./-]');
  if (value !== undefined && (value.length > SECRET_MAX_LENGTH || !/^[\x20-\x7e]+$/.test(value)))
    throw new RangeError(`a secret is 1 to ${SECRET_MAX_LENGTH} printable ASCII characters`);
}
