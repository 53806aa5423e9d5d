import { ADA, parseAssetId } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import {
  formatRewardAccount,
  parseAddress,
  parseRewardAccountBytes,
  rewardAccountOf,
} from '../../cardano/address.ts';
import { decodeBech32 } from '../../cardano/bech32.ts';
import { toHex } from '../../cardano/hex.ts';
import type { Refusal } from '../chain/chain.ts';
import type { ChainedTx } from '../chain/ledger-state.ts';
import { refKey } from '../chain/transaction.ts';
import { isExchangeScript } from '../chain/scripts.ts';
import type { Practice } from '../practice.ts';
import {
  addressReply,
  blockReply,
  parametersReply,
  transactionReply,
  transactionUtxosReply,
  utxoReply,
} from './ledger-replies.ts';
import { reply, type Api, type ApiReply, type ApiRequest, type Route } from './server.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  425: 'Mempool Full',
  500: 'Internal Server Error',
};
const PAGE_SIZE = 100;
const MEMPOOL_LIMIT = 1_000;
const BODY_LIMIT = 64 * 1024;
const HASH = /^[0-9a-f]{64}$/;
const CREDENTIAL_PREFIX = 'addr_vkh';

/**
 * The ledger as a Blockfrost API (version 0, the part that a wallet needs), plus `POST /practice/faucet
 * {"address"}`, which is not part of that API. No key is needed; `project_id` is ignored.
 */
export function ledgerApi(practice: Practice): Api {
  const { chain } = practice;
  const routes: Route[] = [
    get('/', () => ({ url: 'touchstone practice ledger', version: '0.1.0' })),
    get('/health', () => ({ is_healthy: true })),
    get('/genesis', () => genesisReply()),
    get('/blocks/latest', () => latestBlock(practice)),
    get('/epochs/latest/parameters', () => parametersReply(chain.slotNow())),
    get('/addresses/:address', ({ parameters }) => addressOf(practice, parameters['address'] ?? '')),
    get('/addresses/:address/utxos', (request) => utxosOf(practice, request)),
    get('/addresses/:address/utxos/:asset', (request) => heldUtxosOf(practice, request)),
    get('/addresses/:address/transactions', (request) => transactionsOf(practice, request)),
    get('/accounts/:account/addresses', (request) => {
      const addresses = accountOf(practice, request.parameters['account'] ?? '');
      return page(addresses, request.query).map((address) => ({ address }));
    }),
    get('/accounts/:account/utxos', (request) => {
      const addresses = accountOf(practice, request.parameters['account'] ?? '');
      const unspent = addresses.flatMap((address) => chain.state.unspentAt(address));
      return page(unspent, request.query).map((item) => utxoReply(item, chain.state));
    }),
    get('/txs/:hash', ({ parameters }) => transactionReply(transactionOf(practice, parameters['hash']))),
    get('/txs/:hash/utxos', ({ parameters }) =>
      transactionUtxosReply(transactionOf(practice, parameters['hash']), chain.state),
    ),
    get('/txs/:hash/cbor', ({ parameters }) => ({
      cbor: toHex(transactionOf(practice, parameters['hash']).tx.bytes),
    })),
    get('/mempool/:hash', ({ parameters }) => mempoolEntry(practice, parameters['hash'])),
    get('/assets/:unit', ({ parameters }) => assetOf(practice, parameters['unit'] ?? '')),
    { method: 'POST', path: '/tx/submit', handle: (request) => submit(practice, request) },
    { method: 'POST', path: '/practice/faucet', handle: (request) => faucet(practice, request) },
  ];
  return { routes, bodyLimit: BODY_LIMIT, trouble };
}

/** Ends a handler with an error in Blockfrost's format. */
class LedgerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const notFound = (): LedgerError => new LedgerError(404, 'The requested component has not been found.');

function trouble(status: number, message: string): ApiReply {
  const text = status === 404 ? 'The requested component has not been found.' : message;
  return reply(status, { status_code: status, error: TITLES[status] ?? 'Error', message: text });
}

function get(path: string, read: (request: ApiRequest) => unknown): Route {
  return {
    method: 'GET',
    path,
    handle(request) {
      try {
        return reply(200, read(request));
      } catch (error) {
        if (error instanceof LedgerError) return trouble(error.status, error.message);
        throw error;
      }
    },
  };
}

