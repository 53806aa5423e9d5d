// @vitest-environment page
// The ticket as the page has it, on a fake main and a clock of the test.
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TokenView } from '#contract/tokens.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import type { MainInput } from '../../../src-renderer/client/main-api.ts';
import { amountText } from '../../../src-renderer/format/amount.ts';
import { ReviewRun } from '../../../src-renderer/order-entry/review.svelte.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';
import { ticketSelling } from '../../support/sales.ts';

let main: FakeMain;
let desk: Desk;
const carb = tokensOfFake[0] ?? missing();
const lookAlike = tokensOfFake.find(({ verified }) => !verified) ?? missing();

function missing(): never {
  throw new Error('the fake market lacks a token');
}

beforeEach(async () => {
  const made = await deskOnFakeMain();
  ({ main, desk } = made);
  return made.end;
});

const asked = (name: string): number => main.asked.filter((call) => call.name === name).length;
/** A quote is there after the pause in typing. */
const FRESH_AFTER_MS = 450;

async function quoted(amount = '100'): Promise<void> {
  desk.entry.selectToken(carb);
  desk.swapTicket.amount.text = amount;
  await pass(FRESH_AFTER_MS);
}

describe('quotes', () => {
  test('one is asked for once typing pauses', async () => {
    desk.entry.selectToken(carb);
    for (const text of ['1', '10', '100']) {
      desk.swapTicket.amount.text = text;
      await pass(100);
    }
    expect(asked('swap.quote')).toBe(0);
    await pass(FRESH_AFTER_MS);
    expect(asked('swap.quote')).toBe(1);
    expect(main.asked.find(({ name }) => name === 'swap.quote')?.input).toMatchObject({
      ...ticketSelling(100_000_000n),
      slippageBps: 50,
    });
    expect(desk.swapTicket.quoteState).toBe('fresh');
    expect(desk.swapTicket.button).toEqual({ text: 'Review trade', ready: true });
  });

  test('none is asked for an amount that is none', async () => {
    await quoted('abc');
    expect(asked('swap.quote')).toBe(0);
    expect(desk.swapTicket.button.text).toBe('Not an amount');
  });

  test('is renewed before it ends while the user is there', async () => {
    await quoted();
    await pass(main.quoteLife);
    expect(asked('swap.quote')).toBeGreaterThan(1);
    expect(desk.swapTicket.quoteState).toBe('fresh');
  });

  test('is let expire when the window is out of sight, and can be refreshed', async () => {
    await quoted();
    vi.stubGlobal(
      'document',
      Object.assign(new EventTarget(), { hidden: true, documentElement: { dataset: {} } }),
    );
    desk.clock.now += main.quoteLife + 2_000;
    await pass(0);
    expect(desk.swapTicket.button).toMatchObject({ text: 'Refresh price', action: 'refresh' });
    desk.swapTicket.refresh();
    await pass(0);
    expect(desk.swapTicket.quote?.id).toBe('q2');
  });

  test('an old quote does not stay next to a failure', async () => {
    await quoted();
    main.failing.set('swap.quote', failure('not-enough-liquidity'));
    desk.swapTicket.amount.text = '101';
    await pass(FRESH_AFTER_MS);
    expect(desk.swapTicket.quote).toBeUndefined();
    expect(desk.swapTicket.failure?.code).toBe('not-enough-liquidity');
    expect(desk.swapTicket.button).toMatchObject({ text: 'Try again', action: 'refresh' });
  });

  test('the answer to an older question is not taken', async () => {
    desk.entry.selectToken(carb);
    const answers: (() => void)[] = [];
    const ask = main.api.call['swap.quote'];
    const api = main.api.call as { 'swap.quote': typeof ask };
    api['swap.quote'] = (input) =>
      new Promise((resolve) => answers.push(() => void ask(input).then(resolve)));
    desk.swapTicket.amount.text = '100';
    await pass(FRESH_AFTER_MS);
    desk.swapTicket.amount.text = '200';
    await pass(FRESH_AFTER_MS);
    for (const answer of answers.reverse()) answer();
    await pass(0);
    expect(desk.swapTicket.quote?.pay.quantity).toBe('200000000');
  });
});

