/** How main will read what is typed in a token search, told while typing. */
export type QueryMode = 'empty' | 'name' | 'policy' | 'id' | 'fingerprint' | 'id-unfinished';

const POLICY_DIGITS = 56;
const MOST_DIGITS = POLICY_DIGITS + 64;

/** Spaces and the dot of `policy.name` do not count; hex is taken in both cases. */
export function queryMode(text: string): QueryMode {
  const plain = text.replace(/\s/g, '');
  if (plain === '') return 'empty';
  if (/^asset1[0-9a-z]{38}$/.test(plain.toLowerCase())) return 'fingerprint';
  const digits = plain.replace('.', '').toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits) || digits.length > MOST_DIGITS) return 'name';
  if (digits.length === POLICY_DIGITS) return 'policy';
  if (digits.length > POLICY_DIGITS) return digits.length % 2 === 0 ? 'id' : 'id-unfinished';
  return digits.length > 24 ? 'id-unfinished' : 'name';
}

export const modeText: Record<QueryMode, string> = {
  empty: '',
  name: 'by name or ticker',
  policy: 'by policy id',
  id: 'by full id',
  fingerprint: 'a fingerprint: the service cannot search by it; paste the policy id',
  'id-unfinished': 'not a whole policy id yet',
};
