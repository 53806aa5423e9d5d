import { afterAll, expect, it } from 'vitest';
import { assetUnit } from '#domain/asset.ts';
import { ledgerApi } from '../../../src-main/practice/api/ledger-api.ts';
import { startServer } from '../../../src-main/practice/api/server.ts';
import { CommandPlace } from '../../support/command-line.ts';
import { FilledWorld } from '../../support/planted-fills.ts';

const place = new CommandPlace({});
const world = new FilledWorld(21, () => ({ kind: 'sandwich', percent: 100 }));
const fills = await world.fills(1, 12);
// The next block brings them on chain.
world.practice.tick();
const ledger = ledgerApi(world.practice);
const server = await startServer(0, { prefixed: { ledger }, rest: ledger, streams: {} }, (error) => {
  throw error;
});
afterAll(() => server.close());

async function audited(txHash: string, ...more: readonly string[]) {
  const url = `http://127.0.0.1:${server.port}/ledger`;
  return place.run(['audit', '--tx', txHash, '--ledger-url', url, ...more]);
}

it('a fill on chain is told with the trades around its order, and one without them with none', async () => {
  const around = fills.find(({ planted }) => planted);
  const alone = fills.find(({ planted }) => !planted);
  if (!around || !alone) throw new Error('both kinds of fill are wanted');
  const [seen] = around.around;
  if (!seen) throw new Error('nothing was seen in practice');
  const [json, text, lone] = await Promise.all([
    audited(around.txHash, '--json'),
    audited(around.txHash),
    audited(alone.txHash, '--json'),
  ]);
  expect(json.stderr).toBe('');
  const trade = ({ txHash, sold, bought }: typeof seen.before): object => ({
    tx: txHash,
    soldUnit: assetUnit(sold.asset),
    sold: String(sold.quantity),
    boughtUnit: assetUnit(bought.asset),
    bought: String(bought.quantity),
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    orders: [{ exact: true, proven: true }],
    seen: [
      {
        order: seen.order,
        trader: seen.trader,
        before: trade(seen.before),
        after: trade(seen.after),
        lost: String(seen.lost),
      },
    ],
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    neighbours: [{ before: { end: 'bound' }, after: { end: 'bound' } }],
  });
  // That is a fact about the transactions around it, and not about whether the formula was kept.
  expect(json.code).toBe(0);
  expect(text.stdout).toContain(`Seen around order ${seen.order}: ${seen.trader} traded the same way`);
  expect(text.stdout).toContain(seen.before.txHash);
  expect(text.stdout).toMatch(/Read at pool [0-9a-f]{64}#\d+: 2 transactions before it, 2 after it\./);
  expect(JSON.parse(lone.stdout)).toMatchObject({ seen: [] });
});
