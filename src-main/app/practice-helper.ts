import * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { HelperProcess, PracticeEndpoints, PracticeHost, StartHelper } from '../ports/system.ts';

const START_MS = 60_000;
const STOP_MS = 15_000;

const announcement = v.object({
  base_url: v.string(),
  charts_url: v.string(),
  charts_ws_url: v.string(),
  ledger_url: v.string(),
  api_key: v.string(),
  network: v.literal('preprod'),
});

/** Practice's message that it cannot keep its world. */
const trouble = v.object({
  type: v.literal('trouble'),
  kind: v.picklist(['full', 'failed']),
  file: v.pipe(v.string(), v.maxLength(500)),
  reason: v.pipe(v.string(), v.maxLength(500)),
});

/** The practice exchange in a helper process of this application. */
export class PracticeHelper implements PracticeHost {
  readonly #start: StartHelper;
  readonly #entry: string;
  readonly #options: () => readonly string[];
  readonly #onMessage: (message: unknown) => void;
  readonly #listeners = new Set<(why?: Failure) => void>();
  #process: HelperProcess | undefined;
  #running: Promise<Result<PracticeEndpoints, Failure>> | undefined;

  /** `options` are practice's own command line, without the port. */
  constructor(
    start: StartHelper,
    entry: string,
    options: readonly string[] | (() => readonly string[]),
    onMessage: (message: unknown) => void = () => undefined,
  ) {
    this.#start = start;
    this.#entry = entry;
    this.#options = typeof options === 'function' ? options : () => options;
    this.#onMessage = onMessage;
  }

  /** Nothing happens while it is not running. */
  send(message: unknown): void {
    this.#process?.send(message);
  }

  start(): Promise<Result<PracticeEndpoints, Failure>> {
    this.#running ??= this.#launch();
    return this.#running;
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    this.#running = undefined;
    if (child === undefined) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => child.kill(), STOP_MS);
      child.onExit(() => {
        clearTimeout(late);
        resolve();
      });
      child.send({ type: 'stop' });
    });
  }

  onExit(listener: (why?: Failure) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #launch(): Promise<Result<PracticeEndpoints, Failure>> {
    return new Promise((resolve) => {
      const child = this.#start(this.#entry, ['--port', '0', ...this.#options()]);
      this.#process = child;
      const late = setTimeout(() => child.kill(), START_MS);
      let why: Failure | undefined;
      child.onMessage((message) => {
        this.#onMessage(message);
        const named = v.safeParse(trouble, message);
        if (named.success) {
          const { kind, file, reason } = named.output;
          why =
            kind === 'full' ? failure('storage-full', { file }) : failure('storage-failed', { file, reason });
        }
        const announced = v.safeParse(announcement, message);
        if (!announced.success) return;
        clearTimeout(late);
        const { base_url, charts_url, charts_ws_url, ledger_url, api_key, network } = announced.output;
        resolve(
          ok({
            baseUrl: base_url,
            chartsUrl: charts_url,
            chartsWsUrl: charts_ws_url,
            ledgerUrl: ledger_url,
            apiKey: api_key,
            network,
          }),
        );
      });
      child.onExit(() => {
        clearTimeout(late);
        resolve(failed(why ?? failure('practice-unavailable')));
        if (this.#process !== child) return;
        this.#process = undefined;
        this.#running = undefined;
        for (const listener of this.#listeners) listener(why);
      });
    });
  }
}
