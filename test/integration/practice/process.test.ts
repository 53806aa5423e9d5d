import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

import type { PracticeAddresses } from '../../../src-main/practice/start.ts';
import { PracticeCommand } from '../../support/practice-command.ts';
import { call, KEY, PracticeCalls, until } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { project } from '../../support/tool.ts';

const directory = temporaryDirectories();
const started: PracticeCommand[] = [];
const wallet = practiceWallet(51);

function start(...args: string[]): PracticeCommand {
  const process = new PracticeCommand(['--api-key', KEY, ...args]);
  started.push(process);
  return process;
}

async function callsOf(process: PracticeCommand): Promise<PracticeCalls> {
  const addresses = await process.ready;
  return new PracticeCalls({
    addresses,
    broken: new Promise(() => undefined),
    stop: () => Promise.resolve(),
  });
}

afterEach(async () => {
  for (const process of started.splice(0)) {
    process.child.kill('SIGKILL');
    await process.exit;
  }
});

interface Snapshot {
  readonly height: number;
  readonly balance: ReadonlyMap<string, bigint>;
  readonly transactions: unknown;
}

async function look(calls: PracticeCalls): Promise<Snapshot> {
  return {
    height: ((await calls.ledger('/blocks/latest')).json as { height: number }).height,
    balance: await calls.balance(wallet.address),
    transactions: (await calls.ledger(`/addresses/${wallet.address}/transactions`)).json,
  };
}

/** Builds and signs a purchase. Answers the signed transaction. */
async function signedSwap(calls: PracticeCalls, amount = 25): Promise<string> {
  const { json: found } = await calls.get('/swap/tokens?query=AMBER&verified=true');
  const token = (found as { token_id: string }[])[0]?.token_id;
  const asked = {
    buyer_address: wallet.address,
    token_in: '',
    token_out: token,
    amount_in: amount,
    slippage: 10,
  };
  let cbor = '';
  // While the wallet's outputs are being spent in the mempool, there is nothing to build with.
  await until(async () => {
    const { status, json } = await calls.post('/swap/build', asked);
    if (status === 200) cbor = (json as { cbor: string }).cbor;
    return status === 200;
  }, 'a build');
  const { json } = await calls.post('/swap/sign', { txCbor: cbor, signatures: wallet.sign(cbor) });
  return (json as { cbor: string }).cbor;
}

async function isFilled(calls: PracticeCalls, hash: string): Promise<boolean> {
  const { status, json } = await calls.ledger(`/txs/${hash}/utxos`);
  if (status !== 200) return false;
  const orders = (json as { outputs: { inline_datum: string | null; consumed_by_tx: string | null }[] })
    .outputs;
  return orders.every((output) => output.inline_datum === null || output.consumed_by_tx !== null);
}

describe('the process', () => {
  test('prints one JSON line when ready, and nothing else on standard output; stops with 0 on SIGTERM', async () => {
    const process = start('--block-time', '100ms');
    const addresses = await process.ready;
    expect(addresses).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      charts_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
      charts_ws_url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\//),
      ledger_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
      api_key: KEY,
      network: 'preprod',
    });
    const calls = await callsOf(process);
    expect((await calls.get('/swap/adaValue')).status).toBe(200);
    const exit = await process.stop('SIGTERM');
    expect(exit).toMatchObject({ code: 0, errors: '' });
    expect(exit.out.trim().split('\n')).toHaveLength(1);
  });

  test('makes its own key when it is given none', async () => {
    const [first, second] = [new PracticeCommand([]), new PracticeCommand([])];
    started.push(first, second);
    const keys = [(await first.ready).api_key, (await second.ready).api_key];
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[\w-]{32}$/);
  });

  test('sends the line to a parent that forked it, and stops when the parent lets go', async () => {
    const entry = join(project, 'src-main', 'practice', 'main.ts');
    const child = fork(entry, ['--api-key', KEY], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const [message] = (await once(child, 'message')) as [PracticeAddresses];
    expect(message).toMatchObject({ api_key: KEY, network: 'preprod' });
    const exit = once(child, 'exit');
    child.disconnect();
    expect(await exit).toEqual([0, null]);
  });

  test('started through npm, stops when npm is asked to', async () => {
    const npm = spawn('npm', ['run', '--silent', 'practice', '--', '--api-key', KEY, '--data', directory()], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(npm.stdout, 'data')) as [Buffer];
    const { ledger_url: ledger } = JSON.parse(line.toString()) as PracticeAddresses;
    expect((await call(`${ledger}/blocks/latest`)).status).toBe(200);
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    await until(
      () =>
        call(`${ledger}/blocks/latest`).then(
          () => false,
          () => true,
        ),
      'practice stopped',
    );
  });

  test.each([
    [['--port', '70000'], /--port takes/],
    [['--port', 'x'], /--port takes/],
    [['--seed', '-1'], /--seed takes|argument is ambiguous/],
    [['--seed', '1.5'], /--seed takes/],
    [['--block-time', '1ms'], /--block-time takes/],
    [['--block-time', '2'], /--block-time takes/],
    [['--speed', '0'], /--speed takes/],
    [['--speed', 'fast'], /--speed takes/],
    [['--dialect', 'odd'], /--dialect takes/],
    [['--dialect', 'wild', '--wild', 'odd'], /--wild takes none, or names of .*null-lists/],
    [['--wild', 'none'], /--wild needs --dialect wild/],
    [['--api-key', 'a b'], /--api-key takes/],
    [['--exchanges', '/nowhere/list.json'], /--exchanges: .*ENOENT/],
    [['--data', '/dev/null/x'], /dev\/null\/x cannot be used \(a file is where a folder should be/],
    [['--unknown'], /--unknown/],
    [['surplus'], /surplus/],
  ])('%j is refused with 2 and a sentence', async (args, sentence) => {
    const exit = await new PracticeCommand(args).exit;
    expect(exit).toMatchObject({ code: 2, out: '' });
    expect(exit.errors).toMatch(sentence);
  });

  test('says so when its port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const exit = await new PracticeCommand(['--port', String((server.address() as AddressInfo).port)]).exit;
    server.close();
    expect(exit).toMatchObject({ code: 2, errors: expect.stringContaining('EADDRINUSE') });
  });

  test('serves the exchanges of another list', async () => {
    const file = join(directory(), 'exchanges.json');
    const exchange = {
      poolFeePpm: 1_000,
      batcherFee: 1_000_000,
      deposit: 1_500_000,
      partialFills: false,
      limit: true,
      dca: true,
    };
    writeFileSync(
      file,
      JSON.stringify([
        { code: 'ONE', name: 'The One', ...exchange },
        { code: 'TWO', name: 'Other', ...exchange },
      ]),
    );
    const calls = await callsOf(start('--exchanges', file));
    const { json: found } = await calls.get('/swap/tokens?query=AMBER&verified=true');
    const { json } = await calls.get(`/stats/pools/ADA/${(found as { token_id: string }[])[0]?.token_id}`);
    expect((json as { dex_name: string }[]).map((pool) => pool.dex_name).toSorted()).toEqual(['ONE', 'TWO']);
    writeFileSync(file, JSON.stringify([{ code: 'one' }]));
    expect(await start('--exchanges', file).exit).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/0\.code/),
    });
    writeFileSync(file, '{"code"');
    expect(await start('--exchanges', file).exit).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/--exchanges: .*exchanges\.json is not JSON: /),
    });
  });
});

