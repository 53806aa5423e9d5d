import { ADA } from '#domain/asset.ts';
import {
  asked,
  blocked,
  changeOf,
  foreignOf,
  keyAddress,
  ordersOf,
  placesOrders,
  scriptAddress,
  STRANGER,
  strangerAddress,
  type AttackKind,
} from './attack-kind.ts';

const TWO_ADA = 2_000_000n;
const FIVE_ADA = 5_000_000n;

/** Attacks on the change that returns to the owner. */
export const changeKinds: readonly AttackKind[] = [
  blocked('change to a stranger', ['V3', 'V10'], (tx, base) => {
    changeOf(tx, base).address = strangerAddress(base);
    return true;
  }),
  blocked("change to a stranger's payment part beside my stake part", ['V3', 'V10'], (tx, base) => {
    changeOf(tx, base).address = keyAddress(base, STRANGER, base.stake);
    return true;
  }),
  blocked('change with a foreign stake part', ['V4'], (tx, base) => {
    changeOf(tx, base).address = keyAddress(base, base.payment, STRANGER);
    return true;
  }),
  asked(
    'change with no stake part',
    ['V4'],
    'the funds stay spendable by me alone; they only earn no rewards, which V4 asks about',
    (tx, base) => {
      changeOf(tx, base).address = `6${base.network}${base.payment}`;
      return true;
    },
  ),
  blocked('change with a script for its stake part', ['V4'], (tx, base) => {
    changeOf(tx, base).address = `2${base.network}${base.payment}${base.stake}`;
    return true;
  }),
  blocked('change to a script beside my stake part', ['V6', 'V9', 'V10'], (tx, base) => {
    changeOf(tx, base).address = scriptAddress(base, STRANGER, base.stake);
    return true;
  }),
  blocked('change to a script that has my key hash', ['V6', 'V9', 'V10'], (tx, base) => {
    changeOf(tx, base).address = scriptAddress(base, base.payment, base.stake);
    return true;
  }),
  blocked('all change into the fee', ['F5', 'D2', 'V10'], (tx, base) => {
    const change = changeOf(tx, base);
    tx.fee += change.coin;
    tx.removeOutput(tx.outputs.findIndex(({ node }) => node === change.node));
    return true;
  }),
  blocked('a third of the change to a stranger', ['V3', 'V10'], (tx, base) => {
    const change = changeOf(tx, base);
    const stolen = change.coin / 3n;
    change.coin -= stolen;
    tx.addOutput(strangerAddress(base), stolen);
    return true;
  }),
  asked(
    'two ADA of the change to a stranger',
    ['V3', 'P7', 'V10'],
    'within the cap of a service fee an address that was not paid before is asked about (V3, P7)',
    (tx, base) => {
      changeOf(tx, base).coin -= TWO_ADA;
      tx.addOutput(strangerAddress(base), TWO_ADA);
      return true;
    },
  ),
  blocked('one lovelace of the change to a stranger', ['V3', 'V5', 'V10'], (tx, base) => {
    changeOf(tx, base).coin -= 1n;
    tx.addOutput(strangerAddress(base), 1n);
    return true;
  }),
  blocked('one unit of a token of the change to a stranger', ['V1', 'V3', 'V10'], (tx, base) => {
    const change = changeOf(tx, base);
    const [token] = change.tokens.keys();
    if (token === undefined) return false;
    change.coin -= TWO_ADA;
    change.add(token, -1n);
    tx.addOutput(strangerAddress(base), TWO_ADA).add(token, 1n);
    return true;
  }),
  blocked('every token of the change to a stranger', ['V1', 'V3', 'V10'], (tx, base) => {
    const change = changeOf(tx, base);
    const held = [...change.tokens];
    if (held.length === 0) return false;
    change.coin -= FIVE_ADA;
    const stolen = tx.addOutput(strangerAddress(base), FIVE_ADA);
    for (const [token, quantity] of held) {
      change.add(token, -quantity);
      stolen.add(token, quantity);
    }
    return true;
  }),
  blocked('a token missing from the change', ['R3'], (tx, base) => {
    const change = changeOf(tx, base);
    const [token] = change.tokens.keys();
    if (token === undefined) return false;
    change.setToken(token, undefined);
    return true;
  }),
  blocked('one unit of a token missing from the change', ['R3'], (tx, base) => {
    const change = changeOf(tx, base);
    const [token] = [...change.tokens].find(([, quantity]) => quantity > 1n) ?? [];
    if (token === undefined) return false;
    change.add(token, -1n);
    return true;
  }),
  blocked('one lovelace missing from the change', ['R3'], (tx, base) => {
    changeOf(tx, base).coin -= 1n;
    return true;
  }),
  blocked('one lovelace too much in the change', ['R3'], (tx, base) => {
    changeOf(tx, base).coin += 1n;
    return true;
  }),
  blocked('a token of the change in an order', ['V2'], (tx, base) => {
    const change = changeOf(tx, base);
    const [order] = ordersOf(tx);
    const token = [...change.tokens.keys()].find((held) => !order?.tokens.has(held));
    if (!order || token === undefined || !placesOrders(base)) return false;
    change.add(token, -1n);
    order.add(token, 1n);
    return true;
  }),
  blocked('a service fee five ADA higher', ['V3'], (tx, base) => {
    const [service] = foreignOf(tx, base);
    if (!service) return false;
    changeOf(tx, base).coin -= FIVE_ADA;
    service.coin += FIVE_ADA;
    return true;
  }),
  blocked('a token in the service fee', ['V1', 'V3'], (tx, base) => {
    const [service] = foreignOf(tx, base);
    const change = changeOf(tx, base);
    const [token] = change.tokens.keys();
    if (!service || token === undefined) return false;
    change.add(token, -1n);
    service.add(token, 1n);
    return true;
  }),
  asked(
    'the service fee to somebody else',
    ['V3', 'P7'],
    'the service may name whom it likes within the fee that was agreed; a new address is asked about once (P7)',
    (tx, base) => {
      const [service] = foreignOf(tx, base);
      if (!service) return false;
      service.address = strangerAddress(base);
      return true;
    },
  ),
  blocked('an own output with hardly any ADA', ['V5'], (tx, base) => {
    const change = changeOf(tx, base);
    change.add(ADA, -1n);
    tx.addOutput(change.address, 1n);
    return true;
  }),
  blocked('a script stored in the change', ['F9'], (tx, base) => {
    changeOf(tx, base).storeScript(STRANGER);
    return true;
  }),
];
