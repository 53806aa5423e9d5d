import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

import { lovelaceIn, quantityIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { addressOf, formatAddress } from '../cardano/address.ts';
import { cborArray, cborBytes } from '../cardano/cbor-writer.ts';
import { blake2b256, keyHash } from '../cardano/hash.ts';
import { concatBytes, hexBytes } from '../cardano/hex.ts';
import type { Chain } from './chain/chain.ts';
import {
  bodyHash,
  type Draft,
  draftBytes,
  type DraftOutput,
  withLeastFee,
  withWitnesses,
} from './chain/draft.ts';
import { poolOutput } from './chain/scripts.ts';
import type { LedgerTx } from './chain/transaction.ts';
import type { Market } from './market/market.ts';
import type { Exchange, Pool, PracticeToken } from './market/types.ts';

/** A key held by the practice world itself: a batcher's, the faucet's or a simulated trader's. */
export interface WorldKey {
  readonly keyHash: string;
  /** Enterprise address on preprod. */
  readonly address: string;
  /** The encoded vkey witness over a transaction hash (hex). */
  witness(txHash: string): Uint8Array;
}

/** The accounts of the practice world itself, apart from its users'. */
export interface WorldKeys {
  /** Holds the funds that the faucet gives away. */
  readonly faucet: WorldKey;
  /**
   * The crowd's account, one output per token. The market's simulated traders send no transactions: the net effect
   * of their trades on a pool since its output was last spent is settled with this account by the next fill that
   * spends it.
   */
  readonly crowd: WorldKey;
  /** Each exchange's batcher; its account collects the batcher fees and pays the network fees. */
  readonly batchers: ReadonlyMap<string, WorldKey>;
  /** Market makers, one per main pair (`traders/makers.ts`). */
  readonly makers: readonly WorldKey[];
}

/** Number of market makers. */
export const MAKERS = 8;

const LOVELACE_PER_ADA = 1_000_000n;
const CROWD_ADA = 300_000_000n * LOVELACE_PER_ADA;
const FAUCET_ADA = 1_000_000_000n * LOVELACE_PER_ADA;
const PURSE_ADA = 1_000_000n * LOVELACE_PER_ADA;
/** The faucet holds the supply of each gift token divided by this. */
const GIFT_PART = 20n;
/** Total, in two outputs: one with only ADA, one with the tokens. */
const GIFT_ADA = 10_000n * LOVELACE_PER_ADA;
const ADA_WITH_TOKENS = 10n * LOVELACE_PER_ADA;
const GIFT_TOKENS = 4;
/** Each token of a gift is worth about this much. */
const TOKEN_WORTH = 500n * LOVELACE_PER_ADA;
const OUTPUTS_PER_TRANSACTION = 40;
const TEST_NETWORK = 0;
/** DER prefixes of raw Ed25519 keys (RFC 8410): node:crypto does not accept bare key bytes. */
const PUBLIC_HEAD_LENGTH = 12;
const PRIVATE_HEAD = hexBytes('302e020100300506032b657004220420');
const text = new TextEncoder();

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

/** The key of a role. It is derived from the seed, so the same seed always gives the same world. */
export function worldKey(seed: number, role: string): WorldKey {
  const key = signingKey(hexBytes(blake2b256(text.encode(`touchstone practice key ${seed} ${role}`))));
  const hash = keyHash(key.publicKey);
  return {
    keyHash: hash,
    address: formatAddress(addressOf(TEST_NETWORK, { kind: 'key', hash })),
    witness: (txHash) => cborArray([cborBytes(key.publicKey), cborBytes(key.sign(hexBytes(txHash)))]),
  };
}

/** A signing key of the practice world. */
interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Ed25519 signature of 64 bytes (RFC 8032). */
  sign(message: Uint8Array): Uint8Array;
}