describe('the ticket', () => {
  test('flips with the expected amount as what is paid', async () => {
    await quoted();
    const expected = desk.swapTicket.quote?.expected;
    desk.swapTicket.flip();
    flushSync();
    expect(desk.entry.pay.id).toBe(carb.id);
    expect(desk.entry.receive?.id).toBe('ADA');
    expect(desk.swapTicket.amount.entry).toMatchObject({ kind: 'amount', units: BigInt(expected ?? -1) });
  });

  test('max leaves what main says must stay', async () => {
    await pass(0);
    desk.swapTicket.amount.setShare(100n);
    expect(desk.swapTicket.amount.text).toBe('1198.55');
    desk.swapTicket.amount.setShare(75n);
    expect(desk.swapTicket.amount.text).toBe('898.9125');
  });

  test('asks once, per full id, whether an unverified token is meant', async () => {
    desk.entry.selectToken(lookAlike);
    desk.swapTicket.amount.text = '1';
    await pass(FRESH_AFTER_MS);
    expect(desk.swapTicket.button).toMatchObject({ text: 'Check this token', action: 'acknowledge' });
    await desk.preferences.acknowledge(lookAlike.id);
    flushSync();
    expect(desk.entry.unacknowledged).toBeUndefined();
    expect(main.value('preferences').acknowledged).toEqual([lookAlike.id]);
  });

  test('a severe impact needs the word, and a new amount needs it again', async () => {
    desk.entry.selectToken(lookAlike);
    await desk.preferences.acknowledge(lookAlike.id);
    desk.swapTicket.amount.text = '400';
    await pass(FRESH_AFTER_MS);
    expect(desk.swapTicket.impactSevere).toBe(true);
    expect(desk.swapTicket.button.ready).toBe(false);
    desk.swapTicket.impactWord = 'accept';
    expect(desk.swapTicket.button.ready).toBe(true);
    desk.swapTicket.amount.text = '500';
    await pass(FRESH_AFTER_MS);
    expect(desk.swapTicket.button.ready).toBe(false);
  });

  test('exclusions of one ticket go back to the default', async () => {
    desk.entry.toggleExchange('EXA');
    expect(desk.entry.excluded).toEqual(['EXA']);
    expect(desk.entry.exclusionsChanged).toBe(true);
    desk.entry.resetExchanges();
    expect(desk.entry.excluded).toEqual([]);
    await pass(0);
  });

  test('no figure is read with decimals that are a guess', async () => {
    const vague = { ...carb, decimals: 0, decimalsSource: 'unknown' as const };
    desk.tokens.reset();
    // So that main does not tell the decimals at once by its list of recent tokens.
    main.failing.set('market.visited', failure('internal-error'));
    desk.entry.selectToken(vague);
    desk.swapTicket.amount.text = '100';
    expect(desk.swapTicket.request).toBeUndefined();
    await pass(FRESH_AFTER_MS);
    expect(desk.entry.receive?.decimals).toBe(carb.decimals);
    expect(desk.swapTicket.quoteState).toBe('fresh');
  });
});