describe('with --data', () => {
  test('SIGTERM and a new start lose nothing', async () => {
    const data = directory();
    const first = start('--data', data, '--block-time', '100ms');
    const calls = await callsOf(first);
    await calls.fund(wallet.address);
    const hash = (await calls.submit(await signedSwap(calls))).json as string;
    await until(() => isFilled(calls, hash), 'filled');
    await until(async () => (await calls.balance(wallet.address)).size > 0, 'balance');
    const before = await look(calls);
    expect((await first.stop('SIGTERM')).code).toBe(0);

    const again = await callsOf(start('--data', data, '--block-time', '10m'));
    const after = await look(again);
    expect(after.height).toBeGreaterThanOrEqual(before.height);
    expect(after.balance).toEqual(before.balance);
    expect(after.transactions).toEqual(before.transactions);
    expect(await isFilled(again, hash)).toBe(true);
  });

  test('what was accepted before a kill is there afterwards, and is filled', async () => {
    const data = directory();
    const funded = start('--data', data, '--block-time', '100ms');
    await (await callsOf(funded)).fund(wallet.address);
    await funded.stop('SIGKILL');

    // No block comes in this run: the transaction is in the mempool when the process dies.
    const waiting = start('--data', data, '--block-time', '10m');
    const calls = await callsOf(waiting);
    const cbor = await signedSwap(calls);
    const hash = (await calls.submit(cbor)).json as string;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await calls.ledger(`/txs/${hash}`)).status).toBe(404);
    expect((await waiting.stop('SIGKILL')).signal).toBe('SIGKILL');

    const again = await callsOf(start('--data', data, '--block-time', '100ms'));
    await until(() => isFilled(again, hash), 'filled');
    const sent = await again.submit(cbor);
    expect(sent.status).toBe(400);
    expect(JSON.stringify(sent.json)).toContain('BadInputsUTxO');
  });

  test('killed again and again in the middle of trading, the world continues whole', async () => {
    const data = directory();
    const hashes: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const process = start('--data', data, '--block-time', '50ms');
      const calls = await callsOf(process);
      if (round === 0) await calls.fund(wallet.address);
      const { status, json } = await calls.submit(await signedSwap(calls, 20 + round));
      if (status === 200) hashes.push(json as string);
      await new Promise((resolve) => setTimeout(resolve, round * 35));
      await process.stop('SIGKILL');
    }
    const calls = await callsOf(start('--data', data, '--block-time', '50ms'));
    expect(new Set(hashes).size).toBe(5);
    for (const hash of hashes) await until(() => isFilled(calls, hash), 'filled');
    expect((await calls.faucet(practiceWallet(52).address)).status).toBe(200);
  });

  test('a folder made with another seed, or in use by another process, is refused', async () => {
    const data = directory();
    const first = start('--data', data, '--seed', '1');
    await first.ready;
    expect(await start('--data', data, '--seed', '1').exit).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/locked/),
    });
    await first.stop('SIGTERM');
    expect(await start('--data', data, '--seed', '2').exit).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/another seed/),
    });
    expect((await call((await start('--data', data, '--seed', '1').ready).ledger_url)).status).toBe(200);
  });
});
