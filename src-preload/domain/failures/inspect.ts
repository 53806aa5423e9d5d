import { text, type FailureData } from './text.ts';

/** Refusals of the inspector: the built transaction does not do what was accepted. */
export const inspectFailures = {
  'transaction-undecodable': (d: FailureData) =>
    text(
      `The service sent something that is not one plain transaction (${d['reason'] ?? 'it cannot be decoded'}).`,
      'Do not sign. Refresh the quote; if it repeats, exclude the exchange.',
    ),
  'inspection-blocked': (d: FailureData) =>
    text(
      `The transaction is not what you accepted: ${d['finding'] ?? 'a check failed'}`,
      'It was not signed. Refresh the quote; if it repeats, stop using this service.',
    ),
};
