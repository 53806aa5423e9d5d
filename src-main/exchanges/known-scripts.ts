import { parseAssetId, type AssetId } from '#domain/asset.ts';
import type { NetworkName } from '#domain/network.ts';
import type { KnownScript, KnownScripts, OrderForm, PlutusVersion } from './order-form.ts';
import { aggregatorDcaForm } from './aggregator/dca.ts';
import type { FormNames } from './aggregator/prefixes.ts';
import { minswapStableForm } from './minswap/stable-order.ts';
import { minswapV1Form } from './minswap/v1-order.ts';
import { minswapV2Form } from './minswap/v2-order.ts';
import { muesliswapForm } from './others/muesliswap-order.ts';
import { splashForm } from './splash/order.ts';
import { sundaeV1Form } from './sundae/v1-order.ts';
import { sundaeV3Form } from './sundae/v3-order.ts';
import { vyfiForm } from './others/vyfi-order.ts';
import { wingridersV1Form } from './wingriders/v1-order.ts';
import { wingridersV2Form } from './wingriders/v2-order.ts';

/** One order script in the list that ships with the application. */
interface ScriptEntry {
  readonly exchange: string;
  readonly plutus: PlutusVersion;
  readonly form: string | undefined;
  readonly alsoNames: ReadonlySet<string>;
  /** Assets of the one pool that the script serves, in the pool's order. */
  readonly assets: readonly AssetId[];
  /** Assets of pools by the name that orders use for them. */
  readonly pools: ReadonlyMap<string, readonly [AssetId, AssetId]>;
}

const HASH = /^[0-9a-f]{56}$/;
const ENTRY_KEYS: readonly string[] = ['exchange', 'plutus', 'form', 'alsoNames', 'assets', 'pools'];

const forms: Readonly<Record<string, (entry: ScriptEntry, formNames: FormNames) => OrderForm>> = {
  'aggregator-dca': (_, formNames) => aggregatorDcaForm(formNames),
  'minswap-v1': () => minswapV1Form,
  'minswap-v2': () => minswapV2Form,
  'minswap-stable': ({ assets }) => minswapStableForm(assets),
  'sundae-v1': ({ pools }) => sundaeV1Form(pools),
  'sundae-v3': () => sundaeV3Form,
  'wingriders-v1': () => wingridersV1Form,
  'wingriders-v2': () => wingridersV2Form,
  splash: ({ alsoNames }) => splashForm(alsoNames),
  vyfi: ({ assets }) => vyfiForm(pairOf(assets)),
  muesliswap: () => muesliswapForm,
};

/**
 * The scripts of the list `data` (network → script hash → `{exchange, plutus, form?, alsoNames?, assets?, pools?}`) on one
 * network; `undefined` where the list has none. @throws RangeError when the list is malformed: it ships with the
 * application, so that is a bug.
 */
export function networkScripts(network: NetworkName, data: unknown): KnownScripts | undefined {
  const list = record(data, 'the list')[network];
  if (list === undefined) return undefined;
  const entries = new Map(
    Object.entries(record(list, network)).map(([hash, entry]) => [
      HASH.test(hash) ? hash : malformed(`script ${hash}`),
      readEntry(entry, hash),
    ]),
  );
  const formNames: FormNames = (hash) => entries.get(hash)?.form;
  return new Map([...entries].map(([hash, entry]) => [hash, knownScript(entry, hash, formNames)]));
}

function knownScript(entry: ScriptEntry, hash: string, formNames: FormNames): KnownScript {
  const { exchange, plutus, form: name, alsoNames } = entry;
  const known = { exchange, plutus, ...(alsoNames.size === 0 ? {} : { alsoNames }) };
  if (name === undefined) return known;
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  return { ...known, form: (form ?? malformed(`the form of ${hash}`))(entry, formNames) };
}

function readEntry(data: unknown, hash: string): ScriptEntry {
  const entry = record(data, hash);
  if (Object.keys(entry).some((key) => !ENTRY_KEYS.includes(key))) malformed(`a field of ${hash}`);
  const { exchange, plutus, form, alsoNames = [], assets = [], pools = {} } = entry;
  return {
    exchange: text(exchange, `the exchange of ${hash}`),
    plutus: plutusVersion(plutus) ?? malformed(`the Plutus version of ${hash}`),
    form: form === undefined ? undefined : text(form, `the form of ${hash}`),
    alsoNames: new Set(
      list(alsoNames, hash).map((name) => {
        const other = text(name, `a name of ${hash}`);
        return HASH.test(other) ? other : malformed(`a name of ${hash}`);
      }),
    ),
    assets: readAssets(assets, hash),
    pools: new Map(
      Object.entries(record(pools, hash)).map(([pool, pair]) => [
        pool,
        pairOf(readAssets(pair, hash)) ?? malformed(`a pool of ${hash}`),
      ]),
    ),
  };
}

/** `undefined` for what is none: which data a script can spend depends on it, so no default would be safe. */
export function plutusVersion(data: unknown): PlutusVersion | undefined {
  return data === 1 || data === 2 || data === 3 ? data : undefined;
}

function readAssets(data: unknown, hash: string): readonly AssetId[] {
  return list(data, hash).map(
    (id) => parseAssetId(text(id, `an asset of ${hash}`)) ?? malformed(`an asset of ${hash}`),
  );
}

function pairOf([first, second, ...more]: readonly AssetId[]): readonly [AssetId, AssetId] | undefined {
  return first !== undefined && second !== undefined && more.length === 0 ? [first, second] : undefined;
}

function record(data: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return malformed(what);
  return data as Readonly<Record<string, unknown>>;
}

function list(data: unknown, what: string): readonly unknown[] {
  return Array.isArray(data) ? data : malformed(`a list of ${what}`);
}

function text(data: unknown, what: string): string {
  return typeof data === 'string' && data !== '' ? data : malformed(what);
}

function malformed(what: string): never {
  throw new RangeError(`the list of order scripts is malformed at ${what}`);
}
