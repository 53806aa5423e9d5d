import type { ShownAmount } from '#domain/words/figures.ts';
import { amount, amounts } from '#domain/words/phrases.en.ts';

type Amounts = readonly ShownAmount[];

/** A transaction that was signed before; it can run until that slot, or forever. */
type Earlier = {
  readonly until?: number;
};
type EarlierBy = Earlier & { readonly hash: string };

/** The kind of outflow: everything that leaves, or everything that is locked. */
export type Outflow = 'taken' | 'locked';
/** A cost in lovelace that has a bound. */
export type BoundedCost = 'others' | 'network' | 'all';

/** A token by name and id. */
type Named = {
  readonly name: string;
  readonly id: string;
};

/** The rules' sentences about the wallet: outflows and their recipients, the agreement, the user's limits. */
export const walletWords = {
  'V1-also-takes': ({ what }: { what: ShownAmount }) => `It also takes ${amount(what)} from your wallet.`,
  'V1-unexplained': ({ lost, more }: { lost: ShownAmount; more: ShownAmount }) =>
    `It takes ${amount(lost)} from your wallet, ${amount(more)} more than can be explained.`,
  'V1-other-amount': ({ lost, sold }: { lost: ShownAmount; sold: ShownAmount }) =>
    `It takes ${amount(lost)}, not the ${amount(sold)} that you sell.`,
  'V1-takes': ({ lost }: { lost: Amounts }) => `It takes ${amounts(lost)} from your wallet.`,

  'V3-goes': ({ what, to }: { what: Amounts; to: string }) =>
    `${amounts(what)} goes to an address that is not yours, ${to}.`,
  'V3-would-go': ({ what, to }: { what: Amounts; to: string }) =>
    `${amounts(what)} would go to an address that is not yours, ${to}.`,
  'V3-beyond-fee': ({ what, to, most }: { what: Amounts; to: string; most: ShownAmount }) =>
    `${amounts(what)} would go to an address that is not yours, ${to}: more than the service fee of ${amount(most)} that is allowed.`,
  'V3-at-once': ({ what, to }: { what: Amounts; to: string }) =>
    `${amounts(what)} goes to ${to} at once, as a service fee on ADA that is only promised.`,
  'V3-fee': ({ what, to }: { what: Amounts; to: string }) =>
    `${amounts(what)} goes to ${to} as a service fee.`,
  'V3-fee-at-best': ({ what, to }: { what: Amounts; to: string }) =>
    `${amounts(what)} goes to an address that is not yours, ${to}; it can only be a service fee.`,
  'V3-gets-back': 'Someone else who takes part gets back what they put in.',
  'V3-cancellation-fee': ({ what, to }: { what: ShownAmount; to: string }) =>
    `${amount(what)} goes to an address that is not yours, ${to}: the service calls it a cancellation fee.`,
  'V3-put-in-unknown': ({ what, to }: { what: Amounts; to: string }) =>
    `${amounts(what)} goes to an address that is not yours, ${to}; what they put in is not known.`,

  'V4-foreign-stake': ({ what }: { what: Amounts }) =>
    `${amounts(what)} of change goes to an address with a foreign stake part.`,
  'V4-no-rewards': ({ what }: { what: Amounts }) =>
    `${amounts(what)} of change goes to an address of yours that earns no staking rewards.`,
  'V4-other-own': ({ what, to }: { what: Amounts; to: string }) =>
    `${amounts(what)} goes to another address of yours, ${to}.`,
  'V4-script-moves': ({ inputs, to }: { inputs: number; to: string }) =>
    `${inputs} of what it spends was at another address of this script: with ${to} its stake part changes.`,
  'V5-least': ({ output }: { output: number }) => `Output ${output} holds less ADA than the ledger asks for.`,

  'V12-same': ({ until }: Earlier) => `You already signed exactly this transaction${untilWords(until)}.`,
  'V12-funds': ({ hash, until }: EarlierBy) =>
    `You already signed a transaction that spends the same funds (${hash})${untilWords(until)}: only one of the two can run.`,
  'V12-subject': ({ hash, until }: EarlierBy) =>
    `You already signed a transaction for this (${hash})${untilWords(until)}: both could run.`,
  'V12-payment': ({ hash, until }: EarlierBy) =>
    `You already signed a payment to this address (${hash})${untilWords(until)}: both could run, and both would be paid.`,
  'V12-alike': ({ hash, until }: EarlierBy) =>
    `You already signed a trade like this (${hash})${untilWords(until)}. The ledger service says that it can no longer run; if that is wrong, both could run.`,

  'V15-not-agreed': 'You agreed to no such transaction.',
  'V15-assets': ({ what, beyond }: { what: Outflow; beyond: Amounts }) =>
    `${what === 'taken' ? 'It would take' : 'It would lock'} ${amounts(beyond)} more than you agreed to.`,
  'V15-cost': ({ what, found, most }: { what: BoundedCost; found: ShownAmount; most: ShownAmount }) =>
    `${BOUNDED[what]} ${amount(found)}; you agreed to at most ${amount(most)}.`,
  'V15-less-back': ({ short }: { short: Amounts }) => `${amounts(short)} less comes back than you agreed to.`,
  'V15-least': ({ least, agreed }: { least: ShownAmount; agreed: ShownAmount }) =>
    `The orders enforce only ${amount(least)}; you agreed to at least ${amount(agreed)}.`,
  'V16-no-share': 'Neither side is certain to be worth any ADA, so its share cannot be stated.',
  'V16-at-once': ({ what }: { what: ShownAmount }) =>
    `${amount(what)} of it is paid at once, on the strength of what the sale is only promised to bring.`,

  'V18-not-paid': ({ what, to }: { what: Amounts; to: string }) =>
    `No output pays exactly ${amounts(what)} to ${to}.`,
  'V18-also': ({ what, to }: { what: Amounts; to: string }) => `${amounts(what)} would also go to ${to}.`,
  'V18-script': 'The address is locked by a script: what is sent there without terms may be lost.',
  'V18-own': 'The address is one of your own.',
  'V18-foreign': ({ inputs }: { inputs: number }) => `${inputs} of what it spends is not yours.`,
  'V18-more': 'It does something besides the payment.',
  'V18-data': 'It attaches data to an output.',
  'V18-forever': 'It would stay valid forever.',
  'V18-fee': ({ fee, usual }: { fee: ShownAmount; usual: ShownAmount }) =>
    `The network fee of ${amount(fee)} is more than twice what such a payment usually costs (${amount(usual)}).`,

  'P1-unknown': ({ most }: { most: ShownAmount }) =>
    `The worth of this trade in ADA is not known, so your limit of ${amount(most)} for one trade cannot be applied.`,
  'P1-beyond': ({ worth, most }: { worth: ShownAmount; most: ShownAmount }) =>
    `The trade is worth ${amount(worth)}; your limit for one trade is ${amount(most)}.`,
  'P1-together': ({ count, worth, most }: { count: number; worth: ShownAmount; most: ShownAmount }) =>
    `The ${count} transactions that this covers are worth ${amount(worth)} together; your limit for one trade is ${amount(most)}.`,
  'P2-midway': ({
    fits,
    count,
    worth,
    left,
  }: {
    fits: number;
    count: number;
    worth: ShownAmount;
    left: ShownAmount;
  }) =>
    `All ${count} transactions are worth ${amount(worth)}; of your limit for 24 hours ${amount(left)} is left. It would stop this after ${fits} of them.`,
  'P2-unknown': ({ most }: { most: ShownAmount }) =>
    `The worth of this trade in ADA is not known, so your limit of ${amount(most)} for 24 hours cannot be applied.`,
  'P2-beyond': ({ worth, most, left }: { worth: ShownAmount; most: ShownAmount; left: ShownAmount }) =>
    `The trade is worth ${amount(worth)}; of your limit of ${amount(most)} for 24 hours ${amount(left)} is left.`,
  'P-not-counted': 'What the tokens are worth is not known, so your limit counts the ADA alone.',
  'P3-tolerance': ({ tolerance, most }: { tolerance: string; most: string }) =>
    `The slippage tolerance is ${tolerance}; your limit is ${most}.`,
  'P3-beyond-limit': ({ gap, most }: { gap: string; most: string }) =>
    `The orders may bring ${gap} less than what is expected; your limit is ${most}.`,
  'P3-beyond-allowed': ({ gap, allowed }: { gap: string; allowed: string }) =>
    `The orders may bring ${gap} less than what is expected; you allowed ${allowed}.`,
  'P3-large': ({ gap }: { gap: string }) => `The orders may bring ${gap} less than what is expected.`,
  'P4-not-applied': ({ most }: { most: string }) =>
    `The price impact of this trade is not known, so your limit of ${most} cannot be applied.`,
  'P4-beyond': ({ impact, most }: { impact: string; most: string }) =>
    `The price impact is ${impact}; your limit is ${most}.`,
  'P4-unknown': 'How far the price is from the market is not known: no price of the market is known here.',
  'P4-lose': ({ impact }: { impact: string }) =>
    `You lose ${impact} against the market price that the service states.`,
  'P4-worse': ({ impact }: { impact: string }) =>
    `The price is ${impact} worse than the market price that the service states.`,
  'P5-unverified': ({ token }: { token: string }) =>
    `${token} is not verified, and your limits allow verified tokens only.`,
  'P5-not-applied':
    'Which tokens are verified is not known without a network, so your limit to verified tokens cannot be applied.',
  'P6-left-out': ({ exchange }: { exchange: string }) =>
    `${exchange} would be used, which you left out of this trade.`,
  'P6-not-chosen': ({ exchange }: { exchange: string }) =>
    `${exchange} would be used, which is not one of the exchanges that you chose for this trade.`,
  'P6-uncoded': ({ exchange }: { exchange: string }) =>
    `An order is at ${exchange}, and this app does not know which code the service uses for it: that you did not leave it out rests on the service’s word alone.`,
  'P6-unknown-code': ({ code }: { code: string }) =>
    `You left out ${code}, and this app does not know which exchange that code means: that no order is there rests on the service’s word alone.`,
  'P6-unseen-pools': ({ code, exchange }: { code: string; exchange: string }) =>
    `You left out ${code}, and this app cannot see over how many pools the order at ${exchange} goes: that it is not such an order rests on the service’s word alone.`,
  'P6-any': 'The recurring order may trade at any exchange; choose those that you allow.',
  'P6-not-allowed': ({ exchange }: { exchange: string }) =>
    `${exchange} would be used, which is not one of the exchanges that you allow.`,
  'P6-unknown-script': ({ script }: { script: string }) =>
    `An order is locked by a script (${script}) of an unknown exchange, so your list of allowed exchanges cannot be applied.`,
  'P7-never': 'You have never sent anything to this address from here.',
  'P7-first': ({ address }: { address: string }) => `You have not paid the address ${address} before.`,
  'P8-first': ({ script }: { script: string }) =>
    `You have not placed an order at the script ${script} before.`,
  'P9-decimals-changed': ({ name, id, now, before }: Named & { now: number; before: number }) =>
    `${name} is now said to have ${now} decimals; when it was first seen here it had ${before}. A token's decimals never change, so every amount of it could be wrong. Its id is ${id}.`,
  'P9-ticker-changed': ({ id, now, before }: { id: string; now: string; before: string }) =>
    `The token ${id} is now said to be called ${now}; here it was called ${before} before. One token may be passed off as another, so it is not moved.`,
  'P9-ticker-renamed': ({ id, now, before }: { id: string; now: string; before: string }) =>
    `The ledger now calls the token ${id} by the name ${now}; here it was called ${before} before. Agree only if you know that it was renamed, or that the former name was wrong.`,
  'P9-ticker-disputed': ({ id, service, ledger }: { id: string; service: string; ledger: string }) =>
    `The service calls the token ${id} by the name ${service}, the ledger by the name ${ledger}: it is shown by its id. Compare that.`,
  'P9-ticker-from-service': ({ name, id }: Named) =>
    `That the token ${id} is ${name} is stated by the service alone. Compare its id.`,
  'P9-namesake': ({ name, id, other }: Named & { other: string }) =>
    `Another token that is known here goes by the name of ${name}, or by one like it: ${other}. This one's id is ${id}.`,
  'P9-unverified': ({ name, id }: Named) => `${name} is not verified. Its id is ${id}.`,
  'P9-unverified-first': ({ name, id }: Named) =>
    `${name} is not verified, and you have not traded it before. Its id is ${id}.`,
  'P9-first': ({ name, id }: Named) =>
    `You have not traded ${name} before. That it is verified is the service’s word. Its id is ${id}.`,
  'P9-decimals-from-service': ({ name, units }: { name: string; units: bigint }) =>
    `That one ${name} is ${units} base units is stated by the service alone: amounts could be wrong by factors of ten.`,
  'P10-unknown': 'How far this price is from the market is not known: the service states no price.',
  'P10-off': ({ off }: { off: string }) => `This price is ${off} worse than the market price.`,
  'P11-limit': ({ most }: { most: ShownAmount }) => `Your limit is ${amount(most)}.`,
  'P12-frozen': ({ coin, label }: { coin: string; label: string }) =>
    `It spends a coin that you froze, ${label === '' ? coin : `“${label}” (${coin})`}.`,
  'P13-lookalike': ({ address, own }: { address: string; own: boolean }) =>
    `This address begins or ends like ${own ? 'your own' : 'one that you paid before'}, ${address}, and is another one. Compare every character.`,

  'S2-impossible': 'A second proof is not possible: the list of order scripts is missing.',
  /** `objection`: the second proof's own sentence. */
  'S2-objects': ({ objection }: { objection: string }) => `A second proof objects: ${objection}`,
  'S2-differ': ({ about }: { about: readonly Difference[] }) =>
    `Two proofs differ about ${about.map((what) => DIFFERENCES[what]).join(' and ')}.`,
};

const BOUNDED: Readonly<Record<BoundedCost, string>> = {
  others: 'Others would get',
  network: 'The network would take',
  all: 'In all it would cost',
};

/** Figures in which two proofs may differ. */
export type Difference = keyof typeof DIFFERENCES;

const DIFFERENCES = {
  'network-fee': 'the network fee',
  others: 'what others get',
  keeps: 'what the exchanges may keep',
  'comes-back': 'what comes back',
  cost: 'what it costs',
  gone: 'what leaves for good',
  locked: 'what is locked',
  orders: 'the number of orders',
  signers: 'your keys that must sign',
  send: 'the words for what you send',
  receive: 'the words for what you get',
  tokens: 'the tokens that are moved',
  costs: 'the words for the costs',
  returns: 'the words for what comes back',
};

function untilWords(until: number | undefined): string {
  return until === undefined ? ', which stays valid forever' : `, which is valid until slot ${until}`;
}
