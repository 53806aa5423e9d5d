import { failureText, isFailureCode } from '#domain/failure.ts';
import { networkWords, type NetworkName } from '#domain/network.ts';
import { PRACTICE_NAME, type ProfileColour } from '#domain/profile.ts';
import type { FailureData, FailureText } from '#domain/failures/text.ts';
import { type AgreesBy, type Asked, texts } from './texts.ts';
import { translatedFailure } from '../words/failures.ts';

/** A failure as it crosses the bridge: its code is text until it is known. */
export interface FailureLike {
  readonly code: string;
  readonly data?: FailureData | undefined;
  readonly detail?: string | undefined;
}

/** The sentences of a failure; one with an unknown code is described plainly rather than not at all. */
export function failureWords(item: FailureLike): FailureText {
  if (!isFailureCode(item.code)) {
    return { what: texts.failedWith({ code: item.code }), money: 'unknown', advice: texts.seeDetails };
  }
  const failure = { code: item.code, ...(item.data && { data: item.data }) };
  return translatedFailure(failure) ?? failureText(failure);
}

/** The same in one line, for a window that has nothing else to say. */
export function failureLine(item: FailureLike): string {
  const { what, advice } = failureWords(item);
  return `${what} ${advice}`;
}

/** A profile as a window names it; practice has no colour. */
interface NamedProfile {
  readonly name: string;
  readonly network: NetworkName;
  readonly colour?: ProfileColour | undefined;
}

/** A profile's name. That of practice is translated, and no other profile can have it. */
export function profileName(name: string): string {
  return name === PRACTICE_NAME ? texts.practice : name;
}

/** The profile that a window acts for, in its title: nobody takes one for another, nor a testnet for mainnet. */
export function profileWords({ name, network, colour }: NamedProfile): string {
  return colour === undefined ? profileName(name).toUpperCase() : `${name} · ${networkWords(network)}`;
}

/** How a word is set: `amber` waits, `red` asks the user to act. */
export type Tone = 'plain' | 'amber' | 'red';

/** One sentence about the progress. */
export interface Sentence {
  readonly text: string;
  /** Said first and larger. */
  readonly main: boolean;
}

export function sentences(...texts: readonly string[]): readonly Sentence[] {
  return texts.map((text, at) => ({ text, main: at === 0 }));
}

/**
 * Sentences for the phases in which a request is in the approval window, was refused, or was left there; none for
 * other phases. `after` states the consequence if it was not signed.
 */
export function approvalWords(phase: string, what: Asked, by: AgreesBy, after: string): readonly Sentence[] {
  switch (phase) {
    case 'waiting':
      return sentences(texts.lookAtApproval, texts.itShows({ what, by }));
    case 'signing':
      return sentences(texts.signing, texts.agreed);
    case 'blocked':
      return sentences(texts.checkFailed, texts.cannotBeSigned({ what, after }));
    case 'left':
      return sentences(texts.cancelled, texts.notSigned({ what, after }));
    default:
      return [];
  }
}
