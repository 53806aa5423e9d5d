import { describe, expect, it } from 'vitest';
import type { Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVALS } from '#domain/dca.ts';
import { minswapPoolName } from '../../../src-main/exchanges/minswap/v2-order.ts';
import { hashesIn, plutusOf, readOrder } from '../../../src-main/proof/order-terms.ts';
import type { OrderScript, Terms } from '../../../src-main/proof/terms.ts';
import { held } from '../../support/good-cancel.ts';
import { BYSTANDER, GEM } from '../../support/good-trade.ts';
import { constr, datumHex, type Data } from '../../support/plutus-data.ts';

const OWNER = '0a'.repeat(28);
const STAKE = '0b'.repeat(28);
const OTHER = '0c'.repeat(28);
const [POLICY, NAME] = [GEM.slice(0, 56), GEM.slice(56)];
const NO = constr(0);
const YES = constr(1);
const NOTHING = constr(1);
const NO_DATUM = constr(0);

function address(key = OWNER, stake: string | undefined = STAKE): Data {
  const part = stake === '' ? constr(1) : constr(0, constr(0, constr(0, stake)));
  return constr(0, constr(0, key), part);
}

function assetClass(asset: AssetId): Data {
  return constr(0, ...parts(asset));
}

function parts(asset: AssetId): readonly Data[] {
  return asset === ADA ? ['', ''] : [asset.slice(0, 56), asset.slice(56)];
}

/** Terms that an order of the tests has unless it says otherwise. */
function expected(change: Partial<Terms>): Terms {
  return {
    owner: OWNER,
    byScript: false,
    ownerStake: STAKE,
    canceller: undefined,
    wanted: GEM,
    least: 1_000n,
    fee: undefined,
    deposit: undefined,
    sells: undefined,
    recurring: undefined,
    ...change,
  };
}

function reader(
  script: Partial<OrderScript>,
  traded: readonly AssetId[] = [ADA, GEM],
  holds: Value = held(100_000_000n),
) {
  return (data: Data): Terms | undefined =>
    readOrder(datumHex(data), { exchange: 'Somewhere', ...script }, traded, holds);
}

describe('an order', () => {
  it('is read only in a form that is known, and where its datum is one', () => {
    const datum = constr(0, OWNER, constr(1), POLICY, NAME, 1n, 2n, 3n, '');
    expect(reader({ form: 'practice' })(datum)).toBeDefined();
    expect(reader({})(datum)).toBeUndefined();
    expect(reader({ form: 'toString' })(datum)).toBeUndefined();
    expect(reader({ form: 'practise' })(datum)).toBeUndefined();
    expect(reader({ form: 'vyfi' })(datum)).toBeUndefined();
    expect(readOrder('ff', { exchange: '', form: 'practice' }, [], new Map())).toBeUndefined();
  });

  it('has the version of Plutus of its script, by the list or else by its form', () => {
    expect(plutusOf({ exchange: '', form: 'practice', plutus: 3 })).toBe(3);
    expect(plutusOf({ exchange: '', form: 'practice' })).toBe(2);
    expect(plutusOf({ exchange: '', form: 'vyfi' })).toBe(1);
    expect(plutusOf({ exchange: '', form: 'valueOf' })).toBeUndefined();
    expect(plutusOf({ exchange: '' })).toBeUndefined();
  });
});

describe("practice's order", () => {
  const read = reader({ form: 'practice' });
  const order = (stake: Data, route: Data): Data =>
    constr(0, OWNER, stake, POLICY, NAME, 1_000n, 2n, 3n, route);

  it('names owner, asset, least, fee and deposit', () => {
    expect(read(order(constr(0, STAKE), '70'))).toEqual(expected({ fee: 2n, deposit: 3n }));
    expect(read(order(constr(1), '70'))).toEqual(expected({ ownerStake: undefined, fee: 2n, deposit: 3n }));
  });

  it('has a route of 64 bytes at most', () => {
    expect(read(order(constr(1), '00'.repeat(64)))).toBeDefined();
    expect(read(order(constr(1), '00'.repeat(65)))).toBeUndefined();
    expect(read(order(constr(1), 0n))).toBeUndefined();
  });
});