function genesisReply(): object {
  return {
    active_slots_coefficient: 0.05,
    update_quorum: 5,
    max_lovelace_supply: '45000000000000000',
    network_magic: 1,
    epoch_length: 432_000,
    system_start: 1_654_041_600,
    slots_per_kes_period: 129_600,
    slot_length: 1,
    max_kes_evolutions: 62,
    security_param: 2_160,
  };
}

function latestBlock({ chain }: Practice): object {
  const { tip, state } = chain;
  const transactions = tip.transactions.flatMap((hash) => state.transaction(hash)?.tx ?? []);
  const fees = transactions.reduce((sum, tx) => sum + tx.fee, 0n);
  const output = transactions
    .flatMap((tx) => tx.outputs)
    .reduce((sum, item) => sum + (item.value.get(ADA) ?? 0n), 0n);
  return blockReply(
    tip,
    tip,
    fees,
    output,
    transactions.reduce((sum, tx) => sum + tx.bytes.length, 0),
  );
}

function checkedAddress(text: string): string {
  const parsed = parseAddress(text);
  if (!parsed.ok || parsed.value.network !== 0)
    throw new LedgerError(400, 'Invalid address for this network or malformed address format.');
  return text.toLowerCase();
}

function addressOf({ chain }: Practice, text: string): object {
  const address = checkedAddress(text);
  const parsed = parseAddress(address);
  if (!chain.state.address(address) || !parsed.ok) throw notFound();
  const { stake, payment } = parsed.value;
  const staked = stake !== undefined && stake !== 'pointer' && stake.kind === 'key';
  return addressReply(address, chain.state.unspentAt(address), {
    stakeAddress: staked ? formatRewardAccount(rewardAccountOf(0, stake.hash)) : null,
    script: payment.kind === 'script',
  });
}

/** The addresses of a reward address, all that were ever used. */
function accountOf({ chain }: Practice, text: string): readonly string[] {
  const decoded = decodeBech32(text);
  const parsed = decoded.ok ? parseRewardAccountBytes(decoded.value.bytes) : decoded;
  if (!parsed.ok || !decoded.ok || decoded.value.prefix !== 'stake_test' || parsed.value.network !== 0)
    throw new LedgerError(400, 'Invalid or malformed stake address format.');
  const addresses = chain.state.addressesOfAccount(parsed.value.stake.hash);
  if (addresses.length === 0) throw notFound();
  return addresses;
}

function utxosOf({ chain }: Practice, request: ApiRequest): object[] {
  const address = checkedAddress(request.parameters['address'] ?? '');
  if (!chain.state.address(address)) throw notFound();
  return page(chain.state.unspentAt(address), request.query).map((item) => utxoReply(item, chain.state));
}

/** Outputs that hold an asset, of an address or of a payment credential, which Blockfrost writes as `addr_vkh`. */
function heldUtxosOf({ chain }: Practice, request: ApiRequest): object[] {
  const { address = '', asset = '' } = request.parameters;
  const id = parseAssetId(asset);
  if (id === undefined) throw new LedgerError(400, 'Invalid or malformed asset format.');
  const decoded = decodeBech32(address);
  const addresses =
    decoded.ok && decoded.value.prefix === CREDENTIAL_PREFIX
      ? chain.state.addressesOf(toHex(decoded.value.bytes))
      : [checkedAddress(address)].filter((one) => chain.state.address(one));
  if (addresses.length === 0) throw notFound();
  const held = addresses
    .flatMap((one) => chain.state.unspentAt(one))
    .filter(({ output }) => (output.value.get(id) ?? 0n) > 0n);
  return page(held, request.query).map((item) => utxoReply(item, chain.state));
}

function transactionsOf({ chain }: Practice, request: ApiRequest): object[] {
  const address = checkedAddress(request.parameters['address'] ?? '');
  const record = chain.state.address(address);
  if (!record) throw notFound();
  return page(record.transactions, request.query).flatMap((hash) => {
    const found = chain.state.transaction(hash);
    if (!found) return [];
    const { block, index } = found;
    const time = slotToUnix('preprod', block.slot);
    return [{ tx_hash: hash, tx_index: index, block_height: block.height, block_time: time }];
  });
}

