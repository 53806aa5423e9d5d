import fc from 'fast-check';
import { attempt, ada, type Attempt, type Outcome } from './attempt.ts';
import type { Beginning } from './beginning.ts';
import { KINDS, SETS, type Kind } from './kinds.ts';
import { leversOf, type Claims } from './levers.ts';
import { SIZES } from './requests.ts';

const MOST_LIES = 3;
const THIEFS = "ledger thief's output";
/** Lies about the values of outputs go with one about the thief's own, or the sums of what he builds do not match. */
const UNBALANCED = ['ledger own output', 'ledger order output'];

/** Tries at one kind of trade: few lies at once, most often the size that comes first. */
export function attempts(kind: Kind): fc.Arbitrary<Attempt> {
  const levers = leversOf(kind);
  const lie = fc
    .nat(levers.length - 1)
    .chain((at) => fc.tuple(fc.constant(at), fc.nat((levers[at]?.lies.length ?? 1) - 1)));
  return fc
    .record({
      size: fc.nat(SIZES - 1),
      lies: fc.uniqueArray(lie, { maxLength: MOST_LIES, selector: ([at]) => at }),
      balanced: fc.boolean(),
      fresh: fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 7),
      turn: fc.nat(5),
      from: SETS.includes(kind) ? fc.nat(1).map((drawn) => 1 - drawn) : fc.constant(0),
    })
    .map(({ lies, balanced, ...others }) => {
      const claims = new Map(lies.map(([at, of]) => [levers[at]?.name ?? '', of]));
      return { ...others, kind, claims: balanced ? balancing(claims) : claims };
    });
}

/** Every lie of a kind alone, and balanced where it needs to be. */
function singles(kind: Kind, size: number): readonly Attempt[] {
  return leversOf(kind).flatMap(({ name, lies }) =>
    lies.map((_, of) => ({
      kind,
      size,
      claims: balancing(new Map([[name, of]])),
      fresh: false,
      turn: 0,
      from: SETS.includes(kind) ? 1 : 0,
    })),
  );
}

/** The lies of every lever in turn: the first of each, then the second, and so on. */
export function inTurn(kind: Kind, size: number): readonly Attempt[] {
  const place = ({ claims }: Attempt): number => [...claims.values()][0] ?? 0;
  return singles(kind, size).toSorted((left, right) => place(left) - place(right));
}

function balancing(claims: Claims): Claims {
  const unbalanced = UNBALANCED.some((name) => claims.has(name));
  return unbalanced && !claims.has(THIEFS) ? new Map([...claims, [THIEFS, 0]]) : claims;
}

/** The outcome of an attempt that broke the law, reduced to the claims that it needed. */
export async function plainest(
  what: Attempt,
  beginning: Beginning,
): Promise<{ what: Attempt; outcome: Outcome }> {
  let best = { what, outcome: await attempt(what, beginning) };
  for (const name of what.claims.keys()) {
    const claims = new Map(best.what.claims);
    claims.delete(name);
    const less = { ...best.what, claims };
    const outcome = await attempt(less, beginning);
    if (outcome.breaches.length > 0 && 10n * outcome.lost >= 9n * best.outcome.lost)
      best = { what: less, outcome };
  }
  return best;
}

/** The name of a breach: two with the same name are one finding. */
function nameOf({ kind }: Attempt, { breaches, vectors }: Outcome): string {
  const laws = [...new Set(breaches.map(({ law }) => law))].toSorted();
  const shapes = new Set(vectors.flatMap((vector) => Object.keys(vector)));
  shapes.delete('fee');
  return `${kind} | ${[...shapes].toSorted().join('+')} | ${laws.join('; ')}`;
}

export interface Exploration {
  readonly judged: number;
  readonly attempts: number;
  readonly findings: ReadonlyMap<string, { readonly what: Attempt; readonly outcome: Outcome }>;
}

/** Tries until so many transactions were judged. Each finding is kept with what took the most. */
export async function explore(
  { seed, count, kinds = KINDS }: { seed: number; count: number; kinds?: readonly Kind[] },
  beginning: Beginning,
  say: (judged: number, found: string | undefined) => void = () => undefined,
): Promise<Exploration> {
  const findings = new Map<string, { what: Attempt; outcome: Outcome }>();
  const drawn = kinds.map((kind) => {
    const alone = inTurn(kind, 1 + (seed % 3));
    const several = fc.sample(attempts(kind), { seed, numRuns: Math.ceil(count / 10 / kinds.length) + 1 });
    // Each lie alone once, with others between them; then only several.
    return several.flatMap((what, at) => [alone[at] ?? what, what]);
  });
  let [judged, tried] = [0, 0];
  for (let at = 0; judged < count; at += 1)
    for (const list of drawn) {
      const what = list[at % list.length];
      if (!what || judged >= count) continue;
      const outcome = await attempt(what, beginning);
      judged += outcome.judged;
      tried += 1;
      const name = outcome.breaches.length > 0 ? nameOf(what, outcome) : undefined;
      const known = name === undefined ? undefined : findings.get(name);
      if (name !== undefined && outcome.lost > (known?.outcome.lost ?? 0n))
        findings.set(name, { what, outcome });
      say(outcome.judged, known ? undefined : name);
    }
  return { judged, attempts: tried, findings };
}

export function storyOf({ story, lost }: Outcome): string {
  return [`${ada(lost)}:`, ...story.map((line) => `  ${line}`)].join('\n');
}
