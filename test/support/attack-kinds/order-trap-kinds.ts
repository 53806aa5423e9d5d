import { slotToUnix } from '#domain/network.ts';
import {
  blocked,
  ordersOf,
  placesOrders,
  scriptAddress,
  type AttackBase,
  type AttackKind,
} from './attack-kind.ts';
import { intNode, treeOf, hexOf } from './cbor-tree.ts';
import { datumsOf, preimageList, replaceDatum, withMinimum, type PlacedDatum } from './order-datum-tree.ts';
import { listOf, setField } from './transaction-tree.ts';

/** Orders that look like the ones that were asked for, and never do, or do something else. */
export const orderTrapKinds: readonly AttackKind[] = [
  blocked('terms moved inline at a script that can never spend them so', ['V13'], (tx, base) => {
    const datum = datumsOf(tx, base).find(
      ({ order, preimageAt }) => preimageAt !== undefined && scriptOf(base, order.address)?.plutus === 1,
    );
    if (datum?.preimageAt === undefined) return false;
    preimageList(tx).splice(datum.preimageAt, 1);
    datum.order.removeDatum();
    datum.order.setInlineDatum(datum.hex);
    if (preimageList(tx).length > 0) return true;
    setField(tx.witnesses, 4, undefined);
    tx.set(11, undefined);
    return true;
  }),
  ...(['in the past', 'while it can be placed'] as const).map((when) =>
    blocked(`an expiry ${when}, with a tip for whoever sends the order back`, ['V14'], (tx, base) => {
      const datum = datumsOf(tx, base).find(({ form }) => form?.name === 'minswap-v2');
      if (!datum || !placesOrders(base)) return false;
      replaceDatum(tx, datum, withExpiry(datum.hex, when === 'in the past' ? LONG_AGO : soon(base)));
      return true;
    }),
  ),
  blocked('a split padded by an order that is never filled', ['V7'], (tx, base) => {
    const readable = datumsOf(tx, base).flatMap((datum) => {
      const least = leastOf(datum, base);
      return least === undefined || least === 0n ? [] : [{ datum, least }];
    });
    const ordered = readable.toSorted((left, right) => Number(right.least - left.least));
    const [large, small] = [ordered[0], ordered.at(-1)];
    if (!large || !small || large === small || readable.length < ordersOf(tx).length) return false;
    const less = large.least / 10n;
    const lower = withMinimum(large.datum, (value) => value - less);
    const higher = withMinimum(small.datum, (value) => value + less);
    if (lower === undefined || higher === undefined) return false;
    replaceDatum(tx, large.datum, lower);
    replaceDatum(tx, small.datum, higher);
    return true;
  }),
  blocked('a recurring order at a script whose terms nobody here can read', ['V11'], (tx, base) => {
    const [order] = ordersOf(tx);
    const { terms, scripts } = base.input;
    const blind = [...scripts.known].find(([, { form }]) => form === undefined);
    if (!order || !blind || terms.kind !== 'dca' || !terms.recurring) return false;
    order.address = scriptAddress(base, blind[0], base.stake);
    return true;
  }),
];

const LONG_AGO = 1n;

/** The last moment at which the base's transaction can enter the chain, as far as the attacks reckon. */
function soon({ input: { network, tipSlot } }: AttackBase): bigint {
  return BigInt(slotToUnix(network, (tipSlot ?? 0) + 1)) * 1_000n;
}

function withExpiry(datum: string, time: bigint): string {
  const tree = treeOf(datum);
  listOf(tree).children[8] = treeOf(`d8799f9f${hexOf(intNode(time))}1a000493e0ffff`);
  return hexOf(tree);
}

function scriptOf({ input }: AttackBase, address: string) {
  return input.scripts.known.get(address.slice(2, 58));
}

/** The minimum that an order between the base's assets enforces; `undefined` if it cannot be read. */
function leastOf({ form, hex }: PlacedDatum, { input: { terms } }: AttackBase): bigint | undefined {
  const assets = 'pay' in terms ? [terms.pay.asset, terms.receive] : undefined;
  const read = assets && form?.read(hex, assets);
  return read?.ok === true && read.value.wanted !== undefined ? read.value.minimumReceived : undefined;
}