describe("practice's recurring order", () => {
  const plan = (change: Partial<Record<string, bigint>> = {}, asset: AssetId = GEM): Data => {
    const fields = {
      each: 10n,
      cycles: 5n,
      completed: 2n,
      unit: 2n,
      length: 1n,
      slippage: 999_999n,
      cycleFee: 7n,
      cycleReturn: 11n,
      deposit: 13n,
      ...change,
    };
    return constr(1, OWNER, constr(0, STAKE), ...parts(asset), ...Object.values(fields), '70');
  };
  /** Three trades of ten, with their fees and returns, and the deposit. */
  const whole = 30n + 21n + 33n + 13n;
  const read = (data: Data, holds: Value = held(whole)): Terms | undefined =>
    reader({ form: 'practice' }, [ADA, GEM], holds)(data);
  const terms = expected({
    least: 0n,
    fee: 21n,
    deposit: 46n,
    recurring: { interval: '1day', cycles: 5n, completed: 2n, amountPerCycle: 10n, slippage: 999_999n },
  });

  it('says how it divides what it holds', () => {
    expect(read(plan())).toEqual(terms);
  });

  it('sells tokens as well, besides exactly its overhead of ADA', () => {
    const sale = plan({}, ADA);
    expect(read(sale, held(67n, 30n))).toEqual({ ...terms, wanted: ADA });
    expect(read(sale, held(66n, 30n))).toBeUndefined();
    expect(read(sale, held(68n, 30n))).toBeUndefined();
    expect(read(sale, held(whole))).toBeUndefined();
    // It does not sell what it buys, and sells one asset.
    expect(read(plan(), held(67n, 30n))).toBeUndefined();
    expect(
      read(
        plan(),
        new Map([
          [ADA, 67n],
          [BYSTANDER, 30n],
        ]),
      ),
    ).toEqual(terms);
    expect(
      read(
        sale,
        new Map([
          [ADA, 67n],
          [GEM, 30n],
          [BYSTANDER, 30n],
        ]),
      ),
    ).toBeUndefined();
  });

  it('may hold less than a unit more for each of its trades, and nothing less', () => {
    expect(read(plan(), held(whole + 4n))).toEqual(terms);
    expect(read(plan(), held(whole + 5n))).toBeUndefined();
    expect(read(plan(), held(whole - 1n))).toBeUndefined();
  });

  it('has parts, a tolerance below the whole, and trades to make, a thousand at most', () => {
    expect(read(plan({ each: 0n }), held(67n))).toBeUndefined();
    expect(read(plan({ slippage: 1_000_000n }))).toBeUndefined();
    expect(read(plan({ completed: 4n }), held(10n + 7n + 11n + 13n))).toBeDefined();
    expect(read(plan({ completed: 5n }), held(13n))).toBeUndefined();
    expect(read(plan({ cycles: 1_000n, completed: 997n }))).toBeDefined();
    expect(read(plan({ cycles: 1_001n, completed: 998n }))).toBeUndefined();
  });

  it('trades at the intervals that there are, and no others', () => {
    const lengths = [[1n, 5n, 15n, 30n], [1n, 2n, 4n], [1n], [1n], [1n]];
    const intervals = lengths.flatMap((some, unit) =>
      some.map((length) => read(plan({ unit: BigInt(unit), length }))?.recurring?.interval),
    );
    expect(intervals).toEqual(DCA_INTERVALS.map(({ id }) => id));
    expect(read(plan({ unit: 5n }))).toBeUndefined();
    expect(read(plan({ length: 2n }))).toBeUndefined();
    expect(read(plan({ unit: 0n, length: 2n }))).toBeUndefined();
  });
});

