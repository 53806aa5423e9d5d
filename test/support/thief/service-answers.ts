import { toHex } from '../../../src-main/cardano/hex.ts';
import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { bodyHash } from '../../../src-main/practice/chain/draft.ts';
import { decodeTransaction } from '../../../src-main/practice/chain/transaction.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { readVkeyWitness } from '../../../src-main/cardano/witness-set.ts';
import { scanCbor } from '../../../src-main/cardano/cbor-scanner.ts';
import { account, ASSETS, assetOf, EXCHANGES, FOG, GEM, thief } from './cast.ts';
import { build } from './builder.ts';
import { figureTold, wayOf, type Claims, type Told } from './levers.ts';
import type { WireAnswer, WireCall } from './transport.ts';
import type { ThiefWorld } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The service's names for the user's orders: `hash#index` → id. */
export interface ListedOrder {
  readonly id: string;
  readonly txHash: string;
  readonly index: number;
}

/** The service of a thief's world. */
export function answerService(world: ThiefWorld, listed: readonly ListedOrder[], call: WireCall): WireAnswer {
  const [place = ''] = call.path.split('?');
  const parts = place.split('/').filter((part) => part !== '');
  const fields = (): Fields => JSON.parse(String(call.body)) as Fields;
  const route = parts.slice(0, parts[1] === 'limit' ? 3 : 2).join('/');
  switch (route) {
    case 'swap/token':
      return token(world, parts[2] ?? '');
    case 'swap/adaValue':
      return told(figureTold(world.claims, 'adaValue', 0.6));
    case 'swap/averagePrice':
      return told({ price_ba: figureTold(world.claims, 'averagePrice price_ba', priceOf(parts[3] ?? '')) });
    case 'stats/pools':
      return pools(world.claims, parts[3] ?? '');
    case 'swap/estimate':
    case 'swap/limit/estimate':
      return estimate(world.claims, fields());
    case 'swap/build':
    case 'swap/limit/build':
      return built(world, fields());
    case 'dca/create':
      return transaction(world, {});
    case 'swap/cancel':
    case 'swap/bulkcancel':
      return cancelled(world, fields());
    case 'swap/sign':
      return signed(world, fields());
    case 'swap/orders':
      return told(listed.map((order) => orderRecord(world.claims, order, listed)));
    case 'swap/limit_orders':
      return told(EXCHANGES.map((dex) => feeRecord(world.claims, dex)));
    default:
      return told({ error: 'not_found' }, 404);
  }
}

function told(json: unknown, status = 200): WireAnswer {
  return { status, text: JSON.stringify(json) };
}

function priceOf(id: string): number {
  return Number(assetOf(id as AssetId).worth) / 1e6;
}

function token({ claims, sold }: ThiefWorld, text: string): WireAnswer {
  const id = parseAssetId(text);
  const asset = ASSETS.find((one) => one.id === id && one.id !== ADA);
  if (!asset) return told({ error: 'token_not_found' }, 404);
  const lever = sold === id ? 'token decimals of what is sold' : 'token decimals of what is bought';
  const verified = wayOf(claims, 'token is_verified');
  const ticker = wayOf(claims, 'token ticker');
  const names: Readonly<Record<string, string | undefined>> = {
    '': asset.ticker,
    ADA: 'ADA',
    'the other one': asset.id === GEM ? 'FOG' : 'GEM',
  };
  return told({
    token_id: asset.id,
    token_ascii: asset.ticker,
    ticker: names[ticker],
    is_verified: verified === '' ? true : verified === 'absent' ? undefined : false,
    token_decimals: figureTold(claims, lever, asset.decimals),
  });
}

function pools(claims: Claims, id: string): WireAnswer {
  const price = priceOf(id);
  const amount = figureTold(claims, 'pools amounts', 1_000_000 * price);
  return told([{ dex_name: EXCHANGES[0], token_1_amount: amount, token_2_amount: 1_000_000, pool_id: '70' }]);
}

/** The proceeds of an amount, whole units, by the worth of both assets or at the requested price. */
function brings(fields: Fields): number {
  const [sold, bought] = [fields['token_in'], fields['token_out']].map((id) =>
    assetOf(parseAssetId(String(id)) ?? ADA),
  );
  const amount = Number(fields['amount_in']);
  if (!sold || !bought) throw new Error('a trade has two sides');
  const wanted = fields['wanted_price'];
  if (wanted === undefined) return (amount * Number(sold.worth)) / Number(bought.worth);
  return sold.id === ADA ? amount / Number(wanted) : amount * Number(wanted);
}

function splits(way: string, amount: number, expected: number): Told {
  const share = { dex: EXCHANGES[0] as string, amount_in: amount, expected_output: figure(expected) };
  switch (way) {
    case 'absent':
      return undefined;
    case 'none':
      return [];
    case 'an unknown exchange':
      return [{ ...share, dex: 'NOBODY' }];
    case 'as figures by code':
      return { [EXCHANGES[0]]: figure(expected), [EXCHANGES[1]]: figure(expected / 2) };
    default:
      return [share];
  }
}

/** Six places, as services write what comes out. */
function figure(value: number): number {
  return Math.floor(value * 1e4) / 1e4;
}

