import { afterAll, afterEach, beforeAll } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { FaultyPractice, faultsFile } from './faulty-practice.ts';
import { PracticeProcess, type PracticeEndpoints } from './practice-process.ts';
import { temporaryDirectories } from './temporary-directory.ts';
import { openFundedTrader, openTrader, type Trader, type TraderOptions } from './trader.ts';

/** A practice service whose faults can be made, and a funded trader at it. */
export interface FaultyTrader {
  readonly endpoints: PracticeEndpoints;
  readonly faults: FaultyPractice;
  readonly trader: Trader;
  readonly token: AssetId;
}

/**
 * Starts them for all tests of a file, and ends them after these; after each test no fault is left. Answers how one more
 * trader is opened, for one test.
 */
export function useFaultyTrader(
  options: Pick<TraderOptions, 'auditsFills'>,
  ready: (world: FaultyTrader) => void,
): (more: Omit<TraderOptions, 'endpoints' | 'folder'>) => Promise<Trader> {
  const temporary = temporaryDirectories();
  const opened: Trader[] = [];
  let practice: PracticeProcess;
  let world: FaultyTrader;
  beforeAll(async () => {
    practice = await PracticeProcess.start({ faults: faultsFile(temporary()), dialect: 'spec' });
    const { endpoints } = practice;
    const funded = await openFundedTrader({ ...options, endpoints, folder: temporary() });
    world = { ...funded, endpoints, faults: new FaultyPractice(endpoints.baseUrl) };
    ready(world);
  }, 60_000);
  afterEach(async () => {
    await world.faults.make();
    for (const one of opened.splice(0)) await one.close();
  });
  afterAll(async () => {
    await world.trader.close();
    await practice.stop();
  });
  return async (more) => {
    const one = await openTrader({ ...options, ...more, endpoints: world.endpoints, folder: temporary() });
    opened.push(one);
    return one;
  };
}