describe("Minswap's orders before V2", () => {
  const order = (sender: Data, owner: Data, receiverDatum: Data = NOTHING): Data =>
    constr(0, sender, owner, receiverDatum, constr(0, assetClass(GEM), 1_000n), 2n, 3n);
  const read = reader({ form: 'minswap-v1' });
  const terms = expected({ fee: 2n, deposit: 3n });

  it('name owner, asset, least, fee and deposit', () => {
    expect(read(order(address(), address()))).toEqual(terms);
    expect(read(order(address(OWNER, ''), address(OWNER, '')))).toEqual({ ...terms, ownerStake: undefined });
  });

  it('can be taken back by their sender, who has the stake part of the owner', () => {
    expect(read(order(address(OTHER), address()))).toEqual({ ...terms, canceller: OTHER });
    expect(read(order(address(OWNER, OTHER), address()))).toBeUndefined();
    expect(read(order(address(OWNER, ''), address()))).toBeUndefined();
    expect(read(order(address(), address(OWNER, '')))).toBeUndefined();
  });

  it('have no datum for the receiver', () => {
    expect(read(order(address(), address(), constr(0, OTHER)))).toBeUndefined();
  });

  it('name places in the pool of their script, where it is a stable one', () => {
    const stable = (paid: bigint, wanted: bigint, assets: readonly AssetId[] = [ADA, GEM]) =>
      reader({ form: 'minswap-stable', ...(assets.length > 0 ? { assets } : {}) })(
        constr(0, address(), address(), NOTHING, constr(0, paid, wanted, 1_000n), 2n, 3n),
      );
    expect(stable(0n, 1n)).toEqual(terms);
    expect(stable(1n, 0n)).toEqual({ ...terms, wanted: ADA });
    expect(stable(2n, 1n)).toBeUndefined();
    expect(stable(0n, 2n)).toBeUndefined();
    expect(stable(1n, 1n)).toBeUndefined();
    expect(stable(0n, 1n, [])).toBeUndefined();
    expect(stable(0n, 1n, [GEM, GEM])).toBeUndefined();
  });
});

