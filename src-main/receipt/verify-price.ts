import type { AuditScripts } from '../exchanges/audit.ts';
import { canonicalJson } from '../agreement/canonical-json.ts';
import { fillFacts } from './fill-facts.ts';
import type { FillFacts, RecomputedFill } from './price-fields.ts';
import { RECEIPT_VERSION, type FilledContent, type SignedContent } from './receipt.ts';
import { Checks, type ReceiptCheck } from './verdict.ts';

/** Whether what a first record says of the market is of one piece. Its figures are what a back-end reported at the time. */
export function verifyMarket({ version, market, addendumKey }: SignedContent, checks: Checks): void {
  const holds = version === RECEIPT_VERSION;
  checks.hold(
    'market-version',
    holds === (market !== undefined) && holds === (addendumKey !== undefined),
    'Of prices, it has what a receipt of its version has.',
    'It is of a version that says what was found of the price, and does not; or the other way round.',
  );
  const read = market?.read;
  if (!read) return;
  const { route, seen, pools } = read;
  const named = new Set(seen.map(({ reference }) => reference));
  const parts = route?.parts ?? [];
  const bought = parts.at(-1)?.assets.toSorted().join(' ');
  const paid = parts
    .filter(({ assets }) => assets.toSorted().join(' ') === bought)
    .reduce((sum, { out }) => sum + BigInt(out), 0n);
  checks.hold(
    'market',
    named.size === seen.length &&
      seen.length <= pools &&
      parts.every(({ pools: used }) => used.every((pool) => named.has(pool))) &&
      (route === null || String(paid) === route.out),
    `The pools seen at signing are named (${seen.length} of ${pools}), and those of the best route are among them.`,
    'What it says of the pools seen at signing contradicts itself.',
  );
}

/** Computes what each fill had to pay from the bytes in the receipt, and compares it with what the receipt says. */
export function verifyFills(
  opening: SignedContent,
  fills: readonly FilledContent[],
  scripts: AuditScripts | undefined,
): { readonly checks: readonly ReceiptCheck[]; readonly fills: readonly RecomputedFill[] } {
  const before = new Set<string>();
  const recomputed: RecomputedFill[] = [];
  const list = fills.flatMap((content) => {
    const checks = new Checks(content.position);
    const { index, fill, madeBy, facts: claims } = content;
    const name = `${index} ${fill.hash}`;
    const short = `${fill.hash.slice(0, 12)}…`;
    checks.hold(
      'fill-place',
      !before.has(name) && (madeBy === null || before.has(`${index} ${madeBy}`)),
      `The fill in ${short} is there once, and the one that it follows on is in the receipt.`,
      `The fill in ${short} is there twice, or the one that it follows on is not in the receipt.`,
    );
    before.add(name);
    const follows = scripts
      ? fillFacts(opening, content, scripts)
      : ({ ok: false, failure: 'no list of exchanges is at hand' } as const);
    checks.hold(
      'fill-bytes',
      follows.ok,
      `The fill in ${short} spends the order, and all bytes that it rests on are those of the transactions named.`,
      `The fill in ${short} cannot be computed from the bytes in the receipt: ${follows.ok ? '' : follows.failure}.`,
    );
    if (!follows.ok) return checks.list;
    const newlyChecked = claims.mustPay === null && follows.value.mustPay !== null;
    const different = differing(claims, follows.value, newlyChecked);
    checks.hold(
      'fill-figures',
      different.length === 0,
      `Computed again from bytes: ${figuresText(follows.value)}`,
      `The receipt says something else of the fill in ${short} than follows from its bytes (${different.join(', ')}). ${figuresText(follows.value)}`,
    );
    recomputed.push({ ...follows.value, txHash: fill.hash, newlyChecked });
    return checks.list;
  });
  return { checks: list, fills: recomputed };
}

/** An earlier version may have been unable to read an exchange: then only what it could state is compared. */
function differing(claims: FillFacts, follows: FillFacts, newlyChecked: boolean): readonly string[] {
  const keys = newlyChecked ? BYTES_ALONE : (Object.keys(follows) as (keyof FillFacts)[]);
  return keys.filter((key) => canonicalJson(claims[key]) !== canonicalJson(follows[key]));
}

const BYTES_ALONE = ['order', 'ledgerPosition'] as const;

/** Unit-free: in base units of whatever was bought. */
export function figuresText({ exact, mustPay, paid, reason }: FillFacts): string {
  if (exact === null) return `the fill cannot be checked: ${reason ?? 'its exchange is not known'}.`;
  const verdict = exact ? 'exact' : `not exact${reason === null ? '' : `: ${reason}`}`;
  return `the formula required ${mustPay ?? '0'} base units, ${paid ?? '0'} were paid; ${verdict}.`;
}
