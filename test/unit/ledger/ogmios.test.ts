import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import { WebSocketServer, type WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADA, parseAssetId } from '#domain/asset.ts';
import { OgmiosLedger } from '../../../src-main/ledger/ogmios/client.ts';
import { quickParts } from '../../support/answering-server.ts';
import { accessKey, baseUrl, HandClock, SECRET } from '../../support/http-parts.ts';
import { until } from '../../support/practice-service.ts';
import { read } from '../../support/vectors.ts';

interface Call {
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: unknown;
  readonly id: number;
}

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };
const parse = JSON.parse as (text: string, reviver: (...of: readonly unknown[]) => unknown) => unknown;

/** JSON whose numbers keep their digits, whichever way. */
function exact(text: string, number: (digits: string) => unknown): unknown {
  return parse(text, (_key, value, context) =>
    typeof value === 'number' ? number((context as { source: string }).source) : value,
  );
}

const hash = 'a1'.repeat(32);
const address = `addr_test1${'q'.repeat(50)}`;
const http = createServer();
const web = new WebSocketServer({ noServer: true });
const handshakes: IncomingMessage[] = [];
const calls: Call[] = [];
let refusal: string | undefined;
let answer: (stream: WebSocket, call: Call) => void;
let ledger: OgmiosLedger;

beforeAll(async () => {
  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    handshakes.push(request);
    socket.on('error', () => undefined);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`);
    web.handleUpgrade(request, socket, head, (stream) => {
      stream.on('error', () => undefined);
      stream.on('message', (data: Buffer) => {
        const call = JSON.parse(data.toString('utf8')) as Call;
        calls.push(call);
        answer(stream, call);
      });
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterAll(() => {
  for (const client of web.clients) client.terminate();
  http.close();
});
beforeEach(() => {
  refusal = undefined;
  handshakes.length = 0;
  calls.length = 0;
  ledger = open();
});
afterEach(() => ledger.close());

function open(clock = new HandClock(5_000)): OgmiosLedger {
  const { port } = http.address() as AddressInfo;
  return new OgmiosLedger({
    ...quickParts(),
    clock,
    base: baseUrl(`http://127.0.0.1:${port}`),
    key: accessKey(),
  });
}

function results(result: unknown): void {
  answer = (stream, { method, id }) => stream.send(JSON.stringify({ jsonrpc: '2.0', method, result, id }));
}

function errors(error: unknown): void {
  answer = (stream, { method, id }) => stream.send(JSON.stringify({ jsonrpc: '2.0', method, error, id }));
}

