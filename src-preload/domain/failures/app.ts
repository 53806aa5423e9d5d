import { text, type FailureData } from './text.ts';

/** Failures of the application itself: the bridge, settings, start-up. */
export const appFailures = {
  'internal-error': (d: FailureData) =>
    text(
      `Something went wrong inside Touchstone (incident ${d['incident'] ?? 'unknown'}).`,
      'Try again; if it repeats, report the incident number.',
    ),
  'request-refused': (d: FailureData) =>
    text(
      `The request "${d['name'] ?? ''}" was refused: ${d['reason'] ?? 'it is not allowed here'}.`,
      'Restart Touchstone; if it repeats, report it.',
    ),
  'deadline-passed': () => text('The operation took too long and was given up.', 'Try again.'),
};
