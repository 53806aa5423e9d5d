import { describe, expect, it } from 'vitest';
import { ADA, parseAssetId } from '#domain/asset.ts';
import { minswapV1Form } from '../../../src-main/exchanges/minswap/v1-order.ts';
import { minswapPoolName, minswapV2Form } from '../../../src-main/exchanges/minswap/v2-order.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import { readOrder } from '../../../src-main/proof/order-terms.ts';
import { constr, datumHex, type Data } from '../../support/plutus-data.ts';

const SCRIPT = 'aa'.repeat(28);
const STAKE = 'bb'.repeat(28);
const THIEF = 'cc'.repeat(28);
const LIQUIDITY = 'f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c';
const POLICY = '12'.repeat(28);
const token = parseAssetId(`${POLICY}746f`) ?? ADA;
const traded = [ADA, token];
const holds = new Map([[ADA, 100n]]);

const none = constr(1);
const no = constr(0);
const some = (data: Data): Data => constr(0, data);
const key = (hash: string): Data => constr(0, hash);
const script = (hash: string): Data => constr(1, hash);
const address = (payment: Data, stake: Data = some(some(key(STAKE)))): Data => constr(0, payment, stake);
const ours = address(script(SCRIPT));

/** How both readers read an order's datum. */
function both(form: 'practice' | 'minswap-v1' | 'minswap-v2', datum: Data) {
  const hex = datumHex(datum);
  const first = { practice: practiceForm, 'minswap-v1': minswapV1Form, 'minswap-v2': minswapV2Form }[form];
  const read = first.read(hex, traded, holds);
  return { read, second: readOrder(hex, { exchange: 'X', form }, traded, holds) };
}

const owned = {
  first: {
    ok: true,
    value: {
      ownerPaymentKeyHash: undefined,
      ownerScriptHash: SCRIPT,
      ownerStakeKeyHash: STAKE,
      cancelKeyHash: undefined,
    },
  },
  second: { owner: SCRIPT, byScript: true, ownerStake: STAKE, canceller: undefined },
};

describe('an order of practice that a script owns', () => {
  const order = (owner: Data) =>
    both('practice', constr(0, owner, some(STAKE), POLICY, '746f', 900n, 20n, 30n, '70'));

  it('names it as one: never as a key of the same hash', () => {
    const { read, second } = order(script(SCRIPT));
    expect(read).toMatchObject(owned.first);
    expect(second).toMatchObject(owned.second);
    const ofKey = order(SCRIPT);
    expect(ofKey.read).toMatchObject({ ok: true, value: { ownerPaymentKeyHash: SCRIPT } });
    expect(ofKey.read.ok && ofKey.read.value.ownerScriptHash).toBeUndefined();
    expect(ofKey.second).toMatchObject({ owner: SCRIPT, byScript: false });
  });

  it.each([
    ['another kind of owner', constr(2, SCRIPT)],
    ['two owners', constr(1, SCRIPT, THIEF)],
    ['no owner', constr(1)],
    ['a short hash', constr(1, 'aa'.repeat(27))],
  ])('is refused with %s', (_, owner) => {
    const { read, second } = order(owner);
    expect(read.ok).toBe(false);
    expect(second).toBeUndefined();
  });
});

describe('an order of Minswap V2 that a script owns', () => {
  const pool = constr(0, LIQUIDITY, minswapPoolName(ADA, token));
  const step = constr(0, constr(1), constr(0, 5n), 900n, no);
  const order = (canceller: Data, refund: Data = ours, success: Data = ours) =>
    both('minswap-v2', constr(0, canceller, refund, no, success, no, pool, step, 20n, none));

  it('is taken back where something of that script is spent', () => {
    const { read, second } = order(script(SCRIPT));
    expect(read).toMatchObject(owned.first);
    expect(second).toMatchObject(owned.second);
  });

  it.each([
    ['a key may cancel it', key(THIEF)],
    ['a key of the same hash may cancel it', key(SCRIPT)],
    ['another script may cancel it', script(THIEF)],
    ['a withdrawal of the script may cancel it', constr(2, SCRIPT)],
    ['a refund goes to a key of the same hash', script(SCRIPT), address(key(SCRIPT))],
    ['a refund goes to another stake part', script(SCRIPT), address(script(SCRIPT), none)],
    ['the proceeds go to a key', script(SCRIPT), ours, address(key(THIEF))],
    ['its stake part is a script', script(SCRIPT), ours, address(script(SCRIPT), some(some(script(STAKE))))],
  ] satisfies [string, Data, Data?, Data?][])(
    'is refused where %s',
    (_, canceller: Data, refund?: Data, success?: Data) => {
      const { read, second } = order(canceller, refund, success);
      expect(read.ok && second !== undefined && second.canceller === undefined).toBe(false);
      expect(read.ok).toBe(false);
    },
  );
});

describe('an order of Minswap V1 that a script owns', () => {
  it('is refused in words, since only a key takes one back there', () => {
    const wanted = constr(0, constr(0, POLICY, '746f'), 900n);
    const { read, second } = both('minswap-v1', constr(0, ours, ours, none, wanted, 20n, 30n));
    expect(read).toMatchObject({
      ok: false,
      failure: expect.stringContaining('lets only a key cancel an order: it could never be taken back'),
    });
    expect(second).toBeUndefined();
  });
});