describe('a token that has other decimals by now', () => {
  /** The calls that are answered here. */
  interface Rebound {
    'swap.quote': FakeMain['api']['call']['swap.quote'];
    'tokens.get': FakeMain['api']['call']['tokens.get'];
  }
  /** Main's answer about it, and the requests to main. */
  let known: TokenView;
  let requests: MainInput<'swap.quote'>[];

  beforeEach(async () => {
    known = carb;
    requests = [];
    const quote = main.api.call['swap.quote'];
    const api = main.api.call as Rebound;
    api['tokens.get'] = () => Promise.resolve(ok(known));
    api['swap.quote'] = (input) => {
      requests.push(input);
      const data = { token: 'CARB', read: input.payDecimals, now: known.decimals };
      const same = input.payDecimals === known.decimals;
      return same ? quote(input) : Promise.resolve(failed(failure('decimals-changed', data)));
    };
    desk.entry.selectToken(carb);
    desk.entry.flip();
    desk.swapTicket.amount.text = '12.5';
    await pass(FRESH_AFTER_MS);
    expect(desk.swapTicket.quote?.pay).toEqual({ asset: carb.id, quantity: '12500' });
    known = { ...carb, decimals: 5 };
  });

  test('is sold in as many whole tokens as were typed, and shown as what is agreed to', async () => {
    desk.swapTicket.refresh();
    await pass(0);
    expect(desk.swapTicket.quote).toBeUndefined();
    await pass(FRESH_AFTER_MS);
    expect(requests.map(({ pay, payDecimals }) => [pay.quantity, payDecimals])).toEqual([
      ['12500', 3],
      ['12500', 3],
      ['1250000', 5],
    ]);
    const { quote, amount, failure: shown } = desk.swapTicket;
    expect([shown, amount.text, quote?.pay.quantity]).toEqual([undefined, '12.5', '1250000']);
    expect(amountText(BigInt(quote?.pay.quantity ?? 0), desk.entry.pay)).toBe('12.5\u00a0CARB');
    await desk.swapTicket.build(quote?.id ?? '');
    expect(main.value('trades')[0]?.pay).toEqual(quote?.pay);
  });

  test('of which the window hears by itself leaves no quote in sight that would read as another amount', async () => {
    desk.tokens.learn([known]);
    await pass(0);
    expect(desk.swapTicket.quote).toBeUndefined();
    expect(desk.swapTicket.button.ready).toBe(false);
    await pass(FRESH_AFTER_MS);
    expect(desk.swapTicket.quote?.pay.quantity).toBe('1250000');
    expect(requests).toHaveLength(2);
  });

  test('is not asked for without end where main still describes it as before', async () => {
    const api = main.api.call as Rebound;
    api['tokens.get'] = () => Promise.resolve(ok(carb));
    desk.swapTicket.refresh();
    for (let turn = 0; turn < 5; turn += 1) await pass(FRESH_AFTER_MS);
    expect(requests).toHaveLength(2);
    expect(desk.swapTicket.quote).toBeUndefined();
    expect(desk.swapTicket.failure?.code).toBe('decimals-changed');
    expect(desk.swapTicket.button).toMatchObject({ text: 'Try again', action: 'refresh' });
  });
});

