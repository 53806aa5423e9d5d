/** Name under which every entry is kept in the system keychain. */
export const KEYCHAIN_SERVICE = 'Touchstone';

/** One operation. `account` names the entry within the service; values are base64 text. */
export type KeychainOperation =
  | { readonly operation: 'get'; readonly account: string }
  | { readonly operation: 'set'; readonly account: string; readonly value: string }
  | { readonly operation: 'delete'; readonly account: string };

export type KeychainRequest = KeychainOperation & { readonly id: number };

/**
 * The helper's answers. The binding's error texts come from the desktop's libraries, may be translated and carry no
 * code, so only the fact of an error is reported. `unloadable`: the binding itself did not load; `altered`: it is not
 * the one that came with Touchstone, and was not loaded.
 */
export type KeychainReply =
  | { readonly id: number; readonly outcome: 'done'; readonly value: string | boolean | null }
  | { readonly id: number; readonly outcome: 'error' }
  | { readonly id: number; readonly outcome: 'unloadable' | 'altered' };

/** State of the binding, as far as is known. */
export type BindingState = 'loaded' | 'unloadable' | 'altered';

export function isKeychainRequest(message: unknown): message is KeychainRequest {
  if (!isRecord(message) || typeof message['id'] !== 'number' || typeof message['account'] !== 'string')
    return false;
  const { operation } = message;
  return (
    operation === 'get' ||
    operation === 'delete' ||
    (operation === 'set' && typeof message['value'] === 'string')
  );
}

export function isKeychainReply(message: unknown): message is KeychainReply {
  if (!isRecord(message) || typeof message['id'] !== 'number') return false;
  const { outcome, value } = message;
  if (outcome === 'error' || outcome === 'unloadable' || outcome === 'altered') return true;
  return outcome === 'done' && (value === null || typeof value === 'string' || typeof value === 'boolean');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
