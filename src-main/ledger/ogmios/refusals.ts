import * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import { submitFailure } from '../ledger-failures.ts';
import type { RpcAnswer } from './rpc-socket.ts';
import { mempoolErrorSchema } from './schema.ts';

const INPUTS_UNKNOWN = 3117;
const MEMPOOL = 3997;
/** The answer to bytes that could not be read as a transaction: JSON-RPC's number for wrong parameters. */
const NOT_A_TRANSACTION = -32_602;

/**
 * The ledger's own names of the rules behind Ogmios's numbers (`SubmitTransactionFailure` of its schema), so that a
 * refusal reads the same whichever back-end brings it. Those of staking and votes keep Ogmios's words.
 */
const RULES: Readonly<Record<number, string>> = {
  3005: 'EraMismatch',
  3100: 'InvalidWitnessesUTXOW',
  3101: 'MissingVKeyWitnessesUTXOW',
  3102: 'MissingScriptWitnessesUTXOW',
  3103: 'ScriptWitnessNotValidatingUTXOW',
  3104: 'ExtraneousScriptWitnessesUTXOW',
  3105: 'MissingTxBodyMetadataHash',
  3106: 'MissingTxMetadata',
  3107: 'ConflictingMetadataHash',
  3108: 'InvalidMetadata',
  3109: 'MissingRedeemers',
  3110: 'ExtraRedeemers',
  3111: 'MissingRequiredDatums',
  3112: 'NotAllowedSupplementalDatums',
  3113: 'PPViewHashesDontMatch',
  3114: 'UnspendableUTxONoDatumHash',
  3115: 'NoCostModel',
  3116: 'MalformedScriptWitnesses',
  3118: 'OutsideValidityIntervalUTxO',
  3119: 'MaxTxSizeUTxO',
  3120: 'OutputTooBigUTxO',
  3121: 'InputSetEmptyUTxO',
  3122: 'FeeTooSmallUTxO',
  3123: 'ValueNotConservedUTxO',
  3124: 'WrongNetwork',
  3125: 'BabbageOutputTooSmallUTxO',
  3126: 'OutputBootAddrAttrsTooBig',
  3127: 'TriesToForgeADA',
  3128: 'InsufficientCollateral',
  3129: 'ScriptsNotPaidUTxO',
  3130: 'OutsideForecast',
  3131: 'TooManyCollateralInputs',
  3132: 'NoCollateralInputs',
  3133: 'CollateralContainsNonADA',
  3134: 'ExUnitsTooBigUTxO',
  3135: 'IncorrectTotalCollateralField',
  3136: 'ValidationTagMismatch',
  3137: 'UnauthorizedVotes',
  3138: 'UnknownGovernanceProposals',
  3139: 'InvalidProtocolParametersUpdate',
  3140: 'UnknownStakePool',
  3141: 'WithdrawalsNotInRewardsCERTS',
  3150: 'ForbiddenWithdrawal',
  3161: 'ExecutionBudgetOutOfBounds',
  3164: 'BabbageNonDisjointRefInputs',
  3166: 'ConwayTxRefScriptsSizeTooBig',
};

/**
 * The meaning of an error from `submitTransaction`. Its own numbers, from 3000 to 3999, are refusals by the node; any
 * other error leaves it open whether the transaction is on its way.
 */
export function refusalOf({ code, data }: NonNullable<RpcAnswer['error']>, excerpt: string): Failure {
  if (code === INPUTS_UNKNOWN) return failure('inputs-spent', {}, excerpt);
  if (code === NOT_A_TRANSACTION)
    return failure('submission-refused', { rule: 'DecoderErrorDeserialiseFailure' }, excerpt);
  if (code === MEMPOOL) {
    const words = v.safeParse(mempoolErrorSchema, data);
    return submitFailure(words.success ? words.output.error : '', excerpt);
  }
  if (code < 3_000 || code > 3_999) return failure('submission-unknown', { status: code }, excerpt);
  return failure('submission-refused', { rule: RULES[code] ?? `rule ${code} of Ogmios` }, excerpt);
}
