import type { AssetId } from '#domain/asset.ts';
import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import type { OrderForm, OrderTerms } from '../../../src-main/exchanges/order-form.ts';
import { ordersOf, type AttackBase } from './attack-kind.ts';
import { contentOf, everyNode, hexOf, intNode, intOf, treeOf, type CborNode } from './cbor-tree.ts';
import { fieldOf, listOf, type OutputTree, type TransactionTree } from './transaction-tree.ts';

/** An order's datum, wherever it is: in the output, or by its hash in the witness set. */
export interface PlacedDatum {
  readonly order: OutputTree;
  readonly hex: string;
  /** Its place in the witness set's list of datums, when the output names it by its hash. */
  readonly preimageAt: number | undefined;
  /** The exchange's form, when the datum can be read in it. */
  readonly form: OrderForm | undefined;
}

/** The datums of all orders that can be seen. */
export function datumsOf(tx: TransactionTree, base: AttackBase): readonly PlacedDatum[] {
  return ordersOf(tx).flatMap((order): PlacedDatum[] => {
    const form = base.input.scripts.known.get(order.address.slice(2, 58))?.form;
    const inline = order.inlineDatum;
    const at = inline === undefined ? preimages(tx).findIndex((hex) => hashOf(hex) === order.datumHash) : -1;
    const hex = inline ?? preimages(tx)[at];
    if (hex === undefined) return [];
    const readable = form?.read(hex).ok === true;
    return [{ order, hex, preimageAt: at === -1 ? undefined : at, form: readable ? form : undefined }];
  });
}

/** Writes another datum in the place of one, and its hash where that is how the output names it. */
export function replaceDatum(tx: TransactionTree, placed: PlacedDatum, hex: string): void {
  if (placed.preimageAt === undefined) {
    placed.order.setInlineDatum(hex);
    return;
  }
  preimageList(tx)[placed.preimageAt] = treeOf(hex);
  placed.order.setDatumHash(hashOf(hex));
}

/** The witness set's list of datums, to be edited. */
export function preimageList(tx: TransactionTree): CborNode[] {
  const datums = fieldOf(tx.witnesses, 4);
  return datums ? listOf(datums).children : [];
}

/**
 * The datum with the one number changed that `moved` recognises by the terms read before and after; `undefined`
 * where the form has no such number.
 */
export function withNumber(
  { hex, form }: PlacedDatum,
  change: (value: bigint) => bigint,
  moved: (before: OrderTerms, after: OrderTerms) => boolean,
): string | undefined {
  return withLeaf(hex, form, moved, (node) =>
    node.kind === 'int' ? intNode(change(intOf(node))).hex : undefined,
  );
}

/** The datum with another least to receive; `undefined` where that is not one number of the datum. */
export function withMinimum(datum: PlacedDatum, change: (value: bigint) => bigint): string | undefined {
  return withNumber(
    datum,
    change,
    (before, after) =>
      after.minimumReceived === change(before.minimumReceived) &&
      after.minimumReceived !== before.minimumReceived &&
      after.wanted === before.wanted,
  );
}

/** The same as `withNumber` for a byte string: `change` gets its content and gives the new one, or `undefined` to leave it. */
export function withBytes(
  { hex, form }: PlacedDatum,
  change: (content: string) => string | undefined,
  moved: (before: OrderTerms, after: OrderTerms) => boolean,
): string | undefined {
  return withLeaf(hex, form, moved, (node) => {
    if (node.kind !== 'bytes') return undefined;
    const content = change(contentOf(node));
    return content === undefined ? undefined : node.hex.slice(0, node.hex.length - content.length) + content;
  });
}

/** The datum with one byte string changed so that its form reads it no longer as a trade between `assets`. */
export function inAnotherPool({ hex, form }: PlacedDatum, assets: readonly AssetId[]): string | undefined {
  if (form?.read(hex, assets).ok !== true) return undefined;
  const count = everyNode(treeOf(hex)).length;
  for (let at = 0; at < count; at += 1) {
    const tree = treeOf(hex);
    const node = everyNode(tree)[at];
    if (node?.kind !== 'bytes' || contentOf(node).length !== 64) continue;
    node.hex = node.hex.slice(0, -2) + (node.hex.endsWith('00') ? '01' : '00');
    const changed = hexOf(tree);
    if (form.read(changed).ok && !form.read(changed, assets).ok) return changed;
  }
  return undefined;
}

/** How often a hash occurs in a datum. */
export function occurrences(hex: string, hash: string): number {
  return hex.split(hash).length - 1;
}

/** The datum with one occurrence of a hash exchanged for another. */
export function withOccurrence(hex: string, hash: string, nth: number, other: string): string {
  const parts = hex.split(hash);
  return parts.slice(0, nth + 1).join(hash) + other + parts.slice(nth + 1).join(hash);
}

function withLeaf(
  hex: string,
  form: OrderForm | undefined,
  moved: (before: OrderTerms, after: OrderTerms) => boolean,
  change: (node: CborNode) => string | undefined,
): string | undefined {
  const before = form?.read(hex);
  if (!form || !before?.ok) return undefined;
  const count = everyNode(treeOf(hex)).length;
  for (let at = 0; at < count; at += 1) {
    const tree = treeOf(hex);
    const node = everyNode(tree)[at];
    const changed = node && change(node);
    if (!node || changed === undefined || !('hex' in node)) continue;
    node.hex = changed;
    const after = form.read(hexOf(tree));
    if (after.ok && moved(before.value, after.value)) return hexOf(tree);
  }
  return undefined;
}

function preimages(tx: TransactionTree): readonly string[] {
  return preimageList(tx).map(hexOf);
}

function hashOf(hex: string): string {
  return blake2b256(hexBytes(hex));
}
