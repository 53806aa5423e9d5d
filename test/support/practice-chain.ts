import { ADA, type AssetId } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { epochMs } from '#domain/time.ts';
import { toHex } from '../../src-main/cardano/hex.ts';
import { Chain } from '../../src-main/practice/chain/chain.ts';
import {
  bodyHash,
  draftBytes,
  withWitnesses,
  type Draft,
  type DraftOutput,
} from '../../src-main/practice/chain/draft.ts';
import { openStore, type ChainStore } from '../../src-main/practice/chain/store.ts';
import type { TxInput } from '../../src-main/practice/chain/transaction.ts';
import { scriptRules } from '../../src-main/practice/orders/validator.ts';
import { worldKey, type WorldKey } from '../../src-main/practice/accounts.ts';

/** The slot at which a test chain begins. */
export const FIRST_SLOT = 1_000_000;
export const TOKEN = `${'ab'.repeat(28)}544f4b` as AssetId;

export const alice = worldKey(1, 'alice');
export const bob = worldKey(1, 'bob');
export const batcher = worldKey(1, 'batcher EXA');
const SCRIPT_EXCHANGES = [{ code: 'EXA', batcher: batcher.keyHash, partialFills: true }];

export interface TestChain {
  readonly chain: Chain;
  readonly store: ChainStore;
  /** The reference of the genesis output at that place. */
  genesis(index: number): TxInput;
  /** Lets seconds pass. */
  wait(seconds: number): void;
}

/** A chain whose genesis makes the outputs given, at a clock that stands still. */
export function testChain(outputs: readonly DraftOutput[], file = ':memory:'): TestChain {
  let seconds = slotToUnix('preprod', FIRST_SLOT);
  const store = openStore(file);
  const genesis = draftBytes({ inputs: [], outputs }, 0n);
  const chain = new Chain({
    store,
    now: () => epochMs(seconds * 1000),
    scripts: scriptRules(SCRIPT_EXCHANGES),
    genesis: () => [genesis],
  });
  const txHash = bodyHash(genesis);
  return {
    chain,
    store,
    genesis: (index) => ({ txHash, index }),
    wait: (by) => {
      seconds += by;
    },
  };
}

export function ada(
  amount: number,
  ...tokens: readonly (readonly [AssetId, bigint])[]
): Map<AssetId, bigint> {
  return new Map([[ADA, BigInt(Math.round(amount * 1e6))], ...tokens]);
}

/** A draft with its fee, signed by keys. */
export function signed(draft: Draft, fee: bigint, ...keys: readonly WorldKey[]): Uint8Array {
  const bytes = draftBytes(draft, fee);
  const hash = bodyHash(bytes);
  return withWitnesses(
    bytes,
    keys.map((key) => key.witness(hash)),
  );
}

/** The names of the rules that a refusal lists; empty when the transaction was taken. */
export function rulesBroken(chain: Chain, bytes: Uint8Array): readonly string[] {
  const taken = chain.submit(bytes);
  if (taken.ok) return [];
  if (taken.failure.kind === 'not-decodable') return [`not decodable: ${taken.failure.reason}`];
  return taken.failure.violations.map((violation) => violation.rule);
}

/** Replaces the only occurrence of `from` in the transaction's hex. */
export function patched(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const hex = toHex(bytes);
  const parts = hex.split(from);
  if (parts.length !== 2) throw new Error(`${from} stands ${parts.length - 1} times`);
  return new Uint8Array(Buffer.from(parts.join(to), 'hex'));
}
