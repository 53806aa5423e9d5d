import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { readSearchText } from '#domain/search-text.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import { sharedTickers } from '#domain/words/look-alikes.ts';
import type { Service } from '../../ports/service.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';
import { verifiedTokens } from '../../market/token-names.ts';

/** How the search was done. */
type SearchMode = 'name' | 'policy' | 'id' | 'fingerprint';

export interface FoundToken {
  readonly token: Token;
  /** Another token among the results, or ADA, goes by the same ticker. */
  readonly tickerShared: boolean;
}

/**
 * Searches the service; ADA is known here and comes first where it fits. Failures: of the service, `rows-left-out` where
 * nothing of its answer can be read.
 */
export async function searchTokens(
  text: string,
  verifiedOnly: boolean,
  service: Service,
  signal?: AbortSignal,
): Promise<Result<{ readonly mode: SearchMode; readonly tokens: readonly FoundToken[] }, Failure>> {
  const read = readSearchText(text);
  if (read.mode === 'empty') return ok({ mode: 'name', tokens: rank([ADA_TOKEN], '') });
  if (read.mode === 'fingerprint') return ok({ mode: 'fingerprint', tokens: [] });
  const mode = read.mode === 'policy' || read.mode === 'id' ? read.mode : 'name';
  const term = read.mode === 'ada' ? text.trim() : read.term;
  const local = mode === 'name' && 'ada cardano'.includes(term.toLowerCase()) ? [ADA_TOKEN] : [];
  const answer = await service.search(term, verifiedOnly ? true : undefined, signal);
  if (!answer.ok) return answer;
  if (answer.leftOut && answer.value.length === 0) return failed(answer.leftOut);
  const found = answer.value.filter((token) => token.id !== ADA && (!verifiedOnly || token.verified));
  return ok({ mode, tokens: rank([...local, ...unique(found)], term) });
}

function unique(tokens: readonly Token[]): readonly Token[] {
  return [...new Map(tokens.map((token) => [token.id, token])).values()];
}

/** ADA, then verified ones, then the exact ticker; the service's order stays otherwise. */
function rank(tokens: readonly Token[], term: string): readonly FoundToken[] {
  // ADA counts, among the results or not.
  const [, ...shared] = sharedTickers(['ADA', ...tokens.map(({ id, ticker }) => (id === ADA ? '' : ticker))]);
  const alike = new Map(tokens.map(({ id }, at) => [id, shared[at] === true]));
  const wanted = fold(term);
  const weight = (token: Token): number =>
    (token.id === ADA ? 4 : 0) + (token.verified ? 2 : 0) + (fold(token.ticker) === wanted ? 1 : 0);
  return tokens
    .toSorted((left, right) => weight(right) - weight(left))
    .map((token) => ({ token, tickerShared: alike.get(token.id) === true }));
}

/** Typed text, in any case and in compatibility forms of letters. */
function fold(ticker: string): string {
  return ticker.normalize('NFKC').trim().toLowerCase();
}

const SHOWN = 24;

/**
 * The tokens to show before anything is typed: ADA, those of the user (held or traded lately, newest first), then
 * verified ones. Never fails: what cannot be had is left out.
 */
export async function suggestedTokens(
  own: readonly AssetId[],
  service: Service,
  catalogue: TokenCatalogue,
  signal?: AbortSignal,
): Promise<readonly Token[]> {
  const [mine, verified] = await Promise.all([
    Promise.all(own.slice(0, SHOWN).map((id) => catalogue.get(id))),
    verifiedTokens(service, signal),
  ]);
  const tokens = [ADA_TOKEN, ...mine.flatMap((token) => (token.ok ? [token.value] : [])), ...verified];
  const unique = [...new Map(tokens.map((token) => [token.id, token])).values()];
  return unique.filter((token, at) => token.id !== ADA || at === 0).slice(0, SHOWN);
}
