import { ADA, type AssetId } from '#domain/asset.ts';
import { lovelaceIn, subtractValues, type Value } from '#domain/amount.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Chain } from './chain/chain.ts';
import { withLeastFee, type Draft, type DraftOutput } from './chain/draft.ts';
import type { WorldKey } from './chain/keys.ts';
import type { Market } from './market/market.ts';
import type { PracticeToken } from './market/types.ts';
import { sendOwn, signedBy } from './own-transaction.ts';

/** What one call of the faucet gives. */
export interface Gift {
  readonly ada: bigint;
  readonly tokens: Value;
}

const ONE_ADA = 1_000_000n;
/** In all, in two outputs: one with ADA alone, one with the tokens. */
const GIFT_ADA = 10_000n * ONE_ADA;
const ADA_BESIDE_TOKENS = 10n * ONE_ADA;
const GIFT_TOKENS = 4;
/** Each token of a gift is worth about this much. */
const TOKEN_WORTH = 500n * ONE_ADA;

/** The tokens that the faucet gives: the first verified ones that have a pool. */
export function giftTokens(market: Market): readonly PracticeToken[] {
  return market.tokens
    .filter((token) => token.verified && market.poolsOf(token.id).length > 0)
    .slice(0, GIFT_TOKENS);
}

/** What the faucet gives at the market's prices now. */
export function giftNow(market: Market): Gift {
  const tokens = new Map<AssetId, bigint>();
  for (const { id } of giftTokens(market)) {
    const price = market.averagePrice(id);
    if (price && price.lovelace > 0n) tokens.set(id, (TOKEN_WORTH * price.tokens) / price.lovelace + 1n);
  }
  return { ada: GIFT_ADA, tokens };
}

/** Funds an address by a real transaction, which waits for the next block. Answers its hash. */
export function fund(chain: Chain, key: WorldKey, address: string, gift: Gift): Result<string, 'empty'> {
  const source = chain
    .chainableAt(key.address)
    .reduce((best, item) => (lovelaceIn(item.output.value) > lovelaceIn(best.output.value) ? item : best));
  const paid: DraftOutput[] = [
    { address, value: new Map([[ADA, gift.ada - ADA_BESIDE_TOKENS]]) },
    { address, value: new Map([[ADA, ADA_BESIDE_TOKENS], ...gift.tokens]) },
  ];
  const at = (fee: bigint): Draft | undefined => {
    let rest: Value = subtractValues(source.output.value, new Map([[ADA, fee]]));
    for (const output of paid) rest = subtractValues(rest, output.value);
    if ([...rest.values()].some((left) => left < 0n) || lovelaceIn(rest) < ADA_BESIDE_TOKENS)
      return undefined;
    return { inputs: [source.ref], outputs: [...paid, { address: key.address, value: rest }] };
  };
  const drafted = withLeastFee(at, 1);
  if (!drafted) return failed('empty');
  return ok(sendOwn(chain, signedBy(drafted.bytes, [key]), 'a gift').hash);
}
