import { slot } from '#domain/time.ts';
import {
  asked,
  blocked,
  changeOf,
  strangerAddress,
  STRANGER,
  type AttackBase,
  type AttackKind,
} from './attack-kind.ts';
import { hexOf, intNode } from './cbor-tree.ts';
import type { TransactionTree } from './transaction-tree.ts';

/** An address of the Byron era: its CBOR, with a checksum. */
const BYRON = '82d818582183581cba970ad36654d8dd8f74274b733452ddeab9a62a397746be3c42ccdda0001a9026da5b';

const HOUR = 3_600n;

/** Addresses that are not the owner's, though they look like it, or are none. */
export const addressKinds: readonly AttackKind[] = [
  changeAt('on the other network', ({ network }, own) => `0${1 - network}${own.slice(2)}`),
  changeAt('of a network that does not exist', (_, own) => `03${own.slice(2)}`),
  changeAt('with bytes after its end', (_, own) => `${own}00`),
  changeAt('cut short', (_, own) => own.slice(0, -2)),
  changeAt('of an empty string', () => ''),
  changeAt('of a reward account', ({ network, stake }) => `e${network}${stake}`),
  changeAt('of a kind that nobody knows', ({ network }, own) => `9${network}${own.slice(2)}`),
  changeAt(
    'with a pointer for its stake part',
    ({ network, payment }) => `4${network}${payment}8198bd431803`,
  ),
  changeAt(
    'without a stake part but as long as with one',
    ({ network }, own) => `6${network}${own.slice(2)}`,
  ),
  changeAt('of the Byron era', () => BYRON),
  blocked('an output to a Byron address', ['V3', 'F6', 'V10'], (tx, base) => {
    changeOf(tx, base).coin -= 2_000_000n;
    tx.addOutput(BYRON, 2_000_000n);
    return true;
  }),
  blocked("an output to a stranger's pointer address", ['V3', 'F6', 'V10'], (tx, base) => {
    changeOf(tx, base).coin -= 2_000_000n;
    tx.addOutput(`4${base.network}${STRANGER}8198bd431803`, 2_000_000n);
    return true;
  }),
  blocked('an output to a stranger on the other network', ['V3', 'F6', 'V10'], (tx, base) => {
    changeOf(tx, base).coin -= 2_000_000n;
    tx.addOutput(`0${1 - base.network}${strangerAddress(base).slice(2)}`, 2_000_000n);
    return true;
  }),
];

const STAYS = 'it costs nothing that it can be submitted later, but it binds longer: F7 asks';

/** When a transaction can enter the chain. */
export const timeKinds: readonly AttackKind[] = [
  asked('valid for ever', ['F7'], STAYS, (tx) => {
    if (!tx.has(3)) return false;
    tx.set(3, undefined);
    return true;
  }),
  asked('valid for three hours', ['F7'], STAYS, (tx, base) => until(tx, base, 3n * HOUR)),
  asked('valid only in ten minutes', ['F7'], 'it only waits: F7 asks', (tx, base) => {
    until(tx, base, HOUR);
    return from(tx, base, 600n);
  }),
  blocked('expired', ['F7'], (tx, base) => {
    from(tx, base, -HOUR);
    return until(tx, base, -1n);
  }),
  blocked('valid until now', ['F7'], (tx, base) => {
    from(tx, base, -HOUR);
    return until(tx, base, 0n);
  }),
  blocked('valid for a week', ['F7'], (tx, base) => until(tx, base, 168n * HOUR)),
  blocked('valid until the largest number', ['F7'], (tx) => {
    tx.set(3, '1bffffffffffffffff');
    return true;
  }),
  blocked('valid from its own end', ['F7'], (tx, base) => {
    until(tx, base, HOUR);
    return from(tx, base, HOUR);
  }),
  blocked('valid from after its end', ['F7'], (tx, base) => {
    until(tx, base, HOUR);
    return from(tx, base, 2n * HOUR);
  }),
];

function changeAt(what: string, address: (base: AttackBase, own: string) => string): AttackKind {
  return blocked(`change at an address ${what}`, ['V3', 'V4', 'F6', 'D3', 'V10'], (tx, base) => {
    const change = changeOf(tx, base);
    change.address = address(base, change.address);
    return true;
  });
}

function until(tx: TransactionTree, base: AttackBase, seconds: bigint): true {
  tx.set(3, hexOf(intNode(tip(base) + seconds)));
  return true;
}

function from(tx: TransactionTree, base: AttackBase, seconds: bigint): true {
  tx.set(8, hexOf(intNode(tip(base) + seconds)));
  return true;
}

function tip({ input }: AttackBase): bigint {
  return BigInt(input.tipSlot ?? slot(0));
}