/** `count` (1 to 100), `page` (from 1) and `order` (`asc` or `desc`), as in Blockfrost. */
function page<T>(items: readonly T[], query: URLSearchParams): readonly T[] {
  const count = naturalOf(query, 'count', PAGE_SIZE, PAGE_SIZE);
  const number = naturalOf(query, 'page', 1, 21_474_836);
  const order = query.get('order') ?? 'asc';
  if (order !== 'asc' && order !== 'desc')
    throw new LedgerError(400, 'querystring/order must be equal to one of the allowed values');
  const ordered = order === 'asc' ? items : items.toReversed();
  return ordered.slice((number - 1) * count, number * count);
}

function naturalOf(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most)
    throw new LedgerError(400, `querystring/${name} must be between 1 and ${most}`);
  return value;
}

function transactionOf({ chain }: Practice, hash = ''): ChainedTx {
  if (!HASH.test(hash)) throw new LedgerError(400, 'Invalid or malformed transaction hash.');
  const found = chain.state.transaction(hash);
  if (!found) throw notFound();
  return found;
}

function mempoolEntry({ chain }: Practice, hash = ''): object {
  const tx = chain.inMempool(hash);
  if (!tx) throw notFound();
  return {
    tx: { hash: tx.hash, fees: tx.fee.toString(), size: tx.bytes.length },
    inputs: tx.inputs.map(refKey),
  };
}

function assetOf({ chain, market }: Practice, text: string): object {
  const id = parseAssetId(text);
  if (!id || id === ADA) throw new LedgerError(400, 'Invalid or malformed asset format.');
  const issued = chain.state.issued(id);
  const token = market.token(id);
  if (!issued || !token) throw notFound();
  return {
    asset: id,
    policy_id: id.slice(0, 56),
    asset_name: id.slice(56),
    fingerprint: null,
    quantity: issued.quantity.toString(),
    initial_mint_tx_hash: issued.firstTx,
    mint_or_burn_count: 1,
    onchain_metadata: null,
    onchain_metadata_standard: null,
    onchain_metadata_extra: null,
    metadata: {
      name: token.name,
      description: token.description,
      ticker: token.ticker,
      url: token.links.website ?? null,
      logo: null,
      decimals: token.decimals,
    },
  };
}

function submit({ chain }: Practice, request: ApiRequest): ApiReply {
  if (!/^application\/cbor(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return trouble(400, 'content-type must be application/cbor');
  if (chain.waiting >= MEMPOOL_LIMIT)
    return trouble(425, 'Mempool is full, please try resubmitting again later.');
  const taken = chain.submit(new Uint8Array(request.body));
  return taken.ok ? reply(200, taken.value.hash) : trouble(400, JSON.stringify(submitError(taken.failure)));
}

/** The refusal as a node's submit API writes it; Blockfrost passes it on as text. */
function submitError(refusal: Refusal): object {
  if (refusal.kind === 'not-decodable') {
    const reason = `DecoderErrorDeserialiseFailure "Shelley Tx" (DeserialiseFailure 0 (${JSON.stringify(refusal.reason)}))`;
    return { tag: 'TxSubmitFail', contents: { tag: 'TxCmdTxReadError', contents: [reason] } };
  }
  const error = refusal.violations.map((violation) => violation.text);
  return {
    tag: 'TxSubmitFail',
    contents: {
      tag: 'TxCmdTxSubmitValidationError',
      contents: {
        tag: 'TxValidationErrorInCardanoMode',
        contents: { kind: 'ShelleyTxValidationError', era: 'ShelleyBasedEraConway', error },
      },
    },
  };
}

function faucet(practice: Practice, request: ApiRequest): ApiReply {
  const address = addressField(request.body);
  const parsed = parseAddress(address ?? '');
  if (!parsed.ok) return trouble(400, `body/address must be an address: ${parsed.failure}`);
  if (parsed.value.network !== 0)
    return trouble(400, 'body/address must be an address of the preprod network');
  if (isExchangeScript(parsed.value.payment.hash))
    return trouble(400, 'body/address must not be one of the scripts of an exchange');
  if (practice.chain.waiting >= MEMPOOL_LIMIT)
    return trouble(425, 'Mempool is full, please try resubmitting again later.');
  const funding = practice.fund((address ?? '').trim().toLowerCase());
  return funding.ok ? reply(200, { tx_hash: funding.value }) : trouble(500, 'The faucet is empty.');
}

function addressField(body: Uint8Array): string | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    const value = typeof json === 'object' && json !== null && 'address' in json ? json.address : undefined;
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
