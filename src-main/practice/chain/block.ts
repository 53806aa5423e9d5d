import { blake2b256 } from '../../cardano/hash.ts';

/** A block of the practice chain. Empty blocks move the tip and are not kept. */
export interface Block {
  /** Hex, 32 bytes. */
  readonly hash: string;
  readonly previous: string;
  readonly height: number;
  /** Preprod slot. Blocks closer together than a second share one. */
  readonly slot: number;
  /** In the order in which they were carried out. */
  readonly transactions: readonly string[];
}

const text = new TextEncoder();

/** The block that follows `previous`. Its hash covers everything in it. */
export function blockAfter(
  previous: Pick<Block, 'hash' | 'height'> | undefined,
  slot: number,
  transactions: readonly string[],
): Block {
  const parent = previous?.hash ?? '0'.repeat(64);
  const height = previous ? previous.height + 1 : 0;
  const hash = blake2b256(
    text.encode(['touchstone practice block', parent, height, slot, ...transactions].join(' ')),
  );
  return { hash, previous: parent, height, slot, transactions };
}
