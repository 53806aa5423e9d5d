import { describe, expect, it } from 'vitest';

import practiceList from '../../../resources/practice-order-scripts.json' with { type: 'json' };
import list from '../../../resources/order-scripts.json' with { type: 'json' };
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { encodeOrderDatum } from '../../../src-main/practice/orders/datum.ts';
import type { OrderForm, OrderTerms } from '../../../src-main/exchanges/order-form.ts';
import { networkScripts } from '../../../src-main/exchanges/known-scripts.ts';
import { minswapStableForm } from '../../../src-main/exchanges/minswap/stable-order.ts';
import { minswapV1Form } from '../../../src-main/exchanges/minswap/v1-order.ts';
import { minswapPoolName, minswapV2Form } from '../../../src-main/exchanges/minswap/v2-order.ts';
import { muesliswapForm } from '../../../src-main/exchanges/others/muesliswap-order.ts';
import { practiceForm, practiceScripts } from '../../../src-main/exchanges/practice/order.ts';
import { splashForm } from '../../../src-main/exchanges/splash/order.ts';
import { sundaeV1Form } from '../../../src-main/exchanges/sundae/v1-order.ts';
import { sundaeV3Form } from '../../../src-main/exchanges/sundae/v3-order.ts';
import { vyfiForm } from '../../../src-main/exchanges/others/vyfi-order.ts';
import { wingridersV1Form } from '../../../src-main/exchanges/wingriders/v1-order.ts';
import { wingridersV2Form } from '../../../src-main/exchanges/wingriders/v2-order.ts';
import { orderDatum } from '../../support/good-trade.ts';
import { constr, datumHex, type Data } from '../../support/plutus-data.ts';

const PAY = 'aa'.repeat(28);
const STAKE = 'bb'.repeat(28);
const THIEF = 'cc'.repeat(28);
const POOL = 'dd'.repeat(28);
const EXECUTOR = 'ee'.repeat(28);
const LIQUIDITY = 'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c';
const POLICY = '12'.repeat(28);
const token = parseAssetId(`${POLICY}746f`) ?? ADA;
const other = parseAssetId(`${'34'.repeat(28)}6f`) ?? ADA;

const key = (hash: string): Data => constr(0, hash);
const script = (hash: string): Data => constr(1, hash);
const some = (data: Data): Data => constr(0, data);
const none = constr(1);
const yes = constr(1);
const no = constr(0);
const address = (payment: Data, stake: Data = some(some(key(STAKE)))): Data => constr(0, payment, stake);
const mine = address(key(PAY));
const ada = constr(0, '', '');
const tokenClass = constr(0, POLICY, '746f');

/** One step of a Minswap V2 route, over the pool of ADA and the token. */
const hop = (direction: Data): Data =>
  constr(0, constr(0, LIQUIDITY, minswapPoolName(ADA, token)), direction);

const owner = { ownerPaymentKeyHash: PAY, ownerStakeKeyHash: STAKE, cancelKeyHash: undefined };

interface Case {
  readonly form: OrderForm;
  readonly good: readonly Data[];
  readonly terms: OrderTerms;
  readonly assets?: readonly AssetId[];
  /** Fields put in place of good ones, by index; each must be refused. */
  readonly bad: Readonly<Record<string, Readonly<Record<number, Data>>>>;
  /** The same, where the terms must tell. */
  readonly told: Readonly<Record<string, readonly [Readonly<Record<number, Data>>, Partial<OrderTerms>]>>;
}

/** Values not allowed in any field for a payee's address. */
const badAddresses = (at: number): Case['bad'] => ({
  'a script gets the proceeds': { [at]: address(script(PAY)) },
  'the stake part is a script': { [at]: address(key(PAY), some(some(script(STAKE)))) },
  'the stake part is a pointer': { [at]: address(key(PAY), some(constr(1, 1n, 2n, 3n))) },
  'the address has three parts': { [at]: constr(0, key(PAY), none, none) },
  'the payment hash is short': { [at]: address(key('aa'.repeat(27))) },
});

