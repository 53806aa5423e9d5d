import { addValues, lovelace, lovelaceIn, type Value, valueOf, valuesEqual } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { verifyWitness } from '../../cardano/witness.ts';
import { minimumFee, minimumLovelace, PARAMETERS } from './parameters.ts';
import { allows, keysIn } from './native-scripts.ts';
import type { LedgerTx, TxInput, TxOutput } from './transaction.ts';

/** The context for validating a transaction: the state that it would change, and the current slot. */
export interface RuleContext {
  /** The unspent output of a reference, or `undefined`. */
  resolve(ref: TxInput): TxOutput | undefined;
  /** True when the reference names an output that existed and was spent, in a block or in the mempool. */
  wasSpent(ref: TxInput): boolean;
  readonly slot: bigint;
  readonly scripts: ScriptRules;
}

/** Decides which transactions may spend outputs at scripts (`orders/validator.ts`). */
export interface ScriptRules {
  /** Script inputs that may not be spent this way. `reason` is absent when the script is not known. */
  refusals(tx: LedgerTx, resolve: RuleContext['resolve']): readonly ScriptRefusal[];
}

export interface ScriptRefusal {
  readonly script: string;
  readonly reason?: string;
}

/** A broken rule: its name in the ledger specification, and the text as a node prints it. */
export interface Violation {
  readonly rule: string;
  readonly text: string;
}

type Rule = (tx: LedgerTx, context: RuleContext) => Violation | undefined;

/** Every rule of the practice ledger, in the order in which violations are listed. Each checks one thing. */
const RULES: readonly Rule[] = [
  inputsAreSpent,
  inputSetIsEmpty,
  inputsAreMissing,
  valueIsNotConserved,
  feeIsTooSmall,
  outputIsTooSmall,
  outputIsTooBig,
  transactionIsTooLarge,
  outsideValidity,
  outputsOnAnotherNetwork,
  bodyOnAnotherNetwork,
  signatureIsWrong,
  signatureIsMissing,
  auxiliaryDataDiffers,
  flaggedInvalid,
  scriptRefuses,
  scriptsAreExtraneous,
  fieldIsNotCarriedOut,
];

/** All rules that the transaction breaks; none means that it is valid in this context. */
export function violationsOf(tx: LedgerTx, context: RuleContext): Violation[] {
  return RULES.map((rule) => rule(tx, context)).filter((item) => item !== undefined);
}

/** Hashes of the keys that must sign the transaction: those of its inputs, and its required signers. */
function neededKeys(tx: LedgerTx, resolve: RuleContext['resolve']): Set<string> {
  const needed = new Set(tx.requiredSigners);
  for (const input of tx.inputs) {
    const payment = resolve(input)?.payment;
    if (payment?.kind === 'key') needed.add(payment.hash);
  }
  return needed;
}

/** The same, and the keys of its native scripts: all whose signatures belong in it. */
export function keysWithPlace(tx: LedgerTx, resolve: RuleContext['resolve']): ReadonlySet<string> {
  const named = [...tx.nativeScripts.values()].flatMap((script) => keysIn(script));
  return new Set([...neededKeys(tx, resolve), ...named]);
}

function utxo(rule: string, rest: string): Violation {
  return { rule, text: `ConwayUtxowFailure (UtxoFailure (${`${rule} ${rest}`.trim()}))` };
}

function utxow(rule: string, rest: string): Violation {
  return { rule, text: `ConwayUtxowFailure (${`${rule} ${rest}`.trim()})` };
}

/** The violation that newer nodes report first when every input is spent: usually the same transaction sent twice. */
function inputsAreSpent(tx: LedgerTx, context: RuleContext): Violation | undefined {
  if (tx.inputs.length === 0 || !tx.inputs.every((input) => context.wasSpent(input))) return undefined;
  const text = 'ConwayMempoolFailure "All inputs are spent. Transaction has probably already been included"';
  return { rule: 'ConwayMempoolFailure', text };
}

function inputSetIsEmpty(tx: LedgerTx): Violation | undefined {
  return tx.inputs.length === 0 ? utxo('InputSetEmptyUTxO', '') : undefined;
}

function inputsAreMissing(tx: LedgerTx, context: RuleContext): Violation | undefined {
  const missing = [...tx.inputs, ...tx.referenceInputs].filter((input) => !context.resolve(input));
  return missing.length > 0 ? utxo('BadInputsUTxO', nodeInputs(missing)) : undefined;
}

