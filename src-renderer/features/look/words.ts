import { inLanguage } from '../../words/in-language.ts';

/** Looking at the orders and plans of any address. */
export const words = inLanguage('features/look/words', {
  readOnlyLook: 'Read-only look',
  ownAddress: 'Your own address, read-only:',
  otherAddress: 'Somebody else’s address, read-only:',
  copyAddress: 'Copy the address',
  leave: 'Leave the look',
  left: 'The lists are your own again.',

  lookAtAddress: 'Look at an address',
  lead: ({ network }: { readonly network: string | undefined }) =>
    `Shows the orders and plans of any address of ${network ?? 'this network'}, as the service lists them. It is read-only: nothing can be cancelled, and none of it enters your journal, your notices or a check.`,
  address: 'Address',
  serviceLearns: 'The service learns that somebody is asking about this address.',
  cancel: 'Cancel',
  look: 'Look',
  looking: 'You are looking at another address. Nothing can be changed from here.',
});
