import type { DcaIntervalId } from '#domain/dca.ts';
import { ANY_PRICE_WORDS, recurringPriceWords } from '#domain/order-words.ts';
import type { ShownAmount } from '#domain/words/figures.ts';
import { amount, interval, moment } from '#domain/words/phrases.en.ts';
import type { Knowledge } from '../../cardano/resolution.ts';

/** Whose an address is. */
export type Whose = 'own' | 'bare-own' | 'half-own' | 'order' | 'foreign' | 'unknown';

/** Who may do something with an order, by key or script hash. */
export type OrderOwner = { readonly kind: 'key' | 'script'; readonly hash: string };

/** The stake part of the address that an order pays to. */
export type StakePart = 'none' | 'own' | { readonly key: string };

/** Whom a plan binds the trades at an exchange to pay. */
export type Binding = keyof typeof BINDS;

/** An amount with its whole asset id, which ADA has none of; in grouped base units where nothing is known of the token. */
export type Exact =
  { readonly what: ShownAmount; readonly id?: string } | { readonly units: string; readonly id: string };

/** The parts of a transaction, for the curious. */
export const anatomyWords = {
  'anatomy/exact': (exact: Exact) => exactWords(exact),
  'anatomy/net-unknown': 'Not known: an input could not be looked up.',
  'anatomy/whose': ({ whose }: { whose: Whose }) => WHOSE[whose],
  'anatomy/order-at': ({ exchange }: { exchange: string }) => `order at ${exchange}`,
  'anatomy/input-unknown': 'The ledger could not say what this input is.',
  'anatomy/known': ({ known }: { known: Knowledge }) => KNOWN[known],
  'anatomy/taken-back': 'One of the orders that you take back.',
  'anatomy/datum-hash': ({ hash }: { hash: string }) => `Its datum has the hash ${hash}.`,
  'anatomy/datum-hash-only': ({ hash }: { hash: string }) =>
    `Only the hash of its datum can be seen: ${hash}.`,
  'anatomy/reference-script': 'It carries a script that others can refer to.',
  'anatomy/holds-zero': 'It names a token that it holds none of.',
  'anatomy/other-pair': 'It is an order between assets other than those traded.',
  'anatomy/no-datum': 'It has no datum.',
  'anatomy/unknown-form': 'Its datum is not in a form of order that is understood here.',
  'anatomy/return-name': 'what returns',
  'anatomy/return': 'What comes back of the collateral if a script fails.',
  'anatomy/named-times': ({ name, times }: { name: string; times: number }) =>
    `${name} (named ${times} times)`,
  'anatomy/order-title': ({
    order,
    exchange,
    output,
  }: {
    order: number;
    exchange?: string;
    output: number;
  }) => `Order ${order} at ${exchange ?? 'a script that is not known'} (output #${output})`,
  'anatomy/holds': (exact: Exact) => `Holds ${exactWords(exact)}`,
  'anatomy/terms-unreadable': 'Its terms cannot be read here.',
  'anatomy/locked-by': ({ script }: { script: string }) => `Locked by the script ${script}`,
  'anatomy/wants': ({ what }: { what: ShownAmount }) => `Wants at least ${amount(what)}`,
  'anatomy/wants-of-pool': ({ units }: { units: string }) =>
    `Wants at least ${units} base units of an asset of the pool that it names`,
  'anatomy/pays-you': ({ stake }: { stake: StakePart }) => `Pays to you, ${stakeWords(stake)}`,
  'anatomy/pays-other': ({ owner, stake }: { owner: OrderOwner; stake: StakePart }) =>
    `Pays to somebody else, ${ownerWords(owner)}, ${stakeWords(stake)}`,
  'anatomy/you-take-back': 'You can take it back',
  'anatomy/other-takes-back': ({ owner }: { owner: OrderOwner }) =>
    `Somebody else can take it back, ${ownerWords(owner)}`,
  'anatomy/fee-unstated': 'Does not state the fee of whoever fills it',
  'anatomy/fee': ({ most }: { most: ShownAmount }) => `Whoever fills it keeps up to ${amount(most)}`,
  'anatomy/deposit-unstated': 'Does not state what comes back when it closes',
  'anatomy/deposit': ({ what, recurring }: { what: ShownAmount; recurring: boolean }) =>
    `${amount(what)} comes back ${recurring ? 'with its trades, or when it ends' : 'when it closes'}`,
  'anatomy/waits-after': ({ at }: { at: bigint }) =>
    `Is filled until ${moment(at)}; after that it waits until it is taken back`,
  'anatomy/closes-after': ({ at, tip }: { at: bigint; tip?: ShownAmount }) =>
    `Closes by itself after ${moment(at)}${tip === undefined ? '' : `; whoever closes it may keep up to ${amount(tip)}`}`,
  'anatomy/killable': 'May be sent back unfilled once its least cannot be met',
  'anatomy/plan': ({ trades, every, what }: { trades: number; every: DcaIntervalId; what: PlanBuys }) =>
    `Makes ${trades} trades, ${interval(every)}, for ${typeof what === 'object' ? what.token : what === 'not-named' ? 'an asset that it does not name' : 'an asset of the pool that it names'}`,
  'anatomy/plan-sells': ({ units }: { units: string }) =>
    `Each sells ${units} base units, the last one what is left`,
  'anatomy/plan-any-price': `Each ${ANY_PRICE_WORDS}`,
  'anatomy/plan-price': ({ share }: { share: string }) => `Each ${recurringPriceWords(share)}`,
  'anatomy/plan-costs': ({ each }: { each: ShownAmount }) => `Each costs ${amount(each)}`,
  'anatomy/plan-reserve': ({ each }: { each: ShownAmount }) =>
    `For each, ${amount(each)} is set aside for other fees and deposits`,
  'anatomy/plan-place': ({ exchange, binds }: { exchange: string; binds: Binding }) =>
    `Each may place an order at ${exchange}, ${BINDS[binds]}`,
  'anatomy/plan-place-unknown': ({ script, binds }: { script: string; binds: Binding }) =>
    `Each may place an order at a script that is not known, ${script}, ${BINDS[binds]}`,

  'field/network-fee': 'Network fee',
  'field/valid-from': 'Valid from',
  'field/valid-until': 'Valid until',
  'field/required-signer': 'Required signer',
  'field/signed-with': 'Signed here with',
  'field/also-signed': 'Also signed by',
  'field/network': 'Network',
  'field/read': 'Read, not spent',
  'field/script-data': 'Hash of script data',
  'field/total-collateral': 'Total collateral',
  'field/mint': 'Minted or burnt',
  'field/withdrawal': 'Withdrawal of rewards',
  'field/donation': 'Donation to the treasury',
  'field/certificates': 'Certificates',
  'field/protocol-update': 'Protocol update',
  'field/votes': 'Votes',
  'field/proposals': 'Proposals',
  'field/treasury-value': 'Treasury value',
  'field/message': 'Attached message',
  'field/data': 'Attached data',
  'field/data-hash': 'Hash of attached data',
  'field/signatures': 'Signatures in it already',
  'field/scripts': 'Scripts',
  'field/calls': 'Script calls',
  'field/marked': 'Marked as',
  'field/size': 'Size',
  'value/from-now': 'no lower limit: from now on',
  'value/forever': 'no limit: forever once it is signed',
  'value/slot': ({ slot }: { slot: string }) => `slot ${slot}`,
  'value/slot-without-date': ({ slot }: { slot: string }) => `slot ${slot}, no time that has a date`,
  'value/slot-at': ({ slot, time }: { slot: string; time: string }) => `${time} (slot ${slot})`,
  'value/own-payment-key': ({ key }: { key: string }) => `your payment key ${key}`,
  'value/script-key': ({ key }: { key: string }) => `the key ${key}, which signs for this wallet with others`,
  'value/own-stake-key': ({ key }: { key: string }) => `your stake key ${key}`,
  'value/other-key': ({ key }: { key: string }) => `somebody else's key ${key}`,
  'value/own-keys': ({ keys }: { keys: number }) =>
    keys === 0 ? 'none of your keys' : `${keys} of your keys`,
  'value/somebody-key': ({ key }: { key: string }) => `somebody else, the key ${key}`,
  'value/network': ({ id }: { id: number }) =>
    id === 1 ? '1, mainnet' : `${id}, ${id === 0 ? 'a test network' : 'unknown'}`,
  'value/withdrawal': ({ what, account }: { what: ShownAmount; account: string }) =>
    `${amount(what)} of ${account}`,
  'value/data-bytes': ({ bytes }: { bytes: string }) => `${bytes} bytes of data`,
  'value/brings-scripts': 'it brings scripts along',
  'value/spends-from-scripts': 'it spends from scripts',
  'value/present': 'present; their contents are not shown here',
  'value/valid': 'valid',
  'value/failing': 'failing: the collateral is taken',
  'value/bytes': ({ bytes }: { bytes: string }) => `${bytes} bytes`,
};