function valueIsNotConserved(tx: LedgerTx, context: RuleContext): Violation | undefined {
  const consumed = sum(tx.inputs.map((input) => context.resolve(input)?.value ?? new Map()));
  const produced = addValues(sum(tx.outputs.map((output) => output.value)), feeValue(tx.fee));
  if (valuesEqual(consumed, produced)) return undefined;
  return utxo('ValueNotConservedUTxO', `${nodeValue(consumed)} ${nodeValue(produced)}`);
}

function feeIsTooSmall(tx: LedgerTx): Violation | undefined {
  const least = minimumFee(tx.bytes.length);
  return tx.fee < least ? utxo('FeeTooSmallUTxO', `${nodeCoin(least)} ${nodeCoin(tx.fee)}`) : undefined;
}

function outputIsTooSmall(tx: LedgerTx): Violation | undefined {
  const small = tx.outputs.filter((output) => lovelaceIn(output.value) < minimumLovelace(output.size));
  if (small.length === 0) return undefined;
  const items = small.map(
    (output) => `(${output.address},${nodeValue(output.value)},${nodeCoin(minimumLovelace(output.size))})`,
  );
  return utxo('BabbageOutputTooSmallUTxO', `[${items.join(',')}]`);
}

function outputIsTooBig(tx: LedgerTx): Violation | undefined {
  const big = tx.outputs.filter((output) => output.valueSize > PARAMETERS.maxValueSize);
  const items = big.map((output) => `(${output.valueSize},${PARAMETERS.maxValueSize},${output.address})`);
  return big.length > 0 ? utxo('OutputTooBigUTxO', `[${items.join(',')}]`) : undefined;
}

function transactionIsTooLarge(tx: LedgerTx): Violation | undefined {
  const size = tx.bytes.length;
  return size > PARAMETERS.maxTxSize ? utxo('MaxTxSizeUTxO', `${size} ${PARAMETERS.maxTxSize}`) : undefined;
}

function outsideValidity(tx: LedgerTx, { slot }: RuleContext): Violation | undefined {
  const started = tx.validFrom === undefined || tx.validFrom <= slot;
  const ended = tx.invalidFrom !== undefined && slot >= tx.invalidFrom;
  if (started && !ended) return undefined;
  const interval = `(ValidityInterval {invalidBefore = ${nodeSlot(tx.validFrom)}, invalidHereafter = ${nodeSlot(tx.invalidFrom)}})`;
  return utxo('OutsideValidityIntervalUTxO', `${interval} (SlotNo ${slot})`);
}

function outputsOnAnotherNetwork(tx: LedgerTx): Violation | undefined {
  const foreign = tx.outputs.filter((output) => output.network !== 0).map((output) => output.address);
  return foreign.length > 0 ? utxo('WrongNetwork', `Testnet (fromList [${foreign.join(',')}])`) : undefined;
}

function bodyOnAnotherNetwork(tx: LedgerTx): Violation | undefined {
  if (tx.networkId === undefined || tx.networkId === 0n) return undefined;
  return utxo('WrongNetworkInTxBody', 'Testnet Mainnet');
}

function signatureIsWrong(tx: LedgerTx): Violation | undefined {
  const wrong = tx.witnesses.filter((item) => !verifyWitness(tx.hash, item));
  const keys = wrong.map((item) => `VKey (VerKeyEd25519DSIGN "${item.publicKey}")`);
  return wrong.length > 0 ? utxow('InvalidWitnessesUTXOW', `[${keys.join(',')}]`) : undefined;
}

function signatureIsMissing(tx: LedgerTx, context: RuleContext): Violation | undefined {
  const present = new Set(tx.witnesses.map((item) => item.keyHash));
  const missing = [...neededKeys(tx, context.resolve)].filter((hash) => !present.has(hash));
  return missing.length > 0 ? utxow('MissingVKeyWitnessesUTXOW', nodeKeyHashes(missing)) : undefined;
}

function auxiliaryDataDiffers(tx: LedgerTx): Violation | undefined {
  const { statedAuxiliaryHash: stated, auxiliaryHash: actual } = tx;
  if (stated === actual) return undefined;
  if (stated === undefined) return utxow('MissingTxBodyMetadataHash', nodeHash(actual));
  if (actual === undefined) return utxow('MissingTxMetadata', nodeHash(stated));
  return utxow('ConflictingMetadataHash', `${nodeHash(stated)} ${nodeHash(actual)}`);
}

function flaggedInvalid(tx: LedgerTx): Violation | undefined {
  if (tx.isValid) return undefined;
  return utxo('UtxosFailure', '(ValidationTagMismatch (IsValid False) PassedUnexpectedly)');
}

