import { formatAddress, type Address } from './address.ts';
import { keysOf, nativeScriptHash, type NativeScript } from './native-script.ts';

/** The wallet of a native script: what is at its address is spent by several keys together, and by none alone. */
export interface OwnScript {
  /** Hash of the script, hex. */
  readonly hash: string;
  /** Bech32 address that trades, stake part included. */
  readonly address: string;
  readonly script: NativeScript;
  /** Hashes (hex) of all keys that it names. */
  readonly keys: ReadonlySet<string>;
  /** Those of them that sign here: all where signatures are gathered, those at hand where they are made. */
  readonly signers: ReadonlySet<string>;
}

/** The wallet of a script at an address whose payment part it is; `held`: keys that are at hand, all of them when absent. */
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
