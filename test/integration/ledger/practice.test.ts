import { afterAll, beforeAll, expect, test } from 'vitest';
import { lovelaceIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { unixToSlot } from '#domain/network.ts';
import { askFaucet, liveClients, need } from '../../support/live-clients.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { until } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

let practice: PracticeProcess;
let clients: ReturnType<typeof liveClients>;

beforeAll(async () => {
  practice = await PracticeProcess.start();
  clients = liveClients(practice.endpoints);
});
afterAll(async () => {
  await clients.close();
  await practice.stop();
});

test('practice is on preprod, its tip moves, and its slots are those of that network', async () => {
  const { ledger } = clients;
  expect(need(await ledger.network())).toBe('preprod');
  const first = need(await ledger.tip());
  expect(Math.abs(first.slot - unixToSlot('preprod', first.time / 1000))).toBeLessThanOrEqual(1);
  await until(async () => need(await ledger.tip()).height > first.height, 'another block');
});

test('parameters of the real network', async () => {
  expect(need(await clients.ledger.parameters())).toEqual({
    minFeeA: 44n,
    minFeeB: 155_381n,
    coinsPerUtxoByte: 4_310n,
    maxTxSize: 16_384,
    protocolMajor: 10,
  });
});

test('an address before and after it was paid', async () => {
  const { ledger } = clients;
  const { address } = practiceWallet(31);
  expect(need(await ledger.utxos(address))).toEqual([]);
  expect(need(await ledger.transactions(address, 5))).toEqual([]);
  const gift = await askFaucet(practice.endpoints, address);
  await until(async () => need(await ledger.inclusion(gift)) !== undefined, 'the gift on chain');
  const utxos = need(await ledger.utxos(address));
  expect(utxos.every((utxo) => utxo.address === address && utxo.txHash === gift)).toBe(true);
  expect(utxos.reduce((sum, { value }) => sum + lovelaceIn(value), 0n)).toBe(10_000_000_000n);
  expect(need(await ledger.transactions(address, 5))).toEqual([gift]);
  const told = need(await ledger.transaction(gift));
  expect(told?.outputs.filter((output) => output.address === address)).toHaveLength(utxos.length);
  expect(told?.inputs.length).toBeGreaterThan(0);
  expect(need(await ledger.inclusion(gift))?.fees).toBeGreaterThan(0n);
  const [token] = utxos.flatMap(({ value }) => [...value.keys()]).filter((id) => id !== ADA);
  expect(need(await ledger.asset(token as AssetId))).toMatchObject({
    id: token,
    decimals: expect.any(Number) as number,
  });
});

test('what is not there is undefined', async () => {
  const { ledger } = clients;
  const nothing = 'ab'.repeat(32);
  expect(need(await ledger.inclusion(nothing))).toBeUndefined();
  expect(need(await ledger.transaction(nothing))).toBeUndefined();
  expect(need(await ledger.transactionCbor(nothing))).toBeUndefined();
  expect(need(await ledger.asset(`${'cd'.repeat(28)}00` as AssetId))).toBeUndefined();
});

test('bytes that are not a transaction are refused by name', async () => {
  expect(await clients.ledger.submit('83a10000')).toMatchObject({
    failure: { code: 'submission-refused', data: { rule: 'DecoderErrorDeserialiseFailure' } },
  });
});

test('when practice goes away, calls fail and come back with it', async () => {
  const own = await PracticeProcess.start();
  const { ledger, close } = liveClients(own.endpoints);
  expect(need(await ledger.network())).toBe('preprod');
  const { port } = own;
  await own.kill();
  expect(await ledger.tip()).toMatchObject({ failure: { code: 'ledger-unreachable' } });
  const again = await PracticeProcess.start({ port });
  expect(need(await ledger.network())).toBe('preprod');
  await close();
  await again.stop();
});