describe('unspent outputs', () => {
  test('of the published samples are read to the last unit, scripts and data of any depth among them', async () => {
    const text = read('backends/ogmios-queryLedgerState-utxo.json');
    const { items } = exact(text, BigInt) as {
      items: { json: { result?: { value: Record<string, Record<string, bigint>>; datum?: string }[] } }[];
    };
    const raw = exact(text, rawJSON) as { items: { json: { result?: unknown } }[] };
    let outputs = 0;
    for (const [at, { json }] of items.entries()) {
      if (json.result === undefined) continue;
      results(raw.items[at]?.json.result);
      const found = await ledger.outputs([{ txHash: hash, index: 0 }]);
      if (!found.ok) throw new Error(JSON.stringify(found.failure));
      const wanted = json.result.map(({ value }) => {
        const { ada, ...policies } = value;
        const tokens = Object.entries(policies).flatMap(([policy, names]) =>
          Object.entries(names).map(([name, quantity]) => [parseAssetId(policy + name), quantity] as const),
        );
        return new Map([[ADA, ada?.['lovelace']] as const, ...tokens]);
      });
      expect(found.value.map(({ value }) => value)).toEqual(wanted);
      expect(found.value.map(({ inlineDatum }) => inlineDatum)).toEqual(
        json.result.map(({ datum }) => datum),
      );
      outputs += wanted.length;
    }
    expect(outputs).toBeGreaterThan(60);
  });

  test('count once, however often an answer lists them', async () => {
    const output = (index: number) => ({
      transaction: { id: hash },
      index,
      address,
      value: { ada: { lovelace: 5 } },
    });
    results([output(0), output(1), output(0)]);
    const found = await ledger.utxos(address);
    expect(found.ok && found.value.map(({ index }) => index)).toEqual([0, 1]);
  });

  test('are asked for by address, and by reference in parts', async () => {
    results([]);
    expect(await ledger.utxos(address)).toEqual({ ok: true, value: [] });
    expect(calls[0]).toMatchObject({
      jsonrpc: '2.0',
      method: 'queryLedgerState/utxo',
      params: { addresses: [address] },
    });
    const references = Array.from({ length: 150 }, (_, index) => ({ txHash: hash, index }));
    expect(await ledger.outputs(references)).toEqual({ ok: true, value: [] });
    const asked = calls
      .slice(1)
      .map(({ params }) => (params as { outputReferences: unknown[] }).outputReferences.length);
    expect(asked).toEqual([100, 50]);
  });

  test.each([
    ['without ADA', { [`${'ab'.repeat(28)}`]: { aa: 1 } }],
    ['with a fraction', { ada: { lovelace: 1.5 } }],
    ['with less than nothing', { ada: { lovelace: -1 } }],
    ['of a policy that is none', { ada: { lovelace: 1 }, abcd: { aa: 1 } }],
  ])(
    '%s are left out and counted; by name, none is: what is missing counts as spent',
    async (_what, value) => {
      const row = (index: number, held: unknown) => ({
        transaction: { id: hash },
        index,
        address,
        value: held,
      });
      results([row(0, value), row(1, { ada: { lovelace: 5 } })]);
      for (const found of [await ledger.utxos(address), await ledger.utxosAt([address])])
        expect(found).toMatchObject({ ok: true, value: [{ index: 1 }], leftOut: { data: { count: 1 } } });
      const references = [0, 1].map((index) => ({ txHash: hash, index }));
      expect(await ledger.outputs(references)).toMatchObject({
        failure: { code: 'ledger-answer-malformed' },
      });
    },
  );
});

