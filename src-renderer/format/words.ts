import { failureText, isFailureCode } from '#domain/failure.ts';
import { networkWords, type NetworkName } from '#domain/network.ts';
import type { ProfileColour } from '#domain/profile.ts';
import type { FailureData, FailureText } from '#domain/failures/text.ts';

/** A failure as it crosses the bridge: its code is text until it is known. */
export interface FailureLike {
  readonly code: string;
  readonly data?: FailureData | undefined;
  readonly detail?: string | undefined;
}

/** The sentences of a failure; one with an unknown code is described plainly rather than not at all. */
export function failureWords(item: FailureLike): FailureText {
  if (!isFailureCode(item.code)) {
    return { what: `Something failed (${item.code}).`, money: 'unknown', advice: 'See the details.' };
  }
  return failureText({ code: item.code, ...(item.data && { data: item.data }) });
}

/** A profile as a window names it; practice has no colour of its own. */
interface NamedProfile {
  readonly name: string;
  readonly network: NetworkName;
  readonly colour?: ProfileColour | undefined;
}

/** The profile that a window acts for, in its title: nobody takes one for another, nor a testnet for mainnet. */
export function profileWords({ name, network, colour }: NamedProfile): string {
  return colour === undefined ? name.toUpperCase() : `${name} · ${networkWords(network)}`;
}

/** How a word is set: `amber` waits, `red` asks the user to act. */
export type Tone = 'plain' | 'amber' | 'red';

export const sideWords = { buy: 'Buy', sell: 'Sell' } as const;

/** One sentence of what goes on. */
export interface Sentence {
  readonly text: string;
  /** Said first and larger. */
  readonly main: boolean;
}

export function sentences(...texts: readonly string[]): readonly Sentence[] {
  return texts.map((text, at) => ({ text, main: at === 0 }));
}

/** How the user agrees in the approval window; for a watched wallet, by taking what it shows to where the key is. */
export type AgreesBy = 'password' | 'word' | 'export';

const WAYS: Readonly<Record<AgreesBy, string>> = {
  password: 'asks for your password',
  word: 'asks for your word',
  export: 'exports it to be signed where its key is',
};

/**
 * What is said while something is with the approval window, or was refused or left there; nothing in other phases.
 * `what` is "transaction" or "cancellation", `after` what is true when it was not signed.
 */
export function approvalWords(phase: string, what: string, by: AgreesBy, after: string): readonly Sentence[] {
  switch (phase) {
    case 'waiting':
      return sentences(
        'Look at the approval window.',
        `It shows what the ${what} does, and ${WAYS[by]}. Nothing can be signed from this window.`,
      );
    case 'signing':
      return sentences('Signing.', 'You agreed in the approval window.');
    case 'blocked':
      return sentences(
        'A check failed; the approval window says which.',
        `Nothing was signed, and this ${what} cannot be. ${after}`,
      );
    case 'left':
      return sentences('Cancelled.', `The ${what} was not signed. ${after}`);
    default:
      return [];
  }
}
