import { inLanguage } from '../words/in-language.ts';

/** How the user agrees in the approval window; for a watched wallet, by taking what it shows to where the key is. */
export type AgreesBy = 'password' | 'word' | 'export';
/** The subject of the approval window. */
export type Asked = 'transaction' | 'cancellation' | 'move' | 'payment';

/** Ages, amounts, and what is said alike wherever something is agreed to. */
export const texts = inLanguage('format/texts', {
  now: 'now',
  justNow: 'just now',
  seconds: ({ seconds }: { readonly seconds: number }) => `${seconds}\u00a0s`,
  minutes: ({ minutes }: { readonly minutes: number }) => `${minutes}\u00a0min`,
  hours: ({ hours }: { readonly hours: number }) => `${hours}\u00a0h`,
  days: ({ days }: { readonly days: number }) => `${days}\u00a0d`,
  old: ({ age }: { readonly age: string }) => `${age} old`,
  ago: ({ age }: { readonly age: string }) => `${age} ago`,
  expired: 'expired',
  wholeMinutes: ({ minutes }: { readonly minutes: number }) => `${minutes} min`,
  wholeHours: ({ hours }: { readonly hours: number }) => `${hours} h`,

  /** The name of the practice profile. */
  practice: 'Practice',

  /** Suffixes of thousands, millions, billions and trillions. */
  thousands: 'k',
  millions: 'M',
  billions: 'B',
  trillions: 'T',

  andMore: ({ shown, more }: { readonly shown: string; readonly more: string }) =>
    `${shown} and ${more} more`,
  and: ({ first, last }: { readonly first: string; readonly last: string }) => `${first} and ${last}`,
  brought: ({ sold, received }: { readonly sold: string; readonly received: string }) =>
    `${sold} brought ${received}`,
  countFrom: ({ least, most }: { readonly least: number; readonly most: number }) =>
    `A number from ${least} to ${most}.`,

  failedWith: ({ code }: { readonly code: string }) => `Something failed (${code}).`,
  seeDetails: 'See the details.',
  lookAtApproval: 'Look at the approval window.',
  itShows: ({ what, by }: { readonly what: Asked; readonly by: AgreesBy }) =>
    `It shows what the ${what} does, and ${WAYS[by]}. Nothing can be signed from this window.`,
  signing: 'Signing.',
  agreed: 'You agreed in the approval window.',
  checkFailed: 'A check failed; the approval window says which.',
  cannotBeSigned: ({ what, after }: { readonly what: Asked; readonly after: string }) =>
    `Nothing was signed, and this ${what} cannot be. ${after}`,
  cancelled: 'Cancelled.',
  notSigned: ({ what, after }: { readonly what: Asked; readonly after: string }) =>
    `The ${what} was not signed. ${after}`,
});

const WAYS: Readonly<Record<AgreesBy, string>> = {
  password: 'asks for your password',
  word: 'asks for your consent',
  export: 'exports it to be signed where its key is',
};
