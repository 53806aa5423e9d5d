import type { ShownAmount } from '#domain/words/figures.ts';
import { amount } from '#domain/words/phrases.en.ts';

/** The rules' sentences about a transaction's form: its bytes, its inputs, its fields and the ledger's terms. */
export const formWords = {
  'D1-too-large': ({ size }: { size: number }) =>
    `The signed transaction would have ${size} bytes, more than the network accepts.`,
  'D2-zero': 'The transaction moves an amount of zero, which no honest builder does.',
  'D2-no-outputs': 'The transaction has no outputs: everything would go to the fee.',
  'D3-unreadable': 'A second decoder cannot read the transaction.',
  /** `difference`: of two programs about bytes, in technical terms. */
  'D3-disagree': ({ difference }: { difference: string }) =>
    `Two decoders disagree about the transaction: ${difference}.`,
  'D4-hash': "The transaction's hash cannot be confirmed.",
  'D5-failing': 'The transaction is marked as failing: it would only take collateral.',
  'D6-other-data': 'The message attached to the transaction is not the one that its body names.',
  'D7-twice': 'The transaction names the same input twice.',
  'D7-read-and-spent': 'The transaction spends an input that it only claims to read.',
  'D8-wrong': ({ mine }: { mine: boolean }) =>
    `The transaction already carries a wrong signature${mine ? ' in your name' : ''}.`,
  'D8-mine': 'The transaction already carries your signature: it was signed before.',

  'R1-not-found': ({ input }: { input: string }) => `The input ${input} could not be looked up.`,
  'R1-unknown': ({ inputs }: { inputs: number }) =>
    `It is not known what ${inputs === 1 ? 'one input holds' : `${inputs} inputs hold`}, so what leaves the wallet cannot be added up.`,
  'R2-unproven': ({ inputs }: { inputs: number }) =>
    `${inputsAre(inputs)} reported by one source and not proven.`,
  'R2-two-sources': ({ inputs }: { inputs: number }) =>
    `${inputsAre(inputs)} reported by two sources alike, but not proven.`,
  'R3-sums': 'The sums of the transaction do not match.',
  'R4-nothing': 'The transaction spends nothing from this wallet.',
  'R4-others': ({ others, inputs }: { others: number; inputs: number }) =>
    `${others} of ${inputs} inputs are not yours.`,

  'F1-forbidden': ({ field }: { field: ForbiddenField }) => `The transaction ${FORBIDDEN[field]}.`,
  'F2-empty': 'The transaction holds an empty list of withdrawals.',
  'F2-rewards': ({ what }: { what: ShownAmount }) =>
    `The transaction takes your staking rewards (${amount(what)}).`,
  'F2-runs-script': 'It runs a script through a withdrawal of zero.',
  'F2-withdraws': 'The transaction withdraws from a reward account, which a trade never needs.',
  'F3-mints': 'The transaction creates or burns tokens.',
  'F4-returns-none': 'The transaction returns collateral that it does not have.',
  'F4-script': 'The collateral is locked by a script, which no ledger accepts.',
  'F4-someone-else': 'Someone else puts up the collateral.',
  'F4-if-yours': ({ risk }: { risk: ShownAmount }) =>
    `If the collateral is yours, up to ${amount(risk)} can be lost.`,
  'F4-whose': 'It cannot be seen who owns the collateral; if it is yours, all of it could be lost.',
  'F4-all': 'All of your collateral could be lost if a script fails.',
  'F4-rest': 'The rest of your collateral would go to someone else.',
  'F4-tokens': 'Tokens of your collateral would not come back if a script fails.',
  'F4-too-much': ({ risk }: { risk: ShownAmount }) =>
    `Up to ${amount(risk)} could be lost if a script fails.`,
  'F4-risk': ({ risk }: { risk: ShownAmount }) => `Up to ${amount(risk)} can be lost if the script fails.`,
  'F5-far-too-high': ({ fee }: { fee: ShownAmount }) => `The network fee of ${amount(fee)} is far too high.`,
  'F5-high': ({ fee }: { fee: ShownAmount }) => `The network fee of ${amount(fee)} is unusually high.`,
  'F5-low': ({ fee, least }: { fee: ShownAmount; least: ShownAmount }) =>
    `The network fee of ${amount(fee)} is too low for the script and its signatures: no ledger takes less than ${amount(least)}.`,
  'F5-twice': ({ fee, least }: { fee: ShownAmount; least: ShownAmount }) =>
    `The network fee of ${amount(fee)} is more than twice what is needed (${amount(least)}).`,
  'F6-network': 'The transaction is made for another network.',
  /** `why`: what the bytes are instead, in technical terms. */
  'F6-address': ({ why }: { why: string }) =>
    `An address of the transaction is not a payment address: ${why}.`,
  'F6-address-network': 'An address of the transaction is on another network.',
  'F6-pointer': 'An address of the transaction hides its stake part behind a pointer.',
  'F7-clock': ({ minutes }: { minutes: bigint }) =>
    `The ledger says that it is ${minutes} minutes later than this computer's clock: the transaction may stay valid for that much longer than shown here.`,
  'F7-not-yet': ({ seconds }: { seconds: bigint }) =>
    `The transaction is not valid yet, but will be in ${seconds} seconds.`,
  'F7-never': 'The transaction is never valid.',
  'F7-forever': 'The transaction stays valid forever once it is signed.',
  'F7-over': 'The transaction is no longer valid.',
  'F7-day': 'The transaction would stay valid for more than a day.',
  'F7-long': ({ minutes }: { minutes: bigint }) => `The transaction stays valid for ${minutes} minutes.`,
  'F8-others': ({ keys }: { keys: number }) =>
    `${keys} ${keys === 1 ? 'key' : 'keys'} of someone else must sign too.`,
  'F8-stake': ({ keys }: { keys: number }) => `Needs ${keys} of your keys, including the stake key.`,
  'F8-held-alone': ({ input }: { input: string }) =>
    `It also spends ${input}, which a key that signs for this wallet holds alone.`,
  'F8-not-this-wallet': ({ input }: { input: string }) =>
    `It takes back ${input}, which is no order of this wallet alone: a key that signs for it may hold that by itself.`,
  'F8-nobody': "During this transaction's validity, the wallet's script lets nobody spend, whoever signs.",
  'F9-stores': 'The transaction stores a script in an output, which a trade never needs.',
  'F9-reads': ({ outputs }: { outputs: number }) => `Reads ${outputs} other outputs without spending them.`,
  'F10-message': ({ message }: { message: string }) => `It carries a public message: "${message}".`,
  'F10-unusual': ({ message }: { message: string }) =>
    `It carries a message that is not the usual one. The service wrote it, and it stays public for ever: "${message}".`,
  'F10-data': ({ bytes }: { bytes: number }) =>
    `${bytes} bytes of other data are attached to it. The service wrote them, and they stay public for ever.`,
  'F11-no-script': 'The transaction includes redeemers, but nothing in it runs a script.',
  'F11-unbound': 'What the transaction passes to scripts is not bound by what you sign.',
  'F11-missing': 'The transaction binds data for scripts that it does not include.',
};

/** A field of the body that no trade has. */
export type ForbiddenField =
  'certificates' | 'protocol-update' | 'votes' | 'proposals' | 'treasury-value' | 'treasury-donation';

const FORBIDDEN: Readonly<Record<ForbiddenField, string>> = {
  certificates: 'would change your staking or register something',
  'protocol-update': 'would change protocol parameters',
  votes: 'would cast a vote',
  proposals: 'would submit a governance proposal',
  'treasury-value': 'makes a statement about the treasury',
  'treasury-donation': 'would donate to the treasury',
};

function inputsAre(inputs: number): string {
  return inputs === 1
    ? 'What one input holds, and whose it is, is'
    : `What ${inputs} inputs hold, and whose they are, is`;
}
