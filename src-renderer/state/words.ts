import type { SearchText } from '#domain/search-text.ts';
import { inLanguage } from '../words/in-language.ts';

/** Texts shared by several views. */
export const words = inLanguage('state/words', {
  /** `what` begins a sentence: _The receipt is_. */
  savedAs: ({ what, path }: { readonly what: string; readonly path?: string | undefined }) =>
    `${what} saved as ${path ?? 'a file'}.`,
  unknownExchange: 'Unknown exchange',
  searched: ({ mode }: { readonly mode: SearchText['mode'] }) => SEARCHED[mode],
  funding: 'Play money was requested. It arrives with the next block.',
});

const SEARCHED: Readonly<Record<SearchText['mode'], string>> = {
  empty: '',
  ada: 'by name or ticker',
  name: 'by name or ticker',
  policy: 'by policy id',
  id: 'by full id',
  fingerprint: 'a fingerprint: the service cannot search by it; paste the policy id',
  'id-unfinished': 'not a whole policy id yet',
};
