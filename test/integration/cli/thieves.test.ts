import { beforeAll, describe, expect, test } from 'vitest';
import { lovelaceIn, sumValues } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { ProxiedPlace, type CommandJson } from '../../support/command-line.ts';
import {
  draining,
  skimming,
  toldValue,
  unspentAt,
  type ToldOutput,
  type Unspent,
} from '../../support/diverted.ts';
import { changingJson, type Interference } from '../../support/practice-proxy.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { rewriting, type Change } from '../../support/rewritten.ts';

/**
 * Services and ledgers that steal more than a warning could excuse, from a user who says --yes. The thief was paid an
 * honest fee once, so that the address alone raises no question.
 */
const place = new ProxiedPlace();
const { keys } = place;
const thief = practiceWallet(99).address;

const CANCEL = /\/swap\/(?:bulk)?cancel$/;
/** A verification key with its signature, as every witness set writes them. */
const WITNESS = /825820[0-9a-f]{64}5840[0-9a-f]{128}/i;

beforeAll(async () => {
  place.proxy.interfere(
    changingJson(/\/swap\/build$/, rewriting(skimming(place.address, thief, 1_000_000n))),
  );
  const trade = ['--in', 'ADA', '--out', 'AMBER', '--amount', '100', '--slippage', '5'];
  const paid = await place.json(['swap', ...place.there, ...keys, ...trade, '--yes', '--accept', 'P7']);
  expect([paid.code, paid.json.failure]).toEqual([0, undefined]);
});

const limit = (...args: readonly string[]) =>
  place.json(['limit', ...place.there, ...keys, '--in', 'ADA', '--out', 'AMBER', '--yes', ...args]);
const cancelAll = () => place.json(['cancel', ...place.there, ...keys, '--all', '--yes']);

/** Places orders that wait, of 100 ADA each, and waits until they are on chain. */
async function waitingOrders(count: number): Promise<void> {
  const { code } = await limit(
    '--amount',
    String(100 * count),
    '--percent=-40',
    '--multiples',
    String(count),
  );
  expect(code).toBe(0);
}

/** How many times signatures were handed out, in whatever request, and how often a transaction was sent. */
function handedOut(): { readonly witnesses: number; readonly sent: number } {
  // The service is sent text, the ledger bytes.
  const witnesses = place.proxy
    .seen('')
    .filter(({ body }) => WITNESS.test(body.toString('utf8')) || WITNESS.test(body.toString('hex')));
  return { witnesses: witnesses.length, sent: place.proxy.seen('/tx/submit').length };
}

const holdings = () => unspentAt(place.practice.endpoints.ledgerUrl, place.address);

/** The transaction spends every output of the wallet as well, of which the wallet keeps the tokens and no ADA. */
async function drainingAll(): Promise<Change> {
  const all = await holdings();
  const tokens = [...sumValues(all.map(({ value }) => value))].filter(([asset]) => asset !== ADA);
  return draining(place.address, thief, all, new Map(tokens));
}

/** Has this done to an answer of the service once so many transactions went out. */
function after(count: number, then: Interference): Interference {
  return (request, forward) => (handedOut().sent >= count ? then(request, forward) : forward());
}

/** A cancellation of many orders is too large, and one of a single order takes all and calls that a fee. */
function forcingApart(then: Interference): Interference {
  return (request, forward) => {
    if (!request.url.endsWith('/swap/bulkcancel')) return then(request, forward);
    const { order_ids: ids } = JSON.parse(request.body.toString('utf8')) as { order_ids: readonly string[] };
    if (ids.length === 1) return then(request, forward);
    const error = { error: 'too_many_orders', message: 'At most 1 of these orders fits.', maximum: 1 };
    return Promise.resolve({ status: 400, body: JSON.stringify(error) });
  };
}

const calledAFee = (change: Change): Interference =>
  changingJson(CANCEL, (answer) => ({ ...rewriting(change)(answer), additional_cancellation_fee: 10_000 }));

function expectBlocked({ failure }: CommandJson, rules: RegExp): void {
  expect(failure).toMatchObject({ code: 'inspection-blocked', money: 'none' });
  expect(failure?.data?.['rule']).toMatch(rules);
}

