import * as v from 'valibot';
import type { AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { dated, slot } from '#domain/time.ts';
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
  type Answered,
  type BackEndOptions,
  coinsOf,
  isAddress,
  isHash,
  networkOfMagic,
  notKnown,
  READ_MS,
} from '../ledger-read.ts';
import { orHadBefore, SUBMIT_MS } from '../submission.ts';
import { refusalOf } from './refusals.ts';
import { RpcSocket } from './rpc-socket.ts';
import {
  acquiredSchema,
  erasSchema,
  genesisSchema,
  hasSchema,
  heightSchema,
  parametersSchema,
  startSchema,
  submittedSchema,
  tipSchema,
  utxoRowsSchema,
  utxosSchema,
} from './schema.ts';

/** It answers from one's own node, one call after the other. */
const RATE: RateLimits = { concurrency: 4, perSecond: 20, burst: 40 };
const REFERENCES_AT_ONCE = 100;
/** Outputs of a transaction that are looked for to see whether it is on chain. */
const OUTPUTS_LOOKED_FOR = 32;

/** A question about an era that the node's ledger is not in yet (or just left), or about a state that it does not have. */
const SYNCING: readonly number[] = [2_000, 2_001, 2_002];

type What = 'history' | 'bytes' | 'datums' | 'scripts';

/**
 * The ledger by way of Ogmios (its API version 6) over a WebSocket: a node's present, and nothing else. It knows unspent
 * outputs, the tip and the parameters, and it submits; of the past, of bytes, data and token registries it knows nothing,
 * and says so with `ledger-cannot-prove`. It is asked without a key: Ogmios has none.
 */
export class OgmiosLedger implements Ledger, ReferenceSource {
  readonly #rpc: RpcSocket;
  #times: Promise<Result<(at: number) => number, NonNullable<ReturnType<typeof failure>>>> | undefined;
  #mempool: Promise<unknown> = Promise.resolve();

  constructor({ base, clock, rate }: BackEndOptions) {
    this.#rpc = new RpcSocket(base, clock, rate ?? RATE);
  }

  /** Gives up the calls under way and closes the connection. */
  close(): Promise<void> {
    return this.#rpc.close();
  }

