import {
  checkSecret,
  type SecretDelete,
  type SecretRead,
  type SecretStore,
  type SecretStoreStatus,
  type SecretWrite,
} from '../ports/secret-store.ts';

/** Secrets of this session only: nothing reaches a disk, everything is gone when the application ends. */
export class SessionStore implements SecretStore {
  readonly #values = new Map<string, string>();
  readonly #install: string | undefined;

  /** `install`: what would give this system a keychain; left out where none is wanted. */
  constructor(install?: string) {
    this.#install = install;
  }

  get(name: string): Promise<SecretRead> {
    checkSecret(name);
    const value = this.#values.get(name);
    return Promise.resolve(value === undefined ? { status: 'absent' } : { status: 'value', value });
  }

  set(name: string, value: string): Promise<SecretWrite> {
    checkSecret(name, value);
    this.#values.set(name, value);
    return Promise.resolve({ status: 'stored' });
  }

  delete(name: string): Promise<SecretDelete> {
    checkSecret(name);
    this.#values.delete(name);
    return Promise.resolve({ status: 'deleted' });
  }

  status(): SecretStoreStatus {
    return {
      kind: 'session',
      state: 'ready',
      ...(this.#install === undefined ? {} : { install: this.#install }),
    };
  }

  close(): void {
    this.#values.clear();
  }
}
