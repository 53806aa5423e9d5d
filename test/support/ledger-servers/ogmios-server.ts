import { type WebSocket, WebSocketServer } from 'ws';
import { json, ledgerServer, magicOf, type LedgerServer } from './server.ts';
import type { ChainView, NodeRefusal, ViewedOutput } from './chain-view.ts';

type Params = Readonly<Record<string, unknown>>;

/** Digits as JSON numbers of any size, as Haskell writes its integers. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };

/** Ends a call with an error of JSON-RPC or of Ogmios. */
class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Ogmios (CardanoSolutions/ogmios, `ogmios.json` 6.14) over a chain: a WebSocket that answers JSON-RPC 2.0 calls in
 * their order. It has no keys: a gateway in front would refuse one.
 */
export function ogmiosServer(chain: ChainView): Promise<LedgerServer> {
  const web = new WebSocketServer({ noServer: true });
  return ledgerServer(
    async (response) => json(response, { networkSynchronization: 1 }),
    (request, socket, head, server) => {
      const status = { 'key-refused': 403, 'rate-limited': 429 }[server.trouble as string];
      if (status !== undefined) {
        socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
        return;
      }
      web.handleUpgrade(request, socket, head, (stream) => serve(stream, chain, server));
    },
  );
}

function serve(stream: WebSocket, chain: ChainView, server: LedgerServer): void {
  const state = { acquired: false };
  let turn = Promise.resolve();
  stream.on('error', () => undefined);
  stream.on('message', (data: Buffer) => {
    turn = turn.then(() => answer(stream, data.toString('utf8'), chain, server, state));
  });
}

async function answer(
  stream: WebSocket,
  text: string,
  chain: ChainView,
  server: LedgerServer,
  state: { acquired: boolean },
): Promise<void> {
  const call = JSON.parse(text) as { jsonrpc: string; method: string; params?: Params; id?: unknown };
  const head = { jsonrpc: '2.0', method: call.method, id: call.id ?? null };
  try {
    if (call.jsonrpc !== '2.0') throw new RpcError(-32_600, 'Invalid request');
    const result = await resultOf(call.method, call.params ?? {}, chain, server, state);
    if (call.method === 'submitTransaction' && server.trouble === 'cut-after-submit')
      return stream.terminate();
    stream.send(JSON.stringify({ ...head, result }));
  } catch (error) {
    if (!(error instanceof RpcError)) return stream.terminate();
    const { code, message, data } = error;
    stream.send(
      JSON.stringify({ ...head, error: { code, message, ...(data === undefined ? {} : { data }) } }),
    );
  }
}

async function resultOf(
  method: string,
  params: Params,
  chain: ChainView,
  server: LedgerServer,
  state: { acquired: boolean },
): Promise<unknown> {
  const odd = server.trouble === 'odd';
  switch (method) {
    case 'queryNetwork/genesisConfiguration':
      if (params['era'] !== 'shelley') throw new RpcError(-32_602, 'Invalid params');
      return { era: 'shelley', networkMagic: magicOf(server.trouble), network: 'testnet' };
    case 'queryNetwork/startTime':
      return '2022-06-01T00:00:00Z';
    case 'queryNetwork/blockHeight':
      return (await chain.tip()).height;
    case 'queryNetwork/tip':
    case 'queryLedgerState/tip': {
      const { slot, hash } = await chain.tip();
      return { slot: odd ? slot + 7_200 : slot, id: hash };
    }
    case 'queryLedgerState/eraSummaries':
      return ERAS;
    case 'queryLedgerState/protocolParameters':
      return parameters(await chain.parameters(), odd);
    case 'queryLedgerState/utxo':
      return unspent(params, chain);
    case 'submitTransaction':
      return submit(params, chain, server);
    case 'acquireMempool':
      state.acquired = true;
      return { acquired: 'mempool', slot: (await chain.tip()).slot };
    case 'hasTransaction':
      if (!state.acquired)
        throw new RpcError(4_000, 'You must acquire a mempool snapshot prior to accessing it.');
      return chain.inMempool(String(params['id']));
    case 'releaseMempool':
      state.acquired = false;
      return { released: 'mempool' };
    default:
      throw new RpcError(-32_601, 'Invalid request: unknown method.');
  }
}

/** Preprod: four Byron epochs of 20 second slots, and seconds since. */
const ERAS = [
  {
    start: { time: { seconds: 0 }, slot: 0, epoch: 0 },
    end: { time: { seconds: 1_728_000 }, slot: 86_400, epoch: 4 },
    parameters: { epochLength: 21_600, slotLength: { milliseconds: 20_000 }, safeZone: 4_320 },
  },
  {
    start: { time: { seconds: 1_728_000 }, slot: 86_400, epoch: 4 },
    parameters: { epochLength: 432_000, slotLength: { milliseconds: 1_000 }, safeZone: 129_600 },
  },
];

function parameters(known: Readonly<Record<string, number | string>>, odd: boolean): object {
  return {
    minFeeCoefficient: odd ? 440 : known['min_fee_a'],
    minFeeConstant: { ada: { lovelace: known['min_fee_b'] } },
    minUtxoDepositCoefficient: Number(known['coins_per_utxo_size']),
    minUtxoDepositConstant: { ada: { lovelace: 0 } },
    maxTransactionSize: { bytes: known['max_tx_size'] },
    plutusCostModels: { 'plutus:v3': [1, 2, 3] },
    version: { major: odd ? 4 : known['protocol_major_ver'], minor: 0 },
  };
}