describe("Minswap V2's order", () => {
  const POOLS = 'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c';
  const GEM_POOL = minswapPoolName(ADA, GEM);
  const OTHER_POOL = minswapPoolName(ADA, BYSTANDER);
  const PAIR_POOL = minswapPoolName(BYSTANDER, GEM);
  const pool = (name: string, policy = POOLS): Data => constr(0, policy, name);
  const one = (direction: Data, amount: Data = constr(0, 50n)): Data =>
    constr(0, direction, amount, 1_000n, NO);
  const route = (...hops: readonly (readonly [string, Data])[]): Data =>
    constr(
      9,
      hops.map(([name, direction]) => constr(0, pool(name), direction)),
      constr(0, 50n),
      1_000n,
    );
  const order = ({
    canceller = OWNER,
    refund = address(),
    owner = address(),
    at = pool(GEM_POOL),
    step = one(YES),
    expiry = constr(1),
  }: {
    readonly canceller?: string;
    readonly refund?: Data;
    readonly owner?: Data;
    readonly at?: Data;
    readonly step?: Data;
    readonly expiry?: Data;
  }): Data => constr(0, constr(0, canceller), refund, NO_DATUM, owner, NO_DATUM, at, step, 2n, expiry);
  const read = (change: Parameters<typeof order>[0], traded: readonly AssetId[] = [ADA, GEM]) =>
    reader({ form: 'minswap-v2' }, traded)(order(change));
  const terms = expected({ fee: 2n, sells: 50n });

  it('names owner, pool with its direction, amount, least and the most of its fee', () => {
    expect(read({})).toEqual(terms);
    expect(read({ step: one(NO) })).toEqual({ ...terms, wanted: ADA });
    expect(read({ step: one(YES, constr(1, 9n)) })).toEqual({ ...terms, sells: undefined });
    expect(read({ canceller: OTHER })).toEqual({ ...terms, canceller: OTHER });
    // ADA is the first of every pool that it is in, whether it is named as traded or not.
    expect(read({}, [GEM])).toEqual(terms);
  });

  it('may give a tip to whoever sends it back, which is a fee where it is more', () => {
    expect(read({ expiry: constr(0, [9n, 1n]) })).toEqual(terms);
    expect(read({ expiry: constr(0, [9n, 5n]) })).toEqual({ ...terms, fee: 5n });
  });

  it('returns to where the proceeds go', () => {
    expect(read({ refund: address(OTHER) })).toBeUndefined();
    expect(read({ refund: address(OWNER, OTHER) })).toBeUndefined();
    expect(read({ refund: address(OWNER, '') })).toBeUndefined();
  });

  it('goes to a pool of Minswap, of the assets that are traded', () => {
    expect(read({ at: pool(GEM_POOL, OTHER) })).toBeUndefined();
    expect(read({ at: pool('00'.repeat(32)) })).toBeUndefined();
    expect(read({}, [ADA, BYSTANDER])).toBeUndefined();
    // A pool has its assets in one order, and no asset twice.
    const misnamed = [
      [GEM, ADA],
      [GEM, BYSTANDER],
      [GEM, GEM],
      [ADA, ADA],
    ] as const;
    for (const [first, second] of misnamed)
      expect(read({ at: pool(minswapPoolName(first, second)) }, [GEM, BYSTANDER])).toBeUndefined();
  });

  it('goes through pools one after the other, the first of which it names', () => {
    const traded = [GEM, BYSTANDER];
    const through = route([GEM_POOL, NO], [OTHER_POOL, YES]);
    expect(read({ step: through }, traded)).toEqual({ ...terms, wanted: BYSTANDER });
    expect(read({ step: route([GEM_POOL, NO]) }, traded)).toEqual({ ...terms, wanted: ADA });
    expect(read({ step: route([GEM_POOL, NO], [GEM_POOL, YES]) }, traded)).toEqual(terms);
    expect(read({ step: route([PAIR_POOL, YES]), at: pool(PAIR_POOL) }, traded)).toEqual(terms);
    expect(read({ step: route([PAIR_POOL, NO]), at: pool(PAIR_POOL) }, traded)).toEqual({
      ...terms,
      wanted: BYSTANDER,
    });
    // The second does not begin where the first ends.
    expect(read({ step: route([GEM_POOL, YES], [OTHER_POOL, YES]) }, traded)).toBeUndefined();
    expect(read({ step: route([GEM_POOL, NO], [OTHER_POOL, NO]) }, traded)).toBeUndefined();
    expect(read({ step: through, at: pool(OTHER_POOL) }, traded)).toBeUndefined();
    expect(read({ step: through, at: pool(GEM_POOL, OTHER) }, traded)).toBeUndefined();
    expect(read({ step: through }, [GEM])).toBeUndefined();
    expect(read({ step: route() }, traded)).toBeUndefined();
  });

  it('goes through pools of Minswap alone, each with a direction', () => {
    const hop = (name: string, policy: string, direction: Data): Data =>
      constr(0, constr(0, policy, name), direction);
    const through = (...hops: readonly Data[]): Data => constr(9, hops, constr(0, 50n), 1_000n);
    const traded = [GEM, BYSTANDER];
    const first = hop(GEM_POOL, POOLS, NO);
    expect(read({ step: through(first, hop(OTHER_POOL, POOLS, YES)) }, traded)).toBeDefined();
    expect(read({ step: through(first, hop(OTHER_POOL, OTHER, YES)) }, traded)).toBeUndefined();
    expect(
      read({ step: through(hop(GEM_POOL, OTHER, NO), hop(OTHER_POOL, POOLS, YES)) }, traded),
    ).toBeUndefined();
    expect(read({ step: through(first, hop(OTHER_POOL, POOLS, constr(2))) }, traded)).toBeUndefined();
    expect(read({ step: through(first, 0n) }, traded)).toBeUndefined();
    expect(read({ step: constr(9, first, constr(0, 50n), 1_000n) }, traded)).toBeUndefined();
  });
});

