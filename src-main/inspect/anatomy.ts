import type { Value } from '#domain/amount.ts';
import { ANY_PRICE_WORDS, recurringPriceWords } from '#domain/order-words.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { formatAddress, parseAddressBytes, type Address } from '../cardano/address.ts';
import { toHex } from '../cardano/hex.ts';
import type {
  OrderClosing,
  OrderTerms,
  RecurringTerms,
  TradePlace,
} from '../cardano/order-forms/order-form.ts';
import type { TransactionOutput } from '../cardano/transaction-output.ts';
import {
  rawDatumOf,
  isOwner,
  roleOf,
  type Facts,
  type InputFact,
  type OrderFact,
  type OutputFact,
  type OutputRole,
} from './facts.ts';
import type { Knowledge } from './resolution.ts';
import { moment } from '#domain/words/phrases.en.ts';
import { amountText, assetText, type TokenWords } from './wording.ts';

/** One input or output in words. */
export interface Place {
  /** `#0`, or `hash#index` of an input; no two in a list are the same. */
  readonly name: string;
  /** Whole Bech32 address, or hex where there is no such text. */
  readonly address: string;
  readonly whose: string;
  readonly tone: 'own' | 'order' | 'foreign' | 'unknown';
  readonly amounts: readonly string[];
  readonly notes: readonly string[];
  /** Raw bytes of its datum, hex, where they can be seen. */
  readonly datum?: string;
}

