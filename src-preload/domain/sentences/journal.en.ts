/**
 * The steps of a trade. Journals keep ids and values, so that a text can be changed; an id and the values that it takes
 * stay as they are.
 */
export const journalWords = {
  built: 'built and inspected',
  refused: ({ rule }: { readonly rule: string }) => `rule ${rule} blocks it`,
  newer: 'a newer review took its place',
  proofs: 'two proofs do not agree',
  accepted: 'accepted by the user',
  notSigned: ({ code }: { readonly code: string }) => `not signed (${code})`,
  noReceiptKey: 'not signed (no key for its receipt)',
  ownSignature: 'our own signature does not verify',
  signed: 'signed; it may reach the chain from now on',
  notAssembled: ({ code }: { readonly code: string }) => `not assembled (${code})`,
  byService: 'assembled by the service, unchanged',
  byUs: 'assembled here',
  byChoice: 'assembled here, as you chose',
  notSent: ({ code }: { readonly code: string }) => `not sent (${code})`,
  sent: 'sent to the ledger',
  sentAgain: 'not on chain: the same bytes are sent again',
  took: 'the ledger took it',
  refusedByLedger: 'the ledger refused it',
  before: 'on chain before it was sent from here',
  otherNamed: 'the back-end named another transaction',
  resent: ({ code }: { readonly code: string }) => code,
  unclear: ({ code }: { readonly code: string }) => `no clear answer (${code})`,
  unclearOther: 'no clear answer (the back-end named another transaction)',
  left: 'left by the user',
  leftOpen: 'left open before it was signed',
  expired: 'its validity passed on chain without it',
  secondShows: 'the second back-end shows on chain what the first one does not',
  passed: 'its validity has passed without it; waiting for depth',
  passedUndone: 'the block beyond its validity was replaced; it may still be put on chain',
  failedExpired: 'on chain with failed scripts, and past its validity',
  failedScripts: 'the ledger says that its scripts failed on chain',
  overtaken: ({ by }: { readonly by: string }) => `transaction ${by} spent its funds`,
  overtakenWaits: 'a transaction of this wallet spent its funds; waiting for depth',
  saidOvertaken: ({ by }: { readonly by: string }) =>
    `the ledger says that ${by} spent its funds, without proof`,
  rolledBack: 'its block was rolled back',
  placed: 'on chain; its orders wait to be filled',
  closed: ({ closed, orders }: { readonly closed: string; readonly orders: string }) =>
    `${closed} of ${orders} orders closed`,
  closedAnew: ({ closed, orders }: { readonly closed: string; readonly orders: string }) =>
    `a block of the exchange’s was rolled back; ${closed} of ${orders} orders closed`,
  gathered: ({ there, needed }: { readonly there: string; readonly needed: string }) =>
    `signatures of ${there} of ${needed} keys came back`,
  handedOut: ({ fingerprint }: { readonly fingerprint: string }) =>
    `handed out to be signed elsewhere (${fingerprint}); it may reach the chain from now on`,
  signedElsewhere: ({ fingerprint }: { readonly fingerprint: string }) =>
    `signed elsewhere (${fingerprint}); its signatures are right`,
};
