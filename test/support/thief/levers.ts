import { CANCELS, KINDS, LIMITS, SWAPS, type Kind } from './kinds.ts';

/** A value as it goes over the wire; `undefined` leaves the field out. */
export type Told = string | number | boolean | null | undefined | object;

export interface Lie {
  readonly words: string;
  readonly told: (truth: number) => Told;
}

/** A field that the client reads, and what may be said in it instead of the truth. */
export interface Lever {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly lies: readonly Lie[];
}

const say = (words: string, told: Told): Lie => ({ words, told: () => told });
const times = (words: string, factor: number): Lie => ({ words, told: (truth) => truth * factor });

const ABSENT = say('absent', undefined);
const ZERO = say('zero', 0);
const NEGATIVE = say('negative', -1);
const NOTHING: readonly Lie[] = [ABSENT, ZERO, NEGATIVE, say('null', null), say('an object', {})];

/** A stated fee, ADA: more than there is, its absence, the caps that the app is known to have, one above them, and beyond all measure. */
const FEES: readonly Lie[] = [
  say('10,000 ADA', 10_000),
  ...NOTHING,
  say('tiny', 0.000001),
  say('inconspicuous', 1),
  say('2 ADA', 2),
  say('a lovelace above 2 ADA', 2.000001),
  say('2 ADA as a string', '2'),
  say('5 ADA', 5),
  say('a lovelace above 5 ADA', 5.000001),
  say('20 ADA', 20),
  say('10,000 ADA as a string', '10000'),
  say('beyond all ADA there is', 1e13),
];

/** A figure that is received, by factors. */
const FIGURES: readonly Lie[] = [
  ...NOTHING,
  times('a millionth', 1e-6),
  times('a tenth', 0.1),
  times('2 % less', 0.98),
  times('slightly more', 1.05),
  times('ten times', 10),
  times('a million times', 1e6),
  { words: 'a string', told: String },
  say('the largest integer', 9223372036854.775),
];

const DECIMALS: readonly Lie[] = [
  { words: 'two more', told: (truth) => truth + 2 },
  ...NOTHING,
  { words: 'one more', told: (truth) => truth + 1 },
  { words: 'one less', told: (truth) => truth - 1 },
  { words: 'two less', told: (truth) => truth - 2 },
  say('thirty', 30),
  say('thirty-one', 31),
  say('a half', 2.5),
  { words: 'a string', told: String },
];

/** A choice between ways to lie about a whole thing: the word is what the liars of this folder look for. */
const ways = (...words: readonly string[]): readonly Lie[] => words.map((word) => say(word, word));

const every = KINDS;
const trades: readonly Kind[] = [...SWAPS, ...LIMITS, 'recurring'];