/** The signing key of a 32-byte secret. */
export function signingKey(secret: Uint8Array): SigningKey {
  const key = createPrivateKey({
    key: Buffer.from(concatBytes(PRIVATE_HEAD, secret)),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(spki.subarray(PUBLIC_HEAD_LENGTH)),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}

/** Transactions of the world's own: those of its batchers, market makers and faucet. */

/** The transaction signed with these keys: used for the world's own transactions (batchers, market makers, faucet). */
export function signedBy(unsigned: Uint8Array, keys: Iterable<WorldKey>): Uint8Array {
  const hash = bodyHash(unsigned);
  return withWitnesses(
    unsigned,
    [...keys].map((key) => key.witness(hash)),
  );
}

/**
 * Submits it to the mempool. @throws Error naming `what` was refused: the world only builds transactions that its
 * ledger accepts.
 */
export function sendOwn(chain: Chain, signed: Uint8Array, what: string): LedgerTx {
  const taken = chain.submit(signed);
  if (!taken.ok) throw new Error(`${what} was refused: ${JSON.stringify(taken.failure)}`);
  return taken.value;
}

/** Everything that the genesis block is built from. */
export interface GenesisPlan {
  readonly keys: WorldKeys;
  readonly pools: readonly Pool[];
  readonly tokens: readonly PracticeToken[];
  readonly exchanges: readonly Exchange[];
  /** Tokens that the faucet gives away. */
  readonly gifts: readonly AssetId[];
  /** The market makers' first orders and their reserves. */
  readonly book: readonly DraftOutput[];
}

/** The first block's transactions: they have no inputs and create the whole supply of every token and all ADA. */
export function genesisTransactions(plan: GenesisPlan): readonly Uint8Array[] {
  const codes = plan.exchanges.map(({ code }) => code);
  const outputs = [
    ...plan.pools.map((pool) => poolOutput(pool, codes)),
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

/** The amounts of one faucet payment. */
interface Gift {
  readonly ada: bigint;
  readonly tokens: Value;
}

/** The tokens that the faucet pays out: the first verified ones with a pool. */
export function giftTokens(market: Market): readonly PracticeToken[] {
  return market.tokens
    .filter((token) => token.verified && market.poolsOf(token.id).length > 0)
    .slice(0, GIFT_TOKENS);
}

/** The faucet's payment at current market prices. */
export function giftNow(market: Market): Gift {
  const tokens = new Map<AssetId, bigint>();
  for (const { id } of giftTokens(market)) {
    const price = market.averagePrice(id);
    if (price && price.lovelace > 0n) tokens.set(id, (TOKEN_WORTH * price.tokens) / price.lovelace + 1n);
  }
  return { ada: GIFT_ADA, tokens };
}

/** Funds an address with a real transaction, included in the next block. Returns its hash. */
export function fund(chain: Chain, key: WorldKey, address: string, gift: Gift): Result<string, 'empty'> {
  const source = chain
    .chainableAt(key.address)
    .reduce((best, item) => (lovelaceIn(item.output.value) > lovelaceIn(best.output.value) ? item : best));
  const paid: DraftOutput[] = [
    { address, value: new Map([[ADA, gift.ada - ADA_WITH_TOKENS]]) },
    { address, value: new Map([[ADA, ADA_WITH_TOKENS], ...gift.tokens]) },
  ];
  const at = (fee: bigint): Draft | undefined => {
    let rest: Value = subtractValues(source.output.value, new Map([[ADA, fee]]));
    for (const output of paid) rest = subtractValues(rest, output.value);
    if ([...rest.values()].some((left) => left < 0n) || lovelaceIn(rest) < ADA_WITH_TOKENS) return undefined;
    return { inputs: [source.ref], outputs: [...paid, { address: key.address, value: rest }] };
  };
  const drafted = withLeastFee(at, 1);
  if (!drafted) return failed('empty');
  return ok(sendOwn(chain, signedBy(drafted.bytes, [key]), 'a gift').hash);
}
