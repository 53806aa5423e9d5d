import { lovelaceIn } from '#domain/amount.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import {
  blocked,
  changeOf,
  keyAddress,
  STRANGER,
  strangerAddress,
  type AttackBase,
  type AttackKind,
} from './attack-kind.ts';
import { bytesNode, hexOf, intNode, treeOf } from './cbor-tree.ts';
import { listOf, type TransactionTree } from './transaction-tree.ts';

const ONE_ADA = 1_000_000n;
const FIVE_ADA = 5_000_000n;

const collateralKinds: readonly AttackKind[] = [
  withCollateral('without a return', () => undefined),
  withCollateral('with its return to a stranger', (base, own) => [
    strangerAddress(base),
    own - FIVE_ADA,
    FIVE_ADA,
  ]),
  withCollateral('with its return to my payment part and a foreign stake part', (base, own) => [
    keyAddress(base, base.payment, STRANGER),
    own - FIVE_ADA,
    FIVE_ADA,
  ]),
  withCollateral('with most of it at risk', (base, own) => [
    keyAddress(base, base.payment, base.stake),
    ONE_ADA,
    own - ONE_ADA,
  ]),
  withCollateral('with more at risk than is said', (base, own) => [
    keyAddress(base, base.payment, base.stake),
    own - FIVE_ADA,
    ONE_ADA,
  ]),
  withCollateral('with nothing said of what is at risk', (base, own) => [
    keyAddress(base, base.payment, base.stake),
    own - FIVE_ADA,
    undefined,
  ]),
  blocked('my input as collateral, its tokens not returned', ['F4'], (tx, base) => {
    const input = ownInput(base);
    if (!input || input.tokens === 0) return false;
    tx.set(13, `81${input.hex}`);
    tx.set(16, returned(keyAddress(base, base.payment, base.stake), input.lovelace - FIVE_ADA));
    tx.set(17, hexOf(intNode(FIVE_ADA)));
    return true;
  }),
  blocked('the order that is taken back as collateral', ['F4'], (tx, { input: { terms } }) => {
    const [order] = terms.kind === 'cancel' ? terms.orders : [];
    if (order === undefined) return false;
    const [hash = '', index = '0'] = order.split('#');
    tx.set(13, `81825820${hash}${intNode(BigInt(index)).hex}`);
    return true;
  }),
  blocked('a collateral that the ledger does not know', ['R1'], (tx) => {
    tx.set(13, `81825820${'0e'.repeat(32)}00`);
    tx.set(16, undefined);
    tx.set(17, undefined);
    return true;
  }),
  blocked('a collateral return without collateral', ['F4'], (tx, base) => {
    if (tx.has(13)) return false;
    tx.set(16, returned(changeOf(tx, base).address, FIVE_ADA));
    return true;
  }),
];

const inputKinds: readonly AttackKind[] = [
  blocked('the same input twice', ['D7'], (tx) => {
    listOf(tx.field(0)).children.push(treeOf(firstInput(tx)));
    return true;
  }),
  blocked('an input that the ledger does not know', ['R1'], (tx) => {
    listOf(tx.field(0)).children.push(treeOf(`825820${'0e'.repeat(32)}00`));
    return true;
  }),
  blocked('an input exchanged for an unknown one', ['R1'], (tx) => {
    listOf(tx.field(0)).children[0] = treeOf(`825820${'0e'.repeat(32)}00`);
    return true;
  }),
  blocked('an input left out', ['R3', 'R4'], (tx) => {
    const list = listOf(tx.field(0));
    if (list.children.length < 2) return false;
    list.children.pop();
    return true;
  }),
  blocked('an input that is also only read', ['D7'], (tx) => {
    tx.set(18, `81${firstInput(tx)}`);
    return true;
  }),
];

/** Attacks on the inputs of a transaction and on its collateral. */
export const inputAndCollateralKinds: readonly AttackKind[] = [...inputKinds, ...collateralKinds];

/** A kind with an own input as collateral; `put` gives address and lovelace of its return and the total at risk. */
function withCollateral(
  what: string,
  put: (base: AttackBase, own: bigint) => readonly [string, bigint, bigint | undefined] | undefined,
): AttackKind {
  return blocked(`my input as collateral, ${what}`, ['F4'], (tx, base) => {
    const input = ownInput(base);
    if (!input || input.lovelace < 2n * FIVE_ADA) return false;
    const [address, back, risk] = put(base, input.lovelace) ?? [];
    tx.set(13, `81${input.hex}`);
    tx.set(16, address === undefined || back === undefined ? undefined : returned(address, back));
    tx.set(17, risk === undefined ? undefined : hexOf(intNode(risk)));
    return true;
  });
}

function returned(address: string, lovelace: bigint): string {
  return `82${bytesNode(address).hex}${intNode(lovelace).hex}`;
}

/** The own input with the most ADA. */
function ownInput({
  input,
  payment,
}: AttackBase): { readonly hex: string; readonly lovelace: bigint; readonly tokens: number } | undefined {
  const own = [...input.resolved]
    .filter(([, { address }]) => {
      const parsed = parseAddress(address);
      return parsed.ok && parsed.value.payment.hash === payment;
    })
    .map(([reference, { value }]) => ({ reference, value }))
    .sort((left, right) => Number(lovelaceIn(right.value) - lovelaceIn(left.value)));
  const [most] = own;
  if (!most) return undefined;
  const [hash = '', index = '0'] = most.reference.split('#');
  return {
    hex: `825820${hash}${intNode(BigInt(index)).hex}`,
    lovelace: lovelaceIn(most.value),
    tokens: most.value.size - 1,
  };
}

function firstInput(tx: TransactionTree): string {
  const [first] = listOf(tx.field(0)).children;
  if (!first) throw new Error('no input');
  return hexOf(first);
}
