import { ADA, type AssetId } from '#domain/asset.ts';
import { treeOf, hexOf } from './cbor-tree.ts';
import {
  asked,
  blocked,
  changeOf,
  ordersOf,
  placesOrders,
  scriptAddress,
  STRANGER,
  strangerAddress,
  UNKNOWN_SCRIPT,
  type AttackBase,
  type AttackKind,
  type Edit,
} from './attack-kind.ts';
import { branchOf, type OutputTree, type TransactionTree } from './transaction-tree.ts';

const TWO_ADA = 2_000_000n;

/** Attacks on the addresses and values of orders. */
export const orderKinds: readonly AttackKind[] = [
  blocked(
    "an order at a stranger's key",
    ['V2', 'V3'],
    onOrder((order, _, base) => {
      order.address = strangerAddress(base);
    }),
  ),
  blocked(
    "an order at the service's or anybody's key with my stake part",
    ['V2', 'V3'],
    onOrder((order, _, base) => {
      order.address = `0${base.network}${STRANGER}${base.stake}`;
    }),
  ),
  blocked(
    'an order at an unknown script',
    ['V9'],
    onOrder((order, _, base) => {
      order.address = scriptAddress(base, UNKNOWN_SCRIPT, base.stake);
    }),
  ),
  blocked(
    'an order at my own key hash taken for a script',
    ['V9'],
    onOrder((order, _, base) => {
      order.address = scriptAddress(base, base.payment, base.stake);
    }),
  ),
  asked(
    'an order at a foreign stake part',
    ['V8'],
    'only the staking rewards of a waiting order are at stake, and some exchanges use a stake part of their own (V8)',
    onOrder((order, _, base) => {
      const stake = order.address.slice(58);
      if (stake !== '' && stake !== base.stake) return false;
      order.address = scriptAddress(base, order.address.slice(2, 58), STRANGER);
      return true;
    }),
  ),
  blocked(
    'an order on the other network',
    ['F6'],
    onOrder((order, _, base) => {
      order.address = `${order.address.slice(0, 1)}${1 - base.network}${order.address.slice(2)}`;
    }),
  ),
  blocked(
    'half of an order is not sold but in the change',
    ['V2'],
    onOrder((order, tx, base) => move(order, changeOf(tx, base), sold(base), held(order, sold(base)) / 2n)),
  ),
  blocked(
    'half of an order is not sold but at a stranger',
    ['V3'],
    onOrder((order, tx, base) => {
      const stolen = tx.addOutput(strangerAddress(base), TWO_ADA);
      changeOf(tx, base).coin -= TWO_ADA;
      return move(order, stolen, sold(base), held(order, sold(base)) / 2n);
    }),
  ),
  blocked(
    'twice as much is sold, from the change',
    ['V2'],
    onOrder((order, tx, base) => {
      const change = changeOf(tx, base);
      const more = held(change, sold(base)) / 2n;
      return more === 0n ? false : move(change, order, sold(base), more);
    }),
  ),
  blocked(
    'one unit more of a token is sold, from the change',
    ['V2'],
    onOrder((order, tx, base) => sold(base) !== ADA && oneMore(order, tx, base)),
  ),
  asked(
    'one lovelace more is in an order, from the change',
    ['V2'],
    'what an order holds beside what is sold counts as its cost: within the cap V2 asks',
    onOrder((order, tx, base) => sold(base) === ADA && oneMore(order, tx, base)),
  ),
  blocked(
    'an order holds hardly any ADA',
    ['V2', 'V5'],
    onOrder((order, tx, base) => move(order, changeOf(tx, base), ADA, order.coin - 1n)),
  ),
  blocked('no order: all back as change', ['V2'], (tx, base) => {
    if (!placesOrders(base)) return false;
    const change = changeOf(tx, base);
    for (const order of ordersOf(tx)) {
      change.add(ADA, order.coin);
      for (const [token, quantity] of order.tokens) change.add(token, quantity);
      tx.removeOutput(tx.outputs.findIndex(({ node }) => node === order.node));
    }
    return true;
  }),
  blocked(
    'a second order like the first, from the change',
    ['V1', 'V2'],
    onOrder((order, tx, base) => {
      const change = changeOf(tx, base);
      const enough = change.coin > order.coin + TWO_ADA;
      if (!enough || [...order.tokens].some(([token, quantity]) => held(change, token) < quantity))
        return false;
      const again = branchOf(treeOf(hexOf(order.node)));
      branchOf(tx.field(1)).children.push(again);
      change.add(ADA, -order.coin);
      for (const [token, quantity] of order.tokens) change.add(token, -quantity);
      return true;
    }),
  ),
  blocked('ADA to a script without a datum', ['V2', 'V6', 'V9', 'V10'], (tx, base) => {
    changeOf(tx, base).coin -= TWO_ADA;
    const [order] = ordersOf(tx);
    tx.addOutput(order?.address ?? scriptAddress(base, UNKNOWN_SCRIPT), TWO_ADA);
    return true;
  }),
  blocked(
    "ADA to the order's script with terms that name a stranger",
    ['V2', 'V6'],
    onOrder((order, tx, base) => {
      const datum = order.inlineDatum;
      if (datum === undefined) return false;
      changeOf(tx, base).coin -= TWO_ADA;
      tx.addOutput(order.address, TWO_ADA).setInlineDatum(
        datum.replaceAll(base.payment, STRANGER).replaceAll(base.stake, STRANGER),
      );
      return true;
    }),
  ),
  blocked(
    'a script stored in an order',
    ['F9'],
    onOrder((order) => {
      order.storeScript(STRANGER);
    }),
  ),
];

function onOrder(edit: (order: OutputTree, tx: TransactionTree, base: AttackBase) => boolean | void): Edit {
  return (tx, base) => {
    const [order] = ordersOf(tx);
    if (!order || !placesOrders(base)) return false;
    return edit(order, tx, base) !== false;
  };
}

/** The asset that the base's orders sell. */
function sold({ input }: AttackBase): AssetId {
  return 'pay' in input.terms ? input.terms.pay.asset : ADA;
}

function held(output: OutputTree, asset: AssetId): bigint {
  return asset === ADA ? output.coin : (output.tokens.get(asset) ?? 0n);
}

function move(from: OutputTree, to: OutputTree, asset: AssetId, quantity: bigint): boolean {
  from.add(asset, -quantity);
  to.add(asset, quantity);
  return true;
}

function oneMore(order: OutputTree, tx: TransactionTree, base: AttackBase): boolean {
  const change = changeOf(tx, base);
  return held(change, sold(base)) < 2n ? false : move(change, order, sold(base), 1n);
}
