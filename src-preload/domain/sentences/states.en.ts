/** States of a trade, as its journal names them. */
export const stateWords = {
  'state/built': 'built',
  'state/approved': 'approved',
  'state/exported': 'exported',
  'state/signed': 'signed',
  'state/assembled': 'assembled',
  'state/submitting': 'submitting',
  'state/submission-unknown': 'submission-unknown',
  'state/submitted': 'submitted',
  'state/placed': 'placed',
  'state/partly-filled': 'partly-filled',
  'state/filled': 'filled',
  'state/closed': 'closed',
  'state/discarded': 'discarded',
  'state/expired': 'expired',
  'state/refused': 'refused',
};
