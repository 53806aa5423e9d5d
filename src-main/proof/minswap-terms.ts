import { sha3_256 } from '@noble/hashes/sha3.js';
import type { AssetId } from '#domain/asset.ts';
import { bytesOf, hexOf, joined } from './cbor.ts';
import type { Reading } from './datum.ts';
import { ADA, larger } from './sums.ts';
import { sameAddress, terms, type Around, type Terms } from './terms.ts';

/** Sender and receiver of Minswap's older orders; the sender may cancel, and has no own stake part. */
function minswapFrame(reading: Reading, wanted: AssetId): Terms | undefined {
  if (reading.textIfAny('sender.stake') !== reading.textIfAny('owner.stake')) return undefined;
  const [sender, owner] = [reading.text('sender.key'), reading.text('owner.key')];
  return terms(reading, {
    wanted,
    canceller: sender === owner ? undefined : sender,
    fee: reading.number('fee'),
    deposit: reading.number('deposit'),
  });
}

export function minswapV1(reading: Reading): Terms | undefined {
  return minswapFrame(reading, reading.asset('wanted'));
}

export function minswapStable(reading: Reading, { script: { assets } }: Around): Terms | undefined {
  const at = (place: string): AssetId | undefined => assets?.[Number(reading.number(place))];
  const [paid, wanted] = [at('paidPlace'), at('wantedPlace')];
  return wanted === undefined || paid === undefined || wanted === paid
    ? undefined
    : minswapFrame(reading, wanted);
}

/** Policy of the liquidity tokens of Minswap V2. */
const MINSWAP_POOLS = 'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c';

export function minswapV2(reading: Reading, { traded }: Around): Terms | undefined {
  if (!sameAddress(reading, 'owner', 'refund') || !cancelsOwn(reading)) return undefined;
  const hops: { readonly pool: string; readonly policy: string; readonly forward: boolean }[] = [];
  const hop = (name: string, forward: string): void => {
    hops.push({
      pool: reading.text(name),
      policy: reading.text(`${name}.policy`),
      forward: reading.yes(forward),
    });
  };
  if (!reading.yes('routed')) hop('pool', 'forward');
  else
    for (let at = 0; reading.textIfAny(`hop.${at}`) !== undefined; at += 1)
      hop(`hop.${at}`, `hop.${at}.forward`);
  if (hops[0]?.pool !== reading.text('pool') || reading.text('pool.policy') !== MINSWAP_POOLS)
    return undefined;
  if (hops.some(({ policy }) => policy !== MINSWAP_POOLS)) return undefined;
  const wanted = endOf(hops, traded);
  const tip = reading.numberIfAny('tip') ?? 0n;
  return wanted === undefined
    ? undefined
    : terms(reading, { wanted, fee: larger(reading.number('fee'), tip) });
}

/** A script takes back its own orders and no others; no key takes back an order that a script owns. */
function cancelsOwn(reading: Reading): boolean {
  return reading.textIfAny('cancelScript') === reading.textIfAny('owner.script');
}

/** Where a route of pools leads to; `undefined` where a pool is of other assets than those traded and ADA. */
function endOf(
  hops: readonly { readonly pool: string; readonly forward: boolean }[],
  traded: readonly AssetId[],
): AssetId | undefined {
  const assets = [...new Set([...traded, ADA])];
  let here: AssetId | undefined;
  for (const { pool, forward } of hops) {
    const pair = assets
      .flatMap((first) => assets.map((second) => [first, second] as const))
      .find(([first, second]) => inPoolOrder(first, second) && poolName(first, second) === pool);
    if (!pair) return undefined;
    const [from, to] = forward ? pair : [pair[1], pair[0]];
    if (here !== undefined && here !== from) return undefined;
    here = to;
  }
  return here;
}

/** A pool has its assets by policy, then name; ADA has the empty policy. */
function inPoolOrder(first: AssetId, second: AssetId): boolean {
  const [one, other] = [first === ADA ? '' : first, second === ADA ? '' : second];
  return one < other;
}

function poolName(first: AssetId, second: AssetId): string {
  const digest = (asset: AssetId): Uint8Array => sha3_256(asset === ADA ? new Uint8Array() : bytesOf(asset));
  return hexOf(sha3_256(joined([digest(first), digest(second)])));
}
