import { describe, expect, test } from 'vitest';
import type { Receipt } from '../../../src-main/receipt/receipt.ts';
import { goodReceipt } from '../../support/good-receipt.ts';
import { CommandPlace } from '../../support/command-line.ts';

const place = new CommandPlace({});
const good = goodReceipt();
const file = (name: string, content: unknown): string => place.file(name, JSON.stringify(content));
const verify = (...args: readonly string[]) => place.json(['verify-receipt', ...args]);

function withoutRecord(receipt: Receipt, at: number): Receipt {
  return { ...receipt, records: receipt.records.filter((_record, index) => index !== at) };
}

describe('verify-receipt', () => {
  test('proves a receipt from its file alone, and says what that means', async () => {
    const path = file('good.json', good);
    const { code, json } = await verify('--receipt', path);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      valid: true,
      receipts: [{ network: 'preprod', assembledBy: 'service' }],
      proves: expect.arrayContaining([expect.stringContaining('signed exactly this transaction')]),
      doesNotProve: expect.arrayContaining([expect.stringContaining('That the ledger took the transaction')]),
    });
    const told = await place.run(['verify-receipt', '--receipt', path]);
    expect(told.code).toBe(0);
    expect(told.stdout).toContain('You send 100 ADA.');
    expect(told.stdout).toMatch(/^VALID: all \d+ checks hold\.$/m);
    expect(told.stdout).toContain('It does not prove:');
  });

  test('names each check that fails', async () => {
    const changed = JSON.stringify(good).replace('"networkFee":"230000"', '"networkFee":"130000"');
    const path = place.file('changed.json', changed);
    const { code, json } = await verify('--receipt', path);
    expect(code).toBe(4);
    expect(json['valid']).toBe(false);
    expect(json['checks']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'record-hash', ok: false, position: 0 }),
        expect.objectContaining({ check: 'record-signature', ok: false }),
        expect.objectContaining({ check: 'fee', ok: false }),
      ]),
    );
    const told = await place.run(['verify-receipt', '--receipt', path]);
    expect(told.code).toBe(4);
    expect(told.stdout).toMatch(/^NOT VALID: /m);
    expect(told.stdout).toContain('fee: The transaction pays 230000 lovelace');
  });

  test('checks the chain of an export, and of two files', async () => {
    expect((await verify('--receipt', file('export.json', [good]))).code).toBe(0);
    const cut = await verify('--receipt', file('cut.json', [withoutRecord(good, 1)]));
    expect(cut.code).toBe(4);
    const chain = (cut.json['checks'] as { check: string; ok: boolean; message: string }[]).filter(
      ({ ok }) => !ok,
    );
    expect(chain).toEqual([{ check: 'chain', ok: false, message: '1 record is missing before record 2.' }]);
    const same = file('same.json', good);
    expect((await verify('--receipt', same, '--previous', same)).code).toBe(0);
  });

  test.each([
    ['is not JSON', 'a receipt'],
    ['is JSON of something else', '{"version":1}'],
    ['is of a later version', JSON.stringify({ ...good, version: 5 })],
  ])('a file that %s is unreadable', async (name, content) => {
    const { code, json } = await verify('--receipt', place.file(`${name}.json`, content));
    expect(json.failure?.code).toBe('receipt-unreadable');
    expect(code).toBe(2);
  });

  test('a file that is not there, or none, is a wrong command line', async () => {
    expect((await verify('--receipt', place.path('nothing.json'))).code).toBe(2);
    expect((await verify()).code).toBe(2);
  });
});
