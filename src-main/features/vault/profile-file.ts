import * as v from 'valibot';
import { exchangeChoice } from '#contract/codec.ts';
import { policyLimits, type PolicyLimitsView } from '#contract/policy-limits.ts';
import { profileColour, type ProfileTermsView } from '#contract/profile-views.ts';
import { liveAddresses } from '#contract/protection-views.ts';
import { formatDecimal, grouped } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { BETTER_PRICE_BPS } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DEFAULT_POLICY } from '../../inspect/policy.ts';
import { policyView } from './policy-store.ts';

const VERSION = 1;

/**
 * A live profile as a file (JSON, UTF-8), without anything secret:
 *
 * - `touchstone`: `"profile"`, and `version`: 1. A file of a later version is refused as a newer one.
 * - `name`: text of 1 to 40 visible characters; `colour`: the name of a profile's colour.
 * - `addresses`: the network and the addresses of service, charts, stream and ledger, as the vault window shows them;
 *   optional `ledgerApi`, `submitUrl`, `secondLedger`.
 * - `excluded`: codes of the exchanges that a new ticket leaves out.
 * - `limits`: optional, the limits that the profile had; amounts are lovelace as decimal text, ratios basis points. They
 *   are proposals alone: an import never sets them.
 *
 * A file with any other field is refused, so nobody carries a key in one. Every field of it is a claim.
 */
const profileFile = v.strictObject({
  touchstone: v.literal('profile'),
  version: v.literal(VERSION),
  name: v.pipe(v.string(), v.maxLength(200)),
  colour: profileColour,
  addresses: liveAddresses,
  excluded: exchangeChoice,
  limits: v.optional(policyLimits),
});
const anyVersion = v.object({
  touchstone: v.literal('profile'),
  version: v.pipe(v.number(), v.integer(), v.minValue(VERSION + 1)),
});

/** A profile proposed by a file. */
export interface ProposedProfile {
  readonly terms: ProfileTermsView;
  readonly limits: PolicyLimitsView | undefined;
}

/** The text of a profile's file. */
export function writeProfileFile(terms: ProfileTermsView, limits: PolicyLimitsView | undefined): string {
  const content = { touchstone: 'profile', version: VERSION, ...terms, ...(limits && { limits }) };
  return `${JSON.stringify(v.parse(profileFile, content), undefined, 2)}\n`;
}

/** Failures: `profile-file-malformed`, `profile-file-newer`. The name and the addresses are yet to be checked. */
export function readProfileFile(text: string): Result<ProposedProfile, Failure> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!json.success) return malformed('it is no JSON');
  const read = v.safeParse(profileFile, json.output);
  if (read.success) {
    const { name, colour, addresses, excluded, limits } = read.output;
    return ok({ terms: { name, colour, addresses, excluded }, limits });
  }
  if (v.is(anyVersion, json.output)) return failed(failure('profile-file-newer'));
  // Of the file's own words none is repeated: an unknown field may be a key.
  const surplus = read.issues.some(({ type, expected }) => type === 'strict_object' && expected === 'never');
  return malformed(
    surplus ? 'it has fields that no profile file has' : 'a field is missing or has no such value',
  );
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('profile-file-malformed', { reason }));
}

/** Where a file's limits differ from those that a new profile has, one sentence each. */
export function differingLimits(limits: PolicyLimitsView): string[] {
  const here = policyView(DEFAULT_POLICY);
  return Object.values(LIMIT_LINES).flatMap(([label, words]) => {
    const [wanted, first] = [words(limits), words(here)];
    return wanted === first
      ? []
      : [`${label}: the file says ${wanted}, a new profile has ${first}.`.slice(0, 300)];
  });
}

const ADA_DECIMALS = 6;
/** A line for each limit: the compiler asks for that of a new one. */
const LIMIT_LINES: {
  readonly [Limit in keyof Required<PolicyLimitsView>]: readonly [
    string,
    (limits: PolicyLimitsView) => string,
  ];
} = {
  perTrade: ['Most per trade', ({ perTrade }) => ada(perTrade)],
  perDay: ['Most in 24 hours', ({ perDay }) => ada(perDay)],
  cost: ['Most that one trade may cost', ({ cost }) => ada(cost)],
  slippageBps: ['Largest slippage tolerance', ({ slippageBps }) => percent(slippageBps)],
  impactBps: [
    'Largest price impact',
    ({ impactBps }) => (impactBps === undefined ? 'no limit' : percent(impactBps)),
  ],
  betterPriceBps: [
    'A better price elsewhere is a warning from',
    ({ betterPriceBps }) => percent(betterPriceBps ?? BETTER_PRICE_BPS),
  ],
  verifiedOnly: ['Tokens', ({ verifiedOnly }) => (verifiedOnly ? 'verified ones only' : 'all')],
  exchanges: [
    'Exchanges',
    ({ exchanges }) => (exchanges === undefined ? 'all' : `only ${exchanges.join(', ')}`),
  ],
  expert: ['Orders at unknown scripts', ({ expert }) => (expert ? 'ask' : 'blocked')],
};

function ada(lovelace: string | undefined): string {
  return lovelace === undefined
    ? 'no limit'
    : `${grouped(formatDecimal(BigInt(lovelace), ADA_DECIMALS))} ADA`;
}

function percent(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}
