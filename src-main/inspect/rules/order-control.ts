import { policyOf } from '#domain/asset.ts';
import { shortened } from '#domain/words/names.ts';
import { scanCbor, type CborItem } from '../../cardano/cbor-scanner.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import type { OrderTerms } from '../../exchanges/order-form.ts';
import { type Facts, isOwner, keysOfInputs, type OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, info, type Rule, unlistedScript, warn, described } from '../rule.ts';
import { sentence } from '../words/sentences.ts';

/** Orders pay whom their datum names. Where its form is known the owner is read, else every hash in it is checked. */
export const datumNamesMe: Rule = {
  ...described('V6'),
  judge: (facts) => facts.orders.flatMap((order) => judgeOwner(order, facts)),
};

/** Without knowing what is wanted, an output to a script may be no order of the user's at all. */
function objection({ trade }: Facts): typeof block {
  return trade ? block : warn;
}

function judgeOwner(order: OrderFact, facts: Facts): readonly Finding[] {
  const number = order.index + 1;
  if (order.rawDatum === undefined) return [objection(facts)('V6', sentence('V6-unseen', { order: number }))];
  if (order.refusal !== undefined)
    return [objection(facts)('V6', sentence('V6-no-order', { order: number, why: order.refusal }))];
  return order.terms
    ? judgeTerms(order.terms, number, facts)
    : judgeHashes(hashesIn(order.rawDatum), order, facts);
}

function judgeTerms(terms: OrderTerms, number: number, facts: Facts): readonly Finding[] {
  const { own } = facts.context;
  const { paymentKeyHashes, stakeKeyHashes } = own;
  const object = objection(facts);
  if (!isOwner(terms, own)) return [object('V6', sentence('V6-someone-else', { order: number }))];
  const { ownerStakeKeyHash: stake, cancelKeyHash: canceller } = terms;
  const findings: Finding[] = [];
  if (stake !== undefined && !stakeKeyHashes.has(stake))
    findings.push(object('V6', sentence('V6-foreign-stake', { order: number })));
  if (stake === undefined && stakeKeyHashes.size > 0)
    findings.push(warn('V6', sentence('V6-no-rewards', { order: number })));
  const usual = keysOfInputs(facts);
  if (usual.size > 0 && !usual.has(terms.ownerScriptHash ?? terms.ownerPaymentKeyHash ?? ''))
    findings.push(info('V6', sentence('V6-other-own', { order: number })));
  // No single key may take back what several own together, not even the one in their address's stake part.
  const alone = canceller !== undefined && own.script !== undefined;
  if (
    alone ||
    (canceller !== undefined && !paymentKeyHashes.has(canceller) && !stakeKeyHashes.has(canceller))
  )
    findings.push(object('V6', sentence('V6-taken-back', { order: number })));
  return findings;
}

function judgeHashes(hashes: ReadonlySet<string>, order: OrderFact, facts: Facts): readonly Finding[] {
  const number = order.index + 1;
  const { paymentKeyHashes } = facts.context.own;
  if (![...hashes].some((hash) => paymentKeyHashes.has(hash)))
    return [objection(facts)('V6', sentence('V6-not-named', { order: number }))];
  const other = [...hashes].find((hash) => !isKnownHash(hash, order, facts));
  if (other === undefined) return [];
  const message = sentence('V6-also-names', { order: number, hash: other.slice(0, 12) });
  return [objection(facts)('V6', message)];
}

function isKnownHash(hash: string, order: OrderFact, { context, trade }: Facts): boolean {
  const { own } = context;
  return (
    own.paymentKeyHashes.has(hash) ||
    own.stakeKeyHashes.has(hash) ||
    hash === order.scriptHash ||
    (trade !== undefined && (hash === policyOf(trade.pay.asset) || hash === policyOf(trade.receive))) ||
    order.script?.alsoNames?.has(hash) === true
  );
}

/** Every hash anywhere in a datum, hex: 28 bytes alone, or as parts of an address or of a pair. */
function hashesIn(rawDatum: string): ReadonlySet<string> {
  const found = new Set<string>();
  const scanned = scanCbor(hexBytes(rawDatum));
  if (scanned.ok) collect(scanned.value, found);
  return found;
}

function collect(item: CborItem, found: Set<string>): void {
  if (item.kind === 'bytes') for (const hash of hashesOf(item.value)) found.add(toHex(hash));
  if (item.kind === 'array') for (const part of item.items) collect(part, found);
  if (item.kind === 'tag') collect(item.content, found);
  if (item.kind === 'map')
    for (const { key, value } of item.entries) {
      collect(key, found);
      collect(value, found);
    }
}

/** 28 bytes are a hash, 29 a reward account or an enterprise address, 56 two hashes, 57 a base address (CIP-19). */
function hashesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const header = bytes.length === 29 || bytes.length === 57 ? 1 : 0;
  if (bytes.length - header !== 28 && bytes.length - header !== 56) return [];
  const parts = [bytes.subarray(header, header + 28), bytes.subarray(header + 28)];
  return parts.filter((part) => part.length === 28);
}

/** Whoever holds the stake part of an order's address earns its staking rewards while the order waits. */
export const orderStakePart: Rule = {
  ...described('V8'),
  judge: ({ orders, context }) =>
    orders
      .filter(({ address: { stake } }) => {
        if (stake === undefined) return false;
        return stake === 'pointer' || stake.kind === 'script' || !context.own.stakeKeyHashes.has(stake.hash);
      })
      .map(({ index }) => warn('V8', sentence('V8-stake', { order: index + 1 }))),
};

export const knownScript: Rule = {
  ...described('V9'),
  judge: (facts) =>
    facts.orders
      .filter(({ script }) => script === undefined)
      .map(({ index, scriptHash }) => {
        const message = sentence('V9-script', { order: index + 1, script: shortened(scriptHash) });
        return unlistedScript(facts)('V9', message);
      }),
};

/**
 * A script of Plutus version 1 cannot be run over an output with an inline datum or a reference script: it has no way
 * to represent either, so the ledger refuses every transaction that would spend one. Its value is lost forever.
 */
export const spendable: Rule = {
  ...described('V13'),
  judge: (facts) => facts.orders.flatMap((order) => judgeSpendable(order, facts)),
};

function judgeSpendable(order: OrderFact, facts: Facts): readonly Finding[] {
  const { script, index, output } = order;
  const holds =
    output.datum.kind === 'inline' ? 'inline-terms' : output.hasReferenceScript ? 'script' : undefined;
  if (holds === undefined || (script !== undefined && script.plutus !== 1)) return [];
  if (script)
    return [block('V13', sentence('V13-lost', { order: index + 1, holds, exchange: script.exchange }))];
  return [unlistedScript(facts)('V13', sentence('V13-unknown', { order: index + 1, holds }))];
}
