// @vitest-environment page
// The ticket as the page has it, on a fake main and a clock of the test.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../../src-preload/domain/failure.ts';
import { Desk } from '../../../src-renderer/state/desk.svelte.ts';
import { SwapReview } from '../../../src-renderer/state/swap-review.svelte.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';

let main: FakeMain;
let desk: Desk;
let end: () => void;
const carb = tokensOfFake[0] ?? missing();
const lookAlike = tokensOfFake.find(({ verified }) => !verified) ?? missing();

function missing(): never {
  throw new Error('the fake market lacks a token');
}

beforeEach(async () => {
  vi.useFakeTimers();
  main = new FakeMain();
  [desk, end] = effectRoot(() => new Desk(main.api));
  await pass(0);
});

afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets time pass, and all that follows from it happen: an effect may ask main, whose answer moves another effect. */
async function pass(milliseconds: number): Promise<void> {
  flushSync();
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let round = 0; round < 4; round += 1) {
    flushSync();
    await vi.advanceTimersByTimeAsync(0);
  }
}

const asked = (name: string): number => main.asked.filter((call) => call.name === name).length;
/** A quote is there after the pause in typing. */
const FRESH_AFTER_MS = 450;

async function quoted(amount = '100'): Promise<void> {
  desk.selectToken(carb);
  desk.ticket.payText = amount;
  await pass(FRESH_AFTER_MS);
}

describe('quotes', () => {
  test('one is asked for once typing pauses', async () => {
    desk.selectToken(carb);
    for (const text of ['1', '10', '100']) {
      desk.ticket.payText = text;
      await pass(100);
    }
    expect(asked('swap.quote')).toBe(0);
    await pass(FRESH_AFTER_MS);
    expect(asked('swap.quote')).toBe(1);
    expect(main.asked.find(({ name }) => name === 'swap.quote')?.input).toMatchObject({
      amount: '100',
      slippageBps: 50,
    });
    expect(desk.ticket.quoteState).toBe('fresh');
    expect(desk.ticket.button).toEqual({ text: 'Review trade', ready: true });
  });

  test('none is asked for an amount that is none', async () => {
    await quoted('abc');
    expect(asked('swap.quote')).toBe(0);
    expect(desk.ticket.button.text).toBe('Not an amount');
  });

  test('is renewed before it ends while the user is there', async () => {
    await quoted();
    await pass(main.quoteLife);
    expect(asked('swap.quote')).toBeGreaterThan(1);
    expect(desk.ticket.quoteState).toBe('fresh');
  });

  test('is let expire when the window is out of sight, and can be refreshed', async () => {
    await quoted();
    vi.stubGlobal(
      'document',
      Object.assign(new EventTarget(), { hidden: true, documentElement: { dataset: {} } }),
    );
    desk.clock.now += main.quoteLife + 2_000;
    await pass(0);
    expect(desk.ticket.button).toMatchObject({ text: 'Refresh price', action: 'refresh' });
    desk.ticket.refresh();
    await pass(0);
    expect(desk.ticket.quote?.id).toBe('q2');
  });

  test('an old quote does not stay beside a failure', async () => {
    await quoted();
    main.failing.set('swap.quote', failure('not-enough-liquidity'));
    desk.ticket.payText = '101';
    await pass(FRESH_AFTER_MS);
    expect(desk.ticket.quote).toBeUndefined();
    expect(desk.ticket.failure?.code).toBe('not-enough-liquidity');
    expect(desk.ticket.button).toMatchObject({ text: 'Try again', action: 'refresh' });
  });

  test('the answer to an older question is not taken', async () => {
    desk.selectToken(carb);
    const answers: (() => void)[] = [];
    const ask = main.api.call['swap.quote'];
    const api = main.api.call as { 'swap.quote': typeof ask };
    api['swap.quote'] = (input) =>
      new Promise((resolve) => answers.push(() => void ask(input).then(resolve)));
    desk.ticket.payText = '100';
    await pass(FRESH_AFTER_MS);
    desk.ticket.payText = '200';
    await pass(FRESH_AFTER_MS);
    for (const answer of answers.reverse()) answer();
    await pass(0);
    expect(desk.ticket.quote?.pay.quantity).toBe('200000000');
  });
});