describe("SundaeSwap's order", () => {
  const pools = new Map([['08', [ADA, GEM] as const]]);
  const v1 = (pool: string, direction: Data, canceller: Data = constr(1)): Data =>
    constr(
      0,
      pool,
      constr(0, constr(0, address(), NOTHING), canceller),
      2n,
      constr(0, direction, 50n, constr(0, 1_000n)),
    );

  it('of V1 names a pool, whose assets the list knows or not', () => {
    const read = reader({ form: 'sundae-v1', pools });
    expect(read(v1('08', NO))).toEqual(expected({ fee: 2n, sells: 50n }));
    expect(read(v1('08', YES))).toEqual(expected({ fee: 2n, sells: 50n, wanted: ADA }));
    expect(read(v1('09', NO))).toEqual(expected({ fee: 2n, sells: 50n, wanted: undefined }));
    expect(reader({ form: 'sundae-v1' })(v1('08', NO))?.wanted).toBeUndefined();
    expect(read(v1('08', NO, constr(0, OTHER)))?.canceller).toBe(OTHER);
    expect(read(v1('08', NO, constr(0, OWNER)))?.canceller).toBeUndefined();
  });

  const v3 = (paid: AssetId, wanted: AssetId, extension: Data = constr(0)): Data =>
    constr(
      0,
      constr(0, OTHER),
      constr(0, OWNER),
      2n,
      constr(0, address(), NO_DATUM),
      constr(1, [...parts(paid), 50n], [...parts(wanted), 1_000n]),
      extension,
    );
  const read = reader({ form: 'sundae-v3' });

  it('of V3 names what it sells, what it wants, and the fee', () => {
    expect(read(v3(ADA, GEM))).toEqual(expected({ fee: 2n, sells: 50n }));
    expect(read(v3(GEM, ADA))).toEqual(expected({ fee: 2n, sells: 50n, wanted: ADA }));
    expect(read(v3(GEM, GEM))).toBeUndefined();
    expect(read(v3(BYSTANDER, GEM))).toBeUndefined();
  });

  it('of V3 has an extension that says nothing', () => {
    expect(read(v3(ADA, GEM, constr(3)))).toBeDefined();
    expect(read(v3(ADA, GEM, datumHex(constr(0))))).toBeDefined();
    expect(read(v3(ADA, GEM, datumHex(constr(0, 1n))))).toBeUndefined();
    expect(read(v3(ADA, GEM, constr(0, OTHER)))).toBeUndefined();
    expect(read(v3(ADA, GEM, []))).toBeUndefined();
    expect(read(v3(ADA, GEM, 'ff'))).toBeUndefined();
    expect(read(v3(ADA, GEM, 0n))).toBeUndefined();
  });
});

