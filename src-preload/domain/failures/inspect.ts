import { text, type FailureData, type FailureText } from './text.ts';

/** Refusals of the inspector: the built transaction does not do what was accepted. */
export const inspectFailures = {
  'transaction-undecodable': (d: FailureData) =>
    text(
      `The service sent something that is not one plain transaction (${d['reason'] ?? 'it cannot be decoded'}).`,
      'Do not sign. Refresh the quote; if it repeats, exclude the exchange.',
    ),
  'proofs-disagree': (d: FailureData) =>
    text(
      `Two independent proofs of this transaction do not agree: ${d['finding'] ?? 'their figures differ'}`,
      'It was not signed. Save the report and send it to the developers; until then, trade without this exchange.',
    ),
  'inspection-blocked': (d: FailureData) =>
    // The rules P are the user's own limits: nobody did anything wrong.
    /^P\d/.test(String(d['rule'])) ? outsideLimits(d) : notAsAccepted(d),
};

function outsideLimits(d: FailureData): FailureText {
  return text(
    `The trade is outside your limits: ${d['finding'] ?? 'a limit is passed'}`,
    'It was not signed. Trade within them, or change them in Settings, Limits.',
  );
}

function notAsAccepted(d: FailureData): FailureText {
  return text(
    `The transaction is not what you accepted: ${d['finding'] ?? 'a check failed'}`,
    'It was not signed. Refresh the quote; if it repeats, stop using this service.',
  );
}
