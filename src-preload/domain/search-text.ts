/**
 * How a text is read that searches for a token, in every window, on the command line and towards the service (service
 * interface, "Search interpretation"): blanks from copying and the dot of `policy.name` do not count, nor do capitals in
 * hex. The service cannot search by a CIP-14 fingerprint: it is recognised, and not asked for.
 */
export type SearchText =
  | { readonly mode: 'empty' }
  | { readonly mode: 'ada' }
  | { readonly mode: 'fingerprint' }
  /** A policy id (56 hex digits) or a full token id, as the service takes it. */
  | { readonly mode: 'policy' | 'id'; readonly term: string }
  /** A name or ticker, at most 55 characters of it; `cut` where more was typed. */
  | { readonly mode: 'name'; readonly term: string; readonly cut: boolean }
  /** A name as far as it goes, but it looks like a policy id or token id that is not all there. */
  | { readonly mode: 'id-unfinished'; readonly term: string; readonly cut: boolean };

const POLICY_DIGITS = 56;
const MOST_DIGITS = POLICY_DIGITS + 64;
/** Hex digits from which on a text is hardly a name. */
const LONG_HEX = 25;
const LONGEST_NAME = 55;

export function readSearchText(text: string): SearchText {
  const joined = text.replace(/\s+/g, '');
  if (joined === '') return { mode: 'empty' };
  const hex = joined.replace('.', '').toLowerCase();
  if (hex === 'ada' || hex === 'lovelace' || hex === `${'0'.repeat(POLICY_DIGITS)}6c6f76656c616365`)
    return { mode: 'ada' };
  if (/^asset1[02-9ac-hj-np-z]{38}$/.test(joined.toLowerCase())) return { mode: 'fingerprint' };
  const letters = Array.from(text.trim().replace(/\s+/g, ' ').toWellFormed());
  const name = { term: letters.slice(0, LONGEST_NAME).join(''), cut: letters.length > LONGEST_NAME };
  if (!/^[0-9a-f]+$/.test(hex) || hex.length > MOST_DIGITS || hex.length < LONG_HEX)
    return { mode: 'name', ...name };
  if (hex.length === POLICY_DIGITS) return { mode: 'policy', term: hex };
  if (hex.length > POLICY_DIGITS && hex.length % 2 === 0) return { mode: 'id', term: hex };
  return { mode: 'id-unfinished', ...name };
}
