import type { AssetId } from '#domain/asset.ts';
import type { OrderScript } from './terms.ts';

/** Order scripts by their hash, hex. */
export type OrderScripts = ReadonlyMap<string, OrderScript>;

/**
 * The scripts of one network, of the list that ships with the app: script hash → `{exchange, form?, plutus?, alsoNames?,
 * assets?, pools?}`. @throws RangeError for a list that is malformed, which is a bug.
 */
export function scriptsFrom(list: unknown): OrderScripts {
  return new Map(
    entriesOf(list).map(([hash, entry]) => {
      const { exchange, form, plutus, alsoNames, assets, pools } = Object.fromEntries(entriesOf(entry));
      if (typeof exchange !== 'string') return malformed(hash);
      const script: OrderScript = {
        exchange,
        ...(form === undefined ? {} : { form: typeof form === 'string' ? form : malformed(hash) }),
        ...(plutus === undefined ? {} : { plutus: versionOf(plutus) }),
        ...(alsoNames === undefined ? {} : { alsoNames: textsOf(alsoNames) }),
        ...(assets === undefined ? {} : { assets: textsOf(assets) as readonly AssetId[] }),
        ...(pools === undefined
          ? {}
          : { pools: new Map(entriesOf(pools).map(([pool, pair]) => [pool, pairOf(pair)])) }),
      };
      return [hash, script];
    }),
  );
}

/** Practice's exchanges: exchange code → `{script, plutus}`. @throws RangeError for a list that is malformed. */
export function practiceScriptsFrom(list: unknown): OrderScripts {
  return new Map(
    entriesOf(list).map(([exchange, entry]) => {
      const { script, plutus } = Object.fromEntries(entriesOf(entry));
      return [
        typeof script === 'string' ? script : malformed(exchange),
        { exchange, form: 'practice', plutus: versionOf(plutus) },
      ];
    }),
  );
}

function pairOf(data: unknown): readonly [AssetId, AssetId] {
  const [first, second, ...more] = textsOf(data) as readonly AssetId[];
  return first !== undefined && second !== undefined && more.length === 0
    ? [first, second]
    : malformed('a pool');
}

function versionOf(data: unknown): 1 | 2 | 3 {
  return data === 1 || data === 2 || data === 3 ? data : malformed('a version');
}

function textsOf(data: unknown): readonly string[] {
  if (!Array.isArray(data)) return malformed('a list');
  return data.map((text: unknown) => (typeof text === 'string' ? text : malformed('a list')));
}

function entriesOf(data: unknown): readonly (readonly [string, unknown])[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return malformed('an entry');
  return Object.entries(data);
}

function malformed(where: string): never {
  throw new RangeError(`the list of order scripts is malformed at ${where}`);
}
