import { parseArgs } from 'node:util';

import { failed, ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import { RELEASE_KINDS, type ReleaseKind } from './api/releases.ts';
import { type Dialect, VARIATION_NAMES } from './api/wire.ts';
import { readDay } from './replay/steering.ts';

/** How practice is started, as read from the command line. */
export interface PracticeArguments {
  /** 0 takes any free port. */
  readonly port: number;
  readonly seed: number;
  /** Absent: a new one is generated. */
  readonly apiKey?: string;
  /** Folder that keeps the world between runs; absent: in memory only. */
  readonly dataFolder?: string;
  readonly blockTimeMs: number;
  /** How many times faster than real time the market, the blocks and recurring orders run. */
  readonly speed: number;
  /** File with a different exchange list. */
  readonly exchangesFile?: string;
  /** File with the faults to begin with; absent: there are none, and none can be made. */
  readonly faultsFile?: string;
  readonly dialect: Dialect;
  /** The variations of the wild dialect that are used, and no others; absent: the seed picks them. */
  readonly wild?: readonly string[];
  /** A replay: where it begins. */
  readonly at?: EpochMs;
  /** For a replay: the folder of the practice world whose history it is; absent: that of a world opened now. */
  readonly historyFolder?: string;
  /** A replay waits for the request to play. */
  readonly paused?: boolean;
  /** The release whose signed manifest is served; absent: none. */
  readonly release?: ReleaseKind;
}

/** The options, each with the placeholder of its value in the usage. */
const OPTIONS = {
  port: '0',
  seed: '7',
  'api-key': 'K',
  data: 'DIR',
  'block-time': '2s',
  speed: '1',
  exchanges: 'FILE',
  dialect: 'spec|wild',
  wild: 'none|NAME,…',
  faults: 'FILE',
  release: 'KIND',
} as const;
const AT = { at: 'DAY' } as const;
/** Those that need `--at`; one without a value is a switch. */
const OF_REPLAY = { paused: '', history: 'DIR' } as const;

export const USAGE = `practice ${shown(OPTIONS)} ${shown(AT, ` ${shown(OF_REPLAY)}`)}`;

function shown(options: Readonly<Record<string, string>>, more = ''): string {
  return Object.entries(options)
    .map(([name, value]) => `[--${name}${value === '' ? '' : ` ${value}`}${more}]`)
    .join(' ');
}

/** Characters that an HTTP header can carry and the client's key check accepts. */
const KEY = /^[\x21-\x7e]{1,256}$/;
const TIME_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Reads the command line. The failure says which option is wrong and what it accepts. */
export function parsePracticeArguments(argv: readonly string[]): Result<PracticeArguments, string> {
  let options: Partial<Record<string, string | boolean>>;
  try {
    ({ values: options } = parseArgs({
      args: [...argv],
      options: Object.fromEntries(
        Object.entries({ ...OPTIONS, ...AT, ...OF_REPLAY }).map(([name, value]) => [
          name,
          { type: value === '' ? 'boolean' : 'string' },
        ]),
      ),
    }));
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
  const { paused, ...values } = options as Partial<Record<string, string>> & { readonly paused?: boolean };
  const replay = replayOf(values, paused === true);
  if (!replay.ok) return replay;
  const port = wholeNumber(values['port'] ?? '0', 65_535);
  if (port === undefined) return failed('--port takes a number from 0 (any free port) to 65535');
  const seed = wholeNumber(values['seed'] ?? '7', 4_294_967_295);
  if (seed === undefined) return failed('--seed takes a whole number from 0 to 4294967295');
  const blockTimeMs = duration(values['block-time'] ?? '2s');
  if (blockTimeMs === undefined)
    return failed('--block-time takes a time from 50ms to 10m, such as 500ms, 2s or 1m');
  const speed = Number(values['speed'] ?? '1');
  if (!(speed > 0 && speed <= 10_000)) return failed('--speed takes a number above 0, at most 10000');
  const dialect = values['dialect'] ?? 'spec';
  if (dialect !== 'spec' && dialect !== 'wild') return failed('--dialect takes spec or wild');
  const wild = variations(values['wild'], dialect);
  if (!wild.ok) return wild;
  const { 'api-key': apiKey, data: dataFolder, exchanges: exchangesFile, faults: faultsFile } = values;
  if (apiKey !== undefined && !KEY.test(apiKey))
    return failed('--api-key takes 1 to 256 visible ASCII characters');
  if (dataFolder === '') return failed('--data takes a folder');
  if (exchangesFile === '') return failed('--exchanges takes a file');
  if (faultsFile === '') return failed('--faults takes a file');
  const release = RELEASE_KINDS.find((kind) => kind === values['release']);
  if (release === undefined && values['release'] !== undefined)
    return failed(`--release takes ${RELEASE_KINDS.join(', ')}`);
  return ok({
    port,
    seed,
    blockTimeMs,
    speed,
    dialect,
    ...replay.value,
    ...(wild.value === undefined ? {} : { wild: wild.value }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(dataFolder === undefined ? {} : { dataFolder }),
    ...(exchangesFile === undefined ? {} : { exchangesFile }),
    ...(faultsFile === undefined ? {} : { faultsFile }),
    ...(release === undefined ? {} : { release }),
  });
}

function replayOf(
  { at: day, history: historyFolder }: Partial<Record<string, string>>,
  paused: boolean,
): Result<Pick<PracticeArguments, 'at' | 'historyFolder' | 'paused'>, string> {
  if (day === undefined)
    return historyFolder === undefined && !paused ? ok({}) : failed('--history and --paused need --at DAY');
  const at = readDay(day);
  if (at === undefined)
    return failed('--at takes a day such as 2025-03-14, or a time such as 2025-03-14T09:30Z');
  if (historyFolder === '') return failed('--history takes a folder');
  return ok({ at, paused, ...(historyFolder === undefined ? {} : { historyFolder }) });
}

/** `none` is the wild dialect without any variation. */
function variations(
  text: string | undefined,
  dialect: Dialect,
): Result<readonly string[] | undefined, string> {
  if (text === undefined) return ok(undefined);
  if (dialect !== 'wild') return failed('--wild needs --dialect wild');
  const names = text === 'none' ? [] : text.split(',');
  const known: readonly string[] = VARIATION_NAMES;
  return names.every((name) => known.includes(name))
    ? ok(names)
    : failed(`--wild takes none, or names of ${VARIATION_NAMES.join(', ')}`);
}

function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value <= most ? value : undefined;
}

function duration(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(text) ?? [];
  const ms = Number(digits) * (TIME_UNITS[unit ?? ''] ?? Number.NaN);
  return ms >= 50 && ms <= 600_000 ? ms : undefined;
}
