import type { Value } from '#domain/amount.ts';
import { agreementJson, claimsJson } from '../agreement/agreement-json.ts';
import { canonicalHash, sha256 } from '../receipt/receipt-key.ts';
import type { SignedContent } from '../receipt/receipt.ts';
import { ownPaymentKeys, paymentKeyOf } from '../receipt/transaction.ts';
import { factsOf } from './inspect-transaction.ts';
import type { InspectionInput } from './inspection-input.ts';
import type { Effect, Inspection } from './inspection.ts';
import { ruleTable } from './rule-table.ts';
import type { Grounds } from './rules/second-proof.ts';

/** The facts that the second proof accepted. */
export type ProvenBy = Pick<Grounds, 'agreement' | 'at' | 'claims' | 'parents'>;

/** The transaction that was inspected, accepted and signed. */
interface SignedParts {
  readonly inspection: Inspection;
  readonly input: Pick<InspectionInput, 'own' | 'resolved'>;
  /** The transaction with our signatures, hex. */
  readonly cbor: string;
  /** Bech32 address of the account. */
  readonly address: string;
  readonly sentence: string;
  readonly costs: string;
  readonly lessThanQuote: boolean;
  /** Rules whose warnings the user accepted. */
  readonly consents: readonly string[];
  readonly provenBy: ProvenBy;
}

/** A receipt's content about the bytes and what was accepted, wherever they were signed. */
export function signedContent(
  parts: SignedParts,
): Pick<SignedContent, 'transaction' | 'signers' | 'accepted' | 'effect' | 'inputs' | 'account' | 'agreed'> {
  const { inspection, input, cbor, address, provenBy } = parts;
  const { effect } = inspection.report;
  const { inputs } = factsOf(inspection).tx.body;
  const resolved = [...new Set(inputs)].map((reference) => ({ reference, ...input.resolved.get(reference) }));
  const own = input.own.paymentKeyHashes;
  return {
    transaction: transactionOf(inspection.bodyHash, cbor),
    signers: { own: [...effect.ownSigners], others: [...effect.foreignSigners] },
    accepted: acceptedOf(parts),
    effect: effectOf(effect),
    inputs: resolved.map(({ reference, address: at = '', value = new Map(), known = 'told' }) => ({
      reference,
      address: at,
      value: amounts(value),
      known,
      own: own.has(paymentKeyOf(at) ?? ''),
    })),
    account: {
      address,
      paymentKeys: ownPaymentKeys(
        cbor,
        resolved.map(({ address: at = '' }) => at),
        own,
      ),
    },
    agreed: agreedOf(provenBy, input),
  };
}

/** A transaction (hex) as records name it. */
export function transactionOf(hash: string, cbor: string): SignedContent['transaction'] {
  return { hash, signedHash: sha256(Buffer.from(cbor, 'hex')), cbor };
}

function acceptedOf(parts: SignedParts): SignedContent['accepted'] {
  const { inspection, sentence, costs, lessThanQuote, consents } = parts;
  const { findings, rulesRun } = inspection.report;
  return {
    sentence: cut(sentence),
    costs: cut(costs),
    summaryHash: inspection.summaryHash,
    lessThanQuote,
    findings: findings.map(({ rule, severity, message }) => ({
      rule,
      severity,
      message: cut(message),
      consented: severity === 'warn' && consents.includes(rule),
    })),
    rules: { run: [...rulesRun], table: ruleTableHash() },
  };
}

/** Identifies the version of the rules: a hash of what they state they check and do not check. */
function ruleTableHash(): string {
  return canonicalHash(ruleTable.map(({ id, holds, leavesOut }) => ({ id, holds, leavesOut })));
}

function effectOf(effect: Effect): SignedContent['effect'] {
  return {
    net: amounts(effect.net),
    change: amounts(effect.change),
    networkFee: String(effect.networkFee),
    exchangeFees: String(effect.batcherFees),
    deposits: String(effect.deposits),
    minimumReceived: effect.minimumReceived === undefined ? null : String(effect.minimumReceived),
    orders: effect.orders.map(({ index, exchange, address, value, form, terms }) => ({
      index,
      exchange: exchange === undefined ? null : cut(exchange),
      address,
      value: amounts(value),
      form: form ?? null,
      owner: terms?.ownerPaymentKeyHash ?? null,
      ownerStake: terms?.ownerStakeKeyHash ?? null,
      wanted: terms?.wanted ?? null,
      minimumReceived: terms === undefined ? null : String(terms.minimumReceived),
    })),
    recipients: effect.recipients.map(({ index, address, value }) => ({
      index,
      address,
      value: amounts(value),
    })),
    validFrom: effect.validFrom ?? null,
    validUntil: effect.validUntil ?? null,
  };
}

/** Parents too large for any network are not transactions; what they would prove is attested instead. */
const MOST_PARENT = 32_768;

function agreedOf(
  { agreement, at: place, claims, parents }: ProvenBy,
  input: SignedParts['input'],
): SignedContent['agreed'] {
  const spent = [...input.resolved];
  const needed = [...new Set(spent.map(([reference]) => reference.slice(0, 64)))].toSorted();
  const kept = needed.flatMap((hash) => {
    const cbor = parents.get(hash);
    return cbor === undefined || cbor.length > MOST_PARENT ? [] : [{ hash, cbor }];
  });
  const proven = new Set(kept.map(({ hash }) => hash));
  return {
    agreement: agreementJson(agreement),
    place,
    claims: claimsJson(claims),
    parents: kept,
    told: spent
      .filter(([reference]) => !proven.has(reference.slice(0, 64)))
      .map(([reference, { address, value }]) => ({ reference, address, value: amounts(value) })),
    stakeKeys: [...input.own.stakeKeyHashes].toSorted(),
  };
}

function amounts(value: Value): { asset: string; quantity: string }[] {
  return Array.from(value, ([asset, quantity]) => ({ asset, quantity: String(quantity) }));
}

/** Makes foreign texts well-formed and short for a receipt. */
export function cut(text: string): string {
  return text.slice(0, 4_000).toWellFormed();
}
