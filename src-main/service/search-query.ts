import { ADA, parseAssetId } from '#domain/asset.ts';

const POLICY = /^[0-9a-f]{56}$/;
const LONGEST_NAME = 55;

/** What a search text asks for: ADA (known here), nothing that exists, or a term for the service. */
export type SearchQuery =
  { readonly kind: 'ada' } | { readonly kind: 'nothing' } | { readonly kind: 'term'; readonly term: string };

/**
 * Reads what the user typed: a ticker or name (up to 55 characters), a policy id (56), or a full token id, also as
 * `policy.name`, with blanks from copying removed (service interface, "Search interpretation").
 */
export function readSearchQuery(text: string): SearchQuery {
  if (parseAssetId(text.toLowerCase()) === ADA) return { kind: 'ada' };
  const joined = text.replace(/\s+/g, '');
  const compact = joined.replace('.', '').toLowerCase();
  if (POLICY.test(compact)) return { kind: 'term', term: compact };
  if (compact.length > 56) {
    const id = parseAssetId(compact);
    if (id === ADA) return { kind: 'ada' };
    if (id !== undefined) return { kind: 'term', term: id };
  }
  const name = text.trim().replace(/\s+/g, ' ').toWellFormed();
  return name.length > LONGEST_NAME ? { kind: 'nothing' } : { kind: 'term', term: name };
}
