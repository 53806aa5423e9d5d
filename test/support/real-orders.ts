import { ADA, type AssetId } from '#domain/asset.ts';
import { parseAddressBytes } from '../../src-main/cardano/address.ts';
import { scanCbor } from '../../src-main/cardano/cbor-scanner.ts';
import { blake2b224 } from '../../src-main/cardano/hash.ts';
import { concatBytes, hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import type { KnownScript, KnownScripts } from '../../src-main/exchanges/order-form.ts';
import { minswapPoolName } from '../../src-main/exchanges/minswap/v2-order.ts';
import type { TransactionOutput } from '../../src-main/cardano/transaction-output.ts';
import { decodeTransaction, type Transaction } from '../../src-main/cardano/transaction.ts';
import { read, transactions } from './vectors.ts';

/** One of the 64 transactions of aggregator and exchange users, as its author's own scanner read it. */
interface ExpectedTransaction {
  readonly hash: string;
  readonly userPaymentKeyHash?: string;
  readonly userStakeKeyHash?: string | null;
}

/** An output of a real transaction at a known order script. */
export interface RealOrder {
  readonly txHash: string;
  readonly index: number;
  readonly scriptHash: string;
  readonly script: KnownScript;
  readonly output: TransactionOutput;
  readonly datumHex: string;
  /** The transaction's bytes, hex. */
  readonly cbor: string;
  /** Of the transaction's author, where the list of the 64 states it. */
  readonly user: ExpectedTransaction | undefined;
}

/** The orders among all real Conway transactions, in their order. */
export function realOrders(known: KnownScripts): readonly RealOrder[] {
  const users = new Map(expectedTransactions().map((tx) => [tx.hash, tx]));
  return conwayTransactions().flatMap((tx) =>
    tx.body.outputs.flatMap((output, index) => {
      const scriptHash = scriptOf(output);
      const script = scriptHash === undefined ? undefined : known.get(scriptHash);
      const datumHex = datumOf(output, tx);
      if (!script || scriptHash === undefined || datumHex === undefined) return [];
      return [
        {
          txHash: tx.bodyHash,
          index,
          scriptHash,
          script,
          output,
          datumHex,
          cbor: toHex(tx.bytes),
          user: users.get(tx.bodyHash),
        },
      ];
    }),
  );
}

/**
 * Plutus scripts that real transactions bring along: hash → version. The hash of a script is that of its version, one
 * byte, and its bytes (ledger specification), so that whoever sees both knows the version.
 */
export function scriptsBrought(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { cbor } of transactions('conway-blocks.jsonl')) {
    const scanned = scanCbor(hexBytes(cbor));
    const witnesses = scanned.ok && scanned.value.kind === 'array' ? scanned.value.items[1] : undefined;
    if (witnesses?.kind !== 'map') continue;
    for (const { key, value } of witnesses.entries) {
      const version = key.kind === 'int' ? SCRIPT_KEYS.get(key.value) : undefined;
      if (version === undefined) continue;
      const list = value.kind === 'tag' ? value.content : value;
      for (const script of list.kind === 'array' ? list.items : [])
        if (script.kind === 'bytes')
          found.set(blake2b224(concatBytes(Uint8Array.of(version), script.value)), version);
    }
  }
  return found;
}

/** The keys of a witness set under which scripts of each Plutus version are (Conway CDDL). */
const SCRIPT_KEYS: ReadonlyMap<bigint, number> = new Map([
  [3n, 1],
  [6n, 2],
  [7n, 3],
]);

/** The 64 transactions with all that pay to scripts: `[transaction, index, script hash]`. */
export function scriptOutputsOfUsers(): readonly (readonly [string, number, string])[] {
  const hashes = new Set(expectedTransactions().map(({ hash }) => hash));
  return conwayTransactions()
    .filter(({ bodyHash }) => hashes.has(bodyHash))
    .flatMap((tx) =>
      tx.body.outputs.flatMap((output, index) => {
        const scriptHash = scriptOf(output);
        return scriptHash === undefined ? [] : [[tx.bodyHash, index, scriptHash] as const];
      }),
    );
}

/**
 * The two assets of a real order, as far as real data tell: of a Minswap V2 order the pool's, found by trying every
 * token of the real transactions against ADA; of a plan likewise; of any other the asset it holds and `wanted`.
 */
export function assetsOf(order: RealOrder, wanted: AssetId | undefined): readonly AssetId[] | undefined {
  if (order.script.form?.name === 'minswap-v2') {
    const pool = [...poolNames()].find(([name]) => order.datumHex.includes(name));
    return pool && [ADA, pool[1]];
  }
  if (order.script.form?.name === 'aggregator-dca') return planAssets(order);
  const held = [...order.output.value.keys()].filter((asset) => asset !== ADA);
  return wanted === undefined ? undefined : [held[0] ?? ADA, wanted];
}

/** A plan binds what it buys by hashes alone: the token that they fit, of those of the real transactions. */
function planAssets({ script, datumHex, output }: RealOrder): readonly AssetId[] | undefined {
  const [sold] = [...output.value.keys()].filter((asset) => asset !== ADA);
  if (sold !== undefined) return [sold, ADA];
  const fitting = [...poolNames().values()].find((token) => script.form?.read(datumHex, [ADA, token]).ok);
  return fitting && [ADA, fitting];
}

let pools: ReadonlyMap<string, AssetId> | undefined;

/** Tokens by the name of their pool with ADA. */
function poolNames(): ReadonlyMap<string, AssetId> {
  const tokens = new Set(
    conwayTransactions().flatMap(({ body }) => body.outputs.flatMap(({ value }) => [...value.keys()])),
  );
  tokens.delete(ADA);
  pools ??= new Map([...tokens].map((token) => [minswapPoolName(ADA, token), token]));
  return pools;
}

let decoded: readonly Transaction[] | undefined;

function conwayTransactions(): readonly Transaction[] {
  decoded ??= transactions('conway-blocks.jsonl').flatMap(({ cbor }) => {
    const tx = decodeTransaction(cbor);
    return tx.ok ? [tx.value] : [];
  });
  return decoded;
}

function expectedTransactions(): readonly ExpectedTransaction[] {
  return (JSON.parse(read('expected/aggregator-expected.json')) as { txs: ExpectedTransaction[] }).txs;
}

function scriptOf(output: TransactionOutput): string | undefined {
  const address = parseAddressBytes(output.addressBytes);
  return address.ok && address.value.payment.kind === 'script' ? address.value.payment.hash : undefined;
}

function datumOf({ datum }: TransactionOutput, tx: Transaction): string | undefined {
  if (datum.kind === 'inline') return datum.hex;
  return datum.kind === 'hash' ? tx.witnesses.data.get(datum.hash) : undefined;
}