/** The common fields of WingRiders requests. */
const requested = {
  ...owner,
  wanted: token,
  minimumReceived: 900n,
  batcherFee: undefined,
  closing: { at: 7n, then: 'waits', tip: 0n },
} as const;

const v2Step = (minimum: bigint, direction = yes): Data => constr(0, direction, constr(0, 5n), minimum, no);

const cases: Readonly<Record<string, Case>> = {
  'Minswap V1': {
    form: minswapV1Form,
    good: [mine, mine, none, constr(0, tokenClass, 900n), 20n, 30n],
    terms: { ...owner, wanted: token, minimumReceived: 900n, batcherFee: 20n, deposit: 30n },
    bad: {
      ...badAddresses(1),
      'a datum goes with the proceeds': { 2: some('ab'.repeat(32)) },
      'the sender has another stake part': { 0: address(key(PAY), none) },
      'the sender is a script': { 0: address(script(PAY)) },
      'it is a swap for an exact amount': { 3: constr(1, tokenClass, 900n) },
      'the minimum is negative': { 3: constr(0, tokenClass, -1n) },
      'the policy is short': { 3: constr(0, constr(0, '12', '746f'), 900n) },
      'ADA has a name': { 3: constr(0, constr(0, '', '746f'), 900n) },
    },
    told: {
      'another may cancel': [{ 0: address(key(THIEF)) }, { cancelKeyHash: THIEF }],
      'another gets the proceeds': [
        { 1: address(key(THIEF)) },
        { ownerPaymentKeyHash: THIEF, cancelKeyHash: PAY },
      ],
      'no stake part': [
        { 0: address(key(PAY), none), 1: address(key(PAY), none) },
        { ownerStakeKeyHash: undefined },
      ],
      'ADA is wanted': [{ 3: constr(0, ada, 900n) }, { wanted: ADA }],
    },
  },
  'Minswap V2': {
    form: minswapV2Form,
    assets: [ADA, token],
    good: [
      key(PAY),
      mine,
      no,
      mine,
      no,
      constr(0, LIQUIDITY, minswapPoolName(ADA, token)),
      v2Step(900n),
      20n,
      none,
    ],
    terms: {
      ...owner,
      wanted: token,
      minimumReceived: 900n,
      batcherFee: 20n,
      deposit: undefined,
      pools: 1,
    },
    bad: {
      ...badAddresses(3),
      'a refund goes elsewhere': { 1: address(key(THIEF)) },
      'a refund goes to another stake part': { 1: address(key(PAY), none) },
      'a datum goes with the refund': { 2: constr(1, 'ab'.repeat(32)) },
      'a datum goes with the proceeds': { 4: constr(2, 'ab'.repeat(32)) },
      'a script may cancel': { 0: constr(1, PAY) },
      'a withdrawal may cancel': { 0: constr(2, PAY) },
      'the pool is of other assets': { 5: constr(0, LIQUIDITY, minswapPoolName(ADA, other)) },
      "the pool is somebody else's": { 5: constr(0, POOL, minswapPoolName(ADA, token)) },
      'it is a stop loss': { 6: constr(1, yes, constr(0, 5n), 900n) },
      'the direction is neither': { 6: v2Step(900n, constr(2)) },
      'its route begins elsewhere': {
        6: constr(
          9,
          [constr(0, constr(0, LIQUIDITY, minswapPoolName(ADA, other)), yes)],
          constr(0, 5n),
          900n,
        ),
      },
      'its route is empty': { 6: constr(9, [], constr(0, 5n), 900n) },
      'its hops do not meet': {
        6: constr(9, [hop(yes), hop(yes)], constr(0, 5n), 900n),
      },
    },
    told: {
      'another may cancel': [{ 0: key(THIEF) }, { cancelKeyHash: THIEF }],
      'the stake key may cancel': [{ 0: key(STAKE) }, { cancelKeyHash: STAKE }],
      'the other way round': [{ 6: v2Step(900n, no) }, { wanted: ADA }],
      'an expiry with a tip above the fee': [
        { 8: some([1n, 50n]) },
        { batcherFee: 50n, closing: { at: 1n, then: 'sent-back', tip: 50n } },
      ],
      'an expiry without a tip': [
        { 8: some([2n ** 62n, 0n]) },
        { closing: { at: 2n ** 62n, then: 'sent-back', tip: 0n } },
      ],
      'it may be killed': [{ 6: constr(0, yes, constr(0, 5n), 900n, yes) }, { killable: true }],
      'a route over one pool': [{ 6: constr(9, [hop(yes)], constr(0, 5n), 900n) }, {}],
      'a route over two pools': [
        { 6: constr(9, [hop(yes), hop(no)], constr(0, 5n), 900n) },
        { wanted: ADA, pools: 2 },
      ],
    },
  },
  'Minswap stable': {
    form: minswapStableForm([other, token]),
    good: [mine, mine, none, constr(0, 0n, 1n, 900n), 20n, 30n],
    terms: { ...owner, wanted: token, minimumReceived: 900n, batcherFee: 20n, deposit: 30n },
    bad: {
      ...badAddresses(1),
      'a datum goes with the proceeds': { 2: some('ab'.repeat(32)) },
      'an asset is not in the pool': { 3: constr(0, 0n, 2n, 900n) },
      'it wants what it pays': { 3: constr(0, 1n, 1n, 900n) },
      'it is a deposit': { 3: constr(1, 900n) },
    },
    told: { 'the other way round': [{ 3: constr(0, 1n, 0n, 900n) }, { wanted: other }] },
  },
  'SundaeSwap V1': {
    form: sundaeV1Form(new Map([['04', [ADA, token]]])),
    good: ['04', constr(0, constr(0, mine, none), none), 20n, constr(0, no, 5n, some(900n))],
    terms: { ...owner, wanted: token, minimumReceived: 900n, batcherFee: 20n, deposit: undefined },
    bad: {
      'a script gets the proceeds': { 1: constr(0, constr(0, address(script(PAY)), none), none) },
      'a datum goes with the proceeds': { 1: constr(0, constr(0, mine, some('ab'.repeat(32))), none) },
      'it names no minimum': { 3: constr(0, no, 5n, none) },
      'it is a withdrawal': { 3: constr(1, 5n) },
    },
    told: {
      'another may cancel': [{ 1: constr(0, constr(0, mine, none), some(THIEF)) }, { cancelKeyHash: THIEF }],
      'the other way round': [{ 3: constr(0, yes, 5n, some(900n)) }, { wanted: ADA }],
      'a pool that is not known': [{ 0: '05' }, { wanted: undefined }],
    },
  },
  'SundaeSwap V3': {
    form: sundaeV3Form,
    assets: [ADA, token],
    good: [
      some(POOL),
      key(STAKE),
      20n,
      constr(0, mine, no),
      constr(1, ['', '', 5n], [POLICY, '746f', 900n]),
      'd87980',
    ],
    terms: {
      ...owner,
      cancelKeyHash: STAKE,
      wanted: token,
      minimumReceived: 900n,
      batcherFee: 20n,
      deposit: undefined,
    },
    bad: {
      'a script gets the proceeds': { 3: constr(0, address(script(PAY)), no) },
      'a datum goes with the proceeds': { 3: constr(0, mine, constr(2, 1n)) },
      'a datum hash goes with the proceeds': { 3: constr(0, mine, constr(1, 'ab'.repeat(32))) },
      'several may cancel': { 1: constr(1, [key(PAY), key(THIEF)]) },
      'anyone of several may cancel': { 1: constr(2, [key(PAY), key(THIEF)]) },
      'it is a strategy of a signer': { 4: constr(0, THIEF) },
      'it is a donation': {
        4: constr(4, [
          ['', '', 5n],
          [POLICY, '746f', 9n],
        ]),
      },
      'it pays another asset': { 4: constr(1, ['34'.repeat(28), '6f', 5n], [POLICY, '746f', 900n]) },
      'it wants what it pays': { 4: constr(1, ['', '', 5n], ['', '', 900n]) },
      'the extension holds something': { 5: constr(0, 1n) },
      'the extension is other bytes': { 5: 'ab' },
    },
    told: {
      'another may cancel': [{ 1: key(THIEF) }, { cancelKeyHash: THIEF }],
      'the owner may cancel': [{ 1: key(PAY) }, { cancelKeyHash: undefined }],
      'any pool will do': [{ 0: none }, {}],
      'the extension is a constructor': [{ 5: no }, {}],
    },
  },
  'WingRiders V1': {
    form: wingridersV1Form,
    assets: [ADA, token],
    good: [constr(0, mine, PAY, 7n, constr(0, ada, tokenClass)), constr(0, no, 900n)],
    terms: { ...requested, deposit: undefined },
    bad: {
      'a deadline before there was time': {
        0: constr(0, mine, PAY, -1n, constr(0, ada, tokenClass)),
      },
      'a script gets the proceeds': {
        0: constr(0, address(script(PAY)), PAY, 7n, constr(0, ada, tokenClass)),
      },
      'it adds liquidity': { 1: constr(1, 900n) },
      'it pays another asset': {
        0: constr(0, mine, PAY, 7n, constr(0, constr(0, '34'.repeat(28), '6f'), tokenClass)),
      },
    },
    told: {
      'another may cancel': [
        { 0: constr(0, mine, THIEF, 7n, constr(0, ada, tokenClass)) },
        { cancelKeyHash: THIEF },
      ],
      'the other way round': [{ 1: constr(0, yes, 900n) }, { wanted: ADA }],
      'another deadline': [
        { 0: constr(0, mine, PAY, 8n, constr(0, ada, tokenClass)) },
        { closing: { ...requested.closing, at: 8n } },
      ],
    },
  },
  'WingRiders V2': {
    form: wingridersV2Form,
    assets: [ADA, token],
    good: [30n, mine, mine, '', no, 7n, '', '', POLICY, '746f', constr(0, no, 900n), 1n, 1n],
    terms: { ...requested, deposit: 30n },
    bad: {
      ...badAddresses(1),
      'another is owner': { 2: address(key(THIEF)) },
      'a datum goes with the compensation': { 3: 'ab' },
      'the compensation has a datum hash': { 4: constr(1) },
      'a scale is zero': { 12: 0n },
      'it wants what it pays': { 8: '', 9: '' },
      'it takes liquidity out': { 10: constr(2, 1n, 2n) },
    },
    told: {
      'an empty list as datum': [{ 3: [] }, {}],
      'the other way round': [{ 10: constr(0, yes, 900n) }, { wanted: ADA }],
      'another deadline': [{ 5: 8n }, { closing: { ...requested.closing, at: 8n } }],
    },
  },
  Splash: {
    form: splashForm(new Set([EXECUTOR])),
    assets: [ADA, token],
    good: ['00', POOL, ada, 1_000n, 6n, 500n, tokenClass, constr(0, 9n, 10n), 5n, mine, PAY, [EXECUTOR]],
    terms: { ...owner, wanted: token, minimumReceived: 900n, batcherFee: 17n, deposit: undefined },
    bad: {
      ...badAddresses(9),
      'it is of another kind': { 0: '01' },
      'an executor is not known': { 11: [EXECUTOR, THIEF] },
      'it pays another asset': { 2: constr(0, '34'.repeat(28), '6f') },
      'it wants what it pays': { 6: ada },
      'its price is divided by zero': { 7: constr(0, 9n, 0n) },
      'a step may bring nothing': { 5: 0n },
    },
    told: {
      'another may cancel': [{ 10: THIEF }, { cancelKeyHash: THIEF }],
      'the minimum is rounded up': [{ 3: 1_001n }, { minimumReceived: 901n }],
      'many steps are allowed': [{ 5: 1n }, { batcherFee: 5n + 6n * 900n }],
      'anybody may execute': [{ 11: [] }, {}],
    },
  },
  VyFi: {
    form: vyfiForm([ADA, token]),
    good: [PAY + STAKE, constr(3, 900n)],
    terms: { ...owner, wanted: token, minimumReceived: 900n, batcherFee: undefined, deposit: undefined },
    bad: {
      'the owner is cut short': { 0: PAY + STAKE.slice(2) },
      'it adds liquidity': { 1: constr(0, 900n) },
      'the action has two amounts': { 1: constr(3, 900n, 1n) },
    },
    told: {
      'another is owner': [{ 0: THIEF + STAKE }, { ownerPaymentKeyHash: THIEF }],
      'no stake part': [{ 0: PAY }, { ownerStakeKeyHash: undefined }],
      'the other way round': [{ 1: constr(4, 900n) }, { wanted: ADA }],
    },
  },
};

