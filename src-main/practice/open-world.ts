import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { failed, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import { openStore } from './chain/store.ts';
import { parseExchanges } from './market/exchanges.ts';
import type { Exchange } from './market/types.ts';
import type { PracticeArguments } from './options.ts';
import { Practice } from './practice.ts';

const DEFAULT_EXCHANGES = new URL('../../resources/exchanges.json', import.meta.url);

/** Opens the world that the options ask for, in its folder or in memory. The failure says what cannot be had. */
export function openWorld(options: PracticeArguments, now: () => EpochMs): Result<Practice, string> {
  const exchanges = readExchanges(options.exchangesFile);
  return exchanges.ok ? openStored(options, exchanges.value, now) : exchanges;
}

function openStored(
  { dataFolder, seed, speed }: PracticeArguments,
  exchanges: readonly Exchange[],
  now: () => EpochMs,
): Result<Practice, string> {
  try {
    if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
    const store = openStore(dataFolder === undefined ? ':memory:' : join(dataFolder, 'practice.sqlite'));
    const opened = Practice.open({ store, seed, exchanges, now, speed });
    if (!opened.ok) store.close();
    return opened;
  } catch (error) {
    return failed(
      `the data folder cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function readExchanges(file: string | undefined): Result<readonly Exchange[], string> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file ?? DEFAULT_EXCHANGES, 'utf8'));
  } catch (error) {
    return failed(`--exchanges: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = parseExchanges(json);
  if (parsed.ok) return parsed;
  const { path, reason } = parsed.failure;
  return failed(`--exchanges: ${path === '' ? '' : `${path}: `}${reason}`);
}