const LEVERS: readonly Lever[] = [
  { name: 'cancel additional_cancellation_fee', kinds: CANCELS, lies: FEES },
  {
    name: 'cancel refusal',
    kinds: ['cancel', 'cancel-bulk'],
    lies: ways('too many orders, 1 fits', 'too many orders', 'an order is filled', 'an order is unknown'),
  },
  { name: 'estimate batcher_fee', kinds: trades, lies: FEES },
  { name: 'estimate deposits', kinds: trades, lies: FEES },
  { name: 'estimate total_output', kinds: trades, lies: FIGURES },
  { name: 'estimate total_output_without_slippage', kinds: trades, lies: FIGURES },
  {
    name: 'estimate splits',
    kinds: trades,
    lies: ways('absent', 'none', 'an unknown exchange', 'as figures by code'),
  },
  { name: 'build total_output', kinds: trades, lies: FIGURES },
  {
    name: 'build splits',
    kinds: trades,
    lies: ways('absent', 'none', 'an unknown exchange', 'as figures by code'),
  },
  {
    name: 'build exchange',
    kinds: [...SWAPS, 'multiples'],
    lies: ways('one whose script cannot read the datum where it lies'),
  },
  { name: 'averagePrice price_ba', kinds: trades, lies: FIGURES },
  { name: 'pools amounts', kinds: trades, lies: FIGURES },
  { name: 'adaValue', kinds: trades, lies: FIGURES },
  { name: 'token decimals of what is sold', kinds: trades, lies: DECIMALS },
  { name: 'token decimals of what is bought', kinds: trades, lies: DECIMALS },
  { name: 'token is_verified', kinds: trades, lies: ways('false', 'absent') },
  { name: 'token ticker', kinds: trades, lies: ways('ADA', 'the other one', 'absent') },
  { name: 'orders output_index', kinds: CANCELS, lies: ways('of another order', 'of the change', 'absent') },
  { name: 'orders records of fees', kinds: LIMITS, lies: FEES },
  {
    name: 'sign answer',
    kinds: every,
    lies: ways('refused', 'unsigned', 'another transaction', 'garbage'),
  },
  {
    name: 'ledger own output',
    kinds: every,
    lies: ways(
      "a stranger's, without bytes",
      'poorer, without bytes',
      'richer, without bytes',
      'as it is, without bytes',
      'absent, without bytes',
      "a stranger's, with bytes",
      'poorer, with bytes',
      'poorer, with bytes of another',
    ),
  },
  {
    name: 'ledger order output',
    kinds: CANCELS,
    lies: ways(
      'poorer, without bytes',
      'as it is, without bytes',
      'poorer, with bytes',
      'richer, without bytes',
    ),
  },
  {
    name: "ledger thief's output",
    kinds: every,
    lies: ways('makes the sums match, without bytes', 'as it is, without bytes', "the user's, without bytes"),
  },
  {
    name: 'ledger min_fee_a',
    kinds: every,
    lies: [ZERO, ABSENT, times('twice', 2), times('ten times', 10), times('a thousand times', 1000)],
  },
  {
    name: 'ledger min_fee_b',
    kinds: every,
    lies: [ZERO, times('ten times', 10), times('a million times', 1e6)],
  },
  { name: 'ledger coins_per_utxo_size', kinds: every, lies: [ZERO, times('a hundred times', 100)] },
  {
    name: 'ledger tip slot',
    kinds: every,
    lies: [
      { words: 'an hour behind', told: (truth) => truth - 3_600 },
      { words: '19 minutes ahead', told: (truth) => truth + 1_140 },
      { words: 'a day ahead', told: (truth) => truth + 86_400 },
    ],
  },
  { name: 'ledger network_magic', kinds: every, lies: [say('mainnet', 764_824_073), ABSENT] },
  { name: 'ledger asset decimals', kinds: trades, lies: DECIMALS },
  { name: 'ledger submit', kinds: every, lies: ways('refused', 'another hash', 'silent') },
];

/** The lies: lever name → index of its lie. Everything else is the truth. */
export type Claims = ReadonlyMap<string, number>;

const byName: ReadonlyMap<string, Lever> = new Map(LEVERS.map((lever) => [lever.name, lever]));

function lieIn(claims: Claims, name: string): Lie | undefined {
  const lever = byName.get(name);
  if (!lever) throw new Error(`no lever ${name}`);
  const at = claims.get(name);
  return at === undefined ? undefined : lever.lies[at];
}

/** The number that a field says. */
export function figureTold(claims: Claims, name: string, truth: number): Told {
  const lie = lieIn(claims, name);
  return lie === undefined ? truth : lie.told(truth);
}

/** The way in which a whole thing is lied about; empty for the truth. */
export function wayOf(claims: Claims, name: string): string {
  return lieIn(claims, name)?.words ?? '';
}

export function leversOf(kind: Kind): readonly Lever[] {
  return LEVERS.filter(({ kinds }) => kinds.includes(kind));
}

export function claimWords(claims: Claims): readonly string[] {
  return [...claims.keys()].map((name) => `${name}: ${wayOf(claims, name)}`);
}
