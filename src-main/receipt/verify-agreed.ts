import { valuesEqual, type Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { readAgreement, readClaims } from '../agreement/agreement-json.ts';
import type { ProofInput, Proof } from '../proof/proof.ts';
import { prove } from '../proof/prove.ts';
import type { OrderScripts } from '../proof/script-list.ts';
import { readParent } from '../proof/transaction.ts';
import { OFFLINE_VERSION, type SignedContent } from './receipt.ts';
import type { Checks } from './verdict.ts';

type Agreed = SignedContent['agreed'];

/** How far the sentences and costs of a receipt could be proven. */
export type Provenance =
  /** They follow from the bytes and the agreement; `allParents` when every value spent is proven by bytes in the file. */
  | { readonly kind: 'proven'; readonly allParents: boolean; readonly leastRead: boolean }
  | { readonly kind: 'refuted' };

/**
 * Proves the sentences and costs that were accepted from the transaction's bytes and the agreement in the receipt, by
 * the same second proof that had to say yes before the keys acted. Nothing is taken from what the receipt says of them.
 */
export function verifyAgreed(
  content: SignedContent,
  scripts: OrderScripts | undefined,
  checks: Checks,
): Provenance {
  const { agreed } = content;
  checks.hold(
    'version',
    isOffline(content) === saysOffline(content),
    'It has what a receipt of its version has.',
    'It is of a version that has a quote and a call, and lacks them; or the other way round.',
  );
  const input = proofInputOf(content, agreed, scripts ?? new Map());
  const { proof, objections } = input ? prove(input) : { proof: undefined, objections: [] };
  checks.hold(
    'proof',
    proof !== undefined,
    'The transaction keeps to the agreement in the receipt: the second proof finds nothing against it.',
    `The transaction does not keep to the agreement in the receipt: ${objections.map(({ code, message }) => `${message} (${code})`).join(' ')}`,
  );
  if (!input || !proof) return { kind: 'refuted' };
  verifyWords(content, proof, checks);
  verifySpent(content, input, checks);
  return { kind: 'proven', allParents: input.attested.size === 0, leastRead: proof.ordersRead };
}

function isOffline({ version }: SignedContent): boolean {
  return version === OFFLINE_VERSION;
}

/** Offline there is a bundle and neither a quote nor a call; online it is the reverse. */
function saysOffline({ bundle, quote, calls, times }: SignedContent): boolean {
  const missing = [quote, calls.build, times.quoted].filter((part) => part === null).length;
  return bundle !== undefined ? missing === 3 : missing > 0;
}

function verifyWords({ accepted, effect, signers }: SignedContent, proof: Proof, checks: Checks): void {
  const { send, receive, tokens, costs, returns } = proof.sentences;
  const hold = (check: string, claim: string, follows: string): boolean =>
    checks.hold(
      check,
      claim.trim() === follows,
      `It follows from the bytes and the agreement: “${follows}”`,
      `The receipt says “${claim.slice(0, 300)}”; from the bytes and the agreement follows “${follows}”`,
    );
  hold('sentence', accepted.sentence, paragraph(send, receive, tokens));
  hold('costs', accepted.costs, paragraph(costs, returns));
  checks.hold(
    'proven-figures',
    effect.networkFee === String(proof.networkFee) && effect.orders.length === proof.orders,
    'Fee and orders are those that are proven.',
    'Fee or orders differ from those that are proven.',
  );
  checks.hold(
    'proven-signers',
    [...signers.own].toSorted().join() === proof.signers.join(),
    'The account’s keys that had to sign are those that are proven.',
    'The account’s keys that had to sign differ from those that are proven.',
  );
}

/**
 * Each input in the receipt must match the parents' bytes or, where there are none, the report that the proof was
 * given.
 */
function verifySpent({ inputs }: SignedContent, { parents, attested }: ProofInput, checks: Checks): void {
  const different = inputs.filter(({ reference, address, value }) => {
    const bytes = parents.get(reference.slice(0, 64));
    const output =
      bytes === undefined ? undefined : readParent(bytes).outputs.get(Number(reference.slice(65)));
    const spent = output ? { address: output.holder.text, value: output.value } : attested.get(reference);
    return spent?.address !== address || !valuesEqual(spent.value, valueOf(value));
  });
  checks.hold(
    'inputs-spent',
    different.length === 0,
    `Its inputs hold what the proof has them hold (${inputs.length}).`,
    `${different.length} of its inputs hold something other than the receipt says.`,
  );
}

function paragraph(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Whatever was reported about an input whose parent is in the file does not matter, and must not be there. */
function proofInputOf(content: SignedContent, agreed: Agreed, scripts: OrderScripts): ProofInput | undefined {
  const agreement = readAgreement(agreed.agreement);
  const claims = readClaims(agreed.claims);
  if (!agreement || !claims || agreement.network !== content.network) return undefined;
  return {
    cbor: content.transaction.cbor,
    agreement,
    at: agreed.place,
    claims,
    account: {
      paymentKeyHashes: new Set(content.account.paymentKeys),
      stakeKeyHashes: new Set(agreed.stakeKeys),
    },
    parents: new Map(agreed.parents.map(({ hash, cbor }) => [hash, cbor])),
    attested: new Map(
      agreed.told.map(({ reference, address, value }) => [reference, { address, value: valueOf(value) }]),
    ),
    scripts,
  };
}

function valueOf(amounts: Agreed['told'][number]['value']): Value {
  return new Map(amounts.map(({ asset, quantity }) => [asset as AssetId, BigInt(quantity)]));
}
