import type { Clock, SmallFiles, StartHelper } from '../ports/system.ts';
import type { SecretCall, SecretStore } from '../ports/secret-store.ts';
import { KeychainMarker, KeytarStore, type KeychainAdvice } from './keytar-store.ts';
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
  /** The keychain service name, instead of the product's own. */
  readonly service?: string;
}

/**
 * Chooses where secrets are kept. Session-only secrets are chosen only where no keychain answers *and* none was ever
 * used from here; a keychain that is locked, hangs, crashed or went away stays the store, and its status says so.
 */
export async function openSecretStore(parts: SecretStoreParts, call?: SecretCall): Promise<SecretStore> {
  const marker = new KeychainMarker(parts.files);
  const known = marker.used;
  const store = new KeytarStore(new KeychainProcess(parts), marker, keychainAdvice(parts.platform));
  const trouble = await store.check(call);
  if (known || trouble?.status !== 'unavailable') return store;
  const { install } = store.status();
  store.close();
  return new SessionStore(install);
}

/**
 * Advice for a system whose keychain does not answer. The library comes with Touchstone; only on Linux does it also
 * need a system library, so elsewhere only a damaged installation keeps it from loading.
 */
export function keychainAdvice(platform: NodeJS.Platform): KeychainAdvice {
  return ({ binding }) => {
    if (binding === 'altered') return ALTERED;
    const loads = binding === 'loaded';
    switch (platform) {
      case 'darwin':
        return loads
          ? 'Open Keychain Access and check that the login keychain exists and is unlocked.'
          : `${UNLOADABLE}: install Touchstone again.`;
      case 'win32':
        return loads
          ? 'Start the Windows service "Credential Manager".'
          : `${UNLOADABLE}: install Touchstone again.`;
      default:
        return loads ? SECRET_SERVICE : `${SECRET_SERVICE} ${SECRET_SERVICE_OR_DAMAGE}`;
    }
  };
}

const UNLOADABLE = 'A part of Touchstone that speaks to the keychain does not load';
const ALTERED =
  'The part of Touchstone that speaks to the keychain is not the file that came with it, and was not loaded. Something changed it, or the disk is damaged: install Touchstone again from a release that you have checked.';
const SECRET_SERVICE =
  'Install gnome-keyring and libsecret-1-0 (or use KWallet with its Secret Service), then log in again.';
const SECRET_SERVICE_OR_DAMAGE =
  'If they are there: a part of Touchstone that speaks to the keychain does not load, so install Touchstone again.';
