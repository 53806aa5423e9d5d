import type { Clock, SmallFiles, StartHelper } from '../ports/system.ts';
import type { SecretCall, SecretStore } from '../ports/secret-store.ts';
import { KeychainMarker, KeytarStore } from './keytar-store.ts';
import { KeychainProcess } from './keychain-process.ts';
import { SessionStore } from './session-store.ts';

export interface SecretStoreParts {
  readonly start: StartHelper;
  /** Path of the keychain helper's entry module. */
  readonly entry: string;
  /** The directory of the settings, which holds the marker. */
  readonly files: SmallFiles;
  readonly clock: Clock;
  readonly platform: NodeJS.Platform;
}

/**
 * Chooses where secrets are kept. Session-only secrets are chosen only where no keychain answers *and* none was ever
 * used from here; a keychain that is locked, hangs, crashed or went away stays the store, and its status says so.
 */
export async function openSecretStore(parts: SecretStoreParts, call?: SecretCall): Promise<SecretStore> {
  const marker = new KeychainMarker(parts.files);
  const known = marker.used;
  const install = keychainAdvice(parts.platform);
  const store = new KeytarStore(new KeychainProcess(parts), marker, install);
  const trouble = await store.check(call);
  if (known || trouble?.status !== 'unavailable') return store;
  store.close();
  return new SessionStore(install);
}

/** What gives a system without an answering keychain one. */
function keychainAdvice(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return 'Open Keychain Access and check that the login keychain exists and is unlocked.';
    case 'win32':
      return 'Start the Windows service "Credential Manager".';
    default:
      return 'Install gnome-keyring and libsecret-1-0 (or use KWallet with its Secret Service), then log in again.';
  }
}