/** An order's terms in words. */
export interface OrderBlock {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A transaction taken apart for the eye: nothing is judged here, and nothing is left out. */
export interface Anatomy {
  /** Change of the wallet by asset, with its sign. */
  readonly netChange: readonly string[];
  readonly orders: readonly OrderBlock[];
  readonly inputs: readonly Place[];
  readonly collateral: readonly Place[];
  readonly outputs: readonly Place[];
}

const KNOWN: Readonly<Record<Knowledge, string>> = {
  proven: 'Value proven by the bytes of the transaction that made it.',
  'two-sources': 'Value as two independent sources report it; its bytes were not seen.',
  told: 'Value as reported by the ledger back-end alone; nothing proves it.',
};

const WHOSE: Readonly<Record<OutputRole, string>> = {
  own: 'yours',
  'bare-own': 'yours, without a stake part',
  'half-own': "yours to spend, with somebody else's stake part",
  order: 'locked by a script that is not known',
  foreign: 'somebody else',
};

const TONE: Readonly<Record<OutputRole, Place['tone']>> = {
  own: 'own',
  'bare-own': 'own',
  // Its rewards and its vote go to whoever holds the stake key.
  'half-own': 'foreign',
  order: 'unknown',
  foreign: 'foreign',
};

/** Words for every input, output and order of a transaction. Never throws for one that was decoded. */
export function anatomyOf(facts: Facts): Anatomy {
  const { collateralReturn } = facts.tx.body;
  const back = collateralReturn && withReturn(collateralReturn, facts);
  return {
    netChange: facts.complete
      ? signedLines(facts.net, facts.given.tokens)
      : ['Not known: an input could not be looked up.'],
    orders: facts.orders.map((order, at) => orderBlock(order, at, facts)),
    inputs: distinctNames(facts.inputs.map((input) => inputPlace(input, facts))),
    collateral: [
      ...distinctNames(facts.collateral.map((input) => inputPlace(input, facts))),
      ...(back ? [back] : []),
    ],
    outputs: facts.outputs.map((output) => outputPlace(output, facts)),
  };
}

/** Every amount of a value with its whole asset id, ADA first: tickers can be shared, ids cannot. */
export function exactLines(value: Value, tokens: TokenWords): readonly string[] {
  return adaFirst(value).map(([asset, quantity]) => {
    if (asset === ADA) return amountText(asset, quantity);
    const known = tokens?.has(asset) === true;
    return known
      ? `${amountText(asset, quantity, tokens)} (${asset})`
      : `${quantity.toLocaleString('en')} base units of ${asset}`;
  });
}

function signedLines(value: Value, tokens: TokenWords): readonly string[] {
  return adaFirst(value).map(
    ([asset, quantity]) => `${quantity > 0n ? '+' : ''}${amountText(asset, quantity, tokens)}`,
  );
}

/** The parts of a value: ADA first, then by id. */
function adaFirst(value: Value): readonly (readonly [AssetId, bigint])[] {
  return [...value].toSorted(
    ([left], [right]) => Number(right === ADA) - Number(left === ADA) || (left < right ? -1 : 1),
  );
}

function inputPlace({ reference, resolved, address, cancelled }: InputFact, { given }: Facts): Place {
  if (!resolved)
    return {
      name: reference,
      address: 'not known',
      whose: 'not known',
      tone: 'unknown',
      amounts: [],
      notes: ['The ledger could not say what this input is.'],
    };
  const { datum } = resolved;
  return {
    name: reference,
    address: resolved.address,
    ...ownerOf(address, given),
    amounts: exactLines(resolved.value, given.tokens),
    notes: [
      ...(cancelled ? ['One of the orders that you take back.'] : []),
      KNOWN[resolved.known],
      ...(datum?.kind === 'hash' ? [`Its datum has the hash ${datum.hash}.`] : []),
    ],
    ...(datum?.kind === 'inline' ? { datum: datum.hex } : {}),
  };
}

function outputPlace(fact: OutputFact, facts: Facts): Place {
  const order = facts.orders.find(({ index }) => index === fact.index);
  return {
    name: `#${fact.index}`,
    address: fact.addressText,
    ...ownerOf(fact.address, facts.given),
    amounts: exactLines(fact.output.value, facts.given.tokens),
    ...outputNotes(fact.output, order, facts),
  };
}

function outputNotes(
  output: TransactionOutput,
  order: OrderFact | undefined,
  facts: Facts,
): Pick<Place, 'notes' | 'datum'> {
  const { datum, hasReferenceScript, holdsZero } = output;
  const bytes = rawDatumOf(output, facts.tx);
  const notes = [
    ...(order ? orderNotes(order, facts) : []),
    ...(datum.kind === 'hash' && bytes === undefined
      ? [`Only the hash of its datum can be seen: ${datum.hash}.`]
      : []),
    ...(hasReferenceScript ? ['It carries a script that others can refer to.'] : []),
    ...(holdsZero ? ['It names a token that it holds none of.'] : []),
  ];
  return { notes, ...(bytes === undefined ? {} : { datum: bytes }) };
}

/** What an order's datum says, or why it says nothing here. */
function orderNotes(order: OrderFact, facts: Facts): readonly string[] {
  if (order.terms) return termLines(order.terms, facts);
  if (order.otherPair) return ['It is an order between assets other than those traded.'];
  if (order.output.datum.kind === 'none') return ['It has no datum.'];
  return order.rawDatum === undefined ? [] : ['Its datum is not in a form of order that is understood here.'];
}

function withReturn(output: TransactionOutput, { given }: Facts): Place {
  const parsed = parseAddressBytes(output.addressBytes);
  const address = parsed.ok ? parsed.value : undefined;
  return {
    name: 'what returns',
    address: address ? formatAddress(address) : toHex(output.addressBytes),
    ...ownerOf(address, given),
    amounts: exactLines(output.value, given.tokens),
    notes: ['What comes back of the collateral if a script fails.'],
  };
}

/** Who owns an address, in words; one that is not a Shelley payment address counts as nobody's. */
function ownerOf(
  address: Address | undefined,
  { own, scripts }: Facts['given'],
): Pick<Place, 'whose' | 'tone'> {
  const role = address ? roleOf(address, own) : 'foreign';
  const exchange = address && scripts.known.get(address.payment.hash)?.exchange;
  return role === 'order' && exchange !== undefined
    ? { whose: `order at ${exchange}`, tone: 'order' }
    : { whose: WHOSE[role], tone: TONE[role] };
}

function orderBlock(order: OrderFact, at: number, facts: Facts): OrderBlock {
  const where = order.script?.exchange ?? 'a script that is not known';
  return {
    title: `Order ${at + 1} at ${where} (output #${order.index})`,
    lines: [
      ...exactLines(order.output.value, facts.given.tokens).map((line) => `Holds ${line}`),
      ...(order.terms ? termLines(order.terms, facts) : ['Its terms cannot be read here.']),
      `Locked by the script ${order.scriptHash}`,
    ],
  };
}

/** What an order's datum says, one line each. */
function termLines(terms: OrderTerms, { given }: Facts): readonly string[] {
  const { own, tokens } = given;
  const { ownerPaymentKeyHash, ownerScriptHash, ownerStakeKeyHash, cancelKeyHash, batcherFee, deposit } =
    terms;
  const mine = isOwner(terms, own);
  const owner =
    ownerScriptHash === undefined ? `the key ${ownerPaymentKeyHash ?? ''}` : `the script ${ownerScriptHash}`;
  const stake =
    ownerStakeKeyHash === undefined
      ? 'without a stake part'
      : own.stakeKeyHashes.has(ownerStakeKeyHash)
        ? 'with your stake key'
        : `with somebody else's stake key ${ownerStakeKeyHash}`;
  return [
    ...(terms.recurring
      ? recurringLines(terms, terms.recurring, given)
      : [`Wants at least ${wantedText(terms, tokens)}`]),
    mine ? `Pays to you, ${stake}` : `Pays to somebody else, ${owner}, ${stake}`,
    (cancelKeyHash === undefined ? mine : isOwn(cancelKeyHash, own))
      ? 'You can take it back'
      : `Somebody else can take it back, ${cancelKeyHash === undefined ? owner : `the key ${cancelKeyHash}`}`,
    batcherFee === undefined
      ? 'Does not state the fee of whoever fills it'
      : `Whoever fills it keeps up to ${amountText(ADA, batcherFee)}`,
    deposit === undefined
      ? 'Does not state what comes back when it closes'
      : `${amountText(ADA, deposit)} comes back ${terms.recurring ? 'with its trades, or when it ends' : 'when it closes'}`,
    ...(terms.closing ? [closingLine(terms.closing)] : []),
    ...(terms.killable === true ? ['May be sent back unfilled once its least cannot be met'] : []),
  ];
}

function closingLine({ at, then, tip }: OrderClosing): string {
  if (then === 'waits') return `Is filled until ${moment(at)}; after that it waits until it is taken back`;
  const keeps = tip > 0n ? `; whoever closes it may keep up to ${amountText(ADA, tip)}` : '';
  return `Closes by itself after ${moment(at)}${keeps}`;
}

function recurringLines(
  { wanted }: OrderTerms,
  {
    interval,
    cycles,
    completed = 0,
    amountPerCycle,
    slippagePpm,
    feePerCycle,
    reservePerCycle,
    placesAt,
  }: RecurringTerms,
  { tokens, scripts }: Facts['given'],
): readonly string[] {
  return [
    `Makes ${cycles - completed} trades, ${interval.words}, for ${wanted === undefined ? (placesAt ? 'an asset that it does not name' : 'an asset of the pool that it names') : assetText(wanted, tokens)}`,
    `Each sells ${amountPerCycle.toLocaleString('en')} base units, the last one what is left`,
    `Each ${slippagePpm === undefined ? ANY_PRICE_WORDS : recurringPriceWords(`${Number(slippagePpm) / 10_000} %`)}`,
    `Each costs ${amountText(ADA, feePerCycle)}`,
    ...(reservePerCycle === undefined
      ? []
      : [`For each, ${amountText(ADA, reservePerCycle)} is set aside for other fees and deposits`]),
    ...(placesAt ?? []).map(
      ({ script, binds }) =>
        `Each may place an order at ${scripts.known.get(script)?.exchange ?? `a script that is not known, ${script}`}, ${BINDS_WORDS[binds]}`,
    ),
  ];
}

const BINDS_WORDS: Readonly<Record<TradePlace['binds'], string>> = {
  trade: 'which the plan binds to pay you what you buy',
  receiver: 'which the plan binds to pay you, whatever it buys',
  nothing: 'and the plan does not bind whom it pays',
  unproven: 'and whom it pays cannot be proven',
};

function wantedText({ wanted, minimumReceived }: OrderTerms, tokens: TokenWords): string {
  return wanted === undefined
    ? `${minimumReceived.toLocaleString('en')} base units of an asset of the pool that it names`
    : amountText(wanted, minimumReceived, tokens);
}

function isOwn(hash: string, own: Facts['given']['own']): boolean {
  return own.paymentKeyHashes.has(hash) || own.stakeKeyHashes.has(hash);
}

/** A transaction may name an input twice; a list needs two names for it. */
function distinctNames(places: readonly Place[]): readonly Place[] {
  const seen = new Map<string, number>();
  return places.map((place) => {
    const times = (seen.get(place.name) ?? 0) + 1;
    seen.set(place.name, times);
    return times === 1 ? place : { ...place, name: `${place.name} (named ${times} times)` };
  });
}
