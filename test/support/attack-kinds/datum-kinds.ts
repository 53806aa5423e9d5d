import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { asked, blocked, placesOrders, STRANGER, type AttackKind, type Edit } from './attack-kind.ts';
import { treeOf } from './cbor-tree.ts';
import {
  datumsOf,
  inAnotherPool,
  occurrences,
  preimageList,
  replaceDatum,
  withBytes,
  withMinimum,
  withNumber,
  withOccurrence,
  type PlacedDatum,
} from './order-datum-tree.ts';
import { setField, type TransactionTree } from './transaction-tree.ts';

/** Attacks on the terms of an order. */
export const datumKinds: readonly AttackKind[] = [
  blocked(
    'the owner of an order exchanged',
    ['V6'],
    onDatum((datum, _, { payment }) => datum.hex.replaceAll(payment, STRANGER)),
  ),
  blocked(
    "the owner's key exchanged at its first mention",
    ['V6'],
    onDatum((datum, _, { payment }) => withOccurrence(datum.hex, payment, 0, STRANGER)),
  ),
  blocked(
    "the owner's key exchanged at its last mention",
    ['V6'],
    onDatum((datum, _, { payment }) => {
      const last = occurrences(datum.hex, payment) - 1;
      return withOccurrence(datum.hex, payment, last, STRANGER);
    }),
  ),
  blocked(
    "the owner's stake part exchanged",
    ['V6'],
    onDatum((datum, _, { stake }) => datum.hex.replaceAll(stake, STRANGER)),
  ),
  blocked(
    'the owner and the stake part exchanged',
    ['V6'],
    onDatum((datum, _, { payment, stake }) =>
      datum.hex.replaceAll(payment, STRANGER).replaceAll(stake, STRANGER),
    ),
  ),
  blocked(
    'the owner exchanged in the last order',
    ['V6'],
    onDatum((datum, _, { payment }) => datum.hex.replaceAll(payment, STRANGER), 'last'),
  ),
  blocked(
    'terms that are empty',
    ['V6'],
    onDatum(() => 'd87980'),
  ),
  blocked(
    'terms that are a number',
    ['V6'],
    onDatum(() => '00'),
  ),
  blocked(
    'terms of no form that name me and a stranger',
    ['V6'],
    onDatum((_, __, { payment }) => `9f581c${payment}581c${STRANGER}ff`),
  ),
  blocked(
    'terms with a stranger added',
    ['V6'],
    onDatum(({ hex }) => `82${hex}581c${STRANGER}`),
  ),
  asked(
    'terms of no form that name only me',
    ['V7'],
    'proceeds can only go to my key; what is enforced cannot be read, which V7 asks about',
    onDatum((datum, _, { payment }) => (datum.form ? `81581c${payment}` : undefined)),
  ),
  blocked('terms taken out', ['V6'], (tx, base) => {
    const [datum] = datumsOf(tx, base);
    if (!datum || !placesOrders(base)) return false;
    datum.order.removeDatum();
    return true;
  }),
  blocked('a hash for terms that nobody shows', ['V6'], (tx, base) => {
    const [datum] = datumsOf(tx, base);
    if (!datum || !placesOrders(base)) return false;
    datum.order.removeDatum();
    datum.order.setDatumHash('77'.repeat(32));
    return true;
  }),
  blocked('terms shown that are not those of the hash', ['V6', 'F11'], (tx, base) => {
    const datum = datumsOf(tx, base).find(({ preimageAt }) => preimageAt !== undefined);
    if (datum?.preimageAt === undefined) return false;
    preimageList(tx)[datum.preimageAt] = treeOf(datum.hex.replaceAll(base.payment, STRANGER));
    return true;
  }),
  blocked('terms not shown', ['V6'], (tx, base) => {
    const datum = datumsOf(tx, base).find(({ preimageAt }) => preimageAt !== undefined);
    if (datum?.preimageAt === undefined) return false;
    preimageList(tx).splice(datum.preimageAt, 1);
    return true;
  }),
  blocked("a stranger's terms by their hash, mine shown beside them", ['V6'], (tx, base) => {
    const datum = datumsOf(tx, base).find(({ preimageAt }) => preimageAt !== undefined);
    if (!datum) return false;
    const theirs = datum.hex.replaceAll(base.payment, STRANGER);
    preimageList(tx).push(treeOf(theirs));
    datum.order.setDatumHash(blake2b256(hexBytes(theirs)));
    return true;
  }),
  blocked("a stranger's terms by their hash in place of mine inline", ['V6'], (tx, base) => {
    const datum = datumsOf(tx, base).find(({ preimageAt }) => preimageAt === undefined);
    if (!datum || preimageList(tx).length > 0 || !placesOrders(base)) return false;
    const theirs = datum.hex.replaceAll(base.payment, STRANGER);
    datum.order.removeDatum();
    datum.order.setDatumHash(blake2b256(hexBytes(theirs)));
    setField(tx.witnesses, 4, treeOf(`81${theirs}`));
    tx.set(11, `5820${'77'.repeat(32)}`);
    return true;
  }),
  blocked(
    'one unit less enforced',
    ['V7'],
    onDatum((datum) => withMinimum(datum, (value) => value - 1n)),
  ),
  blocked(
    'half enforced',
    ['V7'],
    onDatum((datum) => withMinimum(datum, (value) => value / 2n)),
  ),
  blocked(
    'nothing enforced',
    ['V7'],
    onDatum((datum) => withMinimum(datum, () => 0n)),
  ),
  blocked(
    'another token bought',
    ['V7'],
    onDatum((datum) =>
      withBytes(
        datum,
        (content) => (content.length === 56 ? '5d'.repeat(28) : undefined),
        (before, after) =>
          before.wanted !== after.wanted &&
          before.ownerPaymentKeyHash === after.ownerPaymentKeyHash &&
          before.ownerStakeKeyHash === after.ownerStakeKeyHash,
      ),
    ),
  ),
  blocked(
    'the pool of another pair',
    ['V7'],
    onDatum((datum, _, { input: { terms } }) =>
      'pay' in terms ? inAnotherPool(datum, [terms.pay.asset, terms.receive]) : undefined,
    ),
  ),
  asked(
    'a fee for filling 1.5 ADA higher',
    ['V2', 'V6'],
    'up to five ADA an order, V2 only asks beyond what was stated; the sums of a recurring order no longer fit (V6)',
    onDatum((datum) => moreForFilling(datum, 1_500_000n)),
  ),
  blocked(
    'a fee for filling a hundred ADA higher',
    ['V2', 'V6'],
    onDatum((datum) => moreForFilling(datum, 100_000_000n)),
  ),
  blocked('the least of one order enforced by the other', ['V7'], (tx, base) => {
    const [first, second] = datumsOf(tx, base);
    const rest = minimumOf(first);
    if (!first || !second || rest === undefined || minimumOf(second) === undefined) return false;
    const nothing = withMinimum(first, () => 0n);
    const all = withMinimum(second, (value) => value + rest);
    if (nothing === undefined || all === undefined) return false;
    replaceDatum(tx, first, nothing);
    replaceDatum(tx, second, all);
    return true;
  }),
];

function minimumOf(datum: PlacedDatum | undefined): bigint | undefined {
  const terms = datum?.form?.read(datum.hex);
  return terms?.ok ? terms.value.minimumReceived : undefined;
}

function moreForFilling(datum: PlacedDatum, more: bigint): string | undefined {
  return withNumber(
    datum,
    (value) => value + more,
    ({ batcherFee: before, minimumReceived: least, recurring }, { batcherFee: after, minimumReceived }) =>
      // All that a plan of the aggregator holds besides what it sells counts as fee, however that is divided.
      recurring?.placesAt === undefined &&
      before !== undefined &&
      after !== undefined &&
      after > before &&
      minimumReceived === least,
  );
}

function onDatum(
  change: (datum: PlacedDatum, tx: TransactionTree, base: Parameters<Edit>[1]) => string | undefined,
  which: 'first' | 'last' = 'first',
): Edit {
  return (tx, base) => {
    const all = datumsOf(tx, base);
    const datum = which === 'first' ? all[0] : all.length > 1 ? all.at(-1) : undefined;
    if (!datum || !placesOrders(base)) return false;
    const hex = change(datum, tx, base);
    if (hex === undefined || hex === datum.hex) return false;
    replaceDatum(tx, datum, hex);
    return true;
  };
}
