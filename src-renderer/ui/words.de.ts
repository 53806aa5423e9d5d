import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const uiWords: Translation<typeof english> = {
  opening: 'Öffnet sich',
  close: 'Schließen',
  copied: 'Kopiert',
  oneFewer: 'Eins weniger',
  oneMore: 'Eins mehr',
  unknown: 'unbekannt',
  amountsHidden: 'Beträge sind ausgeblendet',
  hideTyped: 'Eingabe verbergen',
  showTyped: 'Eingabe zeigen',
  hide: 'Verbergen',
  show: 'Zeigen',
  splitter: ({ label }) => `${label}. Doppelklick: wie zuvor`,
  whatIsThis: 'Was ist das?',
  key: ({ key }) => KEYS[key] ?? key,
  keyOfMac: ({ key }) => MAC_KEYS[key] ?? KEYS[key] ?? key,
};

const KEYS: Readonly<Record<string, string>> = {
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  Del: 'Entf',
  Home: 'Pos1',
  End: 'Ende',
  Enter: 'Eingabe',
  Space: 'Leertaste',
  Menu: 'Menü',
};
const MAC_KEYS: Readonly<Record<string, string>> = {
  Ctrl: 'Befehl',
  Alt: 'Option',
  Del: 'Löschen',
  Menu: 'Rechtsklick',
};
