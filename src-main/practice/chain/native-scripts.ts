import { blake2b224 } from '../../cardano/hash.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import * as shape from '../../cardano/cbor-shape.ts';
import { concatBytes, toHex } from '../../cardano/hex.ts';

/** Native scripts included in a transaction, by hash, hex (Conway CDDL, `native_script`). */
export type NativeScripts = ReadonlyMap<string, CborItem>;

/** The circumstances in which a script is evaluated. */
interface Circumstances {
  /** Hashes of the keys that signed, hex. */
  readonly signed: ReadonlySet<string>;
  readonly validFrom: bigint | undefined;
  readonly invalidFrom: bigint | undefined;
}

const LANGUAGE = Uint8Array.of(0);
const MOST_LEVELS = 32;

/** Reads the scripts of a witness set; `bytes` is the scanned text. A wrong shape is refused (`shape.reading`). */
export function readNativeScripts(item: CborItem | undefined, bytes: Uint8Array): NativeScripts {
  const scripts = item ? shape.set(item, 'native scripts') : [];
  return new Map(
    scripts.map((script) => {
      keysIn(script);
      return [blake2b224(concatBytes(LANGUAGE, bytes.subarray(script.start, script.end))), script];
    }),
  );
}

/** Hashes of all keys in a script, hex. A wrong shape is refused. */
export function keysIn(script: CborItem, level = 0): readonly string[] {
  if (level > MOST_LEVELS) shape.refuse('a native script has too many levels');
  const { kind, argument, parts } = read(script);
  if (kind === 0) return [toHex(shape.bytes(argument, 'key of a native script', 28))];
  if (kind >= 4) shape.natural(argument, 'time of a native script');
  return parts.flatMap((part) => keysIn(part, level + 1));
}

/** The ledger's `evalTimelock`. */
export function allows(script: CborItem, at: Circumstances): boolean {
  const { kind, argument, parts } = read(script);
  const met = parts.filter((part) => allows(part, at)).length;
  switch (kind) {
    case 0:
      return at.signed.has(toHex(shape.bytes(argument, 'key', 28)));
    case 1:
      return met === parts.length;
    case 2:
      return met > 0;
    case 3:
      return BigInt(met) >= shape.natural(argument, 'number');
    case 4:
      return at.validFrom !== undefined && shape.natural(argument, 'slot') <= at.validFrom;
    default:
      return at.invalidFrom !== undefined && at.invalidFrom <= shape.natural(argument, 'slot');
  }
}

function read(script: CborItem): {
  readonly kind: number;
  readonly argument: CborItem;
  readonly parts: readonly CborItem[];
} {
  const [tag, argument, list, ...surplus] = shape.array(script, 'native script');
  const kind = tag ? shape.index(tag, 'kind of native script') : 6;
  if (!argument || kind > 5 || surplus.length > 0 || (kind === 3) !== (list !== undefined))
    return shape.refuse('a native script has an unknown form');
  const nested = kind === 3 ? list : argument;
  const parts = kind >= 1 && kind <= 3 && nested ? shape.array(nested, 'parts of a native script') : [];
  return { kind, argument, parts };
}