describe('a submission', () => {
  const { items } = JSON.parse(read('backends/ogmios-submitTransaction-responses.json')) as {
    items: { code: string; response: { result?: unknown; error?: { code: number } } }[];
  };

  test.each(items)('answered with $code', async ({ response }) => {
    if (response.error === undefined) results(response.result);
    else errors(response.error);
    const outcome = await ledger.submit('84');
    if (response.error === undefined) return expect(outcome.ok).toBe(true);
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'submission-refused' } });
    expect(calls).toHaveLength(1);
  });

  test.each([
    [3_117, undefined, 'inputs-spent', undefined],
    [
      3_997,
      { error: 'All inputs are spent. Transaction has probably already been included' },
      'inputs-spent',
      undefined,
    ],
    [3_118, {}, 'submission-refused', 'OutsideValidityIntervalUTxO'],
    [3_122, {}, 'submission-refused', 'FeeTooSmallUTxO'],
    [3_123, {}, 'submission-refused', 'ValueNotConservedUTxO'],
    [3_125, {}, 'submission-refused', 'BabbageOutputTooSmallUTxO'],
    [3_999, {}, 'submission-refused', 'rule 3999 of Ogmios'],
    [-32_603, {}, 'submission-unknown', undefined],
    [-32_000, {}, 'submission-unknown', undefined],
  ])('error %i', async (code, data, expected, rule) => {
    errors({ code, message: 'words', data });
    const outcome = await ledger.submit('84');
    expect(outcome).toMatchObject({ failure: { code: expected } });
    if (rule !== undefined) expect(outcome).toMatchObject({ failure: { data: { rule } } });
  });

  test.each([
    ['breaks off', (stream: WebSocket) => stream.terminate()],
    ['says nothing that can be read', (stream: WebSocket) => stream.send('<b>no</b>')],
    [
      'answers nobody',
      (stream: WebSocket) => stream.send('{"jsonrpc":"2.0","error":{"code":-32700,"message":""},"id":null}'),
    ],
    ['answers with bytes', (stream: WebSocket) => stream.send(Buffer.from([1, 2, 3]))],
  ])('is open where the other side %s', async (_what, misbehave) => {
    answer = misbehave;
    expect(await ledger.submit('84')).toMatchObject({ failure: { code: 'submission-unknown' } });
    expect(calls).toHaveLength(1);
    // The next call gets a connection of its own.
    results(7);
    expect(await ledger.hasTransaction(hash)).toMatchObject({ failure: { code: 'ledger-answer-malformed' } });
    expect(handshakes).toHaveLength(2);
  });

  test('is open where no answer comes in time, and that connection is not used again', async () => {
    const clock = new HandClock();
    const slow = open(clock);
    answer = () => undefined;
    const outcome = slow.submit('84');
    await until(() => Promise.resolve(calls.length === 1), 'the call');
    clock.advance(30_000);
    expect(await outcome).toMatchObject({ failure: { code: 'submission-unknown' } });
    results([]);
    expect(await slow.utxos(address)).toMatchObject({ ok: true });
    expect(handshakes).toHaveLength(2);
    await slow.close();
  });

  test('after a long quiet goes over its own connection', async () => {
    const clock = new HandClock();
    const quiet = open(clock);
    results([]);
    await quiet.utxos(address);
    clock.advance(59_000);
    await quiet.utxos(address);
    expect(handshakes).toHaveLength(1);
    clock.advance(61_000);
    expect(await quiet.utxos(address)).toMatchObject({ ok: true });
    expect(handshakes).toHaveLength(2);
    await quiet.close();
  });

  test('without a connection was not sent', async () => {
    const lost = new OgmiosLedger({ ...quickParts(), base: baseUrl('http://127.0.0.1:9') });
    expect(await lost.submit('84')).toMatchObject({ failure: { code: 'ledger-unreachable' } });
    await lost.close();
  });
});

describe('the connection', () => {
  test('carries no key, and each answer goes to its own call', async () => {
    const waiting: (() => void)[] = [];
    answer = (stream, { method, id, params }) => {
      const [reference] = (params as { outputReferences: { index: number }[] }).outputReferences;
      const utxo = {
        transaction: { id: hash },
        index: reference?.index,
        address,
        value: { ada: { lovelace: 1 } },
      };
      waiting.push(() => stream.send(JSON.stringify({ jsonrpc: '2.0', method, result: [utxo], id })));
    };
    const asked = [0, 1, 2].map((index) => ledger.outputs([{ txHash: hash, index }]));
    await until(() => Promise.resolve(waiting.length === 3), 'three calls');
    for (const send of waiting.toReversed()) send();
    const found = await Promise.all(asked);
    expect(found.map((one) => one.ok && one.value[0]?.index)).toEqual([0, 1, 2]);
    expect(handshakes).toHaveLength(1);
    expect(JSON.stringify(handshakes[0]?.headers)).not.toContain(SECRET);
  });

  test.each([
    ['302 Found', 'ledger-redirected'],
    ['401 Unauthorized', 'ledger-key-refused'],
    ['402 Payment Required', 'ledger-quota-used'],
    ['403 Forbidden', 'ledger-key-refused'],
    ['429 Too Many Requests', 'ledger-rate-limited'],
    ['503 Service Unavailable', 'ledger-error'],
  ])('refused with %s', async (line, code) => {
    refusal = line;
    expect(await ledger.tip()).toMatchObject({ failure: { code } });
    expect(await ledger.submit('84')).toMatchObject({ failure: { code } });
    expect(calls).toEqual([]);
  });

  test('is cut where an answer is larger than is allowed', async () => {
    answer = (stream, { id }) =>
      stream.send(JSON.stringify({ jsonrpc: '2.0', result: 'x'.repeat(9 * 1024 * 1024), id }));
    expect(await ledger.utxos(address)).toMatchObject({ failure: { code: 'ledger-answer-too-large' } });
  });

  test('pauses after it failed often, and what is given up is no failure of the host', async () => {
    const lost = new OgmiosLedger({ ...quickParts(), base: baseUrl('http://127.0.0.1:9') });
    for (let call = 0; call < 5; call += 1) await lost.tip();
    expect(await lost.tip()).toMatchObject({ failure: { code: 'ledger-paused' } });
    await lost.close();
    answer = () => undefined;
    const closing = ledger.parameters();
    await until(() => Promise.resolve(calls.length === 1), 'the call');
    await ledger.close();
    expect(await closing).toMatchObject({ failure: { code: 'ledger-call-cancelled' } });
    expect(await ledger.parameters()).toMatchObject({ failure: { code: 'ledger-call-cancelled' } });
  });

  test('arbitrary results never make a call throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        results(value);
        const answers = await Promise.all([
          ledger.network(),
          ledger.tip(),
          ledger.parameters(),
          ledger.utxos(address),
          ledger.submit('84'),
        ]);
        for (const one of answers)
          if (!one.ok) expect(one.failure.code).toMatch(/^(?:ledger-|wrong-network|submission-)/);
      }),
      { numRuns: 60 },
    );
  });
});