describe('the review', () => {
  interface Reviewed {
    readonly review: ReviewRun;
    readonly close: () => void;
    readonly ends: string[];
    /** The trade that was built last. */
    readonly id: () => string;
  }

  async function reviewed(): Promise<Reviewed> {
    await quoted();
    const { quote } = desk.swapTicket;
    if (quote === undefined) throw new Error('there is no quote');
    const ends: string[] = [];
    const [review, close] = effectRoot(
      () =>
        new ReviewRun({ trades: desk.trades, ticket: desk.swapTicket }, quote, {
          onsigned: (id) => ends.push(`signed ${id}`),
          onleft: () => ends.push('left'),
          onchanged: () => ends.push('changed'),
        }),
    );
    await pass(0);
    return { review, close, ends, id: () => main.value('trades')[0]?.id ?? '' };
  }

  test('waits for the word of the user in the approval window, however long', async () => {
    const { review, close, ends } = await reviewed();
    expect(review.phase).toBe('waiting');
    await pass(120_000);
    expect(review.phase).toBe('waiting');
    expect(ends).toEqual([]);
    close();
  });

  test('asks for no other price while it waits', async () => {
    const { close } = await reviewed();
    await pass(main.quoteLife * 2);
    expect(asked('swap.quote')).toBe(1);
    close();
  });

  test('starts again from a new quote on request, and leaves what was built', async () => {
    const { review, close } = await reviewed();
    review.again();
    await pass(FRESH_AFTER_MS);
    expect(review.phase).toBe('waiting');
    expect(asked('swap.review')).toBe(2);
    expect(asked('swap.discard')).toBe(1);
    close();
  });

  test('leaving it discards what was built', async () => {
    const { close, ends } = await reviewed();
    close();
    await pass(0);
    expect(main.value('trades')[0]?.state).toBe('discarded');
    expect(ends).toEqual([]);
  });

  test('leaving it while the service builds discards what comes', async () => {
    await quoted();
    const { quote } = desk.swapTicket;
    if (quote === undefined) throw new Error('there is no quote');
    const ends = { onsigned: () => undefined, onleft: () => undefined, onchanged: () => undefined };
    const [, close] = effectRoot(
      () => new ReviewRun({ trades: desk.trades, ticket: desk.swapTicket }, quote, ends),
    );
    flushSync();
    close();
    await pass(0);
    expect(main.value('trades').map(({ state }) => state)).toEqual(['discarded']);
  });

  test('one that is left while the service builds is out of the way before the next is built', async () => {
    await quoted();
    const { quote } = desk.swapTicket;
    if (quote === undefined) throw new Error('there is no quote');
    const ends = { onsigned: () => undefined, onleft: () => undefined, onchanged: () => undefined };
    const review = () =>
      effectRoot(() => new ReviewRun({ trades: desk.trades, ticket: desk.swapTicket }, quote, ends));
    const [, leave] = review();
    flushSync();
    leave();
    const [next, close] = review();
    flushSync();
    expect(asked('swap.review')).toBe(1);
    await pass(0);
    expect(next.phase).toBe('waiting');
    const calls = main.asked
      .map(({ name }) => name)
      .filter((name) => /^swap.(review|abandon|discard)$/.test(name));
    expect(calls).toEqual(['swap.review', 'swap.abandon', 'swap.discard', 'swap.review']);
    close();
  });

  test('one whose window came up after the user had left it is left before the next is built', async () => {
    const { review, close, id } = await reviewed();
    const left = id();
    main.failing.set('swap.discard', failure('window-waits'));
    close();
    await pass(0);
    expect(main.value('trades')[0]?.state).toBe('built');
    main.failing.clear();
    const again = await reviewed();
    expect(main.value('trades').find((trade) => trade.id === left)?.state).toBe('discarded');
    expect([review.phase, again.review.phase]).toEqual(['waiting', 'waiting']);
    again.close();
  });

  test('a failed build is shown, and the next try may succeed', async () => {
    main.failing.set('swap.review', failure('approval-busy'));
    const { review, close } = await reviewed();
    expect(review.phase).toBe('failed');
    expect(review.failure?.code).toBe('approval-busy');
    main.failing.clear();
    review.again();
    await pass(FRESH_AFTER_MS);
    expect(review.phase).toBe('waiting');
    expect(review.failure).toBeUndefined();
    close();
  });

  test('a blocked transaction is left to the approval window, which says why', async () => {
    main.verdict = 'block';
    const { review, close } = await reviewed();
    expect(review.phase).toBe('blocked');
    close();
    await pass(0);
    expect(asked('swap.discard')).toBe(0);
  });

  test('after a blocked one, a new price may bring a good one', async () => {
    main.verdict = 'block';
    const { review, close } = await reviewed();
    main.verdict = 'warn';
    review.again();
    await pass(FRESH_AFTER_MS);
    expect(review.phase).toBe('waiting');
    close();
  });

  test('ends when the trade is left in the approval window', async () => {
    const { close, ends, id } = await reviewed();
    main.moveTrade(id(), { state: 'discarded' });
    await pass(0);
    expect(ends).toEqual(['left']);
    close();
    await pass(0);
    expect(asked('swap.discard')).toBe(0);
  });

  test('says that it is signing, and lets nothing be left then', async () => {
    const { review, close, ends, id } = await reviewed();
    main.moveTrade(id(), { state: 'approved' });
    await pass(0);
    expect(review.phase).toBe('signing');
    close();
    await pass(0);
    expect(asked('swap.discard')).toBe(0);
    expect(ends).toEqual([]);
  });

  test('a signature that was not made leads back to waiting', async () => {
    const { review, close, id } = await reviewed();
    main.moveTrade(id(), { state: 'approved' });
    await pass(0);
    main.moveTrade(id(), { state: 'built' });
    await pass(0);
    expect(review.phase).toBe('waiting');
    close();
  });

  test('a trade that is refused after all is shown with its reason', async () => {
    const { review, close, ends, id } = await reviewed();
    main.moveTrade(id(), { state: 'refused', failure: failure('service-changed-transaction') });
    await pass(0);
    expect(review.phase).toBe('failed');
    expect(review.failure?.code).toBe('service-changed-transaction');
    expect(ends).toEqual([]);
    close();
  });

  test.each(['signed', 'submitted', 'filled'] as const)(
    'goes on to the trade once it is %s',
    async (state) => {
      const { close, ends, id } = await reviewed();
      main.moveTrade(id(), { state });
      await pass(0);
      main.moveTrade(id(), { state: 'filled' });
      await pass(0);
      expect(ends).toEqual([`signed ${id()}`]);
      close();
    },
  );
});

