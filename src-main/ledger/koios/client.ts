import type * as v from 'valibot';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok } from '#domain/result.ts';
import { HttpClient } from '../../http/http-client.ts';
import { type ReadRows, unreadOf } from '../../http/json.ts';
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
import { orHadBefore, submitOverHttp } from '../submission.ts';
import { askInParts, readPages } from './requests.ts';
import {
  accountAddressesSchema,
  assetSchema,
  bytesSchema,
  COLUMNS,
  datumSchema,
  genesisSchema,
  inclusionSchema,
  outputRowsSchema,
  outputsSchema,
  parametersSchema,
  tipSchema,
  transactionSchema,
  transactionsSchema,
} from './schema.ts';
import { SpenderSearch } from './spenders.ts';

const KEY_HEADER = 'authorization';
const HOSTED_AT = '/api/v1';
/** The public instances allow a hundred calls in ten seconds. */
const RATE: RateLimits = { concurrency: 2, perSecond: 5, burst: 10 };
const MOST_PAGES = 100;

/**
 * The ledger by way of the Koios API (its OpenAPI description, 1.4.2), hosted or of one's own. Needs no account; a token
 * goes along as a bearer's. It has no queue to look into: what it does not know may still wait in a node's.
 */
export class KoiosLedger implements Ledger, ReferenceSource {
  readonly #http: HttpClient;
  readonly #spenders: SpenderSearch;

  constructor(options: BackEndOptions) {
    const { key, ...others } = options;
    const credential =
      key === undefined ? undefined : ({ header: KEY_HEADER, key, scheme: 'Bearer' } as const);
    this.#http = new HttpClient({ rate: RATE, ...others, credential });
    this.#spenders = new SpenderSearch(this.#http);
  }

  /** Gives up the calls under way and closes the connections. */
  close(): Promise<void> {
    return this.#http.close();
  }

  async network(signal?: AbortSignal): Answered<NetworkName> {
    const magic = await this.#get('genesis', genesisSchema, signal);
    return magic.ok
      ? networkOfMagic(magic.value)
      : failed(ifMisplaced(magic.failure, this.#http.base, HOSTED_AT));
  }

  tip(signal?: AbortSignal): Answered<Tip> {
    return this.#get('tip', tipSchema, signal);
  }

  async parameters(signal?: AbortSignal): Answered<ProtocolParameters> {
    const query = { order: 'epoch_no.desc', limit: '1', select: COLUMNS.parameters };
    const rows = await this.#get('epoch_params', parametersSchema, signal, query);
    if (!rows.ok) return rows;
    const [newest] = rows.value;
    return newest === undefined ? failed(failure('ledger-answer-malformed')) : ok(newest);
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
    const body = { _addresses: [address], _extended: true };
    const read = await readPages(this.#http, 'address_utxos', body, outputRowsSchema, {
      order: 'block_height.asc,tx_hash.asc,tx_index.asc',
      mostPages: MOST_PAGES,
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
    const body = { _stake_addresses: [rewardAddress], _extended: true };
    const read = await readPages(this.#http, 'account_utxos', body, outputRowsSchema, {
      order: 'block_height.asc,tx_hash.asc,tx_index.asc',
      mostPages: MOST_ACCOUNT_PAGES,
      signal,
      // It is read by address, then.
      smaller: false,
      enough: (page) => {
        outputs.push(...page);
        return false;
      },
    });
    return accountList(outputs, read);
  }

  async accountAddresses(rewardAddress: string, signal?: AbortSignal): Answered<AccountAddresses> {
    if (!isRewardAddress(rewardAddress)) return notKnown();
    const bodyOf = (part: readonly string[]): unknown => ({
      ...{ _stake_addresses: part, _first_only: false },
      // Those that were used and hold nothing now.
      _empty: true,
    });
    const rows = await askInParts(
      this.#http,
      'account_addresses',
      [rewardAddress],
      bodyOf,
      accountAddressesSchema,
      signal,
    );
    // All of them come as one row: strangers can make it longer than anything that is read.
    if (!rows.ok && rows.failure.code === 'ledger-answer-too-large')
      return ok({ addresses: [], complete: false });
    if (!rows.ok) return rows;
    const lists = rows.value.map((row) => row.addresses);
    return ok({ addresses: lists.flatMap((list) => list.rows), complete: unreadOf(lists).bad === 0 });
  }

  async scriptOutputs(
    scripts: readonly string[],
    asset: AssetId,
    signal?: AbortSignal,
  ): Answered<ScriptOutputs> {
    if (asset === ADA || !scripts.every(isScriptHash)) return notKnown();
    const body = { _asset_list: [[asset.slice(0, 56), asset.slice(56)]], _extended: true };
    const outputs: Utxo[] = [];
    const read = await readPages(this.#http, 'asset_utxos', body, outputRowsSchema, {
      order: 'block_height.desc,tx_hash.asc,tx_index.asc',
      // PostgREST's row filter, so that wallets holding the token are not sent.
      filter: { payment_cred: `in.(${scripts.join(',')})` },
      mostPages: MOST_PAGES,
      signal,
      dispensable: true,
      enough: (page) => outputs.push(...page) >= MOST_SCRIPT_OUTPUTS,
    });
    if (!read.ok && outputs.length === 0) return read;
    const isWhole = read.ok && read.value.bad === 0 && outputs.length < MOST_SCRIPT_OUTPUTS;
    return ok(lockedBy(scripts, asset, outputs, isWhole));
  }

  inclusion(txHash: string, signal?: AbortSignal): Answered<TxInclusion | undefined> {
    const query = { select: COLUMNS.inclusion };
    const bodyOf = (hashes: readonly string[]): unknown => ({ _tx_hashes: hashes });
    return this.#one('tx_info', txHash, bodyOf, inclusionSchema, ({ hash }) => hash, signal, query);
  }

  async transaction(
    txHash: string,
    signal?: AbortSignal,
    spendersOf: (output: Utxo) => boolean = () => true,
  ): Answered<ChainTx | undefined> {
    const query = { select: COLUMNS.transaction };
    const bodyOf = (hashes: readonly string[]): unknown => ({
      _tx_hashes: hashes,
      ...{ _inputs: true, _assets: true, _scripts: true },
    });
    const found = await this.#one(
      'tx_info',
      txHash,
      bodyOf,
      transactionSchema,
      ({ tx }) => tx.hash,
      signal,
      query,
    );
    if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
    const { tx, height } = found.value;
    const spenders = await this.#spenders.of(tx.outputs.filter(spendersOf), height, signal);
    if (!spenders.ok) return spenders;
    const outputs = tx.outputs.map((output) => {
      const spentBy = spenders.value.get(`${output.txHash}#${output.index}`);
      return spentBy === undefined ? output : { ...output, spentBy };
    });
    return ok({ ...tx, outputs });
  }