describe('the ticket', () => {
  test('flips with the expected amount as what is paid', async () => {
    await quoted();
    const expected = desk.ticket.quote?.expected;
    desk.ticket.flip();
    flushSync();
    expect(desk.ticket.pay.id).toBe(carb.id);
    expect(desk.ticket.receive?.id).toBe('ADA');
    expect(desk.ticket.entry).toMatchObject({ kind: 'amount', units: BigInt(expected ?? -1) });
  });

  test('max leaves what main says must stay', async () => {
    await pass(0);
    desk.ticket.setShare('max');
    expect(desk.ticket.payText).toBe('1198.55');
    desk.ticket.setShare('half');
    expect(desk.ticket.payText).toBe('599.275');
  });

  test('asks once, per full id, whether an unverified token is meant', async () => {
    desk.selectToken(lookAlike);
    desk.ticket.payText = '1';
    await pass(FRESH_AFTER_MS);
    expect(desk.ticket.button).toMatchObject({ text: 'Check this token', action: 'acknowledge' });
    await desk.preferences.acknowledge(lookAlike.id);
    flushSync();
    expect(desk.ticket.unacknowledged).toBeUndefined();
    expect(main.value('preferences').acknowledged).toEqual([lookAlike.id]);
  });

  test('a severe impact needs the word, and a new amount needs it anew', async () => {
    desk.selectToken(lookAlike);
    await desk.preferences.acknowledge(lookAlike.id);
    desk.ticket.payText = '400';
    await pass(FRESH_AFTER_MS);
    expect(desk.ticket.impactSevere).toBe(true);
    expect(desk.ticket.button.ready).toBe(false);
    desk.ticket.impactWord = 'accept';
    expect(desk.ticket.button.ready).toBe(true);
    desk.ticket.payText = '500';
    await pass(FRESH_AFTER_MS);
    expect(desk.ticket.button.ready).toBe(false);
  });

  test('exclusions of one ticket go back to the default', async () => {
    desk.ticket.toggleExchange('EXA');
    expect(desk.ticket.excluded).toEqual(['EXA']);
    expect(desk.ticket.exclusionsChanged).toBe(true);
    desk.ticket.resetExchanges();
    expect(desk.ticket.excluded).toEqual([]);
    await pass(0);
  });

  test('no figure is read with decimals that are a guess', async () => {
    const vague = { ...carb, decimals: 0, decimalsSource: 'unknown' as const };
    desk.tokens.reset();
    desk.selectToken(vague);
    desk.ticket.payText = '100';
    expect(desk.ticket.request).toBeUndefined();
    await pass(FRESH_AFTER_MS);
    expect(desk.ticket.receive?.decimals).toBe(carb.decimals);
    expect(desk.ticket.quoteState).toBe('fresh');
  });
});

describe('the review', () => {
  async function reviewed(): Promise<{ review: SwapReview; close: () => void; accepted: string[] }> {
    await quoted();
    const { quote } = desk.ticket;
    if (quote === undefined) throw new Error('there is no quote');
    const accepted: string[] = [];
    const [review, close] = effectRoot(() => new SwapReview(desk, quote, (id) => accepted.push(id)));
    await pass(0);
    return { review, close, accepted };
  }

  test('opens its button a moment after the figures stand', async () => {
    const { review, close } = await reviewed();
    expect(review.phase).toBe('reviewing');
    expect(review.acceptable).toBe(false);
    await pass(1000);
    expect(review.acceptable).toBe(true);
    close();
  });

  test('a worse price is accepted first, and the button is shut again', async () => {
    main.reviewExtra = { worseThanQuote: { quotedExpected: '900000', quotedAtLeast: '890000' } };
    const { review, close } = await reviewed();
    await pass(1000);
    expect(review.acceptable).toBe(false);
    review.acceptWorse();
    expect(review.acceptable).toBe(false);
    await pass(1000);
    expect(review.acceptable).toBe(true);
    close();
  });

  test('a finding that blocks cannot be accepted', async () => {
    main.reviewExtra = { findings: [{ rule: 'V7', severity: 'block', sentence: 'The minimum is lower.' }] };
    const { review, close } = await reviewed();
    await pass(1000);
    expect(review.acceptable).toBe(false);
    await review.accept();
    expect(asked('swap.accept')).toBe(0);
    close();
  });

  test('expires, and starts again from a new quote', async () => {
    const { review, close } = await reviewed();
    await pass(61_000);
    expect(review.expired).toBe(true);
    expect(review.acceptable).toBe(false);
    review.again();
    await pass(FRESH_AFTER_MS);
    expect(review.phase).toBe('reviewing');
    expect(asked('swap.review')).toBe(2);
    expect(asked('swap.discard')).toBe(1);
    close();
  });

  test('leaving it discards what was built', async () => {
    const { close } = await reviewed();
    close();
    await pass(0);
    expect(main.value('trades')[0]?.state).toBe('discarded');
  });

  test('the accepted bytes are those that were shown', async () => {
    const { review, close, accepted } = await reviewed();
    await pass(1000);
    const shown = review.review;
    await review.accept();
    expect(main.asked.find(({ name }) => name === 'swap.accept')?.input).toEqual({
      tradeId: shown?.tradeId,
      bodyHash: shown?.bodyHash,
    });
    expect(accepted).toEqual([shown?.tradeId]);
    close();
    await pass(0);
    expect(asked('swap.discard')).toBe(0);
  });

  test('after a closed password window the same review can be accepted', async () => {
    const { review, close, accepted } = await reviewed();
    await pass(1000);
    main.failing.set('swap.accept', failure('vault-closed'));
    await review.accept();
    expect(review.phase).toBe('reviewing');
    expect(review.failure?.code).toBe('vault-closed');
    main.failing.clear();
    await pass(1000);
    await review.accept();
    expect(accepted).toHaveLength(1);
    close();
  });

  test('follows the journal to the progress as soon as the trade is signed', async () => {
    const { review, close, accepted } = await reviewed();
    await pass(1000);
    const id = review.review?.tradeId ?? '';
    const api = main.api.call as { 'swap.accept': unknown };
    api['swap.accept'] = () => new Promise(() => undefined);
    void review.accept();
    main.moveTrade(id, { state: 'signed' });
    await pass(0);
    expect(accepted).toEqual([id]);
    close();
  });
});
