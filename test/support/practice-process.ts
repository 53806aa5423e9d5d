import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { testDialect } from './dialect.ts';
import { practiceEntry } from './practice-entry.ts';

/** Where a running practice service answers. */
export interface PracticeEndpoints {
  readonly baseUrl: string;
  readonly ledgerUrl: string;
  readonly apiKey: string;
}

/** The real practice service in a process of its own. */
export class PracticeProcess {
  readonly endpoints: PracticeEndpoints;
  readonly chartsUrl: string;
  readonly #child: ChildProcess;

  private constructor(endpoints: PracticeEndpoints, chartsUrl: string, child: ChildProcess) {
    this.endpoints = endpoints;
    this.chartsUrl = chartsUrl;
    this.#child = child;
  }

  /** Resolves when it answers. `data`: a folder that keeps its world. `port`: 0 for any. */
  static async start(
    options: {
      readonly data?: string;
      readonly port?: number;
      readonly blockTime?: string;
      readonly apiKey?: string;
      readonly dialect?: 'spec' | 'wild';
      /** Names of the wild dialect's variations, or `none`; absent: the seed picks them. */
      readonly wild?: string;
      /** File of another exchange list. */
      readonly exchanges?: string;
      /** File with its table of faults. */
      readonly faults?: string;
      /** How many times as fast the market and the schedules run. */
      readonly speed?: number;
      /** The signed manifest that it serves. */
      readonly release?: string;
    } = {},
  ): Promise<PracticeProcess> {
    const child = spawn(
      process.execPath,
      [
        practiceEntry(),
        ...['--port', String(options.port ?? 0), '--seed', '7'],
        ...['--api-key', options.apiKey ?? 'practice-test-key'],
        ...['--block-time', options.blockTime ?? '300ms', '--dialect', options.dialect ?? testDialect()],
        ...(options.wild === undefined ? [] : ['--wild', options.wild]),
        ...(options.exchanges === undefined ? [] : ['--exchanges', options.exchanges]),
        ...(options.faults === undefined ? [] : ['--faults', options.faults]),
        ...(options.release === undefined ? [] : ['--release', options.release]),
        ...(options.speed === undefined ? [] : ['--speed', String(options.speed)]),
        ...(options.data === undefined ? [] : ['--data', options.data]),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    for await (const part of child.stdout) {
      text += String(part);
      if (text.includes('\n')) break;
    }
    const line = JSON.parse(text) as Record<'base_url' | 'charts_url' | 'ledger_url' | 'api_key', string>;
    return new PracticeProcess(
      { baseUrl: line.base_url, ledgerUrl: line.ledger_url, apiKey: line.api_key },
      line.charts_url,
      child,
    );
  }

  get port(): number {
    return Number(new URL(this.endpoints.baseUrl).port);
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }
}
