import type { Translation } from '#domain/words/catalogue.ts';
import type { AgreesBy, Asked, texts as english } from './texts.ts';

export const formatTexts: Translation<typeof english> = {
  now: 'jetzt',
  justNow: 'gerade eben',
  seconds: ({ seconds }) => `${seconds}\u00a0s`,
  minutes: ({ minutes }) => `${minutes}\u00a0min`,
  hours: ({ hours }) => `${hours}\u00a0h`,
  days: ({ days }) => `${days}\u00a0d`,
  old: ({ age }) => `${age} alt`,
  ago: ({ age }) => `vor ${age}`,
  expired: 'abgelaufen',
  wholeMinutes: ({ minutes }) => `${minutes} min`,
  wholeHours: ({ hours }) => `${hours} h`,

  practice: 'Übung',

  thousands: 'k',
  millions: 'M',
  // A German Billion is a thousand times as much as an English one.
  billions: '\u00a0Mrd.',
  trillions: '\u00a0Bio.',

  andMore: ({ shown, more }) => `${shown} und ${more} weitere`,
  and: ({ first, last }) => `${first} und ${last}`,
  brought: ({ sold, received }) => `${sold} brachten ${received}`,
  countFrom: ({ least, most }) => `Eine Zahl von ${least} bis ${most}.`,

  failedWith: ({ code }) => `Etwas ist fehlgeschlagen (${code}).`,
  seeDetails: 'Sehen Sie sich die Details an.',
  lookAtApproval: 'Sehen Sie in das Freigabefenster.',
  itShows: ({ what, by }) =>
    `Es zeigt, was ${THE[what]} bewirkt, und ${WAYS[by]}. Von diesem Fenster aus kann nichts signiert werden.`,
  signing: 'Wird signiert.',
  agreed: 'Sie haben im Freigabefenster zugestimmt.',
  checkFailed: 'Eine Prüfung ist fehlgeschlagen; das Freigabefenster sagt, welche.',
  cannotBeSigned: ({ what, after }) =>
    `Es wurde nichts signiert, und ${THIS[what]} kann nicht signiert werden. ${after}`,
  cancelled: 'Abgebrochen.',
  notSigned: ({ what, after }) => `${upper(THE[what])} wurde nicht signiert. ${after}`,
};

const THE: Readonly<Record<Asked, string>> = {
  transaction: 'die Transaktion',
  cancellation: 'die Stornierung',
  move: 'die Verschiebung',
  payment: 'die Zahlung',
};
const THIS: Readonly<Record<Asked, string>> = {
  transaction: 'diese Transaktion',
  cancellation: 'diese Stornierung',
  move: 'diese Verschiebung',
  payment: 'diese Zahlung',
};
const WAYS: Readonly<Record<AgreesBy, string>> = {
  password: 'fragt nach Ihrem Passwort',
  word: 'fragt nach Ihrem Wort',
  export: 'exportiert sie, damit sie dort signiert wird, wo ihr Schlüssel ist',
};

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
