import { formatAddress, type Address } from './address.ts';
import { keysOf, nativeScriptHash, type NativeScript } from './native-script.ts';

/** The wallet of a native script: what is at its address can only be spent by several keys together. */
export interface OwnScript {
  /** Hash of the script, hex. */
  readonly hash: string;
  /** The bech32 trading address, including its stake part. */
  readonly address: string;
  readonly script: NativeScript;
  /** Hashes (hex) of all keys in the script. */
  readonly keys: ReadonlySet<string>;
  /** The keys that sign here: all of them where signatures are gathered, or the available ones where they are made. */
  readonly signers: ReadonlySet<string>;
}

/**
 * The wallet of a script, given an address with the script as payment part; `held`: the available keys, or all if
 * absent.
 */
export function ownScriptAt(address: Address, script: NativeScript, held?: ReadonlySet<string>): OwnScript {
  const keys = keysOf(script);
  return {
    hash: nativeScriptHash(script),
    address: formatAddress(address),
    script,
    keys,
    signers: held ? new Set([...keys].filter((key) => held.has(key))) : keys,
  };
}
