import {
  asset,
  assetClass,
  bytes,
  con,
  either,
  hash,
  keyAddress,
  list,
  marked,
  nat,
  ownerAddress,
  readDatum,
  yesNo,
  type Datum,
  type Shape,
} from './datum.ts';

/*
 * The form of an order's datum at each exchange, as its contracts define it. A datum of any other form is not an order
 * here: these forms leave no place for an address, a hash or a datum that is not named, or required to be empty.
 */

const nothing = con(1);
/** `NoDatum`: the proceeds go to an address, and not to a script that acts on them. */
const noDatum = con(0);

const number = nat('number');

/** `[owner's key or script, its stake key or none, policy, name, …]`, the beginning of both practice orders. */
const practiceHead: readonly Shape[] = [
  either(hash('owner.key'), con(1, hash('owner.script'))),
  either(con(0, hash('owner.stake')), con(1)),
  ...asset('wanted'),
];
const practiceRoute: Shape = (datum) => datum.is === 'bytes' && datum.hex.length <= 128;

export const practiceOrder = con(0, ...practiceHead, nat('least'), nat('fee'), nat('deposit'), practiceRoute);

export const practicePlan = con(
  1,
  ...practiceHead,
  nat('each'),
  nat('cycles'),
  nat('completed'),
  nat('unit'),
  nat('length'),
  nat('slippage'),
  nat('cycleFee'),
  nat('cycleReturn'),
  nat('deposit'),
  practiceRoute,
);

/** Minswap before V2: sender, who may cancel; receiver; datum for the receiver; step; fee; deposit. */
function minswapFrame(step: Shape): Shape {
  return con(0, keyAddress('sender'), keyAddress('owner'), nothing, step, nat('fee'), nat('deposit'));
}

/** `SwapExactIn [desired asset, least]`. */
export const minswapV1 = minswapFrame(con(0, assetClass('wanted'), nat('least')));

/** `Exchange [place of what is paid, of what is received, least]` among the pool's assets. */
export const minswapStable = minswapFrame(con(0, nat('paidPlace'), nat('wantedPlace'), nat('least')));

/** The token by which Minswap V2 calls a pool. */
function liquidityToken(name: string): Shape {
  return con(0, hash(`${name}.policy`), bytes(name, 32));
}

/** `SAOSpecificAmount` or `SAOAll`. */
const swapAmount = either(con(0, nat('sells')), con(1, number));

/** The route of `SwapMultiRouting`: any number of pools, each with its direction, as `hop.0`, `hop.1` and so on. */
const route: Shape = (datum: Datum, found) =>
  datum.is === 'list' &&
  datum.items.every((hop, at) => con(0, liquidityToken(`hop.${at}`), yesNo(`hop.${at}.forward`))(hop, found));

/** `SwapExactIn [direction, amount, least, killable]`, or `SwapMultiRouting [route, amount, least]`. */
const minswapStep = either(
  con(0, yesNo('forward'), swapAmount, nat('least'), yesNo('killable')),
  marked('routed', con(9, route, swapAmount, nat('least'))),
);

/**
 * Canceller by signature or by a script that is spent from, refund, its datum, receiver, its datum, pool, step, maximum
 * fee, expiry and its tip.
 */
export const minswapV2 = con(
  0,
  either(con(0, hash('canceller')), con(1, hash('cancelScript'))),
  ownerAddress('refund'),
  noDatum,
  ownerAddress('owner'),
  noDatum,
  liquidityToken('pool'),
  minswapStep,
  nat('fee'),
  either(nothing, con(0, list(number, nat('tip')))),
);

/** Pool; destination without a datum, and another canceller or none; fee of the scooper; swap with a least. */
export const sundaeV1 = con(
  0,
  bytes('pool'),
  con(0, con(0, keyAddress('owner'), nothing), either(con(1), con(0, hash('canceller')))),
  nat('fee'),
  con(0, yesNo('backward'), nat('sells'), con(0, nat('least'))),
);

/** An extension that says nothing: a constructor without fields, or one in a byte string. */
const noExtension: Shape = (datum) => {
  const node = datum.is === 'bytes' ? readDatum(datum.hex) : datum;
  return node?.is === 'constr' && node.fields.length === 0;
};

/** Pool or none; canceller by signature; fee; destination without a datum; `Swap [offer, least]`; extension. */
export const sundaeV3 = con(
  0,
  either(con(1), con(0, hash('pool'))),
  con(0, hash('canceller')),
  nat('fee'),
  con(0, keyAddress('owner'), noDatum),
  con(1, list(...asset('paid'), nat('sells')), list(...asset('wanted'), nat('least'))),
  noExtension,
);

/** `Swap [direction, least]` between the assets A and B of a WingRiders request. */
const wingridersSwap = con(0, yesNo('backward'), nat('least'));

/** `[beneficiary, owner's key, deadline, [A, B]]` and the action. */
export const wingridersV1 = con(
  0,
  con(0, keyAddress('owner'), hash('canceller'), number, con(0, assetClass('first'), assetClass('second'))),
  wingridersSwap,
);

const emptyEitherWay: Shape = (datum) =>
  (datum.is === 'bytes' && datum.hex === '') || (datum.is === 'list' && datum.items.length === 0);

/** Oil, beneficiary, owner, compensation without a datum, deadline, A, B, the action, and the scales of both. */
export const wingridersV2 = con(
  0,
  nat('deposit'),
  keyAddress('owner'),
  keyAddress('refund'),
  emptyEitherWay,
  noDatum,
  number,
  ...asset('first'),
  ...asset('second'),
  wingridersSwap,
  nat('firstScale'),
  nat('secondScale'),
);

/** Executors that may fill a Splash order, as `executor.0`, `executor.1` and so on. */
const executors: Shape = (datum, found) =>
  datum.is === 'list' && datum.items.every((executor, at) => hash(`executor.${at}`)(executor, found));

/**
 * Kind (a limit order), beacon, input, how much of it, cost of a step, least of a step, output, price, fee, receiver,
 * canceller, executors.
 */
export const splash = con(
  0,
  (datum) => datum.is === 'bytes' && datum.hex === '00',
  hash('beacon'),
  assetClass('paid'),
  nat('sells'),
  nat('stepCost'),
  nat('stepLeast'),
  assetClass('wanted'),
  con(0, nat('numerator'), nat('denominator')),
  nat('ownFee'),
  keyAddress('owner'),
  hash('canceller'),
  executors,
);

/** Owner's key, and stake key if any, in one byte string; swap of A for B (3) or of B for A (4), with its least. */
export const vyfi = con(
  0,
  bytes('keys', 28, 56),
  either(con(3, nat('least')), marked('backward', con(4, nat('least')))),
);

/** Creator, asset bought, asset sold, amount bought, whether it may be filled in parts, lovelace that comes along. */
export const muesliswap = con(
  0,
  con(
    0,
    keyAddress('owner'),
    ...asset('wanted'),
    ...asset('paid'),
    nat('least'),
    yesNo('inParts'),
    nat('fee'),
  ),
);
