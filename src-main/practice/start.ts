import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { writeOut } from '../system/output.ts';
import { CandleStreams } from './api/candle-stream.ts';
import { chartsApi } from './api/charts-api.ts';
import { Faults, parseFaults } from './api/faults.ts';
import { ledgerApi } from './api/ledger-api.ts';
import { releaseLines, releasesApi } from './api/releases.ts';
import { startServer } from './api/server.ts';
import { serviceApi } from './api/service-api.ts';
import { Wire } from './api/wire.ts';
import { openWorld, STORE } from './open-world.ts';
import { parsePracticeArguments, type PracticeArguments, USAGE } from './options.ts';
import type { Practice } from './practice.ts';
import { readSteering, ReplaySteering } from './replay/steering.ts';
import { storeTrouble, troubleText, type StoreTrouble } from './store-trouble.ts';

/** The addresses of a running practice service, as printed when it is ready. */
export interface PracticeAddresses {
  readonly base_url: string;
  readonly charts_url: string;
  readonly charts_ws_url: string;
  readonly ledger_url: string;
  readonly api_key: string;
  readonly network: 'preprod';
  /** If started with a release: the address of its manifest, and the key that signs it. */
  readonly releases_url?: string;
  readonly release_key?: string;
}

export interface RunningPractice {
  readonly addresses: PracticeAddresses;
  /**
   * Resolves with the error when a block could not be produced or saved: the world must not continue without its
   * store.
   */
  readonly broken: Promise<unknown>;
  /** Of a replay. */
  readonly replay?: ReplaySteering;
  /** Answers pending requests, saves the world and releases everything. */
  stop(): Promise<void>;
}

/** The equivalent of `process.send` in an Electron utility process. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** Minimum time between blocks at any speed, unless a shorter block time is requested. */
const LEAST_BLOCK_TIME_MS = 100;
const PARENT_LOOKED_AT_EVERY_MS = 200;
/** Milliseconds that a message of Electron's port, which reports no arrival, is given. */
const MESSAGE_MS = 100;
const CHARTS = 'candles';
const LEDGER = 'ledger';
const RELEASES = 'releases';
/** The same ledger at another address, so that a fault can make the two disagree. */
const SECOND_LEDGER = 'ledger-2';

/** Starts the practice service. The failure says which option cannot be satisfied, or why the world cannot be kept; that also goes to `onTrouble`. */
export async function startPractice(
  options: PracticeArguments,
  onBug: (error: unknown) => void = () => undefined,
  realNow: () => EpochMs = () => epochMs(Date.now()),
  onTrouble: (trouble: StoreTrouble) => void = () => undefined,
): Promise<Result<RunningPractice, string>> {
  const table = options.faultsFile === undefined ? undefined : readFaults(options.faultsFile);
  if (table?.ok === false) return table;
  const opened = openWorld(options, realNow);
  if (!opened.ok) {
    if (typeof opened.failure === 'string') return failed(opened.failure);
    onTrouble(opened.failure);
    return failed(troubleText(opened.failure));
  }
  const { promise: broken, resolve: breakUp } = Promise.withResolvers<unknown>();
  // State that the store cannot keep must not be served as if it were kept: the world ends, and reports why.
  const onError = (error: unknown): void => {
    if (storeTrouble(error, STORE) === undefined) onBug(error);
    else breakUp(error);
  };
  const { practice, clock, span } = opened.value;
  const apiKey = options.apiKey ?? randomBytes(24).toString('base64url');
  const wire = new Wire(options.dialect, options.seed, options.wild);
  const service = { apiKey, wire };
  const ledger = ledgerApi(practice);
  const faults = table && new Faults(practice.chain, realNow, table.value);
  if (faults) practice.misbehave(faults);
  const apis = {
    prefixed: {
      [LEDGER]: ledger,
      [CHARTS]: chartsApi(practice, service),
      ...(faults && { [SECOND_LEDGER]: ledger }),
      ...(options.release && { [RELEASES]: releasesApi(options.release, realNow) }),
    },
    rest: serviceApi(practice, service),
    streams: { [CHARTS]: new CandleStreams(practice, wire, onError) },
    ...(faults && { faults }),
  };
  const listening = await startServer(options.port, apis, onError).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (listening instanceof Error) {
    practice.close();
    return failed(`port ${options.port} cannot be listened on (${listening.code ?? listening.message})`);
  }
  const replay = clock && span && new ReplaySteering(practice, clock, span, options.blockTimeMs, breakUp);
  if (clock && !options.paused) clock.play(options.speed);
  const stopBeat = replay ? () => replay.stop() : beat(practice, blockTimeOf(options), breakUp);
  const host = `127.0.0.1:${listening.port}`;
  return ok({
    broken,
    ...(replay && { replay }),
    addresses: {
      base_url: `http://${host}`,
      charts_url: `http://${host}/${CHARTS}`,
      charts_ws_url: `ws://${host}/${CHARTS}`,
      ledger_url: `http://${host}/${LEDGER}`,
      api_key: apiKey,
      network: 'preprod',
      ...(options.release && releaseLines(host)),
    },
    async stop() {
      stopBeat();
      await listening.close();
      practice.close();
    },
  });
}