function estimate(claims: Claims, fields: Fields): WireAnswer {
  const out = figure(brings(fields));
  const orders = Number(fields['multiples'] ?? 1);
  const kept = fields['wanted_price'] === undefined ? 1 - Number(fields['slippage'] ?? 0) / 100 : 1;
  return told({
    total_output: figureTold(claims, 'estimate total_output', figure(out * kept)),
    total_output_without_slippage: figureTold(claims, 'estimate total_output_without_slippage', out),
    splits: splits(wayOf(claims, 'estimate splits'), Number(fields['amount_in']), out),
    batcher_fee: figureTold(claims, 'estimate batcher_fee', 2 * orders),
    deposits: figureTold(claims, 'estimate deposits', 2 * orders),
  });
}

function built(world: ThiefWorld, fields: Fields): WireAnswer {
  const out = figure(brings(fields));
  return transaction(world, {
    total_output: figureTold(world.claims, 'build total_output', out),
    splits: splits(wayOf(world.claims, 'build splits'), Number(fields['amount_in']), out),
  });
}

function transaction(world: ThiefWorld, others: Fields): WireAnswer {
  const bytes = build(world);
  if (!bytes) return told({ error: 'insufficient_funds' }, 400);
  return told({ ...others, cbor: toHex(bytes) });
}

function cancelled(world: ThiefWorld, fields: Fields): WireAnswer {
  const way = wayOf(world.claims, 'cancel refusal');
  const ids = fields['order_ids'];
  const [first, ...others] = Array.isArray(ids) ? (ids as readonly string[]) : [String(fields['order_id'])];
  const fits = way === '' ? world.mostCancelled : 1;
  if (others.length > 0) {
    if (world.mostCancelled < others.length + 1 || way.startsWith('too many orders'))
      return told({ error: 'too_many_orders', ...(way === 'too many orders' ? {} : { maximum: fits }) }, 400);
    if (way === 'an order is filled') return told({ error: 'order_already_filled', order_id: first }, 409);
    if (way === 'an order is unknown') return told({ error: 'order_not_found', order_id: first }, 404);
  }
  const fee = figureTold(world.claims, 'cancel additional_cancellation_fee', 0);
  const stated = wayOf(world.claims, 'cancel additional_cancellation_fee') === '' ? undefined : fee;
  // Asked only whether it would fit, any transaction will do.
  if (world.want?.kind !== 'cancel') return told({ cbor: 'aa', additional_cancellation_fee: stated });
  return transaction(world, { additional_cancellation_fee: stated });
}

/** Puts both signatures in, keeps the result, and answers what the claims say. */
function signed(world: ThiefWorld, fields: Fields): WireAnswer {
  const cbor = String(fields['txCbor']);
  const given = parseWitnessSet(String(fields['signatures']));
  const own = given.ok ? given.value : [];
  const hash = bodyHash(new Uint8Array(Buffer.from(cbor, 'hex')));
  const his = needsThief(world, cbor) ? [thiefWitness(hash)] : [];
  const whole = spliceWitnesses(cbor, [...own, ...his]);
  if (!whole.ok) return told({ error: 'malformed' }, 400);
  world.held.push(new Uint8Array(Buffer.from(whole.value, 'hex')));
  switch (wayOf(world.claims, 'sign answer')) {
    case 'refused':
      return told({ error: 'no' }, 400);
    case 'unsigned':
      return told({ cbor });
    case 'another transaction':
      return told({ cbor: world.ledger.transaction(world.thiefOutput()?.ref.txHash ?? '')?.cbor });
    case 'garbage':
      return told({ cbor: 'zz' });
    default:
      return told({ cbor: whole.value });
  }
}

function needsThief(world: ThiefWorld, cbor: string): boolean {
  const decoded = decodeTransaction(new Uint8Array(Buffer.from(cbor, 'hex')));
  return (
    decoded.ok &&
    decoded.value.inputs.some((ref) => world.ledger.resolve(ref)?.payment.hash === thief.keyHash)
  );
}

function thiefWitness(hash: string): { readonly publicKey: string; readonly signature: string } {
  const scanned = scanCbor(thief.witness(hash));
  if (!scanned.ok) throw new Error(scanned.failure);
  return readVkeyWitness(scanned.value);
}

function orderRecord(
  claims: Claims,
  { id, txHash, index }: ListedOrder,
  listed: readonly ListedOrder[],
): object {
  const way = wayOf(claims, 'orders output_index');
  const other = listed.find((one) => one.txHash === txHash && one.index !== index)?.index ?? index;
  const indexes: Readonly<Record<string, number | undefined>> = {
    '': index,
    'of another order': other,
    'of the change': listed.length,
  };
  return {
    _id: id,
    status: 'LIMIT',
    dex: EXCHANGES[0],
    user_address: account.address,
    token_id_in: '',
    token_id_out: FOG,
    amount_in: 10,
    tx_hash: txHash,
    output_index: indexes[way],
    submission_time: '2026-11-20T10:00:00Z',
  };
}

function feeRecord(claims: Claims, dex: string): object {
  const fee = figureTold(claims, 'orders records of fees', 2);
  return { _id: `other ${dex}`, status: 'LIMIT', dex, batcher_fee: fee, deposit: fee };
}
