// Practice's ledger at its two addresses: the same, until a fault makes them disagree.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { FaultyPractice, faultsFile } from '../../support/faulty-practice.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { connector } from '../../../src-main/app/connector.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { balanceOf, fund, must, openTrader, type Trader } from '../../support/trader.ts';

const folder = temporaryDirectory();
let practice: PracticeProcess;
let trader: Trader;

beforeAll(async () => {
  practice = await PracticeProcess.start({ faults: faultsFile(folder.path) });
  trader = await openTrader({ endpoints: practice.endpoints, folder: folder.path });
  await fund(trader, practice.endpoints);
});
afterAll(async () => {
  await trader.close();
  await practice.stop();
  folder.remove();
});

it('answers alike at both, and with a lovelace more in each output at one that disagrees', async () => {
  const url = practice.endpoints.ledgerUrl.replace('/ledger', '/ledger-2');
  const second = must(connector(systemClock, systemRandom).ledger({ ledgerUrl: url }, undefined));
  const outputs = async () => must(await second.client.utxos(trader.account.address));
  const sum = async (): Promise<bigint> =>
    (await outputs()).reduce((total, { value }) => total + (value.get(ADA) ?? 0n), 0n);
  const first = (await balanceOf(trader)).get(ADA) ?? 0n;
  expect(await sum()).toBe(first);
  const faults = new FaultyPractice(practice.endpoints.baseUrl);
  await faults.make({ path: '/ledger-2/*', fault: { kind: 'disagree' } });
  expect((await sum()) - first).toBe(BigInt((await outputs()).length));
  expect((await balanceOf(trader)).get(ADA)).toBe(first);
  await second.close();
});
