import { moment } from '#domain/words/phrases.en.ts';

/** A part of an agreement that is wider than the rules here would have made it; `at`: of which transaction, from 1. */
type Wider = {
  readonly part: WiderPart;
  readonly at?: number;
};

/** Who signs for a native script's wallet: how many of its keys are here, and how many signatures it takes. */
type Signers = {
  readonly keys: number;
  readonly here: number;
  readonly fewest: number;
  readonly most: number;
  readonly address: string;
};

/** How a bundle writes a token; `before`: how what was signed before did. */
type Written = {
  readonly id: string;
  readonly ticker: string;
  readonly decimals: number;
};

/** Sentences about a bundle as a whole, before its transactions are judged. */
export const bundleWords = {
  'of-transaction': ({ at, count }: { at: number; count: number }) => `Transaction ${at} of ${count}:`,
  /** `why`: what the text is instead, in technical terms. */
  'O1-no-address': ({ why }: { why: string }) => `The bundle's address is none: ${why}.`,
  'O1-network': 'The bundle names one network, and its address or its agreement is of another.',
  'O1-other-wallet': ({ address }: { address: string }) =>
    `The bundle is for the wallet of ${address}, and no key here is that wallet's.`,
  'O1-no-script': ({ address }: { address: string }) =>
    `The bundle is for ${address}, the address of a script that it does not bring along.`,
  'O1-no-signer': ({ address }: { address: string }) =>
    `The bundle is for the wallet of ${address}, and no key here signs for it.`,
  'O1-several': ({ keys, here, fewest, most, address }: Signers) =>
    `Several sign for this wallet: its script names ${keys} ${keys === 1 ? 'key' : 'keys'}${here === keys ? '' : `, ${here} of them here,`} and takes ${fewest === most ? `${most}` : `from ${fewest} to ${most}`} ${most === 1 ? 'signature' : 'signatures'}. Compare its address, ${address}, with the one that you know: who made the bundle can have made up the script.`,
  'O1-named-twice': ({ keys, fewest }: { keys: number; fewest: number }) =>
    `Its script names ${keys === 1 ? 'one key' : `${keys} keys`} in more than one place. One signature of such a key counts in each of them, so ${fewest} ${fewest === 1 ? 'key is' : 'keys are'} enough.`,
  'O2-wider': ({ part, at }: Wider) =>
    `The agreement in the bundle allows more than these rules do: ${WIDER[part]} ${at === undefined ? 'in all' : `of transaction ${at}`}. It was changed.`,
  'O2-promises': ({ part }: { part: WiderPart }) =>
    `The agreement in the bundle promises more in all than its transactions keep together: ${WIDER[part]}. It was changed.`,
  'O2-payment': 'The bundle pays somebody along with other transactions, which this app never does.',
  'O3-tokens': 'The bundle describes a token twice, or ADA as something else.',
  'O3-changed': ({ id, ticker, decimals, before }: Written & { before: Omit<Written, 'id'> }) =>
    `The bundle calls the token ${id} ${ticker || 'nothing'}, with ${decimals} decimals; what you signed here before called it ${before.ticker || 'nothing'}, with ${before.decimals}. One token may be passed off as another, so it is not moved.`,
  'O3-namesake': ({ id, ticker, other }: { id: string; ticker: string; other: string }) =>
    `Another token that you signed for here goes by the name of ${ticker}, or by one like it: ${other}. This one's id is ${id}.`,
  'O3-called': ({ id, ticker, decimals }: { id: string; ticker: string; decimals: number }) =>
    `That ${id} is called “${ticker}” and has ${decimals} decimals is the word of the computer that wrote the bundle. Compare the id with one that you trust.`,
  'O4-written': ({ written, block }: { written: bigint; block: bigint }) =>
    `The bundle says that it was written at ${moment(written)}, when the latest block was of ${moment(block)}. One of the two was changed, or that computer's clock is wrong.`,
  'O4-clock': ({ written, now }: { written: bigint; now: bigint }) =>
    `The bundle was written at ${moment(written)}, and this computer's clock says ${moment(now)}. Set the clock: how long a signature counts is measured by it.`,
  'O4-over': 'Its validity has passed: nothing that is signed now can reach the chain. Export it again.',
  'O4-short': ({ until }: { until: bigint }) =>
    `It is valid for less than five more minutes, until ${moment(until)}: the signatures would hardly be back in time. Export it again.`,
  'O5-holds': 'What the orders hold is not what the agreement says, or is not proven by the bundle.',
  'O6-twice': 'A transaction of the bundle is in it twice, or is none that was agreed to.',
  'O6-kinds': 'The agreement in the bundle covers trades of several kinds, which none of ours does.',
  'O6-same-funds':
    'Two transactions of the bundle spend the same funds: one of them can never reach the chain, and you cannot choose which.',
  'O6-unreadable': ({ at }: { at: number }) => `Transaction ${at} of the bundle cannot be read.`,
  'O7-record':
    'What this computer signed before cannot be read: a trade that was signed already is not noticed.',
};

/** Parts that an agreement may bound too widely. */
export type WiderPart = keyof typeof WIDER;

const WIDER = {
  gone: 'what may leave',
  locked: 'what may be locked',
  back: 'less that comes back',
  others: 'what others may get',
  'network-fee': 'the network fee',
  cost: 'the costs',
};
