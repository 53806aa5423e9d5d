import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { TransactionTree, type OutputTree } from './transaction-tree.ts';

/** A good transaction that attacks start from, with what it is judged against. */
export interface AttackBase {
  readonly name: string;
  /** `input.cbor` is unsigned. */
  readonly input: InspectionInput;
  /** The account's payment and stake key hash (hex) that its addresses are of. */
  readonly payment: string;
  readonly stake: string;
  readonly network: 0 | 1;
  /** The same transaction with every needed signature. */
  readonly signed: string;
  /** The account's signatures over it, a CIP-30 witness set (hex), and the key hashes that must sign. */
  readonly ownWitnesses: string;
  readonly needed: readonly string[];
}

/** A change to a good transaction that could cost its owner, or that no honest builder makes. */
export interface AttackKind {
  readonly name: string;
  /** `block`: never signed. `warn`: asked about, for the reason in `why`. `decode`: not even read. */
  readonly severity: 'block' | 'warn' | 'decode';
  /** Rule ids of which one must say so. */
  readonly caughtBy: readonly string[];
  /** Why a question is enough, by the rule table. */
  readonly why?: string;
  /** The changed transaction (hex); `undefined` where the base has nothing that it could change. */
  readonly make: (base: AttackBase) => string | undefined;
}

/** Edits the tree in place; `false` means that the base has nothing to be changed so. */
export type Edit = (tx: TransactionTree, base: AttackBase) => boolean | undefined;

export function blocked(name: string, caughtBy: readonly string[], edit: Edit): AttackKind {
  return { name, severity: 'block', caughtBy, make: edited(edit) };
}

export function asked(name: string, caughtBy: readonly string[], why: string, edit: Edit): AttackKind {
  return { name, severity: 'warn', caughtBy, why, make: edited(edit) };
}

export function undecodable(
  name: string,
  make: (cbor: string, base: AttackBase) => string | undefined,
): AttackKind {
  return {
    name,
    severity: 'decode',
    caughtBy: ['D1', 'D2'],
    make: (base) => make(base.input.cbor, base),
  };
}

/** An edit as a function of the base's bytes. */
function edited(edit: Edit): AttackKind['make'] {
  return (base) => {
    const tx = new TransactionTree(base.input.cbor);
    const applied = edit(tx, base) !== false;
    return applied && tx.cbor !== base.input.cbor ? tx.cbor : undefined;
  };
}

/** Key hash, script hash and token of somebody who must get nothing. */
export const STRANGER = 'e1'.repeat(28);
export const UNKNOWN_SCRIPT = '99'.repeat(28);

/** Header nibbles of address types (CIP-19). */
const KEY_BASE = '0';
const SCRIPT_BASE = '1';

/** Hex of a base address of two keys. */
export function keyAddress(base: Pick<AttackBase, 'network'>, payment: string, stake: string): string {
  return `${KEY_BASE}${base.network}${payment}${stake}`;
}

/** Hex of an address of a script, with a stake key or none. */
export function scriptAddress(base: Pick<AttackBase, 'network'>, script: string, stake?: string): string {
  return stake === undefined ? `7${base.network}${script}` : `${SCRIPT_BASE}${base.network}${script}${stake}`;
}

export function strangerAddress(base: Pick<AttackBase, 'network'>): string {
  return keyAddress(base, STRANGER, STRANGER);
}

function isOwn(output: OutputTree, { payment }: AttackBase): boolean {
  return output.address.slice(2, 58) === payment && !isScript(output);
}

function isScript(output: OutputTree): boolean {
  return (Number.parseInt(output.address.slice(0, 1), 16) & 1) === 1;
}

/** The own output with the most ADA. */
export function changeOf(tx: TransactionTree, base: AttackBase): OutputTree {
  const [change] = tx.outputs
    .filter((output) => isOwn(output, base))
    .sort((left, right) => Number(right.coin - left.coin));
  if (!change) throw new Error(`${base.name} has no change`);
  return change;
}

/** Outputs locked by scripts. */
export function ordersOf(tx: TransactionTree): readonly OutputTree[] {
  return tx.outputs.filter(isScript);
}

/** Outputs to keys of others. */
export function foreignOf(tx: TransactionTree, base: AttackBase): readonly OutputTree[] {
  return tx.outputs.filter((output) => !isScript(output) && !isOwn(output, base));
}

/** True when the base places orders. */
export function placesOrders({ input }: AttackBase): boolean {
  return input.terms.kind !== 'cancel';
}

/** True when the transaction runs scripts, so that a higher fee is usual. */
export function runsScripts(tx: TransactionTree): boolean {
  return tx.has(13);
}
