import type { Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { formatAddress, parseAddressBytes, type Address } from '../cardano/address.ts';
import { toHex } from '../cardano/hex.ts';
import type { OrderClosing, OrderTerms, RecurringTerms } from '../exchanges/order-form.ts';
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
import { assetText, shownAda, shownAmount, type TokenWords } from './wording.ts';
import type { Exact, OrderOwner, StakePart } from './words/anatomy.en.ts';
import { sayIn, type Say } from './words/sentences.ts';

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

const TONE: Readonly<Record<OutputRole, Place['tone']>> = {
  own: 'own',
  'bare-own': 'own',
  // Its rewards and its vote go to whoever holds the stake key.
  'half-own': 'foreign',
  order: 'unknown',
  foreign: 'foreign',
};

/** Words for every input, output and order of a transaction. Never throws for one that was decoded. */
export function anatomyOf(facts: Facts, say: Say = sayIn('en')): Anatomy {
  const { collateralReturn } = facts.tx.body;
  const back = collateralReturn && withReturn(collateralReturn, facts, say);
  return {
    netChange: facts.complete
      ? signedLines(facts.net, facts.context.tokens, say)
      : [say('anatomy/net-unknown')],
    orders: facts.orders.map((order, at) => orderBlock(order, at, facts, say)),
    inputs: distinctNames(
      facts.inputs.map((input) => inputPlace(input, facts, say)),
      say,
    ),
    collateral: [
      ...distinctNames(
        facts.collateral.map((input) => inputPlace(input, facts, say)),
        say,
      ),
      ...(back ? [back] : []),
    ],
    outputs: facts.outputs.map((output) => outputPlace(output, facts, say)),
  };
}

/** Every amount of a value with its whole asset id, ADA first: tickers can be shared, ids cannot. */
export function exactLines(value: Value, tokens: TokenWords, say: Say = sayIn('en')): readonly string[] {
  return exactOf(value, tokens).map((exact) => say('anatomy/exact', exact));
}

function exactOf(value: Value, tokens: TokenWords): readonly Exact[] {
  return adaFirst(value).map(([asset, quantity]) => {
    if (asset === ADA) return { what: shownAda(quantity) };
    return tokens?.has(asset) === true
      ? { what: shownAmount(asset, quantity, tokens), id: asset }
      : { units: unitsText(quantity), id: asset };
  });
}

function unitsText(quantity: bigint): string {
  return quantity.toLocaleString('en');
}

function signedLines(value: Value, tokens: TokenWords, say: Say): readonly string[] {
  return adaFirst(value).map(
    ([asset, quantity]) =>
      `${quantity > 0n ? '+' : ''}${say('amount', { what: shownAmount(asset, quantity, tokens) })}`,
  );
}

/** The parts of a value: ADA first, then by id. */
function adaFirst(value: Value): readonly (readonly [AssetId, bigint])[] {
  return [...value].toSorted(
    ([left], [right]) => Number(right === ADA) - Number(left === ADA) || (left < right ? -1 : 1),
  );
}

function inputPlace(
  { reference, resolved, address, cancelled }: InputFact,
  { context }: Facts,
  say: Say,
): Place {
  if (!resolved)
    return {
      name: reference,
      address: say('anatomy/whose', { whose: 'unknown' }),
      whose: say('anatomy/whose', { whose: 'unknown' }),
      tone: 'unknown',
      amounts: [],
      notes: [say('anatomy/input-unknown')],
    };
  const { datum } = resolved;
  return {
    name: reference,
    address: resolved.address,
    ...ownerOf(address, context, say),
    amounts: exactLines(resolved.value, context.tokens, say),
    notes: [
      ...(cancelled ? [say('anatomy/taken-back')] : []),
      say('anatomy/known', { known: resolved.known }),
      ...(datum?.kind === 'hash' ? [say('anatomy/datum-hash', { hash: datum.hash })] : []),
    ],
    ...(datum?.kind === 'inline' ? { datum: datum.hex } : {}),
  };
}

function outputPlace(fact: OutputFact, facts: Facts, say: Say): Place {
  const order = facts.orders.find(({ index }) => index === fact.index);
  return {
    name: `#${fact.index}`,
    address: fact.addressText,
    ...ownerOf(fact.address, facts.context, say),
    amounts: exactLines(fact.output.value, facts.context.tokens, say),
    ...outputNotes(fact.output, order, facts, say),
  };
}

function outputNotes(
  output: TransactionOutput,
  order: OrderFact | undefined,
  facts: Facts,
  say: Say,
): Pick<Place, 'notes' | 'datum'> {
  const { datum, hasReferenceScript, holdsZero } = output;
  const bytes = rawDatumOf(output, facts.tx);
  const notes = [
    ...(order ? orderNotes(order, facts, say) : []),
    ...(datum.kind === 'hash' && bytes === undefined
      ? [say('anatomy/datum-hash-only', { hash: datum.hash })]
      : []),
    ...(hasReferenceScript ? [say('anatomy/reference-script')] : []),
    ...(holdsZero ? [say('anatomy/holds-zero')] : []),
  ];
  return { notes, ...(bytes === undefined ? {} : { datum: bytes }) };
}

/** The content of an order's datum, or why it cannot be shown here. */
function orderNotes(order: OrderFact, facts: Facts, say: Say): readonly string[] {
  if (order.terms) return termLines(order.terms, facts, say);
  if (order.otherPair) return [say('anatomy/other-pair')];
  if (order.output.datum.kind === 'none') return [say('anatomy/no-datum')];
  return order.rawDatum === undefined ? [] : [say('anatomy/unknown-form')];
}

function withReturn(output: TransactionOutput, { context }: Facts, say: Say): Place {
  const parsed = parseAddressBytes(output.addressBytes);
  const address = parsed.ok ? parsed.value : undefined;
  return {
    name: say('anatomy/return-name'),
    address: address ? formatAddress(address) : toHex(output.addressBytes),
    ...ownerOf(address, context, say),
    amounts: exactLines(output.value, context.tokens, say),
    notes: [say('anatomy/return')],
  };
}

/** Who owns an address, in words; one that is not a Shelley payment address counts as nobody's. */
function ownerOf(
  address: Address | undefined,
  { own, scripts }: Facts['context'],
  say: Say,
): Pick<Place, 'whose' | 'tone'> {
  const role = address ? roleOf(address, own) : 'foreign';
  const exchange = address && scripts.known.get(address.payment.hash)?.exchange;
  return role === 'order' && exchange !== undefined
    ? { whose: say('anatomy/order-at', { exchange }), tone: 'order' }
    : { whose: say('anatomy/whose', { whose: role }), tone: TONE[role] };
}

function orderBlock(order: OrderFact, at: number, facts: Facts, say: Say): OrderBlock {
  const exchange = order.script?.exchange;
  return {
    title: say('anatomy/order-title', {
      order: at + 1,
      ...(exchange === undefined ? {} : { exchange }),
      output: order.index,
    }),
    lines: [
      ...exactOf(order.output.value, facts.context.tokens).map((exact) => say('anatomy/holds', exact)),
      ...(order.terms ? termLines(order.terms, facts, say) : [say('anatomy/terms-unreadable')]),
      say('anatomy/locked-by', { script: order.scriptHash }),
    ],
  };
}

/** The terms in an order's datum, one line each. */
function termLines(terms: OrderTerms, { context }: Facts, say: Say): readonly string[] {
  const { own, tokens } = context;
  const { ownerPaymentKeyHash, ownerScriptHash, ownerStakeKeyHash, cancelKeyHash, batcherFee, deposit } =
    terms;
  const mine = isOwner(terms, own);
  const owner: OrderOwner =
    ownerScriptHash === undefined
      ? { kind: 'key', hash: ownerPaymentKeyHash ?? '' }
      : { kind: 'script', hash: ownerScriptHash };
  const stake: StakePart =
    ownerStakeKeyHash === undefined
      ? 'none'
      : own.stakeKeyHashes.has(ownerStakeKeyHash)
        ? 'own'
        : { key: ownerStakeKeyHash };
  return [
    ...(terms.recurring
      ? recurringLines(terms, terms.recurring, context, say)
      : [wantedText(terms, tokens, say)]),
    mine ? say('anatomy/pays-you', { stake }) : say('anatomy/pays-other', { owner, stake }),
    (cancelKeyHash === undefined ? mine : isOwn(cancelKeyHash, own))
      ? say('anatomy/you-take-back')
      : say('anatomy/other-takes-back', {
          owner: cancelKeyHash === undefined ? owner : { kind: 'key', hash: cancelKeyHash },
        }),
    batcherFee === undefined
      ? say('anatomy/fee-unstated')
      : say('anatomy/fee', { most: shownAda(batcherFee) }),
    deposit === undefined
      ? say('anatomy/deposit-unstated')
      : say('anatomy/deposit', { what: shownAda(deposit), recurring: terms.recurring !== undefined }),
    ...(terms.closing ? [closingLine(terms.closing, say)] : []),
    ...(terms.killable === true ? [say('anatomy/killable')] : []),
  ];
}

function closingLine({ at, then, tip }: OrderClosing, say: Say): string {
  if (then === 'waits') return say('anatomy/waits-after', { at });
  return say('anatomy/closes-after', { at, ...(tip > 0n ? { tip: shownAda(tip) } : {}) });
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
  { tokens, scripts }: Facts['context'],
  say: Say,
): readonly string[] {
  return [
    say('anatomy/plan', {
      trades: cycles - completed,
      every: interval.id,
      what: wanted !== undefined ? { token: assetText(wanted, tokens) } : placesAt ? 'not-named' : 'of-pool',
    }),
    say('anatomy/plan-sells', { units: unitsText(amountPerCycle) }),
    slippagePpm === undefined
      ? say('anatomy/plan-any-price')
      : say('anatomy/plan-price', { share: `${Number(slippagePpm) / 10_000} %` }),
    say('anatomy/plan-costs', { each: shownAda(feePerCycle) }),
    ...(reservePerCycle === undefined
      ? []
      : [say('anatomy/plan-reserve', { each: shownAda(reservePerCycle) })]),
    ...(placesAt ?? []).map(({ script, binds }) => {
      const exchange = scripts.known.get(script)?.exchange;
      return exchange === undefined
        ? say('anatomy/plan-place-unknown', { script, binds })
        : say('anatomy/plan-place', { exchange, binds });
    }),
  ];
}

function wantedText({ wanted, minimumReceived }: OrderTerms, tokens: TokenWords, say: Say): string {
  return wanted === undefined
    ? say('anatomy/wants-of-pool', { units: unitsText(minimumReceived) })
    : say('anatomy/wants', { what: shownAmount(wanted, minimumReceived, tokens) });
}

function isOwn(hash: string, own: Facts['context']['own']): boolean {
  return own.paymentKeyHashes.has(hash) || own.stakeKeyHashes.has(hash);
}

/** A transaction may name an input twice; a list needs two names for it. */
function distinctNames(places: readonly Place[], say: Say): readonly Place[] {
  const seen = new Map<string, number>();
  return places.map((place) => {
    const times = (seen.get(place.name) ?? 0) + 1;
    seen.set(place.name, times);
    return times === 1 ? place : { ...place, name: say('anatomy/named-times', { name: place.name, times }) };
  });
}
