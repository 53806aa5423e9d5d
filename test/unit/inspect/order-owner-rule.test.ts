import { describe, expect, it } from 'vitest';

import { ADA, policyOf } from '#domain/asset.ts';
import type { OrderTerms } from '../../../src-main/exchanges/order-form.ts';
import { datumNamesMe } from '../../../src-main/inspect/rules/order-control.ts';
import { BYSTANDER, GEM, ORDER_SCRIPT, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import { constr, datumHex, type Data } from '../../support/plutus-data.ts';
import { findings } from '../../support/rule-findings.ts';

const OWN = { paymentKeyHashes: new Set([PAYMENT]), stakeKeyHashes: new Set([STAKE]) };
const trade = { pay: { asset: GEM }, receive: BYSTANDER };
const GEM_POLICY = policyOf(GEM) ?? '';
const BYSTANDER_POLICY = policyOf(BYSTANDER) ?? '';

interface Case {
  readonly trade?: object | undefined;
  readonly own?: object;
  /** Payment keys of the account that are spent from. */
  readonly spends?: readonly string[];
}

function judged(order: object, given: Case = {}): readonly string[] {
  const { own = OWN, spends = [PAYMENT] } = given;
  return findings(datumNamesMe, {
    context: { own },
    trade: 'trade' in given ? given.trade : trade,
    inputs: [{ ownHash: undefined }, ...spends.map((ownHash) => ({ ownHash }))],
    orders: [{ index: 2, scriptHash: ORDER_SCRIPT, script: { exchange: 'EXA' }, ...order }],
  });
}

describe('V6 of an order whose terms are read', () => {
  const mine: Partial<OrderTerms> = { ownerPaymentKeyHash: PAYMENT, ownerStakeKeyHash: STAKE };
  const told = (change: Partial<OrderTerms>, given: Case = {}) =>
    judged({ rawDatum: 'd87980', terms: { ...mine, ...change } }, given);

  it('has nothing to say where I am paid at the address that I spend from', () => {
    expect(told({})).toEqual([]);
  });

  it('blocks proceeds and stake parts of others', () => {
    expect(told({ ownerPaymentKeyHash: STRANGER })).toEqual([
      'block: The proceeds of order 3 would go to someone else.',
    ]);
    expect(told({ ownerStakeKeyHash: STRANGER })).toEqual([
      'block: The proceeds of order 3 would go to an address with a foreign stake part.',
    ]);
  });

  it('asks about an address without a stake part only where the account has one', () => {
    expect(told({ ownerStakeKeyHash: undefined })).toEqual([
      'warn: The proceeds of order 3 go to an address of yours that earns no staking rewards.',
    ]);
    const bare = { ...OWN, stakeKeyHashes: new Set() };
    expect(told({ ownerStakeKeyHash: undefined }, { own: bare })).toEqual([]);
  });

  it('reports another address of mine only where some of mine is spent from', () => {
    const far = '0f'.repeat(28);
    const own = { ...OWN, paymentKeyHashes: new Set([PAYMENT, far]) };
    expect(told({ ownerPaymentKeyHash: far }, { own })).toEqual([
      'info: The proceeds of order 3 go to another address of yours than you spend from.',
    ]);
    expect(told({ ownerPaymentKeyHash: far }, { own, spends: [far, PAYMENT] })).toEqual([]);
    expect(told({ ownerPaymentKeyHash: far }, { own, spends: [] })).toEqual([]);
  });

  it('lets nobody else take the order back', () => {
    expect(told({ cancelKeyHash: PAYMENT })).toEqual([]);
    expect(told({ cancelKeyHash: STAKE })).toEqual([]);
    expect(told({ cancelKeyHash: STRANGER })).toEqual(['block: Someone else could take order 3 back.']);
    expect(told({ cancelKeyHash: STRANGER }, { trade: undefined })).toEqual([
      'warn: Someone else could take order 3 back.',
    ]);
  });
});

describe('V6 of an order that cannot be judged by terms', () => {
  const unseen = 'Where the proceeds of order 3 go cannot be seen.';
  const refused = 'The terms of order 3 are not those of an order: it is a pool.';

  it('is blocked, or asked about where nobody said that it is to be an order', () => {
    expect(judged({})).toEqual([`block: ${unseen}`]);
    expect(judged({}, { trade: undefined })).toEqual([`warn: ${unseen}`]);
    // Even where it names me.
    const naming = { rawDatum: datumHex(constr(0, PAYMENT)), refusal: 'it is a pool' };
    expect(judged(naming)).toEqual([`block: ${refused}`]);
    expect(judged(naming, { trade: undefined })).toEqual([`warn: ${refused}`]);
  });
});

describe('V6 of an order whose form is not known', () => {
  const nobody = 'block: The terms of order 3 do not name you: where its proceeds go cannot be seen.';
  const also = (hash: string): string =>
    `block: The terms of order 3 also name someone or something else (${hash.slice(0, 12)}…).`;
  const holding = (...parts: readonly Data[]): object => ({ rawDatum: datumHex(constr(0, ...parts)) });
  const told = (...parts: readonly Data[]) => judged(holding(...parts));

  it('names me by a payment key, somewhere', () => {
    expect(told(PAYMENT)).toEqual([]);
    expect(told(7n, [constr(3, [PAYMENT])])).toEqual([]);
    expect(told(STAKE)).toEqual([nobody]);
    expect(told()).toEqual([nobody]);
    expect(judged(holding(), { trade: undefined })).toEqual([nobody.replace('block', 'warn')]);
  });

  it('names nobody where it cannot be read', () => {
    expect(judged({ rawDatum: `9f581c${PAYMENT}` })).toEqual([nobody]);
  });

  it('may name my stake key, its own script, the assets that are traded, and what its exchange always names', () => {
    expect(told(PAYMENT, STAKE, ORDER_SCRIPT, GEM_POLICY, BYSTANDER_POLICY)).toEqual([]);
    const exchange = { exchange: 'EXA', alsoNames: new Set([STRANGER]) };
    expect(judged({ ...holding(PAYMENT, STRANGER), script: exchange })).toEqual([]);
    const third = '3d'.repeat(28);
    expect(judged({ ...holding(PAYMENT, third), script: exchange })).toEqual([also(third)]);
  });

  it('names nobody else, before or after me, in whatever way', () => {
    const named = [also(STRANGER)];
    expect(told(PAYMENT, STRANGER)).toEqual(named);
    expect(told(STRANGER, PAYMENT)).toEqual(named);
    expect(told(PAYMENT, [constr(1, STRANGER)])).toEqual(named);
    expect(judged({ ...holding(PAYMENT, STRANGER), script: undefined })).toEqual(named);
    expect(judged(holding(PAYMENT, STRANGER), { trade: undefined })).toEqual([
      also(STRANGER).replace('block', 'warn'),
    ]);
    // Another asset than those that are traded is something else, and so is any asset where nothing is.
    expect(
      judged(holding(PAYMENT, GEM_POLICY), { trade: { pay: { asset: ADA }, receive: BYSTANDER } }),
    ).toEqual([also(GEM_POLICY)]);
    expect(judged(holding(PAYMENT, GEM_POLICY), { trade: undefined })).toEqual([
      also(GEM_POLICY).replace('block', 'warn'),
    ]);
  });

  it('is searched in the keys and in the values of maps', () => {
    const one = (hash: string): string => `581c${hash}`;
    expect(judged({ rawDatum: `a1${one(PAYMENT)}01` })).toEqual([]);
    expect(judged({ rawDatum: `a101${one(PAYMENT)}` })).toEqual([]);
    expect(judged({ rawDatum: `a1${one(PAYMENT)}${one(STRANGER)}` })).toEqual([also(STRANGER)]);
    expect(judged({ rawDatum: `a1${one(STRANGER)}${one(PAYMENT)}` })).toEqual([also(STRANGER)]);
  });

  it('is searched in addresses and reward accounts, and in pairs of hashes', () => {
    const named = [also(STRANGER)];
    for (const whole of [`60${PAYMENT}`, `00${PAYMENT}${STAKE}`, `${PAYMENT}${STAKE}`, `${STAKE}${PAYMENT}`])
      expect(told(whole), whole).toEqual([]);
    for (const whole of [
      `e0${STRANGER}`,
      `00${PAYMENT}${STRANGER}`,
      `00${STRANGER}${STAKE}`,
      `${PAYMENT}${STRANGER}`,
      `${STRANGER}${STAKE}`,
    ])
      expect(told(PAYMENT, whole), whole).toEqual(named);
  });

  it('takes bytes of any other length for what they are: no hash of anybody', () => {
    for (const end of ['000000', '00'.repeat(27), '00'.repeat(30)]) {
      expect(told(`${PAYMENT}${end}`), end).toEqual([nobody]);
      expect(told(PAYMENT, `${STRANGER}${end}`), end).toEqual([]);
    }
    expect(told(PAYMENT, STRANGER.slice(2))).toEqual([]);
  });
});
