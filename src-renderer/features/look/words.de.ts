import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const lookWords: Translation<typeof english> = {
  readOnlyLook: 'Adresse, nur lesend',
  ownAddress: 'Ihre eigene Adresse, nur lesend:',
  otherAddress: 'Adresse einer anderen Person, nur lesend:',
  copyAddress: 'Adresse kopieren',
  leave: 'Ansicht verlassen',
  left: 'Die Listen sind wieder Ihre eigenen.',

  lookAtAddress: 'Adresse ansehen',
  lead: ({ network }) =>
    `Zeigt die Orders und Pläne einer beliebigen Adresse in ${network ?? 'diesem Netzwerk'}, wie der Dienst sie aufführt. Sie sehen sie nur an: Nichts lässt sich stornieren, und nichts davon gelangt in Ihr Journal, Ihre Hinweise oder eine Prüfung.`,
  address: 'Adresse',
  serviceLearns: 'Der Dienst erfährt, dass jemand nach dieser Adresse fragt.',
  cancel: 'Abbrechen',
  look: 'Ansehen',
  looking: 'Sie sehen eine andere Adresse an. Von hier aus lässt sich daran nichts ändern.',
};
