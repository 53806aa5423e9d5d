import * as v from 'valibot';
import { exchangeChoice } from '#contract/codec.ts';
import {
  policyLimits,
  type PolicyLimitsView,
  profileColour,
  type ProfileTermsView,
  liveAddresses,
} from '#contract/profile.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

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
  if (!json.success) return malformed('it is not valid JSON');
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
