import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { PracticeEndpoints, PracticeHost } from '../../src-main/ports/system.ts';
import { testDialect } from './dialect.ts';
import { PracticeCommand } from './practice-command.ts';

/** The practice exchange of an application under test, which can be killed, and whose next clock can be set ahead. */
export class SteeredPractice implements PracticeHost {
  /** Milliseconds by which the clock of the next process is ahead of the machine's. */
  clockAheadMs = 0;
  /** Processes that were started so far. */
  started = 0;
  readonly #options: readonly string[];
  readonly #listeners = new Set<() => void>();
  #command: PracticeCommand | undefined;
  #running: Promise<Result<PracticeEndpoints, Failure>> | undefined;

  /** `options` are practice's own; among them must be the folder of its world. */
  constructor(options: readonly string[]) {
    this.#options = options;
  }

  start(): Promise<Result<PracticeEndpoints, Failure>> {
    this.#running ??= this.#launch();
    return this.#running;
  }

  async stop(): Promise<void> {
    const command = this.#command;
    this.#command = undefined;
    this.#running = undefined;
    await command?.stop('SIGTERM');
  }

  onExit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the process as a power cut would; the application starts the next one. */
  async kill(): Promise<void> {
    await this.#command?.stop('SIGKILL');
  }

  async #launch(): Promise<Result<PracticeEndpoints, Failure>> {
    this.started += 1;
    const command = new PracticeCommand(
      ['--port', '0', '--dialect', testDialect(), ...this.#options],
      this.clockAheadMs,
    );
    this.#command = command;
    void command.exit.then(() => {
      if (this.#command !== command) return;
      this.#command = undefined;
      this.#running = undefined;
      for (const listener of this.#listeners) listener();
    });
    const told = await command.ready;
    return ok({
      baseUrl: told.base_url,
      chartsUrl: told.charts_url,
      chartsWsUrl: told.charts_ws_url,
      ledgerUrl: told.ledger_url,
      apiKey: told.api_key,
      network: told.network,
    });
  }
}
