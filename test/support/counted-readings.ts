import { registerHooks } from 'node:module';
import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';

/**
 * Counts how often this process reads the bytes of a transaction. Import it before anything of the application: whoever
 * imports one of the two CBOR readers then gets it with a count in front, by the file that calls; CSL is counted by the
 * function called.
 */

const READERS: Readonly<Record<string, string>> = {
  '/src-main/cardano/cbor-scanner.ts': 'scanCbor',
  '/src-main/proof/cbor.ts': 'readCbor',
};

/** All that the module exports besides what is counted. */
const EVERYTHING = '*';

interface Reading {
  /** The file that reads, or the function of CSL. */
  readonly by: string;
  /** The bytes that are read, hex. */
  readonly hex: string;
}

const readings: Reading[] = [];
const noted = Symbol.for('touchstone test: a reading');
Object.assign(globalThis, { [noted]: note });

function note(by: string, content: unknown): void {
  const hex = content instanceof Uint8Array ? Buffer.from(content).toString('hex') : String(content);
  readings.push({ by, hex: hex.toLowerCase() });
}

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const from = context.parentURL ?? '';
    const reader = Object.keys(READERS).find((file) => resolved.url.endsWith(file));
    if (reader === undefined || from.includes('?counted')) return resolved;
    return { ...resolved, url: `${resolved.url}?counted=${from.replace(/^.*src-main\//, '')}` };
  },
  load: (url, context, next) => {
    const [file = '', by] = url.split('?counted=');
    if (by === undefined) return next(url, context);
    const reader = Object.entries(READERS).find(([end]) => file.endsWith(end))?.[1] ?? '';
    const source = `
      import { ${reader} as read } from '${file}';
      export ${EVERYTHING} from '${file}';
      export function ${reader}(bytes) {
        globalThis[Symbol.for('${noted.description}')]('${by}', bytes);
        return read(bytes);
      }`;
    return { format: 'module', source, shortCircuit: true };
  },
});

for (const [name, kept] of Object.entries(CSL))
  if (/Transaction$|TransactionBody$/.test(name))
    for (const reader of ['from_bytes', 'from_hex', 'new_from_body_bytes'] as const) {
      const made = kept as unknown as Record<string, unknown>;
      const read = made[reader];
      if (typeof read === 'function')
        made[reader] = (content: unknown, ...others: unknown[]): unknown => {
          note(`CSL.${name}.${reader}`, content);
          return read.call(kept, content, ...others) as unknown;
        };
    }

/** Those who have read a transaction with this body (hex) as a whole since the last call, and how often. */
export function readersOf(bodyHex: string): Readonly<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { by, hex } of readings.splice(0))
    if (hex.length > bodyHex.length && hex.includes(bodyHex)) counted[by] = (counted[by] ?? 0) + 1;
  return counted;
}
