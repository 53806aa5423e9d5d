import type { BatchQuotes, Quote } from '../../../src-main/trading/kinds/quote.ts';
import { Batch } from '../../../src-main/trading/batch.ts';
import type { Beginning } from './beginning.ts';
import { account } from './cast.ts';
import { takeMost, vectorWords } from './greedy.ts';
import { SETS, type Kind } from './kinds.ts';
import { breachesOf, lossOf, type Breach, type Shown } from './law.ts';
import { claimWords, type Claims } from './levers.ts';
import { takingsOf } from './loss.ts';
import { ask, type Request } from './requests.ts';
import { reachesOf, type Vector } from './shapes.ts';
import { agreementTo, openUser, quickClock, saysYes, type User } from './user.ts';
import { ThiefWorld } from './world.ts';

/** One try of the thief's: his lies, and the trade that they are about. */
export interface Attempt {
  readonly kind: Kind;
  /** Index of the size of the trade. */
  readonly size: number;
  readonly claims: Claims;
  /** Whether he is paid at an address that the user has never paid. */
  readonly fresh: boolean;
  /** With which of his ways he begins. */
  readonly turn: number;
  /** The first of the transactions, from 0, that takes anything. */
  readonly from: number;
}

export interface Outcome {
  /** Transactions that the application judged. */
  readonly judged: number;
  /** Transactions of the user's signatures that entered the ledger. */
  readonly signed: number;
  readonly breaches: readonly Breach[];
  /** The total taken, lovelace, honest costs included. */
  readonly lost: bigint;
  readonly vectors: readonly Vector[];
  /** How it came about, line by line. */
  readonly story: readonly string[];
}

const NOTHING = { signed: 0, breaches: [], lost: 0n, vectors: [], story: [] } as const;

/** Says, builds, and takes as much as is signed; then measures on the ledger what the user has lost. */
export async function attempt(what: Attempt, beginning: Beginning): Promise<Outcome> {
  await breathe();
  return SETS.includes(what.kind) ? attemptSet(what, beginning) : attemptSingly(what, beginning);
}

function openWorld({ claims, fresh }: Attempt, beginning: Beginning): { world: ThiefWorld; user: User } {
  const world = new ThiefWorld(beginning.ledger.fork(), claims, fresh);
  const listed = [...beginning.orders, beginning.plan];
  return { world, user: openUser(world, beginning.journal, listed) };
}

/** Each transaction is reviewed, and agreed to, for itself. */
async function attemptSingly(what: Attempt, beginning: Beginning): Promise<Outcome> {
  const { world, user } = openWorld(what, beginning);
  const { trading, sign } = user;
  const costs: string[] = [];
  const vectors: Vector[] = [];
  let judged = 0;
  try {
    const asked = await ask(what.kind, what.size, world, user, beginning);
    if (!asked.ok) return { ...NOTHING, judged };
    const { quotes, wants } = asked.value;
    for (const [at, quote] of quotes.entries()) {
      world.want = wants[at];
      const examine = async (vector: Vector) => {
        await breathe();
        judged += 1;
        world.vector = vector;
        return trading.examine(trading.quotes.renew(quote), account);
      };
      const judge = async (vector: Vector): Promise<boolean> => {
        const review = await examine(vector);
        return review.ok && (await saysYes(review.value));
      };
      const reaches = at < what.from ? [] : reachesIn(what, asked.value, at);
      const vector = await takeMost(judge, reaches);
      const review = vector && (await examine(vector));
      if (!review?.ok || !(await saysYes(review.value))) break;
      const { inspection, costsSentence } = review.value;
      const before = user.signed.length;
      costs.push(`${review.value.sentence} ${costsSentence}`);
      vectors.push(vector ?? {});
      await trading.accept(review.value.trade.id, agreementTo(review.value), sign);
      if (user.signed.slice(before).some((hash) => hash !== inspection.bodyHash))
        throw new Error('something was signed that was not shown');
    }
    return outcomeOf(what, world, asked.value, { costs, set: false }, { judged, vectors });
  } finally {
    await user.close();
  }
}

/** One approval covers all: the amounts that the later ones take are found by trying the whole batch again. */
async function attemptSet(what: Attempt, beginning: Beginning): Promise<Outcome> {
  let judged = 0;
  let best: Outcome = { ...NOTHING, judged };
  const judge = async (vector: Vector): Promise<boolean> => {
    const tried = await runSet(what, vector, beginning);
    judged += tried.judged;
    if (tried.lost > best.lost) best = tried;
    return tried.signed === tried.wanted;
  };
  const request: Request = { quotes: [], wants: [], typed: { kind: 'cancel', members: 0 } };
  const reaches = reachesIn(what, request, 0).filter(({ shape }) => shape !== 'orders');
  await takeMost(judge, what.from < 2 ? reaches : []);
  return { ...best, judged };
}

