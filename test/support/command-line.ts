import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { askFaucet } from './live-clients.ts';
import { PracticeProcess, type PracticeEndpoints } from './practice-process.ts';
import { practiceProxy, type PracticeProxy } from './practice-proxy.ts';
import { until } from './practice-service.ts';
import { WORDS } from './right-command-line.ts';

const ENTRY = fileURLToPath(new URL('../../src-main/cli.ts', import.meta.url));
const WAIT_MS = 120_000;

/** The command line's own words for a trade, as far as tests read them. */
export interface CommandJson {
  readonly failure?: {
    readonly code: string;
    readonly message: string;
    readonly advice: string;
    readonly money: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
  readonly [name: string]: unknown;
}

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line in a process of its own, with nothing on its standard input. */
export class RunningCommand {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcessWithoutNullStreams;
  #stdout = '';
  #stderr = '';

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [ENTRY, ...args], { env: { ...process.env, ...environment } });
    this.#child.stdin.end();
    this.#child.stdout.setEncoding('utf8').on('data', (part: string) => (this.#stdout += part));
    this.#child.stderr.setEncoding('utf8').on('data', (part: string) => (this.#stderr += part));
    this.ended = once(this.#child, 'close').then(([code, signal]: (number | string | null)[]) => ({
      code: code as number | null,
      signal: signal as string | null,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
    this.#child.kill(signal);
  }

  /** Resolves once the progress holds the text. @throws when the command ends, or takes long, without saying it. */
  async says(text: string): Promise<void> {
    const deadline = performance.now() + WAIT_MS;
    while (!this.#stderr.includes(text)) {
      if (this.#child.exitCode !== null || performance.now() > deadline)
        throw new Error(`it never said "${text}" but: ${this.#stderr}${this.#stdout}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A place for the command lines of one test file: its own data folder and files, all gone afterwards. */
export class CommandPlace {
  readonly folder = mkdtempSync(join(tmpdir(), 'touchstone-cli-'));
  readonly #environment: Record<string, string>;

  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = { TOUCHSTONE_DATA: join(this.folder, 'data'), ...environment };
    afterAll(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The options of a wallet whose recovery words are in a file of the place. */
  walletOptions(): readonly string[] {
    return ['--mnemonic-file', this.file('words.txt', WORDS)];
  }

  /** Writes a file of the place; answers its path. */
  file(name: string, content: string | Uint8Array): string {
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): RunningCommand {
    return new RunningCommand(args, { ...this.#environment, ...environment });
  }

  run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.start(args, environment).ended;
  }

  /** Runs with `--json`: its exit code, and the one object that it must print. */
  async json(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Ended & { readonly json: CommandJson }> {
    const ended = await this.run([...args, '--json'], environment);
    return { ...ended, json: onlyObject(ended) };
  }
}

/** The market hardly moves: no price can get worse between a quote and its transaction, however slow the machine is. */
const ALMOST_STILL = 0.000_1;

/**
 * A place whose wallet has funds at its own practice service, which runs for all tests of the file; its market moves only
 * where a speed is named.
 */
export class FundedPlace extends CommandPlace {
  readonly keys = this.walletOptions();
  #funded: Awaited<ReturnType<typeof fundedPractice>> | undefined;

  constructor(
    options: {
      readonly speed?: number;
      /** A table of faults. */
      readonly faults?: object;
      readonly environment?: Readonly<Record<string, string>>;
    } = {},
  ) {
    const { environment, faults, speed } = options;
    super({ SERVICE_KEY: 'K', ...environment });
    beforeAll(async () => {
      this.#funded = await fundedPractice(this, this.keys, {
        speed: speed ?? ALMOST_STILL,
        ...(faults === undefined ? {} : { faults: this.file('faults.json', JSON.stringify(faults)) }),
      });
    });
    afterAll(() => this.#funded?.practice.stop());
  }

  get practice(): PracticeProcess {
    return started(this.#funded).practice;
  }

  /** The wallet's first address. */
  get address(): string {
    return started(this.#funded).address;
  }

  /** The options that lead a command to the service. */
  get there(): readonly string[] {
    return connectionArguments(this.practice.endpoints);
  }
}

/** A funded place whose commands reach the service through a proxy; each test begins with one that changes nothing. */
export class ProxiedPlace extends FundedPlace {
  #proxy: PracticeProxy | undefined;

  constructor() {
    super();
    beforeAll(async () => {
      this.#proxy = await practiceProxy(this.practice.endpoints);
    });
    beforeEach(() => this.proxy.interfere());
    afterAll(() => this.#proxy?.close());
  }

  get proxy(): PracticeProxy {
    return started(this.#proxy);
  }

  override get there(): readonly string[] {
    return connectionArguments(this.proxy.endpoints);
  }
}

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the practice service is not started yet');
  return value;
}

/** The one object on stdout. @throws when there is anything else. */
export function onlyObject({ stdout, stderr }: Ended): CommandJson {
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (lines.length !== 1) throw new Error(`not one line on stdout: ${stdout}\n${stderr}`);
  return JSON.parse(lines[0] ?? '') as CommandJson;
}

/** The options that lead a command to a practice service whose key is in `SERVICE_KEY`. */
function connectionArguments({ baseUrl, ledgerUrl }: PracticeEndpoints): readonly string[] {
  const addresses = ['--base-url', baseUrl, '--charts-url', `${baseUrl}/candles`, '--ledger-url', ledgerUrl];
  return [...addresses, '--network', 'preprod', '--api-key-env', 'SERVICE_KEY'];
}

/** Starts a practice service, whose key is `K`, where the wallet of these options has funds, on chain; and answers that wallet's address. */
async function fundedPractice(
  place: CommandPlace,
  wallet: readonly string[],
  options: { readonly speed?: number; readonly faults?: string } = {},
): Promise<{ readonly practice: PracticeProcess; readonly address: string }> {
  const practice = await PracticeProcess.start({ apiKey: 'K', ...options });
  const { json } = await place.json(['keys', 'address', ...wallet]);
  const address = String(json['address']);
  const gift = await askFaucet(practice.endpoints, address);
  const { ledgerUrl } = practice.endpoints;
  await until(async () => (await fetch(`${ledgerUrl}/txs/${gift}`)).ok, 'the gift on chain');
  return { practice, address };
}