describe.each(Object.entries(cases))('an order of %s', (_, { form, good, terms, assets, bad, told }) => {
  const read = (fields: readonly Data[]): unknown => form.read(datumHex(constr(0, ...fields)), assets);
  const changed = (change: Readonly<Record<number, Data>>): readonly Data[] =>
    good.map((field, index) => change[index] ?? field);

  it('is read', () => {
    expect(read(good)).toEqual({ ok: true, value: terms });
  });

  it.each(Object.entries(bad))('is refused when %s', (__, change) => {
    expect(read(changed(change))).toEqual({ ok: false, failure: expect.any(String) as string });
  });

  it.each(Object.entries(told))('reports: %s', (__, [change, difference]) => {
    expect(read(changed(change))).toEqual({ ok: true, value: { ...terms, ...difference } });
  });

  it('is refused with a field more or less, as another constructor, and as nothing at all', () => {
    for (const hex of [
      datumHex(constr(0, ...good, 0n)),
      datumHex(constr(0, ...good.slice(0, -1))),
      datumHex(constr(1, ...good)),
      datumHex(good),
      datumHex(0n),
      datumHex(constr(0, ...good)).slice(0, -2),
      'zz',
    ])
      expect(form.read(hex, assets)).toEqual({ ok: false, failure: expect.any(String) as string });
  });

  it('is read in the general encoding of a constructor', () => {
    const compact = datumHex(constr(0, ...good));
    expect(form.read(`d8668200${compact.slice(4)}`, assets)).toEqual({ ok: true, value: terms });
  });
});

