import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../environment.ts';
import type { ConnectionArguments } from './connection.ts';

const ENTRY = fileURLToPath(new URL('../practice/main.ts', import.meta.url));
const START_MS = 60_000;

/** A practice service of a command's own, on loopback, in memory. */
export class PracticeProcess {
  readonly connection: ConnectionArguments;
  readonly #child: ChildProcess;

  private constructor(connection: ConnectionArguments, child: ChildProcess) {
    this.connection = connection;
    this.#child = child;
  }

  /** @throws Error when practice does not come up. */
  static async start(options: readonly string[]): Promise<PracticeProcess> {
    const child = fork(ENTRY, ['--port', '0', ...options], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: childEnvironment(),
      execArgv: [],
    });
    const ready = once(child, 'message', { signal: AbortSignal.timeout(START_MS) });
    const ended = once(child, 'exit').then(() => {
      throw new Error('the practice service ended before it was ready');
    });
    // Once it is ready its end is expected; without this the rejection would have no taker.
    ended.catch(() => undefined);
    const [addresses] = (await Promise.race([ready, ended])) as [Record<string, string>];
    return new PracticeProcess(
      {
        baseUrl: addresses['base_url'] ?? '',
        ledgerUrl: addresses['ledger_url'] ?? '',
        apiKey: addresses['api_key'] ?? '',
        network: 'preprod',
      },
      child,
    );
  }

  /** Funds an address from the practice faucet. Answers the transaction's hash. @throws Error when it is refused. */
  async fund(address: string): Promise<string> {
    const answer = await fetch(`${this.connection.ledgerUrl}/practice/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
      redirect: 'error',
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the practice faucet answered ${answer.status}: ${text.slice(0, 200)}`);
    return text;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}