async function unspent(params: Params, chain: ChainView): Promise<object[]> {
  const { addresses, outputReferences } = params as {
    readonly addresses?: readonly string[];
    readonly outputReferences?: readonly {
      readonly transaction: { readonly id: string };
      readonly index: number;
    }[];
  };
  if (addresses) return (await Promise.all(addresses.map((one) => chain.utxos(one)))).flat().map(outputOf);
  if (!outputReferences) throw new RpcError(-32_602, 'Invalid params');
  const found: object[] = [];
  for (const [id, wanted] of Map.groupBy(outputReferences, ({ transaction }) => transaction.id)) {
    const indexes = new Set(wanted.map(({ index }) => index));
    const outputs = (await chain.transaction(id))?.outputs ?? [];
    found.push(
      ...outputs
        .filter((output) => indexes.has(output.output_index) && typeof output.consumed_by_tx !== 'string')
        .map(outputOf),
    );
  }
  return found;
}

/** `datum` and `datumHash` are never there together. */
function outputOf({ tx_hash, output_index, address, amount, inline_datum, data_hash }: ViewedOutput): object {
  return {
    transaction: { id: tx_hash },
    index: output_index,
    address,
    value: valueOf(amount),
    ...(inline_datum === null
      ? data_hash === null
        ? {}
        : { datumHash: data_hash }
      : { datum: inline_datum }),
  };
}

function valueOf(amount: ViewedOutput['amount']): object {
  const value: Record<string, Record<string, object>> = { ada: { lovelace: rawJSON('0') } };
  for (const { unit, quantity } of amount) {
    const [policy, name] = unit === 'lovelace' ? ['ada', 'lovelace'] : [unit.slice(0, 56), unit.slice(56)];
    (value[policy] ??= {})[name] = rawJSON(quantity);
  }
  return value;
}

async function submit(params: Params, chain: ChainView, server: LedgerServer): Promise<object> {
  const { cbor } = params['transaction'] as { readonly cbor: string };
  server.submissions += 1;
  const taken = await chain.submit(Buffer.from(cbor, 'hex'));
  if ('hash' in taken) return { transaction: { id: taken.hash } };
  throw refusalOf(taken.refusal);
}

/** Ogmios names one rule of those that are broken, the most telling one. */
const RULES: readonly (readonly [RegExp, number, string, (words: string) => unknown])[] = [
  [
    /All inputs are spent/,
    3_997,
    'The transaction could not be added to the mempool.',
    (words) => ({ error: words }),
  ],
  [
    /OutsideValidityIntervalUTxO/,
    3_118,
    'The transaction is outside of its validity interval.',
    (words) => ({
      validityInterval: {
        invalidAfter: Number(/invalidHereafter = SJust \(SlotNo (\d+)\)/.exec(words)?.[1] ?? 0),
      },
      currentSlot: Number(/\(SlotNo (\d+)\)$/.exec(words)?.[1] ?? 0),
    }),
  ],
  [
    /BadInputsUTxO/,
    3_117,
    'The transaction contains unknown UTxO references as inputs.',
    (words) => ({
      unknownOutputReferences: [
        ...words.matchAll(/SafeHash "([0-9a-f]{64})"\}\) \(TxIx \{unTxIx = (\d+)\}/g),
      ].map(([, id, index]) => ({ transaction: { id }, index: Number(index) })),
    }),
  ],
  [
    /FeeTooSmallUTxO/,
    3_122,
    'Insufficient fee!',
    (words) => {
      const [least, given] = [...words.matchAll(/\(Coin (\d+)\)/g)].map(([, coin]) => Number(coin));
      return {
        minimumRequiredFee: { ada: { lovelace: least } },
        providedFee: { ada: { lovelace: given } },
      };
    },
  ],
  [
    /BabbageOutputTooSmallUTxO/,
    3_125,
    'Some outputs have an insufficient amount of Ada attached to them.',
    () => ({ insufficientlyFundedOutputs: [] }),
  ],
  [
    /ValueNotConservedUTxO/,
    3_123,
    'In and out value not conserved.',
    (words) => {
      const [consumed, produced] = [...words.matchAll(/\(Coin (\d+)\)/g)].map(([, coin]) =>
        rawJSON(coin ?? '0'),
      );
      return {
        valueConsumed: { ada: { lovelace: consumed } },
        valueProduced: { ada: { lovelace: produced } },
      };
    },
  ],
  [/MissingVKeyWitnessesUTXOW/, 3_101, 'Some signatures are missing.', () => ({ missingSignatories: [] })],
];

function refusalOf({ contents }: NodeRefusal): RpcError {
  const words = JSON.stringify(contents.contents).replaceAll('\\"', '"');
  if (contents.tag === 'TxCmdTxReadError')
    return new RpcError(
      -32_602,
      'Invalid transaction; It looks like the given transaction wasn’t well-formed.',
      {
        conway: words,
      },
    );
  for (const [pattern, code, message, dataOf] of RULES)
    if (pattern.test(words)) return new RpcError(code, message, dataOf(words));
  return new RpcError(3_997, 'The transaction could not be added to the mempool.', { error: words });
}