describe('an order of MuesliSwap', () => {
  const read = (...fields: readonly Data[]): unknown =>
    muesliswapForm.read(datumHex(constr(0, constr(0, ...fields))), [ADA, token]);

  it('is read, the attached lovelace as fee', () => {
    expect(read(mine, POLICY, '746f', '', '', 900n, yes, 20n)).toEqual({
      ok: true,
      value: { ...owner, wanted: token, minimumReceived: 900n, batcherFee: 20n, deposit: undefined },
    });
  });

  it.each([
    ['a script is its owner', [address(script(PAY)), POLICY, '746f', '', '', 900n, yes, 20n]],
    ['it wants what it pays', [mine, '', '', '', '', 900n, yes, 20n]],
    ['it pays another asset', [mine, POLICY, '746f', '34'.repeat(28), '6f', 900n, yes, 20n]],
    ['a field is missing', [mine, POLICY, '746f', '', '', 900n, yes]],
  ] satisfies [string, Data[]][])('is refused when %s', (_, fields) => {
    expect(read(...fields)).toEqual({ ok: false, failure: expect.any(String) as string });
  });
});

describe('an order of Minswap V2 whose trade is not known', () => {
  const pool = constr(0, LIQUIDITY, minswapPoolName(ADA, token));
  const good = [key(PAY), mine, no, mine, no, pool];

  it('is read but for what it wants', () => {
    const read = minswapV2Form.read(datumHex(constr(0, ...good, v2Step(900n), 20n, none)));
    expect(read).toMatchObject({ ok: true, value: { wanted: undefined, minimumReceived: 900n } });
  });

  it('is followed over ADA to the end of its route', () => {
    const route = [constr(0, pool, no), constr(0, constr(0, LIQUIDITY, minswapPoolName(ADA, other)), yes)];
    const hex = datumHex(constr(0, ...good, constr(9, route, constr(1, 0n), 900n), 20n, none));
    expect(minswapV2Form.read(hex, [token, other])).toMatchObject({ ok: true, value: { wanted: other } });
  });

  it('has its pool named as the contract names it', () => {
    const min = parseAssetId('29d222ce763455e3d7a09a665ce554f00ac89d2e99a1a83d267170c6.4d494e') ?? ADA;
    // The example in the contract's own tests.
    expect(minswapPoolName(ADA, min)).toBe(
      '82e2b1fd27a7712a1a9cf750dfbea1a5778611b20e06dd6a611df7a643f8cb75',
    );
  });
});

