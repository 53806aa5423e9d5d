import { describe, expect, test } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs, slot } from '#domain/time.ts';
import { openLedger } from '../../../src-main/ledger/back-ends.ts';
import { completed } from '../../../src-main/ledger/joined.ts';
import type { BackEnd } from '../../../src-main/ledger/ledger-read.ts';
import { quickParts } from '../../support/answering-server.ts';
import { baseUrl } from '../../support/http-parts.ts';

/** A back-end that answers each question with its own name, at a height. */
function named(name: string, height: number): BackEnd {
  const says = () => Promise.resolve(failed(failure('ledger-error', { status: name })));
  const tip = { height, hash: name, slot: slot(height), time: epochMs(height) };
  return {
    ...{
      parameters: says,
      utxos: says,
      scriptOutputs: says,
      inclusion: says,
      transaction: says,
      transactionCbor: says,
    },
    ...{
      utxosAt: says,
      accountAddresses: says,
      transactions: says,
      datum: says,
      asset: says,
      submit: says,
      outputs: says,
    },
    ...{ transactionBytes: says, hasTransaction: says },
    network: () => Promise.resolve(ok('preprod')),
    tip: () => Promise.resolve(ok(tip)),
    clockOffset: () => undefined,
    close: () => Promise.resolve(),
  };
}

describe('a present and a past of two back-ends', () => {
  const both = completed(named('present', 12), named('past', 10));

  test.each([
    ['parameters', both.parameters(), 'present'],
    ['utxos', both.utxos(''), 'present'],
    ['utxosAt', both.utxosAt([]), 'present'],
    ['submit', both.submit(''), 'present'],
    ['accountAddresses', both.accountAddresses(''), 'past'],
    ['scriptOutputs', both.scriptOutputs([], ADA), 'past'],
    ['inclusion', both.inclusion(''), 'past'],
    ['transaction', both.transaction(''), 'past'],
    ['transactionCbor', both.transactionCbor(''), 'past'],
    ['transactions', both.transactions('', 1), 'past'],
    ['datum', both.datum(''), 'past'],
  ])('%s', async (_question, asked, name) => {
    expect(await asked).toMatchObject({ failure: { data: { status: name } } });
  });

  test('end where the shorter chain ends: what the past does not know yet is not missing from it', async () => {
    expect(await both.tip()).toMatchObject({ value: { height: 10, hash: 'past' } });
    const ahead = completed(named('present', 12), named('past', 13));
    expect(await ahead.tip()).toMatchObject({ value: { height: 12, hash: 'present' } });
    const lost = { ...named('past', 10), tip: () => Promise.resolve(failed(failure('ledger-timeout'))) };
    expect(await completed(named('present', 12), lost).tip()).toMatchObject({
      failure: { code: 'ledger-timeout' },
    });
  });

  test('are hurried on by neither: no lower height goes with a later slot', async () => {
    const tip = { height: 9, hash: 'liar', slot: slot(1_000_000), time: epochMs(0) };
    const liar = { ...named('past', 10), tip: () => Promise.resolve(ok(tip)) };
    const honest = named('present', 12);
    for (const joined of [completed(honest, liar), completed(liar, honest)])
      expect(await joined.tip()).toMatchObject({ value: { height: 9, slot: 12 } });
  });

  test('are of one network', async () => {
    const other = { ...named('past', 10), network: () => Promise.resolve(ok('mainnet' as const)) };
    expect(await completed(named('present', 12), other).network()).toMatchObject({
      failure: { code: 'wrong-network', data: { found: 'mainnet', expected: 'preprod' } },
    });
  });
});

describe('what the chosen back-ends cannot show', () => {
  const base = baseUrl('http://127.0.0.1:9');
  const { clock, random } = quickParts();

  test.each([
    ['blockfrost', undefined, false],
    ['koios', undefined, false],
    ['ogmios', undefined, true],
    ['ogmios', 'ogmios', true],
    ['ogmios', 'koios', false],
    ['ogmios', 'blockfrost', false],
    ['koios', 'ogmios', false],
  ] as const)('%s, and %s as the second', async (first, second, lacks) => {
    const opened = openLedger(
      { first: { api: first, base }, second: second && { api: second, base } },
      { clock, random },
    );
    expect(opened.lacks?.code).toBe(lacks ? 'ledger-cannot-prove' : undefined);
    expect(opened.secondSource === undefined).toBe(second === undefined);
    await opened.close();
  });
});