/** Blocks are faster in a fast world, and no slower in a slow one: nobody waits minutes for the chain. */
function blockTimeOf({ blockTimeMs, speed }: PracticeArguments): number {
  return Math.min(blockTimeMs, Math.max(blockTimeMs / speed, LEAST_BLOCK_TIME_MS));
}

/** Produces blocks at the block time, until one cannot be. Returns the function that ends it. */
function beat(practice: Practice, blockTimeMs: number, onBroken: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    try {
      practice.tick();
    } catch (error) {
      clearInterval(timer);
      onBroken(error);
    }
  }, blockTimeMs);
  return () => clearInterval(timer);
}

/**
 * Runs practice as a separate process: prints one JSON line with its addresses when ready (and sends it to the
 * parent process), and stops on SIGTERM, SIGINT, a lost parent or the message `{"type":"stop"}`. `underNpm`: also
 * when npm, which forwards no signals, is gone. Resolves with the exit code: 0 after a stop, 2 for wrong options, 1
 * when the world could not continue.
 */
export async function runPractice(argv: readonly string[], underNpm: boolean): Promise<number> {
  const parsed = parsePracticeArguments(argv);
  if (!parsed.ok) return refuse(`${parsed.failure}\nusage: ${USAGE}`);
  let trouble: StoreTrouble | undefined;
  const note = (met: StoreTrouble): void => void (trouble = met);
  const started = await startPractice(parsed.value, complain, undefined, note);
  if (!started.ok) {
    if (trouble !== undefined) await report(trouble);
    return refuse(started.failure);
  }
  const running = started.value;
  const { replay } = running;
  if (replay) {
    replay.onChange(tellParent);
    onMessage((message) => {
      const asked = readSteering(message);
      if (asked) replay.steer(asked);
    });
    tellParent(replay.state());
  }
  announce(running);
  const broken = await Promise.race([
    stopAsked(underNpm).then(() => undefined),
    running.broken.then((error) => ({ error })),
  ]);
  if (broken) {
    // The store could not save a block: its content is consistent, so nothing more may be written.
    const met = storeTrouble(broken.error, STORE);
    if (met === undefined) complain(broken.error);
    else {
      await report(met);
      refuse(troubleText(met));
    }
    return 1;
  }
  await running.stop();
  return 0;
}

function announce({ addresses }: RunningPractice): void {
  writeOut('stdout', `${JSON.stringify(addresses)}\n`);
  tellParent(addresses);
}

function tellParent(message: object): void {
  process.send?.(message);
  parentPort()?.postMessage(message);
}

/** Messages of the parent process, whichever kind it is. */
function onMessage(listener: (message: unknown) => void): void {
  if (process.send) process.on('message', listener);
  parentPort()?.on('message', (event) => listener(event.data));
}

/** Resolves when the process is asked to stop, by any of the ways above. */
function stopAsked(underNpm: boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => resolve();
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    process.once('SIGHUP', stop);
    process.once('disconnect', stop);
    onMessage((message) => {
      if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'stop')
        stop();
    });
    if (underNpm) onParentLost(stop);
  });
}

/** npm sends SIGTERM to its shell, which exits without forwarding it: this process then has a different parent. */
function onParentLost(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_LOOKED_AT_EVERY_MS);
}

function parentPort(): ParentPort | undefined {
  return (process as { parentPort?: ParentPort }).parentPort;
}

function refuse(message: string): number {
  process.stderr.write(`practice: ${message}\n`);
  return 2;
}

/** Says to the parent process why the world cannot be kept. */
async function report(trouble: StoreTrouble): Promise<void> {
  parentPort()?.postMessage(trouble);
  // This process ends next: the message must be out by then.
  if (process.send) await new Promise((resolve) => process.send?.(trouble, undefined, {}, resolve));
  else if (parentPort()) await new Promise((resolve) => setTimeout(resolve, MESSAGE_MS));
}

function complain(error: unknown): void {
  process.stderr.write(
    `practice: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
}

function readFaults(file: string): ReturnType<typeof parseFaults> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return failed(`--faults: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = parseFaults(text);
  return parsed.ok ? parsed : failed(`--faults: ${parsed.failure}`);
}
