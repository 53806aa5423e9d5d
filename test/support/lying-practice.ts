import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import type { Review } from '../../src-main/trading/reviewer.ts';
import { startLyingPractice, type LyingService } from './lying-service.ts';
import { temporaryDirectories } from './temporary-directory.ts';
import {
  agreementTo,
  codeOf,
  must,
  openFundedTrader,
  openTrader,
  signingBy,
  type Trader,
  type TraderOptions,
} from './trader.ts';

interface Desk {
  readonly lying: LyingService;
  readonly trader: Trader;
  /** The token that the trader buys. */
  readonly token: AssetId;
  /** Folder of the trader's journal. */
  readonly folder: string;
}

/** A service that lies as the test under way says, and that test's own trader with funds. */
export interface LyingPractice extends Desk {
  /** Ends the trader, and puts another one over the same journal in its place. */
  restart(): Promise<void>;
}

/** A lying service for a whole file of tests, with a new trader, and no lie yet, for each of them. `own`: the trader's. */
export function lyingPractice(own: Pick<TraderOptions, 'policy'> = {}): LyingPractice {
  const temporary = temporaryDirectories();
  let lying: LyingService | undefined;
  let at: Desk | undefined;
  beforeAll(async () => {
    lying = await startLyingPractice();
  });
  afterAll(() => lying?.close());
  beforeEach(async () => {
    if (!lying) throw new Error('the service did not start');
    lying.lies = {};
    const folder = temporary();
    at = { lying, folder, ...(await openFundedTrader({ endpoints: lying.endpoints, folder, ...own })) };
  });
  afterEach(async () => {
    await at?.trader.close();
    at = undefined;
  });
  const now = (): Desk => {
    if (!at) throw new Error('the trader is there only while a test runs');
    return at;
  };
  return {
    get lying() {
      return now().lying;
    },
    get trader() {
      return now().trader;
    },
    get token() {
      return now().token;
    },
    get folder() {
      return now().folder;
    },
    restart: async () => {
      const { lying: service, trader, folder } = now();
      await trader.close();
      const again = await openTrader({ endpoints: service.endpoints, folder, ...own });
      again.trading.start();
      at = { ...now(), trader: again };
    },
  };
}

/** It is blocked by one of the rules, cannot be accepted, is signed by nobody and sent nowhere. */
export async function expectRefused(
  { lying, trader }: LyingPractice,
  review: Review,
  rules: readonly string[],
): Promise<void> {
  const blocks = review.inspection.report.findings.filter(({ severity }) => severity === 'block');
  expect(blocks.map(({ rule }) => rule)).toEqual(expect.arrayContaining([expect.toBeOneOf([...rules])]));
  expect(review.trade.state).toBe('refused');
  const signings = lying.asked('/swap/sign');
  let signed = 0;
  const accepted = await trader.trading.accept(
    review.trade.id,
    agreementTo(review),
    signingBy((approved) => {
      signed += 1;
      return trader.sign.signer(approved);
    }),
  );
  expect(codeOf(accepted)).toBe('trade-not-in-that-state');
  expect([signed, lying.asked('/swap/sign')]).toEqual([0, signings]);
  expect(must(await trader.ledger.transaction(review.trade.bodyHash))).toBeUndefined();
}
