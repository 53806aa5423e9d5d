import { ADA, ADA_DECIMALS, assetInBody, type AssetId } from '../../../src-preload/domain/asset.ts';
import {
  addValues,
  lovelaceIn,
  quantityIn,
  subtractValues,
  type Value,
} from '../../../src-preload/domain/amount.ts';
import { formatDecimal } from '../../../src-preload/domain/decimal.ts';
import { formatAddress, parseAddress } from '../../cardano/address.ts';
import { toHex } from '../../cardano/hex.ts';
import { encodeOrderDatum, type OrderDatum } from '../../cardano/order-datum.ts';
import {
  draftBytes,
  leastLovelace,
  withLeastFee,
  witnessSize,
  type Draft,
  type DraftOutput,
} from '../chain/draft.ts';
import type { Unspent } from '../chain/ledger-state.ts';
import { minimumFee } from '../chain/parameters.ts';
import { scriptAddress } from '../keys.ts';
import { encodeRoute } from '../order-route.ts';
import type { Practice } from '../practice.ts';
import { malformed, ServiceError } from './service-error.ts';
import type { PricedOrder, SwapQuote } from './swap-quote.ts';
import { decimalsOf } from './token-replies.ts';

/** Who buys: a base address of two keys on preprod. */
interface Buyer {
  readonly address: string;
  readonly paymentKeyHash: string;
  readonly stakeKeyHash: string;
}

/** Seconds before now at which a built transaction becomes valid, and after now until which it is. */
const VALID_BEFORE = 300;
const VALID_AFTER = 3_600;
/** Payment and stake key: real services of this kind ask for both. */
const SIGNATURES = 2;
const LARGEST_QUANTITY = (1n << 64n) - 1n;

/**
 * The unsigned transaction that places a quote's orders, as hex. Its inputs are the buyer's own outputs, its
 * outputs one order at each exchange's script address, and the change. @throws ServiceError when the address is
 * wrong or the funds do not suffice.
 */
export function buildSwap(practice: Practice, swap: SwapQuote, addressText: string): string {
  const buyer = buyerOf(addressText);
  const slot = practice.chain.slotNow();
  const orders = swap.orders.map((order) => orderOutput(practice, swap, order, buyer));
  const wanted = total(orders.map((output) => output.value));
  const chosen: Unspent[] = [];
  for (const item of inOrderOfUse(practice.chain.spendableAt(buyer.address), swap.request.tokenIn, wanted)) {
    chosen.push(item);
    const drafted = withLeastFee((fee) => draftOf(chosen, orders, buyer, slot, fee), SIGNATURES);
    if (drafted) return toHex(drafted.bytes);
  }
  throw insufficient(practice, wanted, chosen, buyer, orders);
}

function buyerOf(text: string): Buyer {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw malformed('buyer_address', `is not an address: ${parsed.failure}`);
  const { network, payment, stake } = parsed.value;
  if (network !== 0) throw malformed('buyer_address', 'must be an address of the preprod network');
  if (payment.kind !== 'key' || stake === undefined || stake === 'pointer' || stake.kind !== 'key')
    throw malformed('buyer_address', 'must be a base address with a payment key and a stake key');
  return { address: formatAddress(parsed.value), paymentKeyHash: payment.hash, stakeKeyHash: stake.hash };
}

/** An order at its exchange: amount, batcher fee and deposit. The deposit is raised where the payout needs more ADA. */
function orderOutput(
  practice: Practice,
  { request }: SwapQuote,
  order: PricedOrder,
  buyer: Buyer,
): DraftOutput {
  const codes = practice.market.exchanges.map((exchange) => exchange.code);
  const payout: DraftOutput = {
    address: buyer.address,
    value: new Map([[request.tokenOut, request.tokenOut === ADA ? 0n : LARGEST_QUANTITY]]),
  };
  const needed = leastLovelace(payout);
  const deposit = order.deposit > needed ? order.deposit : needed;
  const datum: OrderDatum = {
    ownerPaymentKeyHash: buyer.paymentKeyHash,
    ownerStakeKeyHash: buyer.stakeKeyHash,
    wanted: request.tokenOut,
    minimumReceived: order.minimumOut,
    batcherFee: order.batcherFee,
    deposit,
    route: encodeRoute({ poolId: order.poolId, excluded: request.excluded }, codes),
  };
  return {
    address: scriptAddress(order.exchange, 'order'),
    value: addValues(
      new Map([[ADA, order.batcherFee + deposit]]),
      new Map([[request.tokenIn, order.amountIn]]),
    ),
    datum: encodeOrderDatum(datum),
  };
}

