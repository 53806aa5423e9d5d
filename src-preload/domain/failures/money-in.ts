import type { FailureText } from './text.ts';

const ON_THE_WAY = ['exported', 'signed', 'assembled', 'submitting', 'submission-unknown', 'submitted'];

/** Whether money is affected by a trade in a state, as far as this side knows. */
export function moneyIn(state: unknown): FailureText['money'] {
  if (state === 'placed' || state === 'partly-filled') return 'locked';
  if (state === 'filled' || state === 'closed') return 'settled';
  return ON_THE_WAY.includes(String(state)) ? 'unknown' : 'none';
}

/** With these the service was not sent the signature. */
export const neverSent = [
  'service-unreachable',
  'service-paused',
  'service-certificate-refused',
  'not-configured',
];
