import { WITNESS_BYTES } from '../../cardano/fees.ts';
import { signaturesToCome } from '../facts.ts';
import { block, type Rule, warn, described } from '../rule.ts';
import { disagreement } from '../../cardano/second-decoder.ts';
import { verifyWitness } from '../../cardano/witness.ts';
import { sentence } from '../words/sentences.ts';

/**
 * The decoder refused everything that is not one definite list of four items without trailing bytes before any rule
 * runs; what is left is that it still fits the network's limit with its signatures.
 */
export const onePlainTransaction: Rule = {
  ...described('D1'),
  judge: (facts) => {
    const { tx, context } = facts;
    const size = tx.bytes.length + signaturesToCome(facts) * WITNESS_BYTES;
    if (size <= context.parameters.maxTxSize) return [];
    return [block('D1', sentence('D1-too-large', { size }))];
  },
};

/** Unknown and repeated fields were refused by the decoder; amounts of zero, which the ledger refuses, are found here. */
export const knownFields: Rule = {
  ...described('D2'),
  judge: ({ tx }) => {
    const zero = tx.body.mintHoldsZero || tx.body.outputs.some((output) => output.holdsZero);
    const empty = tx.body.outputs.length === 0;
    return [
      ...(zero ? [block('D2', sentence('D2-zero'))] : []),
      ...(empty ? [block('D2', sentence('D2-no-outputs'))] : []),
    ];
  },
};

/** Two independent decoders must read the same from the same bytes. */
export const decodersAgree: Rule = {
  ...described('D3'),
  judge: ({ tx, second }) => {
    if (!second.ok) return [block('D3', sentence('D3-unreadable'))];
    const difference = disagreement(tx, second.value);
    return difference === undefined ? [] : [block('D3', sentence('D3-disagree', { difference }))];
  },
};

/** The signature covers the hash of the bytes as received, never of bytes that were re-encoded. */
export const hashOfRawBytes: Rule = {
  ...described('D4'),
  judge: ({ tx, second }) => {
    const same = second.ok && second.value.bodyHash === tx.bodyHash;
    return same ? [] : [block('D4', sentence('D4-hash'))];
  },
};

/** The flag is outside the signed body, so it is checked again after signing. */
export const markedValid: Rule = {
  ...described('D5'),
  judge: ({ tx }) => (tx.isValid ? [] : [block('D5', sentence('D5-failing'))]),
};

export const attachedData: Rule = {
  ...described('D6'),
  judge: ({ tx }) =>
    tx.auxiliaryHash === tx.body.auxiliaryDataHash ? [] : [block('D6', sentence('D6-other-data'))],
};

export const distinctInputs: Rule = {
  ...described('D7'),
  judge: ({ tx }) => {
    const { inputs, referenceInputs, collateral } = tx.body;
    const twice = [inputs, referenceInputs, collateral].some((list) => new Set(list).size !== list.length);
    const shared = referenceInputs.some((reference) => inputs.includes(reference));
    return [
      ...(twice ? [block('D7', sentence('D7-twice'))] : []),
      ...(shared ? [block('D7', sentence('D7-read-and-spent'))] : []),
    ];
  },
};

export const signaturesPresent: Rule = {
  ...described('D8'),
  judge: ({ tx, context }) =>
    tx.witnesses.vkeys.flatMap((witness) => {
      const { paymentKeyHashes, stakeKeyHashes } = context.own;
      const mine = paymentKeyHashes.has(witness.keyHash) || stakeKeyHashes.has(witness.keyHash);
      if (!verifyWitness(tx.bodyHash, witness)) return [block('D8', sentence('D8-wrong', { mine }))];
      return mine ? [warn('D8', sentence('D8-mine'))] : [];
    }),
};