/** Outputs that hold the token sold first, largest first, as far as they are needed; then ADA, plain outputs before mixed ones. */
function inOrderOfUse(unspent: readonly Unspent[], tokenIn: AssetId, wanted: Value): readonly Unspent[] {
  const byQuantity = (asset: AssetId) => (left: Unspent, right: Unspent) =>
    Number(quantityIn(right.output.value, asset) - quantityIn(left.output.value, asset) > 0n) * 2 - 1;
  const needed: Unspent[] = [];
  if (tokenIn !== ADA) {
    let held = 0n;
    for (const item of unspent.toSorted(byQuantity(tokenIn))) {
      const quantity = quantityIn(item.output.value, tokenIn);
      if (held >= quantityIn(wanted, tokenIn) || quantity === 0n) break;
      held += quantity;
      needed.push(item);
    }
  }
  const rest = unspent.filter((item) => !needed.includes(item)).toSorted(byQuantity(ADA));
  const plain = rest.filter((item) => item.output.value.size === 1);
  return [...needed, ...plain, ...rest.filter((item) => !plain.includes(item))];
}

/** The transaction with that fee, or `undefined` when the inputs do not pay for it with its change. */
function draftOf(
  chosen: readonly Unspent[],
  orders: readonly DraftOutput[],
  buyer: Buyer,
  slot: number,
  fee: bigint,
): Draft | undefined {
  const spent = total(chosen.map((item) => item.output.value));
  const change = subtractValues(
    spent,
    addValues(total(orders.map((order) => order.value)), new Map([[ADA, fee]])),
  );
  if ([...change.values()].some((left) => left < 0n)) return undefined;
  const output: DraftOutput = { address: buyer.address, value: change };
  if (change.size > 0 && lovelaceIn(change) < leastLovelace(output)) return undefined;
  return {
    inputs: chosen.map((item) => item.ref),
    outputs: change.size > 0 ? [...orders, output] : orders,
    validFrom: slot - VALID_BEFORE,
    invalidFrom: slot + VALID_AFTER,
    requiredSigners: [buyer.paymentKeyHash, buyer.stakeKeyHash],
  };
}

/** Says what is missing, with the fee and the change's own ADA counted, were everything at the address spent, and whether more is on its way. */
function insufficient(
  { chain, market }: Practice,
  wanted: Value,
  all: readonly Unspent[],
  buyer: Buyer,
  orders: readonly DraftOutput[],
): ServiceError {
  const held = total(all.map((item) => item.output.value));
  const left = subtractValues(held, wanted);
  const change = new Map([...left].filter(([asset, quantity]) => asset !== ADA && quantity > 0n));
  const draft: Draft = {
    inputs: all.map((item) => item.ref),
    outputs: [...orders, { address: buyer.address, value: change }],
    requiredSigners: [buyer.paymentKeyHash, buyer.stakeKeyHash],
    validFrom: 1,
    invalidFrom: 1,
  };
  const fee = minimumFee(draftBytes(draft, 0n).length + witnessSize(SIGNATURES) + 24);
  const reserve = fee + leastLovelace({ address: buyer.address, value: change });
  const missing = [...new Set([ADA, ...wanted.keys()])].flatMap((asset) => {
    const short = (asset === ADA ? reserve : 0n) - quantityIn(left, asset);
    return short > 0n
      ? [{ asset, short, decimals: asset === ADA ? ADA_DECIMALS : decimalsOf(market, asset) }]
      : [];
  });
  const words = missing.map(
    ({ asset, short, decimals }) =>
      `${formatDecimal(short, decimals)} ${asset === ADA ? 'ADA' : (market.token(asset)?.ticker ?? asset)}`,
  );
  const pending = chain.state.unspentAt(buyer.address).length > all.length;
  const wait = pending ? ' A transaction of this address waits for the next block: try again then.' : '';
  return new ServiceError(400, 'insufficient_funds', `The address lacks ${words.join(' and ')}.${wait}`, {
    pending,
    missing: missing.map(({ asset, short, decimals }) => ({
      token_id: assetInBody(asset),
      amount: Number(formatDecimal(short, decimals)),
      quantity: short.toString(),
    })),
  });
}

function total(values: readonly Value[]): Value {
  return values.reduce<Value>(addValues, new Map());
}
