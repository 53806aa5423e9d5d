import { ADA, type AssetId } from '#domain/asset.ts';
import { quantityIn, sumValues } from '#domain/amount.ts';
import { draftBytes, type DraftOutput } from './chain/draft.ts';
import { poolOutput } from './chain/pool-output.ts';
import { worldKey, type WorldKey } from './chain/keys.ts';
import type { Exchange, Pool, PracticeToken } from './market/types.ts';

/** Who holds what in the practice world besides its users. */
export interface WorldKeys {
  /** Holds what the faucet gives away. */
  readonly faucet: WorldKey;
  /**
   * The crowd's account, one output for each token. The market's own traders don't send transactions: what they
   * did to a pool since its output was last spent is settled with this account, in the fill that spends it next.
   */
  readonly crowd: WorldKey;
  /** Each exchange's batcher; its purse takes the batcher fees and pays the network's. */
  readonly batchers: ReadonlyMap<string, WorldKey>;
  /** Market makers, one for each main pair (`makers.ts`). */
  readonly makers: readonly WorldKey[];
}

/** What genesis is made from. */
export interface GenesisPlan {
  readonly keys: WorldKeys;
  readonly pools: readonly Pool[];
  readonly tokens: readonly PracticeToken[];
  readonly exchanges: readonly Exchange[];
  /** Tokens that the faucet gives away. */
  readonly gifts: readonly AssetId[];
  /** The makers' first orders, and what they have beside them. */
  readonly book: readonly DraftOutput[];
}

/** How many market makers there are. */
export const MAKERS = 8;
const ONE_ADA = 1_000_000n;
const CROWD_ADA = 300_000_000n * ONE_ADA;
const FAUCET_ADA = 1_000_000_000n * ONE_ADA;
const PURSE_ADA = 1_000_000n * ONE_ADA;
/** The faucet holds one part in this many of a gift's supply. */
const GIFT_PART = 20n;
const OUTPUTS_PER_TRANSACTION = 40;

export function worldKeys(seed: number, exchanges: readonly Exchange[]): WorldKeys {
  return {
    faucet: worldKey(seed, 'faucet'),
    crowd: worldKey(seed, 'crowd'),
    batchers: new Map(exchanges.map(({ code }) => [code, worldKey(seed, `batcher ${code}`)])),
    makers: Array.from({ length: MAKERS }, (_, index) => worldKey(seed, `maker ${index}`)),
  };
}

/** The key of an exchange's batcher. @throws RangeError for an exchange that the world does not have. */
export function keyOf(keys: WorldKeys, code: string): WorldKey {
  const key = keys.batchers.get(code);
  if (!key) throw new RangeError(`no batcher of ${code}`);
  return key;
}

/** The first block's transactions: they have no inputs, and make every token's whole supply and the world's ADA. */
export function genesisTransactions(plan: GenesisPlan): readonly Uint8Array[] {
  const outputs = [
    ...plan.pools.map(poolOutput),
    ...crowdOutputs(plan),
    ...purseOutputs(plan.keys),
    faucetOutput(plan),
    ...plan.book,
  ];
  const chunks = Math.ceil(outputs.length / OUTPUTS_PER_TRANSACTION);
  return Array.from({ length: chunks }, (_, index) =>
    draftBytes(
      {
        inputs: [],
        outputs: outputs.slice(index * OUTPUTS_PER_TRANSACTION, (index + 1) * OUTPUTS_PER_TRANSACTION),
      },
      0n,
    ),
  );
}

function crowdOutputs({ keys, pools, tokens, gifts, book }: GenesisPlan): DraftOutput[] {
  const booked = sumValues(book.map(({ value }) => value));
  return tokens.map((token) => {
    const pooled = pools
      .filter((pool) => pool.token === token.id)
      .reduce((sum, pool) => sum + pool.tokens, 0n);
    const left =
      token.supply -
      pooled -
      quantityIn(booked, token.id) -
      (gifts.includes(token.id) ? token.supply / GIFT_PART : 0n);
    if (left <= 0n) throw new RangeError(`the pools hold more ${token.ticker} than there is`);
    return {
      address: keys.crowd.address,
      value: new Map([
        [ADA, CROWD_ADA],
        [token.id, left],
      ]),
    };
  });
}

function purseOutputs(keys: WorldKeys): DraftOutput[] {
  return [...keys.batchers.values()].map((key) => ({
    address: key.address,
    value: new Map([[ADA, PURSE_ADA]]),
  }));
}

function faucetOutput({ keys, tokens, gifts }: GenesisPlan): DraftOutput {
  const value = new Map([[ADA, FAUCET_ADA]]);
  for (const token of tokens) if (gifts.includes(token.id)) value.set(token.id, token.supply / GIFT_PART);
  return { address: keys.faucet.address, value };
}