/** The asset that a plan buys: a token, an asset that it does not name, or one of the pool that it names. */
export type PlanBuys = { readonly token: string } | 'not-named' | 'of-pool';

const KNOWN: Readonly<Record<Knowledge, string>> = {
  proven: 'Value proven by the bytes of the transaction that made it.',
  'two-sources': 'Value as two independent sources report it; its bytes were not seen.',
  told: 'Value as reported by the ledger back-end alone; nothing proves it.',
};

const WHOSE: Readonly<Record<Whose, string>> = {
  own: 'yours',
  'bare-own': 'yours, without a stake part',
  'half-own': "yours to spend, with somebody else's stake part",
  order: 'locked by a script that is not known',
  foreign: 'somebody else',
  unknown: 'not known',
};

const BINDS = {
  trade: 'which the plan binds to pay you what you buy',
  receiver: 'which the plan binds to pay you, whatever it buys',
  nothing: 'and the plan does not bind whom it pays',
  unproven: 'and whom it pays cannot be proven',
};

function exactWords(exact: Exact): string {
  if ('units' in exact) return `${exact.units} base units of ${exact.id}`;
  return exact.id === undefined ? amount(exact.what) : `${amount(exact.what)} (${exact.id})`;
}

function ownerWords({ kind, hash }: OrderOwner): string {
  return `the ${kind} ${hash}`;
}

function stakeWords(stake: StakePart): string {
  if (stake === 'none') return 'without a stake part';
  return stake === 'own' ? 'with your stake key' : `with somebody else's stake key ${stake.key}`;
}
