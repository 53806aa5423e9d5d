import { policyOf } from '../../../src-preload/domain/asset.ts';
import { scanCbor, type CborItem } from '../../cardano/cbor-scanner.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, type Rule } from '../rule.ts';

/** Orders pay whom their datum names. Where its form is known the owner is read, else every hash in it is looked at. */
export const datumNamesMe: Rule = {
  id: 'V6',
  holds: 'Every order pays its proceeds to your own keys, and names no other.',
  leavesOut: "What a datum of unknown form means beyond the hashes in it; the exchange's own script.",
  judge: (facts) => facts.orders.flatMap((order) => judgeOrder(order, facts)),
};

function judgeOrder(order: OrderFact, facts: Facts): readonly Finding[] {
  const name = `order ${order.index + 1}`;
  if (order.rawDatum === undefined) return [block('V6', `Where the proceeds of ${name} go cannot be seen.`)];
  const { paymentKeyHashes, stakeKeyHashes } = facts.given.own;
  if (order.datum) {
    if (!paymentKeyHashes.has(order.datum.ownerPaymentKeyHash))
      return [block('V6', `The proceeds of ${name} would go to someone else.`)];
    const stake = order.datum.ownerStakeKeyHash;
    const stakeIsMine = stake === undefined ? stakeKeyHashes.size === 0 : stakeKeyHashes.has(stake);
    return stakeIsMine
      ? []
      : [block('V6', `The proceeds of ${name} would go to an address with a foreign stake part.`)];
  }
  const hashes = hashesIn(order.rawDatum);
  if (![...hashes].some((hash) => paymentKeyHashes.has(hash)))
    return [block('V6', `The terms of ${name} do not name you: where its proceeds go cannot be seen.`)];
  const others = [...hashes].filter((hash) => !isKnownHash(hash, order, facts));
  return others.length === 0
    ? []
    : [block('V6', `The terms of ${name} also name someone else (${others[0]?.slice(0, 12)}…).`)];
}

function isKnownHash(hash: string, order: OrderFact, facts: Facts): boolean {
  const { own, intent } = facts.given;
  const stake = order.address?.stake;
  return (
    own.paymentKeyHashes.has(hash) ||
    own.stakeKeyHashes.has(hash) ||
    hash === policyOf(intent.pay.asset) ||
    hash === policyOf(intent.receive) ||
    hash === order.scriptHash ||
    (stake !== undefined && stake !== 'pointer' && own.stakeKeyHashes.has(stake.hash) && stake.hash === hash)
  );
}

/** Every 28-byte string anywhere in a datum, hex. */
function hashesIn(rawDatum: string): ReadonlySet<string> {
  const found = new Set<string>();
  const scanned = scanCbor(hexBytes(rawDatum));
  if (scanned.ok) collect(scanned.value, found);
  return found;
}

function collect(item: CborItem, found: Set<string>): void {
  if (item.kind === 'bytes' && item.value.length === 28) found.add(toHex(item.value));
  if (item.kind === 'array') for (const part of item.items) collect(part, found);
  if (item.kind === 'tag') collect(item.content, found);
  if (item.kind === 'map')
    for (const { key, value } of item.entries) {
      collect(key, found);
      collect(value, found);
    }
}
