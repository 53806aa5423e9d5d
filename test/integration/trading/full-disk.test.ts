import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { startLyingPractice, type LyingService } from '../../support/lying-service.ts';
import { MAY_MOUNT, smallDisks, type SmallDisk } from '../../support/small-disk.ts';
import {
  agreementTo,
  amberOf,
  fund,
  must,
  openTrader,
  reviewFor,
  signingBy,
  tradeIn,
  type Trader,
} from '../../support/trader.ts';

const PATIENCE = 120_000;
const smallDisk = smallDisks();

describe.runIf(process.platform === 'linux' && MAY_MOUNT)('a trade on a real disk that becomes full', () => {
  let lying: LyingService;

  beforeAll(async () => {
    lying = await startLyingPractice();
  }, PATIENCE);

  afterAll(() => lying.close());

  /** The disk is full right after this step. */
  async function traderOn(disk: SmallDisk, fullAfter: string): Promise<Trader> {
    const trader = await openTrader({
      endpoints: lying.endpoints,
      folder: disk.path,
      checkpoint: (name) => {
        if (name === fullAfter) disk.fill();
      },
    });
    await fund(trader, lying.endpoints);
    trader.trading.start();
    return trader;
  }

  it(
    'is not signed when its acceptance cannot be recorded, and can be accepted again when there is room',
    async () => {
      const disk = smallDisk(4_096);
      const trader = await traderOn(disk, 'built-journalled');
      const review = must(await reviewFor(trader, await amberOf(trader)));
      let signed = 0;
      const sign = signingBy((approved) => {
        signed += 1;
        return trader.sign.signer(approved);
      });
      const refused = await trader.trading.accept(review.trade.id, agreementTo(review), sign);
      if (refused.ok) throw new Error('it was accepted');
      expect(refused.failure).toEqual({ code: 'storage-full', data: { file: 'journal.sqlite' } });
      expect(failureText(refused.failure)).toMatchObject({
        what: 'The disk is full: the file "journal.sqlite" could not be written.',
        money: 'none',
      });
      expect([signed, lying.asked('/swap/sign')]).toEqual([0, 0]);
      disk.free();
      must(await trader.trading.accept(review.trade.id, agreementTo(review), sign));
      expect((await tradeIn(trader, review.trade.id, 'filled', 'closed')).state).toBe('filled');
      expect(signed).toBe(1);
      await trader.close();
    },
    PATIENCE,
  );

  it(
    'goes on by itself from the signature, which is said not to be repeated',
    async () => {
      const disk = smallDisk(4_096);
      const trader = await traderOn(disk, 'signed-journalled');
      const review = must(await reviewFor(trader, await amberOf(trader)));
      const met = await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign);
      if (met.ok) throw new Error('it was accepted');
      expect(met.failure).toMatchObject({ code: 'storage-full', data: { signed: true } });
      expect(failureText(met.failure)).toEqual({
        what: 'The disk is full: the file "journal.sqlite" could not be written.',
        money: 'unknown',
        advice:
          'Free some disk space, then try again. Do not repeat the trade: it is signed, and Touchstone will continue it as soon as it can write.',
      });
      disk.free();
      const [trade] = trader.trading.trades();
      if (trade?.state === 'signed') must(await trader.trading.resubmit(review.trade.id));
      expect((await tradeIn(trader, review.trade.id, 'filled', 'closed')).state).toBe('filled');
      expect(trader.trading.steps(review.trade.id).filter(({ state }) => state === 'approved')).toHaveLength(
        1,
      );
      await trader.close();
    },
    PATIENCE,
  );
});