describe("WingRiders' order", () => {
  const v1 = (first: AssetId, second: AssetId, direction: Data, canceller = OWNER): Data =>
    constr(
      0,
      constr(0, address(), canceller, 99n, constr(0, assetClass(first), assetClass(second))),
      constr(0, direction, 1_000n),
    );

  it('of V1 names a pair, and which of it is sold', () => {
    const read = reader({ form: 'wingriders-v1' });
    expect(read(v1(ADA, GEM, NO))).toEqual(expected({}));
    expect(read(v1(GEM, ADA, YES))).toEqual(expected({}));
    expect(read(v1(ADA, GEM, YES))).toEqual(expected({ wanted: ADA }));
    expect(read(v1(ADA, GEM, NO, OTHER))?.canceller).toBe(OTHER);
    expect(read(v1(BYSTANDER, GEM, NO))).toBeUndefined();
    expect(read(v1(GEM, GEM, NO))).toBeUndefined();
  });

  const v2 = ({
    owner = address(),
    refund = address(),
    compensation = '',
    paid = ADA as AssetId,
    scales = [1n, 1n],
  }: {
    readonly owner?: Data;
    readonly refund?: Data;
    readonly compensation?: Data;
    readonly paid?: AssetId;
    readonly scales?: readonly bigint[];
  }): Data =>
    constr(
      0,
      3n,
      owner,
      refund,
      compensation,
      NO_DATUM,
      99n,
      ...parts(paid),
      ...parts(GEM),
      constr(0, NO, 1_000n),
      ...scales,
    );
  const read = (change: Parameters<typeof v2>[0]) => reader({ form: 'wingriders-v2' })(v2(change));

  it('of V2 states its deposit, and returns to where the proceeds go', () => {
    expect(read({})).toEqual(expected({ deposit: 3n }));
    expect(read({ paid: BYSTANDER })).toBeUndefined();
    expect(read({ refund: address(OTHER) })).toBeUndefined();
    expect(read({ refund: address(OWNER, OTHER) })).toBeUndefined();
    expect(read({ owner: address(OWNER, '') })).toBeUndefined();
  });

  it('of V2 has scales above nothing, and no datum for anybody', () => {
    expect(read({ scales: [0n, 1n] })).toBeUndefined();
    expect(read({ scales: [1n, 0n] })).toBeUndefined();
    expect(read({ compensation: [] })).toEqual(expected({ deposit: 3n }));
    expect(read({ compensation: '00' })).toBeUndefined();
    expect(read({ compensation: [0n] })).toBeUndefined();
    expect(read({ compensation: 0n })).toBeUndefined();
    expect(read({ compensation: constr(0) })).toBeUndefined();
  });
});

describe("Splash's order", () => {
  const order = (change: {
    readonly kind?: Data;
    readonly paid?: AssetId;
    readonly sells?: bigint;
    readonly stepLeast?: bigint;
    readonly price?: readonly [bigint, bigint];
    readonly executors?: Data;
    readonly canceller?: string;
  }): Data => {
    const {
      kind = '00',
      paid = ADA,
      sells = 100n,
      stepLeast = 300n,
      price = [10n, 1n],
      executors = [OTHER],
      canceller = OWNER,
    } = change;
    const fields: readonly Data[] = [kind, OTHER, assetClass(paid), sells, 5n, stepLeast, assetClass(GEM)];
    return constr(0, ...fields, constr(0, ...price), 7n, address(), canceller, executors);
  };
  const read = (
    change: Parameters<typeof order>[0],
    holds = held(127n),
    alsoNames: readonly string[] = [OTHER],
  ) => reader({ form: 'splash', alsoNames }, [ADA, BYSTANDER], holds)(order(change));

  it('enforces its price, and costs its own fee and one for each step', () => {
    // 1,000 in steps of 300 are four of them.
    expect(read({})).toEqual(expected({ least: 1_000n, fee: 27n, sells: 100n }));
    expect(read({ price: [1n, 3n], stepLeast: 34n })).toMatchObject({ least: 34n, fee: 12n });
    expect(read({ price: [1n, 2n], stepLeast: 50n })).toMatchObject({ least: 50n, fee: 12n });
    expect(read({ canceller: OTHER })?.canceller).toBe(OTHER);
  });

  it('holds all that it speaks of, and the fee where it pays with ADA', () => {
    expect(read({}, held(126n))).toBeUndefined();
    expect(read({}, held(128n))).toBeDefined();
    const tokens = (quantity: bigint): Value => new Map([[BYSTANDER, quantity]]);
    expect(read({ paid: BYSTANDER }, tokens(100n))).toEqual(
      expected({ least: 1_000n, fee: 27n, sells: 100n }),
    );
    expect(read({ paid: BYSTANDER }, tokens(99n))).toBeUndefined();
  });

  it("is filled by the exchange's own executors", () => {
    expect(read({ executors: [] })).toBeDefined();
    expect(read({ executors: [OTHER, OTHER] })).toBeDefined();
    expect(read({ executors: [STAKE] })).toBeUndefined();
    expect(read({ executors: [OTHER, STAKE] })).toBeUndefined();
    expect(read({ executors: [OTHER, 0n] })).toBeUndefined();
    expect(read({ executors: constr(0, OTHER) })).toBeUndefined();
    expect(reader({ form: 'splash' }, [ADA], held(127n))(order({}))).toBeUndefined();
    expect(reader({ form: 'splash' }, [ADA], held(127n))(order({ executors: [] }))).toBeDefined();
  });

  it('is a limit order with a price, in steps, of what is traded', () => {
    expect(read({ kind: '01' })).toBeUndefined();
    expect(read({ kind: '' })).toBeUndefined();
    expect(read({ kind: 0n })).toBeUndefined();
    expect(read({ price: [10n, 0n] })).toBeUndefined();
    expect(read({ stepLeast: 0n })).toBeUndefined();
    expect(read({ paid: GEM }, new Map([[GEM, 200n]]))).toBeUndefined();
    expect(reader({ form: 'splash', alsoNames: [OTHER] }, [GEM], held(127n))(order({}))).toBeUndefined();
  });
});

