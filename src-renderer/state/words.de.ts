import type { SearchText } from '#domain/search-text.ts';
import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const stateWords: Translation<typeof english> = {
  savedAs: ({ what, path }) => `${what} gespeichert als ${path ?? 'Datei'}.`,
  unknownExchange: 'Unbekannte Börse',
  searched: ({ mode }) => SEARCHED[mode],
  funding: 'Spielgeld ist angefordert. Es kommt mit dem nächsten Block.',
};

const SEARCHED: Readonly<Record<SearchText['mode'], string>> = {
  empty: '',
  ada: 'nach Name oder Ticker',
  name: 'nach Name oder Ticker',
  policy: 'nach Policy-ID',
  id: 'nach vollständiger ID',
  fingerprint: 'ein Fingerabdruck: Danach kann der Dienst nicht suchen; fügen Sie die Policy-ID ein',
  'id-unfinished': 'noch keine vollständige Policy-ID',
};
