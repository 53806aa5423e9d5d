import { describe, expect, test } from 'vitest';
import { ProxiedPlace } from '../../support/command-line.ts';
import { draining, skimming, unspentAt } from '../../support/diverted.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { changingCbor, changingJson, type Interference } from '../../support/practice-proxy.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { rewriting, type Change } from '../../support/rewritten.ts';

/** `--yes` answers the question whether to sign, and none of those that a rule asks. */
const place = new ProxiedPlace();
const { keys } = place;
const known = practiceWallet(99).address;
const ADA_1 = 1_000_000n;
const PAIR = ['--in', 'ADA', '--out', 'AMBER'];

const swap = (...args: readonly string[]) =>
  place.json([
    ...['swap', ...place.there, ...keys, ...PAIR, '--amount', '100', '--slippage', '5', '--yes'],
    ...args,
  ]);
const limit = (...args: readonly string[]) =>
  place.json(['limit', ...place.there, ...keys, ...PAIR, '--yes', ...args]);

const signings = (): number => place.proxy.seen('/swap/sign').length;

const building = (change: Change): Interference => changingJson(/\/swap\/build$/, rewriting(change));
const cancelling = (change: Change, fee: number): Interference =>
  changingJson(/\/swap\/(?:bulk)?cancel$/, (answer) => ({
    ...rewriting(change)(answer),
    additional_cancellation_fee: fee,
  }));

type Command = (...args: readonly string[]) => ReturnType<typeof swap>;

/** Runs with --yes, which the rule's warning stops; then with the rule named, which continues to the given end. */
async function asksBy(rule: string, command: Command, end: object): ReturnType<Command> {
  const asked = await command();
  expect(asked.json.failure).toMatchObject({ code: 'warning-unaccepted', money: 'none', data: { rule } });
  expect(asked.json.failure?.advice).toContain(`--accept ${rule}`);
  expect([asked.code, signings()]).toEqual([1, 0]);
  // Another rule's name is no consent to this one.
  const misnamed = await command('--accept', 'F4');
  expect(misnamed.json.failure).toMatchObject({ code: 'warning-unaccepted', data: { rule } });
  expect([misnamed.code, signings()]).toEqual([1, 0]);
  const named = await command('--accept', rule);
  expect(named.json).toMatchObject(end);
  expect([named.code, signings()]).toEqual([0, 1]);
  return named;
}

describe('with --yes a warning about money still stops', () => {
  test('a payment to an address that was never paid before (P7)', async () => {
    place.proxy.interfere(building(skimming(place.address, known, ADA_1)));
    await asksBy('P7', swap, { state: 'filled' });
  });

  test('fees that the quote did not state (V2)', async () => {
    place.proxy.interfere(
      changingJson(/\/swap\/estimate$/, (answer) => ({ ...answer, batcher_fee: 0, deposits: 0 })),
    );
    await asksBy('V2', swap, { state: 'filled' });
  });

  test('a network fee that is several times what is needed (F5)', async () => {
    place.proxy.interfere(
      building(({ draft, fee }) => {
        const { draft: skimmed } = skimming(place.address, known, ADA_1)({ draft, fee });
        return { draft: { ...skimmed, outputs: skimmed.outputs.slice(0, -1) }, fee: fee + ADA_1 + 30_000n };
      }),
    );
    await asksBy('F5', swap, { state: 'filled' });
  });

  test('a signature that binds for ever (F7)', async () => {
    place.proxy.interfere(changingCbor('/swap/build', (cbor) => withBodyField(cbor, 3, undefined)));
    await asksBy('F7', swap, { state: 'filled' });
  });

  test('a fee for a cancellation, whatever the service calls it (V3)', async () => {
    expect((await limit('--amount', '100', '--percent=-40')).code).toBe(0);
    place.proxy.interfere(cancelling(skimming(place.address, known, ADA_1), 1.1));
    const cancel: Command = (...args) =>
      place.json(['cancel', ...place.there, ...keys, '--all', '--yes', ...args]);
    const { json } = await asksBy('V3', cancel, { cancelled: [expect.any(String)] });
    const lovelace = (name: string): bigint => BigInt(Math.round(Number(json[name]) * 1e6));
    expect(lovelace('total_cost_ada')).toBe(lovelace('network_fees_ada') + ADA_1);
  });

  test('costs that are a large part of a trade, honest as each of them is (V16)', async () => {
    const orders = ['--amount', '100', '--percent=-40', '--multiples', '2', '--dex', 'EXA'];
    await asksBy('V16', (...args) => limit(...orders, ...args), { state: 'placed', multiples: 2 });
  });

  test('a key of somebody else that has to sign as well (F8): no signature leaves before it was accepted', async () => {
    const [theirs] = await unspentAt(place.practice.endpoints.ledgerUrl, known);
    if (!theirs) throw new Error('it was paid before');
    place.proxy.interfere(building(draining(place.address, known, [theirs], new Map())));
    const { code, json } = await swap();
    expect(json.failure).toMatchObject({ code: 'warning-unaccepted', data: { rule: 'F8' } });
    expect([code, signings()]).toEqual([1, 0]);
  });

  test('a price that moved, which no rule’s name accepts', async () => {
    place.proxy.interfere(
      changingJson(/\/swap\/estimate$/, (answer) => ({
        ...answer,
        total_output: Number(answer['total_output']) * 1.1,
        total_output_without_slippage: Number(answer['total_output_without_slippage']) * 1.1,
      })),
    );
    const { code, json } = await swap('--accept', 'V7,V15,P3');
    expect(json.failure?.code).toBe('price-moved');
    expect([code, signings()]).toEqual([1, 0]);
  });
});

describe('decimals of a token that are others at its second trade', () => {
  const journal = ['--journal', place.path('decimals.sqlite')];

  /** Both say that one AMBER has 100 times as few base units: the proceeds of 100 ADA are then 99 % fewer of them. */
  const fewer: Interference = async ({ url }, forward) => {
    const answer = await forward();
    if (answer.status !== 200) return answer;
    const json = JSON.parse(answer.body) as { metadata?: object };
    if (url.includes('/swap/token/'))
      return { ...answer, body: JSON.stringify({ ...json, token_decimals: 4 }) };
    if (!url.includes('/assets/')) return answer;
    return { ...answer, body: JSON.stringify({ ...json, metadata: { ...json.metadata, decimals: 4 } }) };
  };

  test('are blocked by name (P9), and no rule’s name accepts them', async () => {
    const first = await swap(...journal);
    expect([first.code, first.json['state']]).toEqual([0, 'filled']);
    place.proxy.interfere(fewer);
    const { code, json } = await swap(...journal, '--accept', 'P9');
    expect(json.failure).toMatchObject({ code: 'inspection-blocked', data: { rule: 'P9' } });
    expect(json.failure?.message).toMatch(/4 decimals; when it was first seen here it had 6/);
    expect([code, signings()]).toEqual([1, 0]);
    place.proxy.interfere();
    expect((await swap(...journal)).json['state']).toBe('filled');
  });
});