  async transactionCbor(txHash: string, signal?: AbortSignal): Answered<string | undefined> {
    if (!isHash(txHash)) return notKnown();
    const bytes = await this.transactionBytes([txHash], signal);
    return bytes.ok ? ok(bytes.value.get(txHash)) : bytes;
  }

  async transactions(address: string, limit: number, signal?: AbortSignal): Promise<Listed<string>> {
    if (!isAddress(address)) return notKnown();
    const hashes: string[] = [];
    const read = await readPages(this.#http, 'address_txs', { _addresses: [address] }, transactionsSchema, {
      order: 'block_height.desc,tx_hash.desc',
      mostPages: MOST_PAGES,
      signal,
      enough: (page) => hashes.push(...page.map((row) => row.tx_hash)) >= limit,
    });
    return transactionsOf(hashes, limit, read);
  }

  async datum(hash: string, signal?: AbortSignal): Answered<string | undefined> {
    const bodyOf = (hashes: readonly string[]): unknown => ({ _datum_hashes: hashes });
    const row = await this.#one('datum_info', hash, bodyOf, datumSchema, (one) => one.datum_hash, signal);
    return row.ok ? ok(row.value?.bytes) : row;
  }

  async asset(id: AssetId, signal?: AbortSignal): Answered<LedgerAsset | undefined> {
    if (id === ADA) return ok({ id, decimals: 6, ticker: 'ADA', name: 'Cardano', supply: undefined });
    const bodyOf = (): unknown => ({ _asset_list: [[id.slice(0, 56), id.slice(56)]] });
    const rows = await askInParts(this.#http, 'asset_info', [id], bodyOf, assetSchema, signal);
    if (!rows.ok) return rows;
    const row = rows.value.find((one) => one.id === id);
    return ok(row && { ...row, id });
  }

  outputs(references: readonly OutputRef[], signal?: AbortSignal): Answered<readonly Utxo[]> {
    const wanted = [...new Set(references.map(({ txHash, index }) => `${txHash}#${index}`))];
    const bodyOf = (part: readonly string[]): unknown => ({ _utxo_refs: part, _extended: true });
    return askInParts(this.#http, 'utxo_info', wanted, bodyOf, outputsSchema, signal);
  }

  async transactionBytes(
    txHashes: readonly string[],
    signal?: AbortSignal,
  ): Answered<ReadonlyMap<string, string>> {
    const bodyOf = (part: readonly string[]): unknown => ({ _tx_hashes: part });
    const wanted = [...new Set(txHashes)];
    const found = await askInParts(this.#http, 'tx_cbor', wanted, bodyOf, bytesSchema, signal);
    return found.ok ? ok(new Map(found.value.map((one) => [one.tx_hash, one.cbor]))) : found;
  }

  async submit(cbor: string, signal?: AbortSignal, txHash?: string): Answered<string> {
    const sent = await submitOverHttp(this.#http, ['submittx'], cbor, signal);
    return orHadBefore(sent, txHash, (hash) => this.hasTransaction(hash, signal));
  }

  /** Whether a transaction is on chain; one that waits in a queue is not known here. */
  async hasTransaction(txHash: string, signal?: AbortSignal): Answered<boolean> {
    const included = await this.inclusion(txHash, signal);
    return included.ok ? ok(included.value !== undefined) : included;
  }

  clockOffset(): number | undefined {
    return this.#http.clockOffset;
  }

  #get<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal | undefined,
    query: Readonly<Record<string, string>> = {},
  ): Answered<v.InferOutput<Schema>> {
    return readLedger(this.#http, { method: 'GET', segments: [path], query }, schema, signal, DEEP);
  }

  /** The row about one hash; a back-end that answers about another one is not believed. */
  async #one<Row>(
    path: string,
    wanted: string,
    bodyOf: (part: readonly string[]) => unknown,
    schema: v.GenericSchema<unknown, readonly Row[]>,
    hashOf: (row: Row) => string,
    signal: AbortSignal | undefined,
    query: Readonly<Record<string, string>> = {},
  ): Answered<Row | undefined> {
    if (!isHash(wanted)) return notKnown();
    const rows = await askInParts(this.#http, path, [wanted], bodyOf, schema, signal, query);
    if (!rows.ok) return rows;
    const [row] = rows.value;
    if (row === undefined || hashOf(row) === wanted) return ok(row);
    return failed(failure('ledger-answer-malformed', { path: 'hash' }));
  }
}
