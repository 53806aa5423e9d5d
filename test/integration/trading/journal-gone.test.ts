import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { startLyingPractice } from '../../support/lying-service.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
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

const temporary = temporaryDirectories();

/** Begins to write to a database, as another program would, and returns what ends that. */
function hold(path: string): () => void {
  const database = new DatabaseSync(path);
  database.exec('BEGIN IMMEDIATE');
  return () => database.close();
}

it.runIf(process.platform !== 'win32')(
  'without its journal a trade is neither signed nor sent, and continues once the journal is back or free',
  async () => {
    const lying = await startLyingPractice();
    const root = temporary();
    const [folder, elsewhere] = [join(root, 'data'), join(root, 'moved')];
    mkdirSync(folder);
    let movedAfter = 'built-journalled';
    let heldAfter = '';
    const trader: Trader = await openTrader({
      endpoints: lying.endpoints,
      folder,
      checkpoint: (name) => {
        if (name === movedAfter) renameSync(folder, elsewhere);
        if (name === heldAfter) setTimeout(hold(join(folder, 'journal.sqlite')), 500);
      },
    });
    await fund(trader, lying.endpoints);
    trader.trading.start();
    const review = must(await reviewFor(trader, await amberOf(trader)));
    let signed = 0;
    const sign = signingBy((approved) => {
      signed += 1;
      return trader.sign.signer(approved);
    });
    const accept = () => trader.trading.accept(review.trade.id, agreementTo(review), sign);
    const gone = failure('storage-gone', { file: 'journal.sqlite' });
    expect(await accept()).toEqual({ ok: false, failure: gone });
    expect([signed, lying.asked('/swap/sign')]).toEqual([0, 0]);
    renameSync(elsewhere, folder);
    movedAfter = 'signed-journalled';
    expect(await accept()).toEqual({
      ok: false,
      failure: { ...gone, data: { ...gone.data, signed: true } },
    });
    renameSync(elsewhere, folder);
    if (trader.trading.trade(review.trade.id)?.state === 'signed')
      must(await trader.trading.resubmit(review.trade.id));
    expect((await tradeIn(trader, review.trade.id, 'filled', 'closed')).state).toBe('filled');
    expect(signed).toBe(1);

    // Another program holds the journal: for too long, so that no key is used, then for a moment before and after the key.
    movedAfter = '';
    const next = must(await reviewFor(trader, await amberOf(trader)));
    const acceptNext = () => trader.trading.accept(next.trade.id, agreementTo(next), sign);
    const askedBefore = lying.asked('/swap/sign');
    const release = hold(join(folder, 'journal.sqlite'));
    expect(await acceptNext()).toEqual({
      ok: false,
      failure: failure('storage-busy', { file: 'journal.sqlite' }),
    });
    expect([signed, lying.asked('/swap/sign')]).toEqual([1, askedBefore]);
    setTimeout(release, 500);
    heldAfter = 'signature-made';
    must(await acceptNext());
    expect((await tradeIn(trader, next.trade.id, 'filled', 'closed')).state).toBe('filled');
    expect([signed, lying.asked('/swap/sign')]).toEqual([2, askedBefore + 1]);
    await trader.close();
    await lying.close();
  },
);
