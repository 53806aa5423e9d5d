/** One sentence of what goes on. */
export interface Sentence {
  readonly text: string;
  /** Said first and larger. */
  readonly main: boolean;
}

export function sentences(...texts: readonly string[]): readonly Sentence[] {
  return texts.map((text, at) => ({ text, main: at === 0 }));
}

/**
 * What is said while something is with the approval window, or was refused or left there; nothing in other phases.
 * `what` is "transaction" or "cancellation", `after` how things stand when it was not signed.
 */
export function approvalWords(
  phase: string,
  what: string,
  asksPassword: boolean,
  after: string,
): readonly Sentence[] {
  switch (phase) {
    case 'waiting':
      return sentences(
        'Look at the approval window.',
        `It shows what the ${what} does, and asks for your ${asksPassword ? 'password' : 'word'}. Nothing can be signed from this window.`,
      );
    case 'signing':
      return sentences('Signing.', 'You agreed in the approval window.');
    case 'blocked':
      return sentences(
        'A check failed; the approval window says which.',
        `Nothing was signed, and this ${what} cannot be. ${after}`,
      );
    case 'left':
      return sentences(`The ${what} was left.`, `Nothing was signed. ${after}`);
    default:
      return [];
  }
}
