import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { encodeBech32 } from '../../../src-main/cardano/bech32.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { reply, type SeenRequest } from '../loopback-server.ts';
import type { ChainView, ViewedOutput, ViewedTx } from './chain-view.ts';
import { json, ledgerServer, magicOf, type LedgerServer } from './server.ts';

/** The public instances' limit on a request's body. */
const MOST_BODY_BYTES = 1_024;
const MOST_ROWS = 1_000;

type Row = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;

/**
 * Koios (cardano-community/koios-artifacts, `koiosapi-mainnet.yaml` 1.4.2) over a chain: PostgREST's `order`, `limit`,
 * `offset` and `select`, rows only for what is known, and never who spent an output. A `token` is optional, but a wrong
 * one is refused. `data`: hex of data that are looked up by their hash.
 */
export function koiosServer(
  chain: ChainView,
  { token, data = [] }: { readonly token?: string; readonly data?: readonly string[] } = {},
): Promise<LedgerServer> {
  const known = new Map(data.map((hex) => [blake2b256(hexBytes(hex)), hex]));
  return ledgerServer(async (response, request, server) => {
    const { trouble } = server;
    if (trouble === 'rate-limited') return reply(response, 'Too many requests', 429);
    const given = request.headers.authorization;
    if (trouble === 'key-refused' || (given !== undefined && given !== `Bearer ${token ?? ''}`))
      return json(response, { message: 'JWT invalid', code: 'PGRST301' }, 401);
    const url = new URL(request.url, server.url);
    const path = url.pathname.replace(/^\/api\/v1/, '');
    if (path === '/submittx') {
      server.submissions += 1;
      const taken = await chain.submit(request.body);
      if (trouble === 'cut-after-submit') return void response.destroy();
      return 'hash' in taken ? json(response, taken.hash, 202) : json(response, taken.refusal, 400);
    }
    if (request.body.length > MOST_BODY_BYTES)
      return reply(response, `Payload too large, body length was ${request.body.length}`, 413);
    const rows = await rowsOf(chain, path, bodyOf(request), known, url.searchParams);
    if (rows === undefined) return json(response, { message: 'not found', code: 'PGRST202' }, 404);
    if (path === '/genesis')
      return json(response, [{ networkmagic: String(magicOf(trouble)), networkid: 'Testnet' }]);
    const odd = trouble === 'odd' && path === '/epoch_params' ? { min_fee_a: 440, protocol_major: 4 } : {};
    json(
      response,
      page(
        rows.map((row) => ({ ...row, ...odd })),
        url.searchParams,
      ),
    );
  });
}

function bodyOf({ method, body }: SeenRequest): Body {
  return method === 'POST' ? (JSON.parse(body.toString('utf8')) as Body) : {};
}

async function rowsOf(
  chain: ChainView,
  path: string,
  body: Body,
  known: ReadonlyMap<string, string>,
  query: URLSearchParams,
): Promise<readonly Row[] | undefined> {
  switch (path) {
    case '/genesis':
      return [];
    case '/tip':
      return [await tipRow(chain)];
    case '/epoch_params':
      return [{ ...(await parametersRow(chain)), epoch_no: 1, min_fee_a: 1 }, await parametersRow(chain)];
    case '/address_utxos':
      return rowsOfAddresses(body, async (address) =>
        Promise.all(
          (await chain.utxos(address)).map(async (output) =>
            outputRow(
              output,
              (await heightOf(chain, output.tx_hash)) ?? 0,
              body['_extended'] === true,
              false,
            ),
          ),
        ),
      );
    case '/account_addresses':
      return existing(
        strings(body, '_stake_addresses').map(async (account) => {
          const addresses = await chain.accountAddresses(account);
          return addresses.length === 0 ? undefined : { stake_address: account, addresses };
        }),
      );
    case '/account_utxos': {
      const lists = strings(body, '_stake_addresses').map((account) => chain.accountUtxos(account));
      const outputs = (await Promise.all(lists)).flat();
      return outputs.map((output) => outputRow(output, 1, body['_extended'] === true, false));
    }
    case '/asset_utxos': {
      // Of all who hold the token, the chain's own API finds those of the credentials that the filter names.
      const wanted = /^in\.\(([0-9a-f,]+)\)$/.exec(query.get('payment_cred') ?? '')?.[1]?.split(',') ?? [];
      const assets = body['_asset_list'] as readonly (readonly [string, string])[];
      const found = await Promise.all(
        wanted.flatMap((hash) =>
          assets.map(async ([policy, name]) => {
            const credential = encodeBech32('addr_vkh', hexBytes(hash));
            const outputs = await chain.holding(credential, policy + name);
            return outputs.map((output) => ({
              ...outputRow(output, 1, body['_extended'] === true, false),
              payment_cred: hash,
            }));
          }),
        ),
      );
      return found.flat();
    }
    case '/address_txs': {
      const after = Number(body['_after_block_height'] ?? 0);
      const rows = await rowsOfAddresses(body, (address) => chain.addressTransactions(address));
      return rows.filter((row) => Number(row['block_height']) >= after);
    }
    case '/utxo_info':
      return existing(
        strings(body, '_utxo_refs').map(async (reference) => {
          const [hash = '', index] = reference.split('#');
          const output = await chain.output(hash, Number(index));
          const height = (await heightOf(chain, hash)) ?? 0;
          const spent = typeof output?.consumed_by_tx === 'string';
          return output && outputRow(output, height, body['_extended'] === true, spent);
        }),
      );
    case '/tx_info':
      return existing(
        strings(body, '_tx_hashes').map(async (hash) => {
          const tx = await chain.transaction(hash);
          return tx && transactionRow(tx, body);
        }),
      );
    case '/tx_cbor':
      return existing(
        strings(body, '_tx_hashes').map(async (hash) => {
          const cbor = await chain.bytes(hash);
          return cbor === undefined ? undefined : { tx_hash: hash, cbor, valid_contract: true };
        }),
      );
    case '/datum_info':
      return strings(body, '_datum_hashes').flatMap((hash) => {
        const bytes = known.get(hash);
        return bytes === undefined ? [] : [{ datum_hash: hash, bytes, value: nested(20) }];
      });
    case '/asset_info':
      return existing(
        (body['_asset_list'] as readonly (readonly [string, string])[]).map(async ([policy, name]) => {
          const asset = await chain.asset(policy + name);
          if (!asset) return undefined;
          const registered = asset.metadata && { ...asset.metadata, url: null, logo: null };
          const { policy_id, asset_name, quantity } = asset;
          const cip68 = { 222: { fields: [nested(20)], constructor: 0 } };
          return {
            ...{ policy_id, asset_name, total_supply: quantity, cip68_metadata: cip68 },
            token_registry_metadata: registered,
          };
        }),
      );
    default:
      return undefined;
  }
}

