import type * as v from 'valibot';
import { ADA, assetUnit, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { HttpClient } from '../../http/http-client.ts';
import { encodeBech32 } from '../../cardano/bech32.ts';
import { hexBytes } from '../../cardano/hex.ts';
import { ALL_READ, type ReadRows, type UnreadRows } from '../../http/json.ts';
import type { RateLimits } from '../../http/pacing.ts';
import type {
  AccountAddresses,
  ChainTx,
  Ledger,
  LedgerAsset,
  OutputRef,
  ProtocolParameters,
  ReferenceSource,
  ScriptOutputs,
  Tip,
  TxInclusion,
  Utxo,
} from '../../ports/ledger.ts';
import type { Listed } from '../../ports/listed.ts';
import {
  accountList,
  type Answered,
  type BackEndOptions,
  coinsOf,
  DEEP,
  isAddress,
  isHash,
  isRewardAddress,
  isScriptHash,
  lockedBy,
  MOST_ACCOUNT_PAGES,
  MOST_SCRIPT_OUTPUTS,
  networkOfMagic,
  notKnown,
  outputsOf,
  readLedger,
  transactionsOf,
} from '../ledger-read.ts';
import { ifMisplaced } from '../ledger-failures.ts';
import { readByPages } from '../pages.ts';
import { orHadBefore, submitOverHttp } from '../submission.ts';
import {
  accountAddressesSchema,
  assetOf,
  assetSchema,
  cborSchema,
  chainTxSchema,
  genesisSchema,
  inclusionSchema,
  parametersSchema,
  tipSchema,
  transactionsSchema,
  utxosSchema,
  waitingSchema,
} from './schema.ts';

const KEY_HEADER = 'project_id';
const HOSTED_AT = '/api/v0';
const MOST_PAGES = 100;
/** Under this prefix, Blockfrost accepts a payment credential in place of an address, including a script's hash. */
const CREDENTIAL_PREFIX = 'addr_vkh';
/** Blockfrost allows ten requests a second, with a large reserve for bursts. */
const RATE: RateLimits = { concurrency: 4, perSecond: 10, burst: 50 };

/** The ledger by way of the Blockfrost API (its OpenAPI description, version 0.1), hosted or of the same shape. */
export class BlockfrostLedger implements Ledger, ReferenceSource {
  readonly #http: HttpClient;

  constructor(options: BackEndOptions) {
    const { key, ...others } = options;
    const credential = key === undefined ? undefined : { header: KEY_HEADER, key };
    this.#http = new HttpClient({ rate: RATE, ...others, credential });
  }

  /** Gives up the calls under way and closes the connections. */
  close(): Promise<void> {
    return this.#http.close();
  }

  async network(signal?: AbortSignal): Answered<NetworkName> {
    const genesis = await this.#read(['genesis'], genesisSchema, signal);
    if (!genesis.ok) return failed(ifMisplaced(genesis.failure, this.#http.base, HOSTED_AT));
    return networkOfMagic(genesis.value.network_magic);
  }

  tip(signal?: AbortSignal): Answered<Tip> {
    return this.#read(['blocks', 'latest'], tipSchema, signal);
  }

  parameters(signal?: AbortSignal): Answered<ProtocolParameters> {
    return this.#read(['epochs', 'latest', 'parameters'], parametersSchema, signal);
  }

  async utxos(address: string, signal?: AbortSignal): Promise<Listed<Utxo>> {
    const read = await this.#coinsAt(address, signal);
    return read.ok ? coinsOf(read.value) : read;
  }

  utxosAt(addresses: readonly string[], signal?: AbortSignal): Promise<Listed<Utxo>> {
    return outputsOf(addresses, {
      ofAddress: (address) => this.#coinsAt(address, signal),
      ofAccount: (rewardAddress) => this.#accountOutputs(rewardAddress, signal),
    });
  }

  async #coinsAt(address: string, signal: AbortSignal | undefined): Answered<ReadRows<Utxo>> {
    if (!isAddress(address)) return notKnown();
    const rows: Utxo[] = [];
    const read = await this.#pages(['addresses', address, 'utxos'], utxosSchema, {
      signal,
      enough: (page) => {
        for (const utxo of page) rows.push({ ...utxo, address });
        return false;
      },
    });
    return read.ok ? ok({ ...read.value, rows }) : read;
  }

  async #accountOutputs(
    rewardAddress: string,
    signal: AbortSignal | undefined,
  ): Answered<readonly Utxo[] | undefined> {
    const outputs: Utxo[] = [];
    const read = await this.#pages(['accounts', rewardAddress, 'utxos'], utxosSchema, {
      mostPages: MOST_ACCOUNT_PAGES,
      signal,
      // It is read by address, then.
      smaller: false,
      orNone: false,
      enough: (page) => {
        outputs.push(...page);
        return false;
      },
    });
    return accountList(outputs, read);
  }

  async accountAddresses(rewardAddress: string, signal?: AbortSignal): Answered<AccountAddresses> {
    if (!isRewardAddress(rewardAddress)) return notKnown();
    const addresses = new Set<string>();
    const read = await this.#pages(['accounts', rewardAddress, 'addresses'], accountAddressesSchema, {
      mostPages: MOST_ACCOUNT_PAGES,
      signal,
      enough: (page) => {
        for (const { address } of page) addresses.add(address);
        return false;
      },
    });
    if (!read.ok && read.failure.code !== 'ledger-answer-too-large') return read;
    return ok({ addresses: [...addresses], complete: read.ok && read.value.bad === 0 });
  }

  async scriptOutputs(
    scripts: readonly string[],
    asset: AssetId,
    signal?: AbortSignal,
  ): Answered<ScriptOutputs> {
    const lists = await Promise.all(scripts.map((script) => this.#lockedBy(script, asset, signal)));
    const outputs: Utxo[] = [];
    for (const list of lists) {
      if (!list.ok) return list;
      outputs.push(...list.value.outputs);
    }
    return ok(
      lockedBy(
        scripts,
        asset,
        outputs,
        lists.every((list) => list.ok && list.value.complete),
      ),
    );
  }

  async #lockedBy(script: string, asset: AssetId, signal: AbortSignal | undefined): Answered<ScriptOutputs> {
    if (!isScriptHash(script)) return notKnown();
    const credential = encodeBech32(CREDENTIAL_PREFIX, hexBytes(script));
    const outputs: Utxo[] = [];
    const read = await this.#pages(['addresses', credential, 'utxos', assetUnit(asset)], utxosSchema, {
      signal,
      query: { order: 'desc' },
      dispensable: true,
      enough: (page) => outputs.push(...page) >= MOST_SCRIPT_OUTPUTS,
    });
    if (!read.ok && outputs.length === 0) return read;
    const isWhole = read.ok && read.value.bad === 0 && outputs.length < MOST_SCRIPT_OUTPUTS;
    return ok({ outputs, complete: isWhole });
  }

  async inclusion(txHash: string, signal?: AbortSignal): Answered<TxInclusion | undefined> {
    const answer = await this.#transactionPart(txHash, [], inclusionSchema, signal);
    return aboutThis(txHash, answer);
  }

  async transaction(txHash: string, signal?: AbortSignal): Answered<ChainTx | undefined> {
    const answer = await this.#transactionPart(txHash, ['utxos'], chainTxSchema, signal);
    return aboutThis(txHash, answer);
  }

  async transactionCbor(txHash: string, signal?: AbortSignal): Answered<string | undefined> {
    const answer = await this.#transactionPart(txHash, ['cbor'], cborSchema, signal);
    return answer.ok ? ok(answer.value?.cbor) : answer;
  }

  async datum(hash: string, signal?: AbortSignal): Answered<string | undefined> {
    if (!isHash(hash)) return notKnown();
    const answer = await this.#find(['scripts', 'datum', hash, 'cbor'], cborSchema, signal);
    return answer.ok ? ok(answer.value?.cbor) : answer;
  }

  async outputs(references: readonly OutputRef[], signal?: AbortSignal): Answered<readonly Utxo[]> {
    const found: Utxo[] = [];
    for (const [txHash, wanted] of Map.groupBy(references, (reference) => reference.txHash)) {
      const transaction = await this.transaction(txHash, signal);
      if (!transaction.ok) return transaction;
      const indexes = new Set(wanted.map(({ index }) => index));
      found.push(...(transaction.value?.outputs ?? []).filter(({ index }) => indexes.has(index)));
    }
    return ok(found);
  }

  async transactionBytes(
    txHashes: readonly string[],
    signal?: AbortSignal,
  ): Answered<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const txHash of txHashes) {
      const bytes = await this.transactionCbor(txHash, signal);
      if (!bytes.ok) return bytes;
      if (bytes.value !== undefined) found.set(txHash, bytes.value);
    }
    return ok(found);
  }

  async transactions(address: string, limit: number, signal?: AbortSignal): Promise<Listed<string>> {
    if (!isAddress(address)) return notKnown();
    const hashes: string[] = [];
    const read = await this.#pages(['addresses', address, 'transactions'], transactionsSchema, {
      signal,
      query: { order: 'desc' },
      enough: (page) => hashes.push(...page.map((row) => row.tx_hash)) >= limit,
    });
    return transactionsOf(hashes, limit, read);
  }

  async asset(id: AssetId, signal?: AbortSignal): Answered<LedgerAsset | undefined> {
    if (id === ADA) return ok({ id, decimals: 6, ticker: 'ADA', name: 'Cardano', supply: undefined });
    const answer = await this.#find(['assets', assetUnit(id)], assetSchema, signal, {}, DEEP);
    if (!answer.ok) return answer;
    return ok(answer.value === undefined ? undefined : assetOf(id, answer.value));
  }

  async submit(cbor: string, signal?: AbortSignal, txHash?: string): Answered<string> {
    const sent = await submitOverHttp(this.#http, ['tx', 'submit'], cbor, signal);
    return orHadBefore(sent, txHash, (hash) => this.hasTransaction(hash, signal));
  }

  clockOffset(): number | undefined {
    return this.#http.clockOffset;
  }

  /** Whether a transaction waits in the queue, or is on chain: in this order, for that is the way it goes. */
  async hasTransaction(txHash: string, signal?: AbortSignal): Answered<boolean> {
    if (!isHash(txHash)) return notKnown();
    const waiting = await this.#find(['mempool', txHash], waitingSchema, signal);
    if (!waiting.ok) return waiting;
    if (waiting.value?.tx.hash === txHash) return ok(true);
    const included = await this.inclusion(txHash, signal);
    return included.ok ? ok(included.value !== undefined) : included;
  }

  #transactionPart<Schema extends v.GenericSchema>(
    txHash: string,
    part: readonly string[],
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Answered<v.InferOutput<Schema> | undefined> {
    if (!isHash(txHash)) return notKnown();
    return this.#find(['txs', txHash, ...part], schema, signal);
  }

  /** Reads a list page by page, see `readByPages`. */
  #pages<Row>(
    segments: readonly string[],
    schema: v.GenericSchema<unknown, ReadRows<Row>>,
    options: {
      readonly signal: AbortSignal | undefined;
      readonly mostPages?: number;
      readonly smaller?: boolean;
      /** As of an `HttpCall`. */
      readonly dispensable?: boolean;
      readonly query?: Readonly<Record<string, string>>;
      /** Whether a list that is not known is an empty one; true when absent. */
      readonly orNone?: boolean;
      readonly enough: (page: readonly Row[]) => boolean;
    },
  ): Answered<UnreadRows> {
    const { signal, mostPages = MOST_PAGES, smaller = true, orNone = true, enough } = options;
    return readByPages<Row>({
      mostPages,
      smaller,
      enough,
      ask: async (position, size) => {
        const query = { ...options.query, count: String(size), page: String(position / size + 1) };
        const call = { method: 'GET', segments, query, dispensable: options.dispensable ?? false } as const;
        const answer = await readLedger(this.#http, call, schema, signal);
        const isNone = orNone && !answer.ok && answer.failure.code === 'ledger-not-found';
        return isNone ? ok({ ...ALL_READ, rows: [] }) : answer;
      },
    });
  }

  /** Reads what may be absent: a 404 is `undefined`. */
  async #find<Schema extends v.GenericSchema>(
    segments: readonly string[],
    schema: Schema,
    signal: AbortSignal | undefined,
    query: Readonly<Record<string, string>> = {},
    deepest?: number,
  ): Answered<v.InferOutput<Schema> | undefined> {
    const answer = await this.#read(segments, schema, signal, query, deepest);
    return !answer.ok && answer.failure.code === 'ledger-not-found' ? ok(undefined) : answer;
  }

  #read<Schema extends v.GenericSchema>(
    segments: readonly string[],
    schema: Schema,
    signal: AbortSignal | undefined,
    query: Readonly<Record<string, string>> = {},
    deepest?: number,
  ): Answered<v.InferOutput<Schema>> {
    return readLedger(this.#http, { method: 'GET', segments, query }, schema, signal, deepest);
  }
}

/** A back-end that answers about another transaction is not believed. */
function aboutThis<T extends { readonly hash: string }>(
  txHash: string,
  answer: Result<T | undefined, Failure>,
): Result<T | undefined, Failure> {
  if (!answer.ok || answer.value === undefined || answer.value.hash === txHash) return answer;
  return failed(failure('ledger-answer-malformed', { path: 'hash' }));
}