/** A script unknown to the validators may be a native one, which the transaction must then include. */
function scriptRefuses(tx: LedgerTx, context: RuleContext): Violation | undefined {
  const refusals = context.scripts.refusals(tx, context.resolve).flatMap((refusal) => {
    const native = refusal.reason === undefined ? tx.nativeScripts.get(refusal.script) : undefined;
    if (!native) return [refusal];
    const signed = new Set(tx.witnesses.map(({ keyHash }) => keyHash));
    return allows(native, { ...tx, signed })
      ? []
      : [{ script: refusal.script, reason: 'the native script is not satisfied' }];
  });
  const unknown = refusals.filter((item) => item.reason === undefined);
  if (unknown.length > 0)
    return utxow('MissingScriptWitnessesUTXOW', nodeScriptHashes(unknown.map((item) => item.script)));
  if (refusals.length === 0) return undefined;
  const reasons = [...new Set(refusals.map((item) => item.reason))].join('; ');
  return utxow(
    'ScriptWitnessNotValidatingUTXOW',
    `${nodeScriptHashes(refusals.map((item) => item.script))} (${reasons})`,
  );
}

/**
 * Only native scripts need a witness here (see `orders/validator.ts`), so any other script is extraneous, and so is a
 * native script that locks nothing spent.
 */
function scriptsAreExtraneous(tx: LedgerTx, { resolve }: RuleContext): Violation | undefined {
  const locking = new Set(tx.inputs.map((input) => resolve(input)?.payment.hash));
  const idle = [...tx.nativeScripts.keys()].filter((hash) => !locking.has(hash));
  if (idle.length > 0) return utxow('ExtraneousScriptWitnessesUTXOW', nodeScriptHashes(idle));
  if (tx.otherWitnessKeys.length === 0) return undefined;
  return utxow('ExtraneousScriptWitnessesUTXOW', `(witness set keys ${tx.otherWitnessKeys.join(', ')})`);
}

/** Certificates, withdrawals, minting, collateral and votes: practice does not support them and refuses them all. */
function fieldIsNotCarriedOut(tx: LedgerTx): Violation | undefined {
  if (tx.unusedBodyKeys.length === 0) return undefined;
  return utxow('PracticeUnsupportedBodyField', `(body keys ${tx.unusedBodyKeys.join(', ')})`);
}

function sum(values: readonly Value[]): Value {
  return values.reduce<Value>(addValues, new Map());
}

function feeValue(fee: bigint): Value {
  return valueOf({ asset: ADA, quantity: lovelace(fee) });
}

/** From here on: figures as a Cardano node prints them in a refusal, since clients look for these spellings. */

function nodeInputs(refs: readonly TxInput[]): string {
  const items = refs.map(
    ({ txHash, index }) => `TxIn (TxId {unTxId = SafeHash "${txHash}"}) (TxIx {unTxIx = ${index}})`,
  );
  return `(fromList [${items.join(',')}])`;
}

function nodeKeyHashes(hashes: readonly string[]): string {
  return `(fromList [${hashes.map((hash) => `KeyHash {unKeyHash = "${hash}"}`).join(',')}])`;
}

function nodeScriptHashes(hashes: readonly string[]): string {
  return `(fromList [${hashes.map((hash) => `ScriptHash "${hash}"`).join(',')}])`;
}

function nodeCoin(coin: bigint): string {
  return `(Coin ${coin})`;
}

function nodeValue(value: Value): string {
  const policies = new Map<string, string[]>();
  for (const [asset, quantity] of value) {
    if (asset === ADA) continue;
    const entries = policies.get(policyPart(asset)) ?? [];
    policies.set(policyPart(asset), [...entries, `("${asset.slice(56)}",${quantity})`]);
  }
  const assets = [...policies].map(
    ([policy, entries]) => `(PolicyID {policyID = ScriptHash "${policy}"},fromList [${entries.join(',')}])`,
  );
  return `(MaryValue ${nodeCoin(value.get(ADA) ?? 0n)} (MultiAsset (fromList [${assets.join(',')}])))`;
}

function nodeSlot(slot: bigint | undefined): string {
  return slot === undefined ? 'SNothing' : `SJust (SlotNo ${slot})`;
}

function nodeHash(hash: string | undefined): string {
  return hash === undefined ? 'SNothing' : `(SafeHash "${hash}")`;
}

function policyPart(asset: AssetId): string {
  return asset.slice(0, 56);
}
