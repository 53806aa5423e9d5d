import { boundObjections } from './bound-objections.ts';
import { Unreadable } from './cbor.ts';
import { figuresOf } from './figures.ts';
import { formObjections } from './form-objections.ts';
import { objection, type Objection, type Proof, type ProofInput } from './proof.ts';
import { orderObjections } from './order-objections.ts';
import { surveyOf, type Survey } from './survey.ts';
import { readTransaction, type RawTransaction } from './transaction.ts';
import { sentencesAsData } from './sentence-data.ts';
import { sentencesOf } from './words.ts';

/** A proof where nothing is objected to, or else the objections. */
export interface Proven {
  readonly proof: Proof | undefined;
  readonly objections: readonly Objection[];
}

/**
 * Proves from the bytes of a transaction, and from what was agreed, that it does what was agreed and no more; also the
 * sentences that the user was shown. It shares no code with the inspector, and has to say yes as well before a key acts.
 * Never throws, whatever the bytes.
 */
export function prove(input: ProofInput): Proven {
  const agreed = input.agreement.transactions[input.at];
  if (!agreed) return refused([objection('not-agreed', 'The agreement has no such transaction.')]);
  const tx = readOrWhyNot(input.cbor);
  if (typeof tx === 'string')
    return refused([objection('unreadable', `The transaction cannot be read: ${tx}.`)]);
  return judged(surveyOf(input, agreed, tx));
}

function judged(survey: Survey): Proven {
  const { context, agreed, inputs } = survey;
  const known = inputs.every(({ holder }) => holder !== undefined);
  const all = figuresOf(survey);
  const objections = [
    ...formObjections(survey),
    ...orderObjections(survey),
    // Without all inputs there are no sums, and that is objected to.
    ...(known ? boundObjections(survey, all) : []),
  ];
  if (objections.length > 0) return refused(objections);
  const { expected, atLeast } = context.claims;
  const described = { ...all, task: agreed.task, tokens: context.agreement.tokens, expected, atLeast };
  const { net: _net, held: _held, feesStated: _stated, ...figures } = all;
  return {
    proof: { ...figures, sentences: sentencesOf(described), sentenceData: sentencesAsData(described) },
    objections,
  };
}

function refused(objections: readonly Objection[]): Proven {
  return { proof: undefined, objections };
}

/** Reads a transaction (hex), or says why it cannot be. */
export function readOrWhyNot(cbor: string): RawTransaction | string {
  try {
    return readTransaction(cbor);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}
