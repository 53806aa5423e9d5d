import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { addressOf, baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import { minimumAda } from '../../../src-main/cardano/fees.ts';
import { changeAddress, leastAda } from '../../../src-main/inspect/rules/wallet-change.ts';
import { knownScript, orderStakePart, spendable } from '../../../src-main/inspect/rules/order-control.ts';
import { orderTime } from '../../../src-main/inspect/rules/order-fill.ts';
import { ORDER_SCRIPT, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

const own = { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set([STAKE]) };

describe('V4, where change goes', () => {
  const change = (role: string, payment: string): object => {
    const address = baseAddress(0, payment, STAKE);
    const output = { value: new Map([[ADA, 2_500_000n]]) };
    return { role, output, address, addressText: formatAddress(address) };
  };
  const judged = (spentFrom: readonly string[], ...outputs: readonly object[]): readonly string[] =>
    findings(changeAddress, { inputs: spentFrom.map((ownHash) => ({ ownHash })), outputs, context: { own } });
  const other = '0f'.repeat(28);

  it('is with my stake part: another’s is blocked, and none asked about', () => {
    expect(judged([PAYMENT], change('half-own', PAYMENT))).toEqual([
      'block: 2.5 ADA of change goes to an address with a foreign stake part.',
    ]);
    expect(judged([PAYMENT], change('bare-own', PAYMENT))).toEqual([
      'warn: 2.5 ADA of change goes to an address of yours that earns no staking rewards.',
    ]);
  });

  it('is reported where nothing is spent from there', () => {
    expect(judged([other, PAYMENT], change('own', PAYMENT), change('foreign', STRANGER))).toEqual([]);
    const [told = '', ...rest] = judged([other], change('own', PAYMENT), change('order', ORDER_SCRIPT));
    expect(told).toMatch(/^info: 2\.5 ADA goes to another address of yours, addr_test1.+…\w{8}\.$/);
    expect(rest).toEqual([]);
  });

  it('is not compared where nothing of the account is spent', () => {
    expect(judged([], change('own', PAYMENT))).toEqual([]);
  });
});

describe('V5, the least ADA of an output', () => {
  const coinsPerUtxoByte = 4_310n;
  const least = minimumAda(65, coinsPerUtxoByte);
  const holding = (lovelace: bigint, index: number): object => ({
    index,
    output: { span: { start: 100, end: 165 }, value: new Map([[ADA, lovelace]]) },
  });

  it('is enough to the lovelace, and missed by the number of the output', () => {
    const outputs = [holding(least, 0), holding(least - 1n, 1), holding(least + 1n, 2)];
    expect(findings(leastAda, { outputs, context: { parameters: { coinsPerUtxoByte } } })).toEqual([
      'block: Output 2 holds less ADA than the ledger asks for.',
    ]);
  });
});

describe('V8, the stake part of an order’s address', () => {
  const payment = { kind: 'script', hash: ORDER_SCRIPT } as const;
  const mine = addressOf(0, payment, { kind: 'key', hash: STAKE });
  const judged = (...addresses: readonly object[]): readonly string[] =>
    findings(orderStakePart, {
      orders: addresses.map((address, index) => ({ index, address })),
      context: { own },
    });

  it('is mine, or there is none', () => {
    expect(judged(mine, addressOf(0, payment))).toEqual([]);
  });

  it('is asked about where it is another’s key, a script, be its hash that of my key, or a pointer', () => {
    const foreign = 'warn: Order 2 is at an address with a foreign stake part.';
    for (const stake of [
      { kind: 'key', hash: STRANGER },
      { kind: 'script', hash: STRANGER },
      { kind: 'script', hash: STAKE },
    ] as const)
      expect(judged(mine, addressOf(0, payment, stake))).toEqual([foreign]);
    expect(judged(mine, { ...mine, stake: 'pointer' })).toEqual([foreign]);
  });
});

describe('V9, the script of an order', () => {
  const orders = [
    { index: 0, scriptHash: ORDER_SCRIPT, script: { exchange: 'EXA' } },
    { index: 1, scriptHash: '5c'.repeat(28), script: undefined },
  ];
  const unknown = 'Order 2 is locked by a script that no known exchange uses (5c5c5c5c5c5c5c5c…5c5c5c5c).';

  it('is one that is known, or blocked in a trade where all of them are', () => {
    const complete = { scripts: { complete: true } };
    expect(findings(knownScript, { orders, trade: {}, context: complete })).toEqual([`block: ${unknown}`]);
    expect(findings(knownScript, { orders, context: complete })).toEqual([`warn: ${unknown}`]);
    const some = { scripts: { complete: false } };
    expect(findings(knownScript, { orders, trade: {}, context: some })).toEqual([`warn: ${unknown}`]);
  });
});

describe('V13, an order at a script of Plutus version 1', () => {
  const judged = (kind: string, hasReferenceScript: boolean, plutus: number | undefined) =>
    findings(spendable, {
      orders: [
        {
          index: 1,
          output: { datum: { kind }, hasReferenceScript },
          script: plutus === undefined ? undefined : { exchange: 'EXA', plutus },
        },
      ],
      trade: {},
      context: { scripts: { complete: true } },
    });
  const lost = (what: string): string =>
    `block: Order 2 holds ${what}, and the script of EXA is of Plutus version 1: nobody could ever spend it, and what it holds would be lost.`;

  it('holds neither its terms inline nor a reference script', () => {
    expect(judged('hash', false, 1)).toEqual([]);
    expect(judged('inline', false, 1)).toEqual([lost('its terms inline')]);
    expect(judged('hash', true, 1)).toEqual([lost('a reference script')]);
    expect(judged('inline', true, 2)).toEqual([]);
  });

  it('may be at one whose version nobody knows', () => {
    expect(judged('hash', true, undefined)).toEqual([
      'block: Order 2 holds a reference script, and the Plutus version of its script is not known: at a script of version 1, what it holds would be lost.',
    ]);
    expect(judged('hash', false, undefined)).toEqual([]);
  });
});

describe('V14, the time of an order', () => {
  const SLOT = 50_000_000;
  /** A closing so many seconds after the slot. */
  const closing = (seconds: number, tip = 0n): object => ({
    at: (BigInt(slotToUnix('preprod', SLOT)) + BigInt(seconds)) * 1_000n,
    then: 'sent-back',
    tip,
  });
  const judged = (terms: object | undefined, time: object): readonly string[] =>
    findings(orderTime, {
      orders: [{ index: 0, terms }],
      context: { network: 'preprod', ...time },
      tx: { body: { validUntil: BigInt(SLOT + 300) } },
      trade: {},
    });

  it('is not spoken of where it has none', () => {
    expect(judged({}, { tipSlot: SLOT })).toEqual([]);
    expect(judged(undefined, { tipSlot: SLOT })).toEqual([]);
  });

  it('has passed by the later one of the ledger’s time and this computer’s', () => {
    const passed = /^block: Order 1 ends at .* That time has passed\.$/;
    for (const time of [
      { tipSlot: SLOT + 400, clockSlot: SLOT },
      { tipSlot: SLOT, clockSlot: SLOT + 400 },
      { tipSlot: SLOT + 400 },
      { clockSlot: SLOT + 400 },
    ])
      expect(judged({ closing: closing(400) }, time)).toEqual([expect.stringMatching(passed) as string]);
    expect(judged({ closing: closing(401) }, { tipSlot: SLOT + 400, clockSlot: SLOT })).toEqual([
      expect.stringMatching(/^info: Order 1 ends at .* may send it back to you\.$/) as string,
    ]);
  });
});
