import type { Translation } from '../words/catalogue.ts';
import type { stateWords as english } from './states.en.ts';

export const stateWords: Translation<typeof english> = {
  'state/built': 'erstellt',
  'state/approved': 'akzeptiert',
  'state/exported': 'ausgegeben',
  'state/signed': 'signiert',
  'state/assembled': 'zusammengesetzt',
  'state/submitting': 'wird gesendet',
  'state/submission-unknown': 'Sendung unklar',
  'state/submitted': 'gesendet',
  'state/placed': 'platziert',
  'state/partly-filled': 'teilausgeführt',
  'state/filled': 'ausgeführt',
  'state/closed': 'geschlossen',
  'state/discarded': 'verworfen',
  'state/expired': 'abgelaufen',
  'state/refused': 'abgelehnt',
};
