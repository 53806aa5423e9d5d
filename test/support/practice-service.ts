import { startPractice, type RunningPractice } from '../../src-main/practice/start.ts';
import type { PracticeArguments } from '../../src-main/practice/options.ts';

export const KEY = 'practice-test-key';

/** A practice service on a free port, with fast blocks unless told. */
export async function startTestPractice(options: Partial<PracticeArguments> = {}): Promise<RunningPractice> {
  const bugs: unknown[] = [];
  const started = await startPractice(
    { port: 0, seed: 7, apiKey: KEY, blockTimeMs: 100, speed: 1, dialect: 'spec', ...options },
    (error) => bugs.push(error),
  );
  if (!started.ok) throw new Error(started.failure);
  const running = started.value;
  return {
    ...running,
    async stop() {
      await running.stop();
      if (bugs.length > 0) throw new AggregateError(bugs, 'the practice service had bugs');
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** Calls of a running practice, through real sockets. */
export class PracticeCalls {
  readonly #running: RunningPractice;

  constructor(running: RunningPractice) {
    this.#running = running;
  }

  /** GET of the main API with the right key. */
  get(path: string): Promise<Answer> {
    return call(this.#running.addresses.base_url + path, { headers: { 'X-Partner-Id': KEY } });
  }

  /** POST of the main API with the right key. */
  post(path: string, body: unknown): Promise<Answer> {
    return call(this.#running.addresses.base_url + path, {
      method: 'POST',
      headers: { 'X-Partner-Id': KEY, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  ledger(path: string): Promise<Answer> {
    return call(this.#running.addresses.ledger_url + path);
  }

  submit(cbor: string): Promise<Answer> {
    return call(`${this.#running.addresses.ledger_url}/tx/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/cbor' },
      body: Buffer.from(cbor, 'hex'),
    });
  }

  faucet(address: unknown): Promise<Answer> {
    return call(`${this.#running.addresses.ledger_url}/practice/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
    });
  }

  /** Funds an address and waits until the gift is on chain. */
  async fund(address: string): Promise<void> {
    const { json } = await this.faucet(address);
    await this.onChain((json as { tx_hash: string }).tx_hash);
  }

  /** Waits until a transaction is on chain. */
  async onChain(hash: string): Promise<void> {
    await until(async () => (await this.ledger(`/txs/${hash}`)).status === 200, `${hash} on chain`);
  }

  /** The holdings of an address, by unit; empty if it was never paid. */
  async balance(address: string): Promise<ReadonlyMap<string, bigint>> {
    const { status, json } = await this.ledger(`/addresses/${address}`);
    const amount = status === 200 ? (json as { amount: { unit: string; quantity: string }[] }).amount : [];
    return new Map(amount.map(({ unit, quantity }) => [unit, BigInt(quantity)]));
  }
}

export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, json: await response.json() };
}

const DEADLINE_MS = 120_000;

/** Polls until it is so. @throws after two minutes. */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited too long: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
