import { inLanguage } from '../words/in-language.ts';

/** Texts of the plain parts that all windows share. */
export const words = inLanguage('ui/words', {
  opening: 'Opening',
  close: 'Close',
  copied: 'Copied',
  oneFewer: 'One fewer',
  oneMore: 'One more',
  unknown: 'unknown',
  amountsHidden: 'Amounts are hidden',
  hideTyped: 'Hide what is typed',
  showTyped: 'Show what is typed',
  hide: 'Hide',
  show: 'Show',
  splitter: ({ label }: { readonly label: string }) => `${label}. Double-click: as it was`,
  whatIsThis: 'What is this?',
  /** A key by its PC name, as keyboards have it. */
  key: ({ key }: { readonly key: string }) => key,
  /** The same key of a Mac, read aloud. It has no key for menus: the mouse does it. */
  keyOfMac: ({ key }: { readonly key: string }) => MAC_KEYS[key] ?? key,
});

const MAC_KEYS: Readonly<Record<string, string>> = {
  Ctrl: 'Command',
  Alt: 'Option',
  Del: 'Delete',
  Menu: 'right click',
};