describe('a cancellation that calls a theft its fee', () => {
  test('of one order, which spends the whole wallet: nothing is signed', async () => {
    await waitingOrders(1);
    place.proxy.interfere(calledAFee(await drainingAll()));
    const { code, json } = await cancelAll();
    expectBlocked(json, /^V\d+$/);
    expect(code).toBe(1);
    expect(json['cancelled']).toEqual([]);
    expect(handedOut()).toEqual({ witnesses: 0, sent: 0 });
    place.proxy.interfere();
    expect((await cancelAll()).json['cancelled']).toHaveLength(1);
  });

  test('in the second of several that it forces: only the honest first one is signed, and the others are left', async () => {
    await waitingOrders(3);
    place.proxy.interfere(forcingApart(after(1, calledAFee(await drainingAll()))));
    const { code, json } = await cancelAll();
    expectBlocked(json, /^V\d+$/);
    expect(code).toBe(1);
    expect(json['cancelled']).toHaveLength(1);
    // A signature goes to the service and, put together, to the ledger.
    expect(handedOut()).toEqual({ witnesses: 2, sent: 1 });
    place.proxy.interfere();
    expect((await cancelAll()).json['cancelled']).toHaveLength(2);
  });
});

describe('a ladder', () => {
  test('whose later orders pay a service fee that the first one did not: it ends, and only the first is signed', async () => {
    const skim = changingJson(/\/swap\/limit\/build$/, rewriting(skimming(place.address, thief, 2_199_000n)));
    place.proxy.interfere(after(1, skim));
    const { code, json } = await limit('--amount', '600', '--percent=-20', '--to=-40', '--count', '3');
    expect(json.failure).toMatchObject({ code: 'set-deviates' });
    expect(code).toBe(1);
    const levels = json['orders'] as readonly { state: string; failure?: string }[];
    expect(levels.map(({ state }) => state)).toEqual(['placed', 'left', 'left']);
    expect(handedOut()).toEqual({ witnesses: 2, sent: 1 });
    place.proxy.interfere();
    expect((await cancelAll()).code).toBe(0);
  });
});

/** The claims about single outputs by a ledger that withholds the bytes. */
function misstating(told: ReadonlyMap<string, Partial<ToldOutput>>): Interference {
  const parents = new Set([...told.keys()].map((name) => name.split('#')[0] ?? ''));
  return async ({ url }, forward) => {
    const [, hash = '', part] = /\/txs\/([0-9a-f]{64})\/(cbor|utxos)$/.exec(url) ?? [];
    if (!parents.has(hash)) return forward();
    if (part === 'cbor')
      return { status: 404, body: JSON.stringify({ status_code: 404, error: 'Not Found', message: '' }) };
    const answer = await forward();
    const page = JSON.parse(answer.body) as { outputs: readonly ToldOutput[] };
    const outputs = page.outputs.map((one) => ({ ...one, ...told.get(`${hash}#${one.output_index}`) }));
    return { ...answer, body: JSON.stringify({ ...page, outputs }) };
  };
}

const nameOf = ({ txHash, index }: Unspent): string => `${txHash}#${index}`;

function largest(outputs: readonly Unspent[]): Unspent {
  const [first] = outputs.toSorted((one, other) => Number(lovelaceIn(other.value) - lovelaceIn(one.value)));
  if (!first) throw new Error('nothing is unspent');
  return first;
}

/** A service and a ledger that work together: a cancellation, and what is said of the outputs that it spends. */
function together(change: Change, told: ReadonlyMap<string, Partial<ToldOutput>>): Interference {
  const cancelling = changingJson(CANCEL, rewriting(change));
  const ledger = misstating(told);
  return (request, forward) => (CANCEL.test(request.url) ? cancelling : ledger)(request, forward);
}

describe('a ledger in league with the service, which withholds the bytes', () => {
  beforeAll(() => waitingOrders(1));

  test('reports an output of the wallet as the thief’s own: no signature leaves', async () => {
    const mine = largest(await holdings());
    const none = new Map();
    place.proxy.interfere(
      together(draining(place.address, thief, [mine], none), new Map([[nameOf(mine), { address: thief }]])),
    );
    const { code, json } = await cancelAll();
    expectBlocked(json, /^R2$/);
    expect(code).toBe(1);
    expect(handedOut()).toEqual({ witnesses: 0, sent: 0 });
  });

  test('reports it poorer than it is, and a key of the thief’s has to sign too: no signature leaves', async () => {
    const mine = largest(await holdings());
    const theirs = largest(await unspentAt(place.practice.endpoints.ledgerUrl, thief));
    const swapped = new Map([
      [nameOf(mine), { amount: toldValue(theirs.value) }],
      [nameOf(theirs), { amount: toldValue(mine.value) }],
    ]);
    place.proxy.interfere(together(draining(place.address, thief, [mine, theirs], theirs.value), swapped));
    const { code, json } = await cancelAll();
    expectBlocked(json, /^R2$/);
    expect(code).toBe(1);
    expect(handedOut()).toEqual({ witnesses: 0, sent: 0 });
  });

  test('without any lie, an honest cancellation still takes the order back', async () => {
    expect((await cancelAll()).json['cancelled']).toHaveLength(1);
  });
});
