import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src-main/http/base-url.ts';
import { BlockfrostLedger } from '../../../src-main/ledger/blockfrost/client.ts';
import { KoiosLedger } from '../../../src-main/ledger/koios/client.ts';
import { OrderPager } from '../../../src-main/service/wire/order-pages.ts';
import { ok } from '#domain/result.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { baseUrl } from '../../support/http-parts.ts';

/** Paged lists whose pages are within every limit, but which would fill the main process's memory. */

const server = answeringServer();
const address = `addr_test1${'q'.repeat(50)}`;
const hash = (at: number): string => at.toString(16).padStart(64, '0');

test.each([
  ['longer than was asked for', 5_000, 10],
  ['of records without end', 50, 200_000],
])('a service whose pages are %s is not asked for all of them', async (_how, rows, size) => {
  let asked = 0;
  const page = () => {
    asked += 1;
    return Promise.resolve(
      ok(Array.from({ length: rows }, (_, at) => ({ _id: `${asked}-${at}`, note: 'x'.repeat(size) }))),
    );
  };
  const found = await new OrderPager().all({}, 'all', page);
  if (!found.ok) throw new Error('no pages');
  expect(asked).toBeLessThan(10);
  expect(found.value.length).toBeLessThan(10_001);
});

test('a back-end whose pages are longer than was asked for is refused, whatever it lists', async () => {
  const amount = [{ unit: 'lovelace', quantity: '1' }];
  const outputs = Array.from({ length: 101 }, (_, at) => ({ tx_hash: hash(at), output_index: 0, amount }));
  const blockfrost = new BlockfrostLedger({ ...quickParts(), base: baseUrl(server.url) });
  server.answers(outputs);
  expect(await blockfrost.utxos(address)).toMatchObject({ failure: { code: 'ledger-answer-too-large' } });
  expect(await blockfrost.transactions(address, 500)).toMatchObject({
    failure: { code: 'ledger-answer-too-large' },
  });
  expect(server.seen).toHaveLength(2);
  await blockfrost.close();

  const koios = new KoiosLedger({ ...quickParts(), base: baseUrl(server.url) });
  server.answers(outputs.map(({ tx_hash }) => ({ tx_hash, tx_index: 0, value: '1', address })));
  expect(await koios.utxos(address)).toMatchObject({ failure: { code: 'ledger-answer-too-large' } });
  expect(server.seen).toHaveLength(3);
  await koios.close();
});

test('one host does not pass for two by a dot at its end', () => {
  expect(parseBaseUrl('https://ledger.example./api', { pathAllowed: true })).toMatchObject({
    failure: { code: 'service-address-refused', data: { reason: 'its host ends with a dot' } },
  });
  expect(parseBaseUrl('https://ledger.example/api', { pathAllowed: true })).toMatchObject({ ok: true });
});