  async network(signal?: AbortSignal): Answered<NetworkName> {
    const genesis = await this.#ask(
      'queryNetwork/genesisConfiguration',
      { era: 'shelley' },
      genesisSchema,
      signal,
    );
    return genesis.ok ? networkOfMagic(genesis.value.networkMagic) : genesis;
  }

  async tip(signal?: AbortSignal): Answered<Tip> {
    // The height first: should a block come in between, the tip is called lower than it is, and no depth too great.
    const height = await this.#ask('queryNetwork/blockHeight', {}, heightSchema, signal);
    if (!height.ok) return height;
    const tip = await this.#ask('queryNetwork/tip', {}, tipSchema, signal);
    if (!tip.ok) return tip;
    const times = await this.#slotTimes(signal);
    if (!times.ok) return times;
    const { slot: at, id } = tip.value;
    const time = dated(times.value(at));
    if (time === undefined) return failed(failure('ledger-answer-malformed', { path: 'slotLength' }));
    return ok({ slot: slot(at), time, height: height.value, hash: id });
  }

  parameters(signal?: AbortSignal): Answered<ProtocolParameters> {
    return this.#ask('queryLedgerState/protocolParameters', {}, parametersSchema, signal);
  }

  async utxos(address: string, signal?: AbortSignal): Promise<Listed<Utxo>> {
    if (!isAddress(address)) return notKnown();
    const found = await this.#ask('queryLedgerState/utxo', { addresses: [address] }, utxoRowsSchema, signal);
    if (!found.ok) return found;
    return coinsOf({ ...found.value, rows: found.value.rows.map((utxo) => ({ ...utxo, address })) });
  }

  async utxosAt(addresses: readonly string[], signal?: AbortSignal): Promise<Listed<Utxo>> {
    const wanted = new Set(addresses);
    if (![...wanted].every(isAddress)) return notKnown();
    const query = { addresses: [...wanted] };
    const found = await this.#ask('queryLedgerState/utxo', query, utxoRowsSchema, signal);
    if (!found.ok) return found;
    return coinsOf({ ...found.value, rows: found.value.rows.filter(({ address }) => wanted.has(address)) });
  }

  /** A node keeps what is unspent, by its address alone. */
  accountAddresses(): Answered<AccountAddresses> {
    return cannot('history');
  }

  /** Ogmios looks outputs up by full address, and a script has one address for each stake part. */
  scriptOutputs(): Answered<ScriptOutputs> {
    return cannot('scripts');
  }

  inclusion(): Answered<TxInclusion | undefined> {
    return cannot('history');
  }

  transaction(): Answered<ChainTx | undefined> {
    return cannot('history');
  }

  transactions(): Answered<readonly string[]> {
    return cannot('history');
  }

  transactionCbor(): Answered<string | undefined> {
    return cannot('bytes');
  }

  datum(): Answered<string | undefined> {
    return cannot('datums');
  }

  /** A node keeps no names and decimals of tokens. */
  asset(_id: AssetId): Answered<LedgerAsset | undefined> {
    return Promise.resolve(ok(undefined));
  }

  /** Unspent ones alone: what was spent is not known here any more. */
  async outputs(references: readonly OutputRef[], signal?: AbortSignal): Answered<readonly Utxo[]> {
    const found: Utxo[] = [];
    for (let at = 0; at < references.length; at += REFERENCES_AT_ONCE) {
      const outputReferences = references
        .slice(at, at + REFERENCES_AT_ONCE)
        .map(({ txHash, index }) => ({ transaction: { id: txHash }, index }));
      const part = await this.#ask('queryLedgerState/utxo', { outputReferences }, utxosSchema, signal);
      if (!part.ok) return part;
      found.push(...part.value);
    }
    return ok(found);
  }

  /** None: whatever is asked for is left out. */
  transactionBytes(): Answered<ReadonlyMap<string, string>> {
    return Promise.resolve(ok(new Map()));
  }

  async submit(cbor: string, signal?: AbortSignal, txHash?: string): Answered<string> {
    const params = { transaction: { cbor } };
    const answer = await this.#rpc.call('submitTransaction', params, SUBMIT_MS, signal);
    if (!answer.ok) return failed(answer.failure.sent ? failure('submission-unknown') : answer.failure.why);
    const { result, error, excerpt } = answer.value;
    if (error !== undefined)
      return orHadBefore(failed(refusalOf(error, excerpt)), txHash, (hash) =>
        this.hasTransaction(hash, signal),
      );
    const stated = v.safeParse(submittedSchema, result);
    return stated.success
      ? ok(stated.output.transaction.id)
      : failed(failure('submission-unknown', {}, excerpt));
  }

  clockOffset(): number | undefined {
    return this.#rpc.clockOffset;
  }

  /** Whether a transaction waits in the queue, or is on chain with an output that nobody has spent yet. */
  async hasTransaction(txHash: string, signal?: AbortSignal): Answered<boolean> {
    if (!isHash(txHash)) return notKnown();
    const waits = await this.#alone(() => this.#waits(txHash, signal));
    if (!waits.ok || waits.value) return waits;
    const references = Array.from({ length: OUTPUTS_LOOKED_FOR }, (_, index) => ({ txHash, index }));
    const left = await this.outputs(references, signal);
    return left.ok ? ok(left.value.length > 0) : left;
  }

  /** The queue is looked at as it was when it was acquired, and a connection acquires one at a time. */
  async #waits(txHash: string, signal: AbortSignal | undefined): Answered<boolean> {
    const acquired = await this.#ask('acquireMempool', {}, acquiredSchema, signal);
    if (!acquired.ok) return acquired;
    const waits = await this.#ask('hasTransaction', { id: txHash }, hasSchema, signal);
    await this.#ask('releaseMempool', {}, v.unknown(), signal);
    return waits;
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#mempool.then(work);
    this.#mempool = turn.catch(() => undefined);
    return turn;
  }

  /** Unix ms of a slot, by the eras' beginnings and slot lengths that the back-end states. */
  async #slotTimes(signal: AbortSignal | undefined) {
    this.#times ??= this.#askTimes(signal);
    const times = await this.#times;
    if (!times.ok) this.#times = undefined;
    return times;
  }

  async #askTimes(signal: AbortSignal | undefined): Answered<(at: number) => number> {
    const start = await this.#ask('queryNetwork/startTime', {}, startSchema, signal);
    if (!start.ok) return start;
    const eras = await this.#ask('queryLedgerState/eraSummaries', {}, erasSchema, signal);
    if (!eras.ok) return eras;
    return ok((at) => {
      const era = eras.value.findLast((one) => one.start.slot <= at) ?? eras.value[0];
      if (era === undefined) return start.value;
      const slots = at - era.start.slot;
      return start.value + era.start.time.seconds * 1_000 + slots * era.parameters.slotLength.milliseconds;
    });
  }

  async #ask<Schema extends v.GenericSchema>(
    method: string,
    params: object,
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Answered<v.InferOutput<Schema>> {
    const answer = await this.#rpc.call(method, params, READ_MS, signal);
    if (!answer.ok) return failed(answer.failure.why);
    const { result, error, excerpt } = answer.value;
    if (error !== undefined)
      return failed(
        SYNCING.includes(error.code)
          ? failure('ledger-syncing', {}, excerpt)
          : failure('ledger-error', { status: error.code }, excerpt),
      );
    const read = v.safeParse(schema, result, { abortEarly: true });
    if (read.success) return ok(read.output);
    const path = v.getDotPath(read.issues[0]) ?? '';
    return failed(failure('ledger-answer-malformed', { path }, excerpt));
  }
}

function cannot(what: What): Promise<Result<never, ReturnType<typeof failure>>> {
  return Promise.resolve(failed(failure('ledger-cannot-prove', { backEnd: 'Ogmios', what })));
}