describe('times', () => {
  const eras = [
    { start: { time: { seconds: 0 }, slot: 0 }, parameters: { slotLength: { milliseconds: 20_000 } } },
    {
      start: { time: { seconds: 1_728_000 }, slot: 86_400 },
      parameters: { slotLength: { milliseconds: 1_000 } },
    },
  ];

  test.each([
    [100, 1_654_041_600_000 + 100 * 20_000],
    [86_500, 1_655_769_600_000 + 100 * 1_000],
  ])('of slot %i follow from the eras', async (slot, time) => {
    const known: Record<string, unknown> = {
      'queryNetwork/blockHeight': 7,
      'queryNetwork/tip': { slot, id: hash },
      'queryNetwork/startTime': '2022-06-01T00:00:00Z',
      'queryLedgerState/eraSummaries': eras,
    };
    answer = (stream, { method, id }) =>
      stream.send(JSON.stringify({ jsonrpc: '2.0', method, result: known[method], id }));
    expect(await ledger.tip()).toEqual({ ok: true, value: { slot, time, height: 7, hash } });
    await ledger.tip();
    expect(calls.filter(({ method }) => method.endsWith('eraSummaries'))).toHaveLength(1);
  });

  test.each([
    ['an era', { start: { time: { seconds: 9_007_199_254_740_991 }, slot: 0 }, milliseconds: 1 }],
    ['a slot', { start: { time: { seconds: 0 }, slot: 0 }, milliseconds: 9_007_199_254_740_991 }],
    ['an era before every date', { start: { time: { seconds: -9e15 }, slot: 0 }, milliseconds: 1 }],
  ])('that no date has are refused, of %s', async (_name, { start, milliseconds }) => {
    const known: Record<string, unknown> = {
      'queryNetwork/blockHeight': 7,
      'queryNetwork/tip': { slot: 100, id: hash },
      'queryNetwork/startTime': '2022-06-01T00:00:00Z',
      'queryLedgerState/eraSummaries': [{ start, parameters: { slotLength: { milliseconds } } }],
    };
    answer = (stream, { method, id }) =>
      stream.send(JSON.stringify({ jsonrpc: '2.0', method, result: known[method], id }));
    expect(await ledger.tip()).toMatchObject({ failure: { code: 'ledger-answer-malformed' } });
  });

  test('of a node that has no blocks yet are none', async () => {
    results('origin');
    expect(await ledger.tip()).toMatchObject({ failure: { code: 'ledger-answer-malformed' } });
    errors({ code: 2_001, message: 'Era mismatch', data: {} });
    expect(await ledger.parameters()).toMatchObject({
      failure: { code: 'ledger-syncing' },
    });
  });
});
