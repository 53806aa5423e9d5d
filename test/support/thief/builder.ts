import { addValues, lovelaceIn, quantityIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { encodeOrderDatum, encodePlanDatum, planOverhead } from '../../../src-main/practice/orders/datum.ts';
import {
  draftBytes,
  leastLovelace,
  witnessSize,
  type Draft,
  type DraftOutput,
} from '../../../src-main/practice/chain/draft.ts';
import { minimumFee } from '../../../src-main/practice/chain/parameters.ts';
import { scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import {
  account,
  EXCHANGES,
  FRESH_ADDRESS,
  HONEST_BATCHER_FEE,
  HONEST_DEPOSIT,
  PAYMENT,
  STAKE,
  thief,
} from './cast.ts';
import { wayOf } from './levers.ts';
import { OLDER_ADDRESS, olderDatum } from './older-order.ts';
import { amountIn, type Vector } from './shapes.ts';
import type { CancelWant, TradeWant } from './want.ts';
import type { Owned, ThiefWorld } from './world.ts';

const MILLION = 1_000_000n;
const PLAN_FEE_PER_CYCLE = 500_000n;
const PLAN_RETURN_PER_CYCLE = 1_200_000n;
const ROUTE = '70'.repeat(28);
const OWNER = { ownerPaymentKeyHash: PAYMENT, ownerStakeKeyHash: STAKE };
const MOST_INPUTS = 12;

/** Writes the transaction that is asked for and takes what the vector says; `undefined` where it cannot be written. */
export function build(world: ThiefWorld): Uint8Array | undefined {
  const { want, vector } = world;
  if (!want) return undefined;
  try {
    return want.kind === 'cancel' ? buildCancel(world, want, vector) : buildTrade(world, want, vector);
  } catch (error) {
    // Amounts that no ledger can hold.
    if (error instanceof RangeError || typeof error === 'string') return undefined;
    throw error;
  }
}

function buildTrade(world: ThiefWorld, want: TradeWant, vector: Vector): Uint8Array | undefined {
  const orders = want.recurring
    ? [planOf(want, vector)]
    : ordersOf(want, vector, wayOf(world.claims, 'build exchange') !== '');
  return complete(world, { orders, taken: [], gifts: new Map() });
}

function buildCancel(world: ThiefWorld, want: CancelWant, vector: Vector): Uint8Array | undefined {
  const omitted = amountIn(vector, 'omit') > 0n ? 1 : 0;
  const taken = world.ledger
    .unspent()
    .filter(({ ref }) => want.orders.slice(omitted).includes(`${ref.txHash}#${ref.index}`));
  if (taken.length !== want.orders.length - omitted) return undefined;
  const held = sumValues(taken.map(({ output }) => output.value));
  const tokens = new Map([...held].filter(([asset]) => asset !== ADA));
  const kept = amountIn(vector, 'keep') > 0n;
  if (kept && tokens.size === 0) return undefined;
  const relocked = amountIn(vector, 'relock');
  const relock: DraftOutput = {
    address: scriptAddress(EXCHANGES[0], 'order'),
    value: new Map([[ADA, relocked]]),
    datum: encodeOrderDatum({
      ownerPaymentKeyHash: thief.keyHash,
      ownerStakeKeyHash: undefined,
      wanted: ADA,
      minimumReceived: 1n,
      batcherFee: 1n,
      deposit: 1n,
      route: ROUTE,
    }),
  };
  return complete(world, { orders: relocked > 0n ? [relock] : [], taken, gifts: kept ? tokens : new Map() });
}

/** The honest orders, bent by the vector. */
function ordersOf(
  { pay, receive, quantity, atLeast, parts }: TradeWant,
  vector: Vector,
  unreadable: boolean,
): DraftOutput[] {
  const more = Number(amountIn(vector, 'orders'));
  const lopsided = amountIn(vector, 'lopsided');
  const single = parts.length === 1 && more === 0 && lopsided > 0n;
  const shares = single
    ? [quantity - quantity / 100n, quantity / 100n]
    : more > 0
      ? divided(quantity, parts.length + more)
      : parts.map((part) => part.pay);
  const minima = minimaOf(shares, { quantity, atLeast, parts, more, lopsided }, vector);
  const count = BigInt(shares.length);
  const each = (shape: 'batcher' | 'turned' | 'unexplained' | 'proceeds'): bigint =>
    amountIn(vector, shape) / count;
  const redirected = amountIn(vector, 'redirect');
  return shares.map((share, at) => {
    const batcherFee = HONEST_BATCHER_FEE + each('batcher') + each('turned') + each('proceeds');
    const deposit = HONEST_DEPOSIT - each('turned');
    const held = batcherFee + deposit - each('proceeds') + each('unexplained');
    const sold = share + (share * amountIn(vector, 'oversell')) / MILLION;
    const owner =
      BigInt(at) < redirected ? { ownerPaymentKeyHash: thief.keyHash, ownerStakeKeyHash: undefined } : OWNER;
    const value = addValues(new Map([[ADA, held]]), new Map([[pay, sold]]));
    const least = minima[at] ?? 0n;
    if (unreadable && redirected > 0n) throw new RangeError('nobody can have such an order');
    if (unreadable)
      return {
        address: OLDER_ADDRESS,
        value,
        datum: olderDatum({ wanted: receive, least, batcherFee, deposit }),
      };
    const terms = { ...owner, wanted: receive, minimumReceived: least, batcherFee, deposit, route: ROUTE };
    return { address: scriptAddress(EXCHANGES[0], 'order'), value, datum: encodeOrderDatum(terms) };
  });
}

interface Least {
  readonly quantity: bigint;
  readonly atLeast: bigint;
  readonly parts: TradeWant['parts'];
  readonly more: number;
  readonly lopsided: bigint;
}

function minimaOf(
  shares: readonly bigint[],
  { quantity, atLeast, parts, more, lopsided }: Least,
  vector: Vector,
): readonly bigint[] {
  const skim = amountIn(vector, 'skim');
  const fair = shares.map((share, at) => {
    const own = more === 0 && shares.length === parts.length ? parts[at]?.atLeast : undefined;
    const least = own ?? mulDivCeil(atLeast, share, quantity);
    return least - (least * skim) / MILLION;
  });
  if (lopsided === 0n || fair.length < 2) return fair;
  const bent = fair.map((least) => least - (least * lopsided) / MILLION);
  const missing = fair.reduce((sum, least, at) => sum + least - (bent[at] ?? 0n), 0n);
  const last = bent.length - 1;
  return bent.map((least, at) => (at === last ? least + missing : least));
}

function planOf({ pay, receive, quantity, recurring }: TradeWant, vector: Vector): DraftOutput {
  if (!recurring) throw new Error('no recurring order is wanted');
  const { cycles, interval, slippageBps } = recurring;
  const left = BigInt(cycles);
  const turned = amountIn(vector, 'turned') / left;
  const plan = {
    ...OWNER,
    ...(amountIn(vector, 'redirect') > 0n
      ? { ownerPaymentKeyHash: thief.keyHash, ownerStakeKeyHash: undefined }
      : {}),
    wanted: receive,
    amountPerCycle: quantity / left,
    cycles,
    completed: 0,
    interval,
    slippagePpm: BigInt(slippageBps) * 100n,
    feePerCycle:
      PLAN_FEE_PER_CYCLE + (amountIn(vector, 'batcher') + amountIn(vector, 'proceeds')) / left + turned,
    returnedPerCycle: PLAN_RETURN_PER_CYCLE - (turned < PLAN_RETURN_PER_CYCLE ? turned : 0n),
    deposit: HONEST_DEPOSIT,
    route: ROUTE,
  };
  const { fees, returned } = planOverhead(plan);
  const held = fees + returned + amountIn(vector, 'unexplained') - amountIn(vector, 'proceeds');
  const sold = quantity + (quantity * amountIn(vector, 'oversell')) / MILLION;
  return {
    address: scriptAddress(EXCHANGES[0], 'order'),
    value: addValues(new Map([[ADA, held]]), new Map([[pay, sold]])),
    datum: encodePlanDatum(plan),
  };
}

interface Rough {
  readonly orders: readonly DraftOutput[];
  /** Orders that are taken back. */
  readonly taken: readonly Owned[];
  /** Tokens for the thief. */
  readonly gifts: Value;
}

/** Chooses what of the user's is spent, pays the thief and the network, and gives back the rest. */
function complete(world: ThiefWorld, { orders, taken, gifts }: Rough): Uint8Array | undefined {
  const { vector } = world;
  const tribute = amountIn(vector, 'tribute');
  const own = world.ownOutputs();
  const bystanders = amountIn(vector, 'bystanders') > 0n;
  const brought = bringing(world);
  const paid = new Map([[ADA, tribute + (brought ? lovelaceIn(brought.output.value) : 0n)]]);
  const held = sumValues(taken.map(({ output }) => output.value));
  const leaving = sumValues([...orders.map(({ value }) => value), new Map([[ADA, tribute]]), gifts]);
  const forced = tribute > 0n ? own.filter(({ ref }) => world.isTarget(ref)) : [];
  const spent = chosen(own, forced, subtractValues(leaving, held), taken.length > 0, amountIn(vector, 'fee'));
  if (!spent) return undefined;
  const put = sumValues([held, ...spent.map(({ output }) => output.value)]);
  const others = bystanders
    ? new Map([...put].filter(([asset]) => isBystander(asset, orders)))
    : new Map<AssetId, bigint>();
  if (bystanders && others.size === 0) return undefined;
  const toThief = sumValues([paid, gifts, others]);
  const gift: DraftOutput[] =
    toThief.size === 0 ? [] : [{ address: thiefAddress(world), value: withLeast(toThief) }];
  const entering = sumValues([put, ...(brought ? [brought.output.value] : [])]);
  const inputs = [...taken, ...spent, ...(brought ? [brought] : [])].map(({ ref }) => ref);
  world.thiefTold = brought ? missingIn(world, [...taken, ...spent]) : 0n;
  const witnesses = 1 + (brought ? 1 : 0);
  const draft = (fee: bigint): Draft | undefined => {
    const rest = subtractValues(
      entering,
      sumValues([...[...orders, ...gift].map(({ value }) => value), new Map([[ADA, fee]])]),
    );
    if ([...rest.values()].some((quantity) => quantity < 0n)) return undefined;
    const change: DraftOutput = { address: account.address, value: rest };
    if (lovelaceIn(rest) < leastLovelace(change)) return undefined;
    return {
      inputs,
      outputs: [...orders, ...gift, change],
      validFrom: world.ledger.slot - 300,
      invalidFrom: world.ledger.slot + 3_600,
      ...(taken.length > 0 ? { requiredSigners: [PAYMENT] } : {}),
    };
  };
  const guessed = draft(200_000n);
  if (!guessed) return undefined;
  const fee =
    minimumFee(draftBytes(guessed, 200_000n).length + witnessSize(witnesses) + 4) + amountIn(vector, 'fee');
  const final = draft(fee);
  return final && draftBytes(final, fee);
}

/** The user's outputs that cover what leaves; none where an order pays for itself and none is lied about. */
function chosen(
  own: readonly Owned[],
  forced: readonly Owned[],
  leaving: Value,
  paysItself: boolean,
  fee: bigint,
): readonly Owned[] | undefined {
  const needed = new Map([...leaving].filter(([, quantity]) => quantity > 0n));
  const margin = 2_000_000n + fee;
  if (paysItself && lovelaceIn(leaving) + margin <= 0n && needed.size === 0) return forced;
  const spent: Owned[] = [...forced];
  const lacks = (asset: AssetId): boolean => {
    const held = spent.reduce((sum, { output }) => sum + quantityIn(output.value, asset), 0n);
    return held < quantityIn(leaving, asset) + (asset === ADA ? margin : 0n);
  };
  for (const one of own) {
    const wanted = [...one.output.value.keys()].some(
      (asset) => lacks(asset) && (asset === ADA || needed.has(asset)),
    );
    if (wanted && !spent.includes(one) && spent.length < MOST_INPUTS) spent.push(one);
  }
  const short = [ADA, ...needed.keys()].some((asset) => lacks(asset));
  return short && lovelaceIn(leaving) > 0n ? undefined : spent;
}

/** The thief's own output, where he says something of it that is not so. */
function bringing(world: ThiefWorld): Owned | undefined {
  return wayOf(world.claims, "ledger thief's output") === '' ? undefined : world.thiefOutput();
}

/** The amount by which the stated values of the inputs fall short of the true ones. */
function missingIn(world: ThiefWorld, inputs: readonly Owned[]): bigint {
  if (!wayOf(world.claims, "ledger thief's output").startsWith('makes the sums match')) return 0n;
  return inputs.reduce((sum, { ref, output }) => {
    const told = world.told(ref, output);
    return sum + lovelaceIn(output.value) - (told ? lovelaceIn(told.value) : 0n);
  }, 0n);
}

function isBystander(asset: AssetId, orders: readonly DraftOutput[]): boolean {
  return asset !== ADA && !orders.some(({ value }) => value.has(asset));
}

function thiefAddress({ fresh }: ThiefWorld): string {
  return fresh ? FRESH_ADDRESS : thief.address;
}

function withLeast(value: Value): Value {
  const least = leastLovelace({ address: FRESH_ADDRESS, value });
  return lovelaceIn(value) >= least ? value : new Map([...value, [ADA, least]]);
}

function divided(whole: bigint, count: number): bigint[] {
  const each = whole / BigInt(count);
  return Array.from({ length: count }, (_, at) =>
    at === count - 1 ? whole - each * BigInt(count - 1) : each,
  );
}