describe('the pair of a new ticket', () => {
  test('is the one that the chart begins with', () => {
    expect(desk.markets.selected).toBeDefined();
    expect(desk.entry.receive?.id).toBe(desk.markets.selected);
    expect(desk.entry.pay.id).toBe('ADA');
    // It is a recent token from now on, so that the next start begins with it, too.
    expect(asked('market.visited')).toBe(1);
  });

  test('stays as the user chose it', () => {
    const other = tokensOfFake.find(({ id, verified }) => verified && id !== carb.id) ?? missing();
    desk.entry.selectToken(other);
    desk.entry.propose(carb);
    expect(desk.entry.receive?.id).toBe(other.id);
  });
});

test('an amount in dollars keeps the price of the moment it was typed', async () => {
  const shown = main.value('profile');
  main.push('profile', { ...shown, adaUsd: 0.5 });
  await pass(0);
  desk.swapTicket.amount.text = '$50';
  expect(desk.swapTicket.amount.entry).toMatchObject({ kind: 'amount', units: 100_000_000n });
  main.push('profile', { ...shown, adaUsd: 0.25 });
  await pass(0);
  expect(desk.swapTicket.amount.entry).toMatchObject({ units: 100_000_000n });
  desk.swapTicket.amount.text = '$25';
  expect(desk.swapTicket.amount.entry).toMatchObject({ units: 100_000_000n });
  desk.swapTicket.amount.text = '$50';
  expect(desk.swapTicket.amount.entry).toMatchObject({ units: 200_000_000n });
});

describe('the comparison with the pools', () => {
  test('is asked for once a trade, and again a minute later', async () => {
    main.quoteLife = 300_000;
    expect(desk.swapTicket.compared).toBeUndefined();
    await quoted();
    expect(asked('swap.compare')).toBe(1);
    expect(desk.swapTicket.compared?.sentence).toBe('No better price was found in the pools.');
    desk.swapTicket.refresh();
    await pass(FRESH_AFTER_MS);
    expect(asked('swap.quote')).toBe(2);
    expect(asked('swap.compare')).toBe(1);
    await pass(61_000);
    desk.swapTicket.refresh();
    await pass(FRESH_AFTER_MS);
    expect(asked('swap.compare')).toBe(2);
  });

  test('is not shown for another amount', async () => {
    await quoted();
    main.failing.set('swap.quote', failure('service-unreachable'));
    desk.swapTicket.amount.text = '200';
    await pass(FRESH_AFTER_MS);
    expect(desk.swapTicket.compared).toBeUndefined();
  });

  test('says when there is none', async () => {
    main.failing.set('swap.compare', failure('quote-expired'));
    await quoted();
    expect(desk.swapTicket.compared).toEqual({
      tone: 'note',
      sentence: 'The price was not compared with pools on the ledger.',
    });
  });
});
