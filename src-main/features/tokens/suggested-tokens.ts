import { ADA, type AssetId } from '#domain/asset.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import type { Service } from '../../ports/service.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';

const SHOWN = 24;
/** Names with these letters make a list to start from: the service has no list of all tokens. */
const STARTING_TERMS = ['a', 'e', 'o'];

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
  const [mine, lists] = await Promise.all([
    Promise.all(own.slice(0, SHOWN).map((id) => catalogue.get(id))),
    Promise.all(STARTING_TERMS.map((term) => service.search(term, true, signal))),
  ]);
  const tokens = [
    ADA_TOKEN,
    ...mine.flatMap((token) => (token.ok ? [token.value] : [])),
    ...lists.flatMap((list) => (list.ok ? list.value.filter(({ verified }) => verified) : [])),
  ];
  const unique = [...new Map(tokens.map((token) => [token.id, token])).values()];
  return unique.filter((token, at) => token.id !== ADA || at === 0).slice(0, SHOWN);
}
