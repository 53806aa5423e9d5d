import { WITNESS_BYTES } from '../../cardano/fees.ts';
import { signaturesToCome } from '../facts.ts';
import { block, type Rule, warn } from '../rule.ts';
import { disagreement } from '../../cardano/second-decoder.ts';
import { verifyWitness } from '../../cardano/witness.ts';
import { said } from '../words/said.ts';

/**
 * The decoder refused everything that is not one definite list of four items without trailing bytes before any rule
 * runs; what is left is that it still fits the network's limit with its signatures.
 */
export const onePlainTransaction: Rule = {
  id: 'D1',
  holds: 'The bytes are exactly one transaction, small enough for the network when signed.',
  leavesOut: 'What the transaction does.',
  judge: (facts) => {
    const { tx, given } = facts;
    const size = tx.bytes.length + signaturesToCome(facts) * WITNESS_BYTES;
    if (size <= given.parameters.maxTxSize) return [];
    return [block('D1', said('D1-too-large', { size }))];
  },
};

/** Unknown and repeated fields were refused by the decoder; amounts of zero, which the ledger refuses, are found here. */
export const knownFields: Rule = {
  id: 'D2',
  holds: 'Every field of the body is known and occurs once, and no amount in it is zero.',
  leavesOut: 'Fields inside datums and attached data.',
  judge: ({ tx }) => {
    const zero = tx.body.mintHoldsZero || tx.body.outputs.some((output) => output.holdsZero);
    const empty = tx.body.outputs.length === 0;
    return [
      ...(zero ? [block('D2', said('D2-zero'))] : []),
      ...(empty ? [block('D2', said('D2-no-outputs'))] : []),
    ];
  },
};

/** Two independent decoders must read the same from the same bytes. */
export const decodersAgree: Rule = {
  id: 'D3',
  holds: 'A second decoder reads the same fee, inputs, addresses and amounts.',
  leavesOut: 'Datums, witnesses and attached data.',
  judge: ({ tx, second }) => {
    if (!second.ok) return [block('D3', said('D3-unreadable'))];
    const difference = disagreement(tx, second.value);
    return difference === undefined ? [] : [block('D3', said('D3-disagree', { difference }))];
  },
};

/** What is signed is the hash of the bytes that came, never of bytes that were written again. */
export const hashOfRawBytes: Rule = {
  id: 'D4',
  holds: 'The hash to be signed is the same by two independent computations over the raw bytes.',
  leavesOut: 'Anything outside the body, which no signature covers.',
  judge: ({ tx, second }) => {
    const same = second.ok && second.value.bodyHash === tx.bodyHash;
    return same ? [] : [block('D4', said('D4-hash'))];
  },
};

/** The flag is outside the signed body, so it is checked again after signing. */
export const markedValid: Rule = {
  id: 'D5',
  holds: 'The transaction is not marked as failing.',
  leavesOut: 'Whether scripts really succeed: the ledger decides that.',
  judge: ({ tx }) => (tx.isValid ? [] : [block('D5', said('D5-failing'))]),
};

export const attachedData: Rule = {
  id: 'D6',
  holds: 'The attached data is the one that the signed body names, or there is none.',
  leavesOut: 'What the attached data says.',
  judge: ({ tx }) =>
    tx.auxiliaryHash === tx.body.auxiliaryDataHash ? [] : [block('D6', said('D6-other-data'))],
};

export const distinctInputs: Rule = {
  id: 'D7',
  holds: 'No input occurs twice, and none is also a reference input.',
  leavesOut: 'Whether the inputs are still unspent.',
  judge: ({ tx }) => {
    const { inputs, referenceInputs, collateral } = tx.body;
    const twice = [inputs, referenceInputs, collateral].some((list) => new Set(list).size !== list.length);
    const shared = referenceInputs.some((reference) => inputs.includes(reference));
    return [
      ...(twice ? [block('D7', said('D7-twice'))] : []),
      ...(shared ? [block('D7', said('D7-read-and-spent'))] : []),
    ];
  },
};

export const signaturesPresent: Rule = {
  id: 'D8',
  holds: 'No signature of yours is there yet, and every other signature in it is right.',
  leavesOut: 'Signatures that are still missing.',
  judge: ({ tx, given }) =>
    tx.witnesses.vkeys.flatMap((witness) => {
      const { paymentKeyHashes, stakeKeyHashes } = given.own;
      const mine = paymentKeyHashes.has(witness.keyHash) || stakeKeyHashes.has(witness.keyHash);
      if (!verifyWitness(tx.bodyHash, witness)) return [block('D8', said('D8-wrong', { mine }))];
      return mine ? [warn('D8', said('D8-mine'))] : [];
    }),
};