async function tipRow(chain: ChainView): Promise<Row> {
  const { hash, slot, time, height } = await chain.tip();
  return { hash, epoch_no: 4, abs_slot: slot, block_height: height, block_no: height, block_time: time };
}

async function parametersRow(chain: ChainView): Promise<Row> {
  const { min_fee_a, min_fee_b, max_tx_size, coins_per_utxo_size, protocol_major_ver, epoch } =
    await chain.parameters();
  const version = { protocol_major: protocol_major_ver, protocol_minor: 0 };
  return { epoch_no: epoch, min_fee_a, min_fee_b, max_tx_size, coins_per_utxo_size, ...version };
}

async function heightOf(chain: ChainView, hash: string): Promise<number | undefined> {
  return (await chain.transaction(hash))?.block_height;
}

function valueRow({ amount }: ViewedOutput, assets: boolean): Row {
  const tokens = amount.filter(({ unit }) => unit !== 'lovelace');
  return {
    value: amount.find(({ unit }) => unit === 'lovelace')?.quantity ?? '0',
    asset_list: assets
      ? tokens.map(({ unit, quantity }) => ({
          policy_id: unit.slice(0, 56),
          asset_name: unit.length > 56 ? unit.slice(56) : null,
          quantity,
        }))
      : null,
  };
}

/** Data come with their JSON, which nests as they do. */
function datumRow({ data_hash, inline_datum }: ViewedOutput, shown: boolean): Row {
  const inline = inline_datum === null ? null : { bytes: inline_datum, value: nested(20) };
  return { datum_hash: data_hash, inline_datum: shown ? inline : null };
}

function outputRow(output: ViewedOutput, height: number, extended: boolean, spent: boolean): Row {
  const { tx_hash, output_index, address } = output;
  return {
    ...{ tx_hash, tx_index: output_index, address, block_height: height, is_spent: spent },
    ...valueRow(output, extended),
    ...datumRow(output, extended),
  };
}

function transactionRow(tx: ViewedTx, body: Body): Row {
  const place = (output: ViewedOutput): Row => ({
    tx_hash: output.tx_hash,
    tx_index: output.output_index,
    payment_addr: { bech32: output.address, cred: null },
    ...valueRow(output, body['_assets'] === true),
    ...datumRow(output, body['_scripts'] === true),
  });
  return {
    tx_hash: tx.hash,
    block_height: tx.block_height,
    absolute_slot: tx.slot,
    tx_timestamp: tx.block_time,
    fee: tx.fees,
    // Koios groups outputs by what they hold: their order says nothing.
    outputs: tx.outputs.map(place).toReversed(),
    inputs: body['_inputs'] === true ? tx.inputs.map(place) : null,
  };
}

function nested(levels: number): unknown {
  return levels === 0 ? { int: 1 } : { list: [nested(levels - 1)] };
}

function strings(body: Body, name: string): readonly string[] {
  return body[name] as readonly string[];
}

async function rowsOfAddresses(body: Body, read: (address: string) => Promise<readonly object[]>) {
  const lists = await Promise.all(strings(body, '_addresses').map(read));
  return lists.flat().map((row): Row => ({ ...row }));
}

async function existing(rows: readonly Promise<Row | undefined>[]): Promise<readonly Row[]> {
  return (await Promise.all(rows)).filter((row) => row !== undefined);
}

/** Without an order, rows come in one that no two calls share. */
function page(rows: readonly Row[], query: URLSearchParams): readonly Row[] {
  const terms = query.get('order')?.split(',') ?? [];
  const offset = Number(query.get('offset') ?? 0);
  const ordered =
    terms.length === 0
      ? rows.toSorted(() => Math.random() - 0.5)
      : rows.toSorted((a, b) => compared(a, b, terms));
  const names = query.get('select')?.split(',');
  return ordered
    .slice(offset, offset + Math.min(MOST_ROWS, Number(query.get('limit') ?? MOST_ROWS)))
    .map((row) =>
      names === undefined ? row : Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
    );
}

function compared(a: Row, b: Row, terms: readonly string[]): number {
  for (const term of terms) {
    const [name = '', way] = term.split('.');
    const [x, y] = [a[name] as string, b[name] as string];
    if (x !== y) return (x < y ? -1 : 1) * (way === 'desc' ? -1 : 1);
  }
  return 0;
}
