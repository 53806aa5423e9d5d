import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { failed, ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import { openStore, type ChainStore } from './chain/store.ts';
import { parseExchanges } from './market/exchanges.ts';
import type { Exchange } from './market/types.ts';
import type { PracticeArguments } from './options.ts';
import { originNow, Practice, type PracticeOptions } from './practice.ts';
import { ReplayClock } from './replay/replay-clock.ts';
import type { ReplayState } from './replay/steering.ts';
import { keptOrigin, keptReplay, replaySpan, replayTerms } from './replay/terms.ts';
import { storeTrouble, type StoreTrouble } from './store-trouble.ts';

/** The file of a world in its data folder. */
export const STORE = 'practice.sqlite';
const DEFAULT_EXCHANGES = new URL('../../resources/exchanges.json', import.meta.url);

/** A world, and what moves a replayed one. */
interface OpenedWorld {
  readonly practice: Practice;
  readonly clock?: ReplayClock;
  readonly span?: Pick<ReplayState, 'from' | 'first' | 'end'>;
}

/** Opens the world described by the options, in its folder or in memory. The failure says what went wrong. */
export function openWorld(
  options: PracticeArguments,
  now: () => EpochMs,
): Result<OpenedWorld, string | StoreTrouble> {
  const exchanges = readExchanges(options.exchangesFile);
  return exchanges.ok ? openStored(options, exchanges.value, now) : exchanges;
}

function openStored(
  options: PracticeArguments,
  exchanges: readonly Exchange[],
  now: () => EpochMs,
): Result<OpenedWorld, string | StoreTrouble> {
  const { dataFolder, seed, speed } = options;
  let store: ChainStore | undefined;
  try {
    if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
    store = openStore(dataFolder === undefined ? ':memory:' : join(dataFolder, STORE));
    const common = { store, seed, exchanges };
    const opened =
      options.at === undefined
        ? openPresent({ ...common, now, speed })
        : openReplay(common, options.at, options.historyFolder, now);
    // Whatever a full disk would refuse with the next block, it refuses now.
    if (opened.ok) store.note('opened', String(now()));
    else store.close();
    return opened;
  } catch (error) {
    store?.close();
    const trouble = storeTrouble(error, dataFolder ?? STORE);
    return failed(
      trouble ?? `the data folder cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function openPresent(options: PracticeOptions): Result<OpenedWorld, string> {
  const practice = Practice.open(options);
  return practice.ok ? ok({ practice: practice.value }) : practice;
}

/** A stored replay continues where it was left, whatever `at` is. */
function openReplay(
  common: Pick<PracticeOptions, 'store' | 'seed' | 'exchanges'>,
  at: EpochMs,
  historyFolder: string | undefined,
  now: () => EpochMs,
): Result<OpenedWorld, string> {
  const replay = keptReplay(common.store);
  const history = replay || historyFolder === undefined ? undefined : keptOrigin(historyFolder, STORE);
  const origin = replay?.terms.origin ?? history ?? originNow(common, now());
  const terms = replay?.terms ?? replayTerms(origin, at);
  const span = replaySpan(origin);
  const clock = new ReplayClock(replay?.reached ?? terms.at, span.end);
  const practice = Practice.open({ ...common, now: () => clock.now, speed: 1, replay: terms });
  return practice.ok ? ok({ practice: practice.value, clock, span: { ...span, from: terms.at } }) : practice;
}

function readExchanges(file: string | undefined): Result<readonly Exchange[], string> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file ?? DEFAULT_EXCHANGES, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(`--exchanges: ${error instanceof SyntaxError ? `${file} is not JSON: ` : ''}${reason}`);
  }
  const parsed = parseExchanges(json);
  if (parsed.ok) return parsed;
  const { path, reason } = parsed.failure;
  return failed(`--exchanges: ${path === '' ? '' : `${path}: `}${reason}`);
}