describe("VyFi's order", () => {
  const read = (data: Data, assets: readonly AssetId[] = [ADA, GEM]) =>
    reader({ form: 'vyfi', assets })(data);

  it('names its owner in one byte string, and swaps one asset of its pool for the other', () => {
    expect(read(constr(0, OWNER + STAKE, constr(3, 1_000n)))).toEqual(expected({}));
    expect(read(constr(0, OWNER, constr(3, 1_000n)))).toEqual(expected({ ownerStake: undefined }));
    expect(read(constr(0, OWNER + STAKE, constr(4, 1_000n)))).toEqual(expected({ wanted: ADA }));
    expect(read(constr(0, OWNER + STAKE, constr(5, 1_000n)))).toBeUndefined();
    expect(read(constr(0, `${OWNER}00`, constr(3, 1_000n)))).toBeUndefined();
  });

  it('is of assets that are not known where its script has no pool of two', () => {
    const order = constr(0, OWNER, constr(3, 1_000n));
    expect(reader({ form: 'vyfi' })(order)).toEqual(expected({ ownerStake: undefined, wanted: undefined }));
    expect(read(order, [ADA, GEM, BYSTANDER])?.wanted).toBeUndefined();
  });
});

describe("MuesliSwap's order", () => {
  it('names owner, assets, least and fee', () => {
    const order = (wanted: AssetId, paid: AssetId): Data =>
      constr(0, constr(0, address(), ...parts(wanted), ...parts(paid), 1_000n, YES, 2n));
    const read = reader({ form: 'muesliswap' });
    expect(read(order(GEM, ADA))).toEqual(expected({ fee: 2n }));
    expect(read(order(ADA, GEM))).toEqual(expected({ fee: 2n, wanted: ADA }));
    expect(read(order(GEM, GEM))).toBeUndefined();
    expect(read(order(GEM, BYSTANDER))).toBeUndefined();
  });
});

describe('the hashes in a datum that is not an order', () => {
  const hashes = (data: Data): readonly string[] => [...(hashesIn(datumHex(data)) ?? [])];

  it('are found at any depth, alone, in an address, and two in a row', () => {
    expect(hashes(OWNER)).toEqual([OWNER]);
    expect(hashes(`61${OWNER}`)).toEqual([OWNER]);
    expect(hashes(OWNER + STAKE)).toEqual([OWNER, STAKE]);
    expect(hashes(`01${OWNER}${STAKE}`)).toEqual([OWNER, STAKE]);
    expect(hashes([1n, constr(2, [OWNER, 2n]), STAKE])).toEqual([OWNER, STAKE]);
    expect(hashesIn(`a1581c${OWNER}581c${STAKE}`)).toEqual(new Set([OWNER, STAKE]));
  });

  it('are each named once, and no other bytes', () => {
    expect(hashes([OWNER, OWNER])).toEqual([OWNER]);
    expect(
      hashes(['', '00', OWNER.slice(2), `${OWNER}0000`, `${OWNER}${STAKE}0000`, 'ab'.repeat(32), 5n]),
    ).toEqual([]);
    expect(hashesIn('ff')).toBeUndefined();
  });
});