async function runSet(
  what: Attempt,
  vector: Vector,
  beginning: Beginning,
): Promise<Outcome & { readonly wanted: number }> {
  const { world, user } = openWorld(what, beginning);
  const { trading, sign } = user;
  let judged = 0;
  try {
    const asked = await ask(what.kind, what.size, world, user, beginning);
    if (!asked.ok) return { ...NOTHING, judged, wanted: 1 };
    const { quotes, wants } = asked.value;
    const at = (id: string): number => quotes.findIndex((quote) => quote.id === id);
    const set = new Batch('set', batchOf(what.kind, quotes), {
      trading: {
        examine: (id, own, signal, agreed) => {
          judged += 1;
          world.want = wants[at(id)];
          world.vector = at(id) < what.from ? {} : vector;
          return trading.examine(id, own, signal, agreed);
        },
        accept: (...given) => trading.accept(...given),
        discard: (id) => trading.discard(id),
        trade: (id) => trading.trade(id),
        onChange: (listener) => trading.onChange(listener),
        agree: (quotes) => trading.agree(quotes),
        quotes: trading.quotes,
        overtaken: (id, signal) => trading.overtaken(id, signal),
      },
      clock: quickClock,
      account,
      patienceMs: 4_000,
      retryMs: 1,
    });
    trading.start();
    const first = await set.first();
    if (!first.ok || !(await saysYes(first.value))) return { ...NOTHING, judged, wanted: quotes.length };
    const accepted = await trading.accept(first.value.trade.id, agreementTo(first.value), sign);
    if (accepted.ok) await set.run(sign.signer);
    const shown: Shown = { costs: [`${first.value.sentence} ${first.value.costsSentence}`], set: true };
    const outcome = outcomeOf(what, world, asked.value, shown, { judged, vectors: [vector] });
    return { ...outcome, signed: user.signed.length, wanted: quotes.length };
  } finally {
    await user.close();
  }
}

function reachesIn({ kind, turn }: Attempt, { wants }: Request, at: number) {
  const want = wants[at] ?? {
    kind: 'trade',
    pay: '',
    receive: '',
    quantity: 0n,
    atLeast: 0n,
    parts: [{ pay: 0n, atLeast: 0n }],
  };
  const reaches = reachesOf(kind, want as Parameters<typeof reachesOf>[1]);
  const cut = turn % reaches.length;
  return [...reaches.slice(cut), ...reaches.slice(0, cut)];
}

function outcomeOf(
  what: Attempt,
  world: ThiefWorld,
  { typed }: Request,
  shown: Shown,
  { judged, vectors }: Pick<Outcome, 'judged' | 'vectors'>,
): Outcome {
  // A holder of the signed bytes may send them, whatever became of them in the application.
  for (const bytes of world.held) world.ledger.submit(bytes);
  const takings = takingsOf(world.ledger);
  const breaches = breachesOf(typed, shown, takings);
  const lost = lossOf(typed, takings);
  const story = [
    `${what.kind}, size ${what.size}${what.fresh ? ', an address never paid before' : ''}${SETS.includes(what.kind) ? `, from transaction ${what.from + 1} on` : ''}`,
    ...claimWords(what.claims).map((words) => `says ${words}`),
    ...vectors.map((vector) => `takes ${vectorWords(vector)}`),
    ...shown.costs.map((words) => `shown: ${words}`),
    ...breaches.map(({ law, lost: beyond }) => `${law}: ${ada(beyond)} beyond`),
    `lost in all: ${ada(lost)}`,
  ];
  return { judged, signed: takings.length, breaches, lost, vectors, story };
}

/** A turn of the event loop: without one, nothing that is no longer used is ever given back. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function ada(lovelace: bigint): string {
  return `${(Number(lovelace) / 1e6).toFixed(6)} ADA`;
}

function batchOf(kind: Attempt['kind'], quotes: readonly Quote[]): BatchQuotes {
  return kind === 'ladder'
    ? { kind: 'ladder', quotes: quotes.filter((quote) => quote.kind === 'ladder') }
    : { kind: 'cancel', quotes: quotes.filter((quote) => quote.kind === 'cancel') };
}
