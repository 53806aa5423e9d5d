/**
 * Encodes values that cross between processes and between worlds as JSON. One self-contained function that uses nothing
 * from outside, since it also runs inside a page.
 */

export interface Codec {
  encode(value: unknown): unknown;
  decode(encoded: unknown): unknown;
}

/** How values other than plain data cross, if they can at all. */
export interface Crossing {
  /** `undefined`: it cannot. */
  readonly encode: (value: unknown) => readonly [string, ...unknown[]] | undefined;
  readonly decode: (tag: string, parts: readonly unknown[]) => unknown;
  /** Whether symbols are dropped; otherwise they cannot be cloned. */
  readonly dropsSymbols: boolean;
}

export function makeCodec(crossing?: Crossing): Codec {
  const { isArray } = Array;
  const deepest = 1_000;

  function encode(value: unknown, depth = 0): unknown {
    if (depth > deepest) throw new TypeError('recursion depth exceeded');
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (Object.is(value, -0)) return ['number', '-0'];
        return Number.isFinite(value) ? value : ['number', String(value)];
      case 'undefined':
        return ['undefined'];
      case 'bigint':
        return ['bigint', String(value)];
      case 'symbol':
        if (crossing?.dropsSymbols === true) return ['undefined'];
        throw new Error('An object could not be cloned.');
      case 'function':
        return special(value);
      default:
        return value === null ? null : encodeObject(value as object, depth);
    }
  }

  function encodeObject(value: object, depth: number): unknown {
    if (isArray(value)) return ['array', value.map((item) => encode(item, depth + 1))];
    if (value instanceof Date) return ['date', value.getTime()];
    if (value instanceof Error) return ['error', String(value.message)];
    if (value instanceof Uint8Array) return ['bytes', Array.from(value)];
    const kind = Object.prototype.toString.call(value);
    if (kind !== '[object Object]') return special(value);
    // Prototypes are dropped; own enumerable properties with string names remain.
    return ['object', Object.entries(value).map(([key, item]) => [key, encode(item, depth + 1)])];
  }

  function special(value: unknown): unknown {
    const crossed = crossing?.encode(value);
    if (crossed === undefined) throw new Error('An object could not be cloned.');
    return crossed;
  }

  function decode(encoded: unknown): unknown {
    if (!isArray(encoded)) return encoded;
    const [tag, ...parts] = encoded as [string, ...unknown[]];
    const [first] = parts;
    switch (tag) {
      case 'number':
        return Number(first);
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(first as string);
      case 'array':
        return (first as unknown[]).map(decode);
      case 'date':
        return new Date(first as number);
      case 'error':
        return new Error(first as string);
      case 'bytes':
        return new Uint8Array(first as number[]);
      case 'object': {
        const made: Record<string, unknown> = {};
        for (const [key, item] of first as [string, unknown][])
          Object.defineProperty(made, key, {
            value: decode(item),
            enumerable: true,
            writable: true,
            configurable: true,
          });
        return made;
      }
      default:
        return crossing?.decode(tag, parts);
    }
  }

  return { encode: (value) => encode(value), decode };
}
