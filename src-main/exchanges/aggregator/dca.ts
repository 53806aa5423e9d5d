import { lovelaceIn, quantityIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { aboutMs, DCA_INTERVALS, dcaInterval, MOST_CYCLES } from '#domain/dca.ts';
import { SECOND_MS } from '#domain/time.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { placeOf, type FormNames, type PlanOrder } from './prefixes.ts';
import type { OrderForm, OrderTerms, RecurringTerms, TradePlace } from '../order-form.ts';
import {
  asset,
  cancelKey,
  constr,
  demandPaid,
  fieldsOf,
  hash28,
  keyAddress,
  natural,
  readTerms,
  refuse,
  type KeyAddress,
} from '../plutus-data.ts';

/** The aggregator's key that carries out trades, and the address that it is paid at. */
const OPERATOR = 'ffebcc9e31749eb5803e396202d84e3b436ec362463b2fd70fb4c881';
const FEES_TO: KeyAddress = {
  payment: '0a5c45a8b36856d72419f401739ff8c6ffae0344aee6aabb22eeb1e4',
  stake: '05979cd5322dbec33a4ae4f2679cfeaf0abafe0c21344d0c6f26202e',
};
/** Stake parts that exchanges have in the addresses of their orders, by the order script. */
const EXCHANGE_STAKES: Readonly<Record<string, string>> = {
  '00fb107bfbd51b3a5638867d3688e986ba38ff34fb738f5bd42b20d5':
    '111e9a698b7f8d63031e4ec827564e2912ad23d91c2e048b99f21c08',
  a65ca58a4e9c755fa830173d2a5caed458ac0c73f97db7faae2e7e3b:
    '52563c5410bff6a0d43ccebb7c37e1f69f5eb260552521adff33b9c2',
};
const MOST_PLACES = 64;

/**
 * The aggregator's recurring order (Plutus V2; read from four real transactions, one that creates a plan and three that
 * carry out a trade; its validator is not published): `[slot from which the next trade is due, trades left, who may
 * cancel, owner's address, operator, amount of a trade, policy and name of the asset sold, seconds between trades,
 * lovelace to the aggregator for each trade, its address, orders that a trade may place]`. The operator carries out a
 * trade by placing one of these orders, each `[address of the exchange's script, H, N]` with H the BLAKE2b-256 of the
 * first N bytes of the order's datum (`aggregator-prefixes.ts`).
 *
 * Missing from the datum: the asset that the plan buys (known only where such a hash proves it), and any minimum,
 * price, slippage, end or batcher fee of a trade. Value beyond amounts and fees is a reserve, which pays the network's
 * and the exchange's fees and the order's deposit; no real transaction shows the last trade of a plan, so there is no
 * proof that any of the reserve comes back: all of it counts as an amount that may be kept. The number of trades made,
 * and the service's length of a month, are not stated either. No real plan shows an owner without a stake part, so such
 * plans are not read.
 */
export function aggregatorDcaForm(formNames: FormNames): OrderForm {
  return {
    name: 'aggregator-dca',
    read: (datumHex, assets, holds) =>
      readTerms(datumHex, (datum) => planTerms(datum, assets, holds, formNames)),
  };
}

function planTerms(
  datum: CborItem,
  assets: readonly AssetId[] | undefined,
  holds: Value | undefined,
  formNames: FormNames,
): OrderTerms {
  const what = 'the recurring order';
  const [due, left, canceller, ownerAddress, operator, each, policy, name, seconds, fee, feesTo, orders] =
    fieldsOf(datum, 0, 12, what);
  const [cancelHash] = fieldsOf(canceller, 0, 1, 'who may cancel the order');
  const owner = keyAddress(ownerAddress, "the order's owner");
  const [operatorHash] = fieldsOf(operator, 0, 1, 'who carries out the trades');
  const paidTo = keyAddress(feesTo, 'who is paid for each trade');
  if (owner.stake === undefined) return refuse("the order's owner has no stake part");
  if (hash28(operatorHash, 'who carries out the trades') !== OPERATOR)
    return refuse('somebody else than the aggregator carries out the trades');
  if (paidTo.payment !== FEES_TO.payment || paidTo.stake !== FEES_TO.stake)
    return refuse('somebody else than the aggregator is paid for each trade');
  const [amountPerCycle, cycles] = [
    natural(each, `a number of ${what}`),
    natural(left, `a number of ${what}`),
  ];
  if (amountPerCycle === 0n) return refuse('the recurring order sells nothing');
  if (cycles === 0n) return refuse('the recurring order has no cycle left');
  if (cycles > BigInt(MOST_CYCLES)) return refuse('the recurring order has too many cycles');
  const sells = asset(policy, name, 'the asset that the order pays');
  demandPaid(sells, assets);
  const feePerCycle = natural(fee, `a number of ${what}`);
  const pays = { amountPerCycle, cycles, feePerCycle, sells };
  const reserve = holds && reserveIn(holds, pays);
  const buys = assets?.find((one) => one !== sells);
  // Real plans have ADA on one side: how the orders of others begin is not known.
  if (sells !== ADA && buys !== undefined && buys !== ADA)
    return refuse('the recurring order trades between two tokens');
  const placesAt = placesOf(orders, { owner, stake: owner.stake, sells, buys }, formNames);
  const recurring: RecurringTerms = {
    amountPerCycle,
    cycles: Number(cycles),
    ...intervalOf(natural(seconds, `a number of ${what}`)),
    feePerCycle,
    returnedPerCycle: 0n,
    ...(reserve === undefined ? {} : { reservePerCycle: (reserve + cycles - 1n) / cycles }),
    dueFrom: natural(due, `a number of ${what}`),
    sells,
    placesAt,
  };
  return {
    ownerPaymentKeyHash: owner.payment,
    ownerStakeKeyHash: owner.stake,
    cancelKeyHash: cancelKey(hash28(cancelHash, 'who may cancel the order'), owner.payment),
    wanted: placesAt.some(({ binds }) => binds === 'trade') ? buys : undefined,
    minimumReceived: 0n,
    batcherFee: cycles * feePerCycle + (reserve ?? 0n),
    deposit: undefined,
    recurring,
  };
}

const DAY = 86_400n;
const SHORTEST_MONTH = 28n;
const LONGEST_MONTH = 31n;

/** Whole days of any month's length may be a month; which of them the service writes is not known. */
function intervalOf(seconds: bigint): Pick<RecurringTerms, 'interval' | 'monthOfDays'> {
  const interval = DCA_INTERVALS.find(
    (one) => one.interval !== 'monthly' && BigInt(aboutMs(one) / SECOND_MS) === seconds,
  );
  if (interval) return { interval };
  const days = seconds / DAY;
  if (seconds % DAY === 0n && days >= SHORTEST_MONTH && days <= LONGEST_MONTH)
    return { interval: dcaInterval('1month'), monthOfDays: Number(days) };
  return refuse('the interval of the recurring order does not exist');
}

/** Lovelace beyond what all trades sell and pay to the aggregator. */
function reserveIn(
  holds: Value,
  {
    amountPerCycle,
    cycles,
    feePerCycle,
    sells,
  }: Pick<RecurringTerms, 'amountPerCycle' | 'feePerCycle'> & {
    readonly cycles: bigint;
    readonly sells: AssetId;
  },
): bigint {
  const sold = amountPerCycle * cycles;
  const reserve = lovelaceIn(holds) - feePerCycle * cycles - (sells === ADA ? sold : 0n);
  const others = [...holds.keys()].some((id) => id !== ADA && id !== sells);
  // An even division leaves less than one unit a trade.
  const rest = sells === ADA ? 0n : quantityIn(holds, sells) - sold;
  if (others || reserve < 0n || rest < 0n || rest >= BigInt(MOST_CYCLES))
    return refuse('what it holds is not what its trades sell and cost');
  return reserve;
}

function placesOf(
  orders: CborItem,
  plan: Omit<PlanOrder, 'script' | 'hash' | 'length'>,
  formNames: FormNames,
): readonly TradePlace[] {
  if (orders.kind !== 'array' || orders.items.length === 0 || orders.items.length > MOST_PLACES)
    return refuse('where the order trades cannot be read');
  return orders.items.map((entry) => {
    const what = 'where the order trades';
    const [address, hash, length] = fieldsOf(entry, 0, 3, what);
    const script = orderScript(address, plan.stake);
    if (hash.kind !== 'bytes' || hash.value.length !== 32) return refuse(`${what} cannot be read`);
    return placeOf({ ...plan, script, hash: hash.value, length: natural(length, what) }, formNames);
  });
}

/** The script of an order's address, whose stake part is the owner's, the exchange's own, or none. */
function orderScript(address: CborItem, own: string): string {
  const what = 'where the order trades';
  const [payment, stake] = fieldsOf(address, 0, 2, what);
  const [hash] = fieldsOf(payment, 1, 1, what);
  const script = hash28(hash, what);
  const found = constr(stake, what);
  if (found.index === 1n && found.fields.length === 0) return script;
  const [inline] = fieldsOf(stake, 0, 1, what);
  const [key] = fieldsOf(inline, 0, 1, what);
  const [staking] = fieldsOf(key, 0, 1, what);
  const staker = hash28(staking, what);
  if (staker !== own && staker !== EXCHANGE_STAKES[script])
    return refuse('a trade would be at an address with a foreign stake part');
  return script;
}