describe('the practice form', () => {
  it('reads what practice writes', () => {
    const order = orderDatum();
    const { route: _, ...terms } = order;
    expect(practiceForm.read(encodeOrderDatum(order))).toEqual({
      ok: true,
      value: { ...terms, cancelKeyHash: undefined },
    });
    expect(practiceForm.read('00').ok).toBe(false);
  });

  it("serves all of practice's scripts", () => {
    const scripts = practiceScripts(practiceList);
    expect(scripts.size).toBe(Object.keys(practiceList).length);
    for (const [exchange, { script: hash, plutus }] of Object.entries(practiceList))
      expect(scripts.get(hash)).toEqual({ exchange, plutus, form: practiceForm });
  });

  it('is refused where a script has no Plutus version, or one that there is not', () => {
    for (const plutus of [0, 4, NaN])
      expect(() => practiceScripts({ EXA: { script: 'ab'.repeat(28), plutus } })).toThrow(RangeError);
  });
});

describe('the list of order scripts', () => {
  const hash = 'ab'.repeat(28);
  const scripts = (entry: unknown): unknown => networkScripts('mainnet', { mainnet: { [hash]: entry } });

  it('has mainnet alone', () => {
    expect(networkScripts('mainnet', list)?.size).toBe(Object.keys(list.mainnet).length);
    expect(networkScripts('preprod', list)).toBeUndefined();
    expect(networkScripts('preview', list)).toBeUndefined();
  });

  it('knows a script without a form', () => {
    expect(scripts({ exchange: 'X', plutus: 3, alsoNames: [PAY] })).toEqual(
      new Map([[hash, { exchange: 'X', plutus: 3, alsoNames: new Set([PAY]) }]]),
    );
  });

  it.each([
    ['a list', []],
    ['no exchange', {}],
    ['an empty exchange', { exchange: '', plutus: 2 }],
    ['no Plutus version', { exchange: 'X', form: 'splash' }],
    ['a Plutus version that there is not', { exchange: 'X', plutus: 4 }],
    ['a Plutus version in words', { exchange: 'X', plutus: 'V2' }],
    ['a form that there is not', { exchange: 'X', plutus: 2, form: 'toString' }],
    ['a short name', { exchange: 'X', plutus: 2, alsoNames: ['ab'] }],
    ['names that are no list', { exchange: 'X', plutus: 2, alsoNames: PAY }],
    ['an asset that is none', { exchange: 'X', plutus: 2, form: 'vyfi', assets: ['ab'] }],
    ['a pool of one asset', { exchange: 'X', plutus: 2, form: 'sundae-v1', pools: { '04': ['ADA'] } }],
    ['a field too many', { exchange: 'X', plutus: 2, from: 'vyfi' }],
  ])('is refused with %s as an entry', (_, entry) => {
    expect(() => scripts(entry)).toThrow(RangeError);
  });

  it('is refused when it is not a list, or a script is not a hash', () => {
    expect(() => networkScripts('mainnet', undefined)).toThrow(RangeError);
    expect(() => networkScripts('mainnet', { mainnet: { ab: { exchange: 'X', plutus: 2 } } })).toThrow(
      RangeError,
    );
  });
});
