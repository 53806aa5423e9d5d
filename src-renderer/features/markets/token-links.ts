import type { MarketView } from '#contract/markets.ts';
import type { LinkName } from '../../state/layers.svelte.ts';

interface TokenLink {
  readonly kind: LinkName;
  /** The whole address, as the service gave it. */
  readonly address: string;
}

const KINDS: readonly LinkName[] = ['website', 'twitter', 'discord'];

/** The links of a token that may be opened: https, and without a name or password in front of the host. */
export function linksOf(links: MarketView['links']): readonly TokenLink[] {
  return KINDS.flatMap((kind) => {
    const address = links[kind];
    const url = address === undefined ? null : URL.parse(address);
    if (address === undefined || url?.protocol !== 'https:') return [];
    return url.username === '' && url.password === '' ? [{ kind, address }] : [];
  });
}
