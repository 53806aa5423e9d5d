import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { project, run } from '../tool.ts';
import type { Asked, HostAnswer, HostCall } from './host.ts';

const PINNED = fileURLToPath(new URL('install/', import.meta.url));
const HOST = fileURLToPath(new URL('host.ts', import.meta.url));
const FILES = ['package.json', 'package-lock.json'];

/**
 * Folder of the installed adapter, which is no dependency of the project: it is installed once for each lock file, whose
 * hashes npm verifies. Answers why it cannot be instead, where it can't.
 */
export async function installAdapter(): Promise<{ readonly folder: string } | { readonly trouble: string }> {
  const hash = createHash('sha256');
  for (const name of FILES) hash.update(readFileSync(join(PINNED, name)));
  const folder = join(project, '.cache', `yoroi-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return { folder };
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const name of FILES) copyFileSync(join(PINNED, name), join(unfinished, name));
  const options = [
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--loglevel=error',
  ];
  const { code, output } = await run('npm', ['ci', ...options], { folder: unfinished });
  if (code === 0) renameSync(unfinished, folder);
  else rmSync(unfinished, { recursive: true, force: true });
  return code === 0
    ? { folder }
    : { trouble: `@yoroi/swap could not be installed by npm: ${output.slice(-400)}` };
}

/** The value of an answer of the adapter's, and the requests that it made for it. */
export interface Adapted<Value> {
  readonly value: Value;
  readonly asked: readonly Asked[];
}

/** The unmodified adapter in a process of its own. */
export class YoroiAdapter {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: HostAnswer) => void>();
  #calls = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (answer: HostAnswer) => this.#waiting.get(answer.id)?.(answer));
  }

  /** `address`: the wallet's. Rejects when the process ends before it is ready. */
  static async start(
    folder: string,
    service: { readonly baseUrl: string; readonly key: string },
    address: string,
  ): Promise<YoroiAdapter> {
    const child = fork(HOST, [folder, service.baseUrl, service.key, address]);
    const adapter = new YoroiAdapter(child);
    await new Promise<void>((resolve, reject) => {
      adapter.#waiting.set(0, () => resolve());
      child.once('exit', (code) => reject(new Error(`the adapter ended with ${code}`)));
    });
    return adapter;
  }

  /**
   * The adapter's interpretation of the service's answer. @throws Error with the adapter's own words where it fails.
   */
  async call<Value>(method: string, body?: unknown): Promise<Adapted<Value>> {
    const { value, asked } = await this.tried(method, body);
    const {
      tag,
      value: right,
      error,
    } = value as {
      readonly tag: string;
      readonly value?: { readonly data: Value };
      readonly error?: unknown;
    };
    if (tag !== 'right' || right === undefined)
      throw new Error(`${method}: ${JSON.stringify(error ?? value)}`);
    return { value: right.data, asked };
  }

  /** The adapter's answer as it is. */
  tried(method: string, body?: unknown): Promise<Adapted<unknown>> {
    const id = (this.#calls += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => {
        this.#waiting.delete(id);
        resolve(answer);
      });
      this.#child.send({ id, method, body } satisfies HostCall);
    });
  }

  stop(): void {
    this.#child.disconnect();
  }
}
