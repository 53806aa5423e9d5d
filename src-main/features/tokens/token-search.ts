import { ADA } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import type { Service } from '../../ports/service.ts';

/** How a search text is read. A CIP-14 fingerprint cannot be searched at the service: it is told apart and explained. */
export type SearchMode = 'name' | 'policy' | 'id' | 'fingerprint';

export interface SearchText {
  readonly mode: SearchMode;
  /** What the service is asked for; empty when it is not asked. */
  readonly term: string;
}

export interface FoundToken {
  readonly token: Token;
  /** Another token among the results, or ADA, goes by the same ticker. */
  readonly tickerShared: boolean;
}

const LONGEST_NAME = 55;

/** Reads what the user typed or pasted: blanks and the dot of `policy.name` do not matter, nor capitals in hex. */
export function readSearchText(text: string): SearchText {
  const joined = text.replace(/\s+/g, '');
  const hex = joined.replace('.', '').toLowerCase();
  if (/^asset1[02-9ac-hj-np-z]{38}$/.test(joined.toLowerCase())) return { mode: 'fingerprint', term: '' };
  if (/^[0-9a-f]{56}$/.test(hex)) return { mode: 'policy', term: hex };
  if (/^[0-9a-f]{56}([0-9a-f]{2}){1,32}$/.test(hex)) return { mode: 'id', term: hex };
  const name = text.trim().replace(/\s+/g, ' ').toWellFormed();
  return { mode: 'name', term: Array.from(name).slice(0, LONGEST_NAME).join('') };
}

/** Searches the service; ADA is known here and comes first where it fits. Failures: of the service. */
export async function searchTokens(
  text: string,
  verifiedOnly: boolean,
  service: Service,
  signal?: AbortSignal,
): Promise<Result<{ readonly mode: SearchMode; readonly tokens: readonly FoundToken[] }, Failure>> {
  const { mode, term } = readSearchText(text);
  const withAda = mode === 'name' && 'ada cardano'.includes(term.toLowerCase());
  const local = withAda ? [ADA_TOKEN] : [];
  if (term === '') return ok({ mode, tokens: rank(local, term) });
  const answer = await service.search(term, verifiedOnly ? true : undefined, signal);
  if (!answer.ok) return answer;
  const found = answer.value.filter((token) => token.id !== ADA && (!verifiedOnly || token.verified));
  return ok({ mode, tokens: rank([...local, ...unique(found)], term) });
}

function unique(tokens: readonly Token[]): readonly Token[] {
  return [...new Map(tokens.map((token) => [token.id, token])).values()];
}

/** ADA, then verified ones, then the exact ticker; the service's order stays otherwise. */
function rank(tokens: readonly Token[], term: string): readonly FoundToken[] {
  const counts = new Map<string, number>([['ada', 1]]);
  for (const { id, ticker } of tokens)
    if (id !== ADA) counts.set(fold(ticker), (counts.get(fold(ticker)) ?? 0) + 1);
  const wanted = fold(term);
  const weight = (token: Token): number =>
    (token.id === ADA ? 4 : 0) + (token.verified ? 2 : 0) + (fold(token.ticker) === wanted ? 1 : 0);
  return tokens
    .toSorted((left, right) => weight(right) - weight(left))
    .map((token) => ({
      token,
      tickerShared: token.id !== ADA && token.ticker !== '' && (counts.get(fold(token.ticker)) ?? 0) > 1,
    }));
}

/** Tickers that look alike count as the same: case, and compatibility forms of letters, do not matter. */
function fold(ticker: string): string {
  return ticker.normalize('NFKC').trim().toLowerCase();
}
