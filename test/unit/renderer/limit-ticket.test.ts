// @vitest-environment page
// The limit ticket and the ladder as the page has them, on a fake main and a clock of the test.
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderRowView } from '#contract/orders.ts';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import {
  draftLines,
  ordersOfLine,
  ownOrderLines,
  pullDraft,
} from '../../../src-renderer/app/chart-overlays.ts';
import { movedLines } from '../../../src-renderer/features/charts/moved-line.ts';
import {
  atOnceWords,
  ladderSentences,
  limitSentences,
  partLines,
} from '../../../src-renderer/order-entry/price-words.ts';
import {
  badPriceWords,
  batchWords,
  transactionMark,
  planNotices,
  spanWords,
} from '../../../src-renderer/features/limit/ladder-words.ts';
import type { Desk } from '../../../src-renderer/app/desk.svelte.ts';
import type { OverlayLine } from '../../../src-renderer/chart/scene.ts';
import { ReviewRun } from '../../../src-renderer/order-entry/review.svelte.ts';
import { ADA_TOKEN } from '../../../src-renderer/state/tokens.svelte.ts';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import type { FakeMain } from '../../support/fake-main-api.ts';
import { fakeFigures } from '../../support/fake-charts.ts';
import { tokensOfFake } from '../../support/fake-market.ts';
import { fakeOrder } from '../../support/fake-orders.ts';
import { ticketSelling } from '../../support/sales.ts';

let main: FakeMain;
let desk: Desk;
const carb = tokensOfFake[0] ?? missing();
const flint = tokensOfFake[2] ?? missing();
const FRESH_AFTER_MS = 450;

function missing(): never {
  throw new Error('the fake market lacks a token');
}

beforeEach(async () => {
  const made = await deskOnFakeMain();
  ({ main, desk } = made);
  desk.panels.ticket = 'limit';
  await pass(0);
  return made.end;
});

const asked = (name: string): readonly unknown[] =>
  main.asked.filter((call) => call.name === name).map(({ input }) => input);
const plain = (words: readonly string[]): readonly string[] =>
  words.map((each) => each.replaceAll('\u00a0', ' '));

async function entered(price = '0.1', amount = '100'): Promise<void> {
  desk.entry.selectToken(carb);
  desk.limitTicket.amount.text = amount;
  desk.limitTicket.price.text = price;
  await pass(FRESH_AFTER_MS);
}

describe('the estimate', () => {
  test('is asked for once typing pauses, with the price as it was typed', async () => {
    desk.entry.selectToken(carb);
    desk.limitTicket.amount.text = '100';
    for (const text of ['0', '0,', '0,1']) {
      desk.limitTicket.price.text = text;
      await pass(100);
    }
    expect(asked('limit.estimate')).toEqual([]);
    await pass(FRESH_AFTER_MS);
    expect(asked('limit.estimate')).toEqual([
      {
        ...ticketSelling(100_000_000n),
        receive: carb.id,
        price: { form: 'ada-per-token', text: '0.1' },
        multiples: 1,
        excluded: [],
      },
    ]);
    expect(desk.limitTicket.button).toEqual({ text: 'Review limit order', ready: true });
    expect(desk.limitTicket.quote?.atLeast).toBe('1000000');
  });

  test('is asked for by the ticket that is shown alone', async () => {
    await entered();
    expect(asked('swap.quote')).toEqual([]);
    desk.panels.ticket = 'market';
    desk.swapTicket.amount.text = '30';
    await pass(FRESH_AFTER_MS);
    expect(asked('swap.quote')).toHaveLength(1);
    expect(asked('limit.estimate')).toHaveLength(1);
    desk.panels.ticket = 'limit';
    await pass(FRESH_AFTER_MS);
    expect(desk.limitTicket.price.text).toBe('0.1');
    expect(desk.limitTicket.amount.text).toBe('100');
    expect(desk.limitTicket.button.ready).toBe(true);
  });

  test('an answer to an older question is not taken', async () => {
    desk.entry.selectToken(carb);
    desk.limitTicket.amount.text = '100';
    const answers: (() => void)[] = [];
    const ask = main.api.call['limit.estimate'];
    const api = main.api.call as { 'limit.estimate': typeof ask };
    api['limit.estimate'] = (input) =>
      new Promise((resolve) => answers.push(() => void ask(input).then(resolve)));
    desk.limitTicket.price.text = '0.1';
    await pass(FRESH_AFTER_MS);
    desk.limitTicket.price.text = '0.11';
    await pass(FRESH_AFTER_MS);
    for (const answer of answers.reverse()) answer();
    await pass(0);
    expect(desk.limitTicket.quote?.price.adaPerToken).toBe('0.11');
  });

  test('is renewed before it ends, and left alone while it is reviewed', async () => {
    await entered();
    await pass(main.quoteLife);
    const renewed = asked('limit.estimate').length;
    expect(renewed).toBeGreaterThan(1);
    desk.limitTicket.paused = true;
    await pass(main.quoteLife * 2);
    expect(asked('limit.estimate')).toHaveLength(renewed);
  });

  test('that main refuses is shown, and an old one does not stay next to it', async () => {
    await entered();
    main.failing.set('limit.estimate', failure('amount-too-small'));
    desk.limitTicket.price.text = '0.2';
    await pass(FRESH_AFTER_MS);
    expect(desk.limitTicket.quote).toBeUndefined();
    expect(desk.limitTicket.failure?.code).toBe('amount-too-small');
    expect(desk.limitTicket.button).toMatchObject({ text: 'Try again', action: 'refresh' });
  });

  test.each([
    ['', 'Enter a price', 'enter-price'],
    ['x', 'Not a price', undefined],
    ['0', 'Not a price', undefined],
  ])('the price "%s" is dealt with first: %s', async (price, text, action) => {
    await entered(price);
    expect(asked('limit.estimate')).toEqual([]);
    expect(desk.limitTicket.button).toEqual({ text, ready: false, ...(action && { action }) });
  });

  test('two tokens need ADA on one side, and the button offers it', async () => {
    await entered();
    desk.entry.choosePay(flint);
    desk.limitTicket.amount.text = '3';
    await pass(FRESH_AFTER_MS);
    expect(desk.limitTicket.button).toEqual({ text: 'Sell ADA', ready: false, action: 'pay-with-ada' });
    desk.entry.payWithAda();
    desk.limitTicket.amount.text = '3';
    await pass(FRESH_AFTER_MS);
    expect(desk.limitTicket.pair.token?.id).toBe(carb.id);
  });

  test('one exchange alone can be named', async () => {
    desk.limitTicket.exchange = 'EXA';
    await entered();
    expect(asked('limit.estimate')).toMatchObject([{ exchange: 'EXA' }]);
  });
});

describe('a price that is worse than the market', () => {
  test('by five percent asks for nothing, by more for a word', async () => {
    await entered();
    const { limitTicket } = desk;
    limitTicket.price.setPercent('5');
    await pass(FRESH_AFTER_MS);
    expect(limitTicket.offMarket.standing).toBeUndefined();
    expect(limitTicket.button.ready).toBe(true);
    limitTicket.price.setPercent('5.01');
    await pass(FRESH_AFTER_MS);
    expect(limitTicket.offMarket.standing).toEqual({ kind: 'off', bps: 501 });
    expect(limitTicket.button).toEqual({ text: 'Confirm the price above', ready: false });
    limitTicket.offMarket.word = ' Accept';
    expect(limitTicket.button.ready).toBe(true);
  });

  test('keeps the word for no other price', async () => {
    await entered();
    const { limitTicket } = desk;
    limitTicket.price.setPercent('6');
    await pass(FRESH_AFTER_MS);
    limitTicket.offMarket.word = 'accept';
    limitTicket.price.setPercent('40');
    await pass(FRESH_AFTER_MS);
    expect(limitTicket.offMarket.word).toBe('');
    expect(limitTicket.button.ready).toBe(false);
  });

  test('keeps the word while the market hardly moves, and asks again where it moved away', async () => {
    await entered();
    const { limitTicket } = desk;
    let bps = 600;
    const ask = main.api.call['limit.estimate'];
    const api = main.api.call as { 'limit.estimate': typeof ask };
    api['limit.estimate'] = async (input) => {
      const answer = await ask(input);
      if (!answer.ok) return answer;
      const market = { ...answer.value.market, offMarket: { kind: 'off' as const, bps } };
      return { ...answer, value: { ...answer.value, market } };
    };
    limitTicket.price.text = '0.12';
    await pass(FRESH_AFTER_MS);
    limitTicket.offMarket.word = 'accept';
    expect(limitTicket.button.ready).toBe(true);
    for (const [now, ready] of [
      [700, true],
      [701, false],
      [400, true],
    ] as const) {
      bps = now;
      limitTicket.refresh();
      await pass(0);
      expect([now, limitTicket.button.ready]).toEqual([now, ready]);
    }
  });

  test('is a sale far below it, too', async () => {
    await entered();
    const { limitTicket } = desk;
    limitTicket.flip();
    limitTicket.amount.text = '1000';
    limitTicket.price.text = '0.001';
    await pass(FRESH_AFTER_MS);
    expect(limitTicket.offMarket.standing).toMatchObject({ kind: 'off' });
    expect(limitTicket.button.ready).toBe(false);
  });

  test('in a ladder is asked about by its worst order', async () => {
    desk.panels.ticket = 'ladder';
    desk.entry.selectToken(carb);
    const { ladderTicket } = desk;
    ladderTicket.amount.text = '100';
    ladderTicket.setPercents('-2', '9');
    await pass(FRESH_AFTER_MS);
    expect(ladderTicket.offMarket.standing).toEqual({ kind: 'off', bps: 900 });
    expect(ladderTicket.button).toEqual({ text: 'Confirm the prices above', ready: false });
    ladderTicket.offMarket.word = 'accept';
    expect(ladderTicket.button.ready).toBe(true);
  });
});

describe('amounts', () => {
  test('each ticket keeps one to itself', async () => {
    desk.entry.selectToken(carb);
    const tickets = [desk.swapTicket, desk.limitTicket, desk.ladderTicket, desk.dcaTicket];
    for (const [at, ticket] of tickets.entries()) ticket.amount.text = `${at + 1}0`;
    await pass(0);
    expect(tickets.map(({ amount }) => amount.text)).toEqual(['10', '20', '30', '40']);
    desk.limitTicket.clear();
    expect(tickets.map(({ amount }) => amount.text)).toEqual(['10', '', '30', '40']);
  });

  test('an amount of one token is none of another', async () => {
    desk.entry.selectToken(carb);
    desk.swapTicket.amount.text = '10';
    desk.dcaTicket.amount.text = '40';
    desk.entry.choosePay(flint);
    await pass(0);
    expect([desk.swapTicket.amount.text, desk.dcaTicket.amount.text]).toEqual(['', '']);
  });

  test('that could mean two numbers are asked for nowhere', async () => {
    await entered('0.1', '10,000');
    expect(asked('limit.estimate')).toEqual([]);
    expect(desk.limitTicket.button).toEqual({ text: 'Which amount do you mean?', ready: false });
    await entered('9,080', '10');
    expect(asked('limit.estimate')).toEqual([]);
    expect(desk.limitTicket.button).toEqual({ text: 'Which price do you mean?', ready: false });
  });
});

describe('the typed price', () => {
  test('stays as it was typed while it is looked at in another form', async () => {
    await entered('0.1');
    const { price } = desk.limitTicket;
    price.form = 'token-per-ada';
    expect(price.text).toBe('10');
    price.form = 'percent';
    expect(price.text).toBe('-16.79');
    await pass(FRESH_AFTER_MS);
    expect(asked('limit.estimate')).toHaveLength(1);
    price.form = 'ada-per-token';
    expect(price.text).toBe('0.1');
  });

  test('is of the other form once it is changed there', async () => {
    await entered('0.1');
    const { price } = desk.limitTicket;
    price.form = 'token-per-ada';
    price.text = '8';
    await pass(FRESH_AFTER_MS);
    expect(asked('limit.estimate').at(-1)).toMatchObject({ price: { form: 'token-per-ada', text: '8' } });
    price.form = 'ada-per-token';
    expect(price.text).toBe('0.125');
  });

  test('follows the market in another form, but not while its field is edited', async () => {
    const moveMarket = (priceAda: number): void => {
      main.push('marketFigures', [{ ...fakeFigures(carb, Date.now()), priceAda }]);
      flushSync();
    };
    desk.entry.selectToken(carb);
    await pass(0);
    const { price } = desk.limitTicket;
    price.setPercent('-10');
    price.form = 'ada-per-token';
    moveMarket(0.2);
    expect(price.text).toBe('0.18');
    price.edit();
    moveMarket(0.3);
    expect(price.text).toBe('0.18');
    desk.entry.selectToken(flint);
    expect(price.text).not.toBe('0.18');
    desk.entry.selectToken(carb);
    price.leave();
    expect(price.text).toBe('0.27');
    price.edit();
    price.text = '0.25';
    moveMarket(0.4);
    expect(desk.limitTicket.price.input).toEqual({ form: 'ada-per-token', text: '0.25' });
  });

  test('is converted before an amount is there', () => {
    desk.entry.selectToken(carb);
    flushSync();
    desk.limitTicket.price.text = '0.3';
    expect(desk.limitTicket.price.both).toEqual({ adaPerToken: '0.3', tokenPerAda: '3.33333333333334' });
  });

  test('of another token comes back with it; a percentage goes along', async () => {
    await entered('0.1');
    desk.entry.selectToken(flint);
    await pass(0);
    expect(desk.limitTicket.price.text).toBe('');
    desk.entry.selectToken(carb);
    await pass(0);
    expect(desk.limitTicket.price.text).toBe('0.1');
    desk.limitTicket.price.setPercent('-5');
    desk.entry.selectToken(flint);
    await pass(FRESH_AFTER_MS);
    expect(desk.limitTicket.price.text).toBe('-5');
    expect(asked('limit.estimate').at(-1)).toMatchObject({ receive: flint.id, price: { text: '-5' } });
  });

  test('that was typed before a token was chosen is for the first one', async () => {
    desk.limitTicket.price.text = '0.7';
    desk.entry.selectToken(carb);
    await pass(0);
    expect(desk.limitTicket.price.text).toBe('0.7');
  });

  test('steps by the arrow keys in the form that is shown', async () => {
    await entered('0.1');
    desk.limitTicket.price.step(1);
    expect(desk.limitTicket.price.text).toBe('0.1001');
    desk.limitTicket.price.setPercent('-5');
    desk.limitTicket.price.step(-10);
    expect(desk.limitTicket.price.text).toBe('-6');
  });

  test.each([
    ['buy', '0.13', true],
    ['buy', '0.11', false],
    ['sell', '0.13', false],
    ['sell', '0.11', true],
  ] as const)('a %s at %s fills at once: %s', async (side, price, atOnce) => {
    desk.entry.selectToken(carb);
    await pass(0);
    if (side === 'sell') desk.limitTicket.flip();
    desk.limitTicket.price.text = price;
    flushSync();
    // The market list and the estimate say the same.
    main.push('marketFigures', []);
    await desk.markets.refresh(carb.id);
    expect(desk.limitTicket.fillsAtOnce).toBe(atOnce);
    desk.limitTicket.amount.text = '100';
    await pass(FRESH_AFTER_MS);
    expect(desk.limitTicket.quoteState).toBe('fresh');
    expect(desk.limitTicket.fillsAtOnce).toBe(atOnce);
  });

  test('is as far from the market as it says, and no zero of it is lost', () => {
    const said = [0.05, -0.0235, 0.00001, 1, 1.2, -0.5].map(atOnceWords);
    expect(plain(said)).toEqual([
      '5 % above the market: it fills at once',
      '2.35 % below the market: it fills at once',
      'At the market: it fills at once',
      '100 % above the market: it fills at once',
      '120 % above the market: it fills at once',
      '50 % below the market: it fills at once',
    ]);
  });

  test('is taken over from the book and from the chart, for the right token', async () => {
    desk.panels.ticket = 'market';
    desk.entry.selectToken(flint);
    desk.tokens.learn([carb]);
    desk.offers.offer({ token: carb.id, adaPerToken: '0.118', side: 'sell' });
    await pass(0);
    expect(desk.panels.ticket).toBe('limit');
    expect(desk.limitTicket.pair.token?.id).toBe(carb.id);
    expect(desk.limitTicket.price.text).toBe('0.118');
  });

  test.each(['buy', 'sell'] as const)('is taken over from the chart to %s at it', async (side) => {
    await entered('0.1');
    desk.panels.ticket = 'market';
    const opposite = side === 'buy' ? 'sell' : 'buy';
    if (desk.limitTicket.pair.side !== opposite) desk.limitTicket.flip();
    await desk.limitTicket.takePrice(carb.id, '0.118', side);
    await pass(0);
    expect(desk.panels.ticket).toBe('limit');
    expect(desk.limitTicket.pair).toMatchObject({ side, token: { id: carb.id } });
    expect(desk.limitTicket.price.input).toEqual({ form: 'ada-per-token', text: '0.118' });
    // Of another token, too, which was neither paid nor received.
    desk.tokens.learn([flint]);
    await desk.limitTicket.takePrice(flint.id, '0.2', side);
    await pass(0);
    expect(desk.limitTicket.pair).toMatchObject({ side, token: { id: flint.id } });
  });

  test('turned round, what was to come is paid', async () => {
    await entered('0.1');
    desk.limitTicket.flip();
    await pass(0);
    expect(desk.limitTicket.amount.text).toBe('1000');
    expect(desk.limitTicket.pair.side).toBe('sell');
    expect(desk.limitTicket.price.text).toBe('0.1');
  });

  test('turned round without an estimate, no amount that was typed is lost', async () => {
    await entered('', '100');
    desk.limitTicket.flip();
    desk.limitTicket.amount.text = '7';
    desk.limitTicket.flip();
    expect(desk.limitTicket.amount.text).toBe('100');
    desk.limitTicket.flip();
    expect(desk.limitTicket.amount.text).toBe('7');
    await pass(0);
  });
});

describe('in words', () => {
  test('an order says what it offers, what it waits for and what it costs', async () => {
    await entered('0.1');
    const { quote } = desk.limitTicket;
    if (!quote) throw new Error('there is no quote');
    expect(plain(limitSentences(quote, ADA_TOKEN, carb))).toEqual([
      'You offer 100 ADA for at least 1,000 CARB, at 0.1 ADA or less per CARB.',
      'It waits until the market falls by 16.79 %. Costs 0.9 ADA and the network fee; 2 ADA comes back.',
    ]);
  });

  test('several orders are described one by one where they differ', async () => {
    desk.limitTicket.multiplesText = '3';
    await entered('0.1');
    const { quote, button } = desk.limitTicket;
    expect(button.text).toBe('Review 3 limit orders');
    expect(quote?.parts).toHaveLength(3);
    expect(
      partLines(quote?.parts ?? [], ADA_TOKEN, carb).map(({ name, pay, atLeast }) => [
        name,
        pay.text,
        atLeast.text,
      ]),
    ).toEqual([
      ['Each', '33.333333', '333.334'],
      ['Last', '33.333334', '333.334'],
    ]);
    desk.limitTicket.multiplesText = '4';
    await pass(FRESH_AFTER_MS);
    expect(partLines(desk.limitTicket.quote?.parts ?? [], ADA_TOKEN, carb)).toHaveLength(1);
  });

  test('a number of orders that is none is reported', async () => {
    desk.limitTicket.multiplesText = '0';
    await entered('0.1');
    expect(desk.limitTicket.button).toEqual({ text: 'Check the number of orders', ready: false });
  });
});

describe('the review', () => {
  test('builds the limit order, and a new one from a new estimate', async () => {
    await entered('0.1');
    const { quote } = desk.limitTicket;
    if (!quote) throw new Error('there is no quote');
    const ends: string[] = [];
    const [review, close] = effectRoot(
      () =>
        new ReviewRun(
          {
            trades: desk.trades,
            ticket: desk.limitTicket,
          },
          quote,
          {
            onsigned: (id) => ends.push(id),
            onleft: () => ends.push('left'),
            onchanged: () => ends.push('changed'),
          },
        ),
    );
    await pass(0);
    expect(review.phase).toBe('waiting');
    expect(asked('limit.review')).toEqual([{ quoteId: quote.id }]);
    expect(desk.limitTicket.paused).toBe(true);
    review.again();
    await pass(0);
    expect(asked('swap.discard')).toHaveLength(1);
    expect(asked('limit.review')).toHaveLength(2);
    const id = main.value('trades')[0]?.id ?? '';
    main.moveTrade(id, { state: 'signed' });
    await pass(0);
    expect(ends).toEqual([id]);
    close();
  });
});

describe('the ladder', () => {
  async function planned(): Promise<void> {
    desk.panels.ticket = 'ladder';
    desk.entry.selectToken(carb);
    desk.ladderTicket.amount.text = '100';
    desk.ladderTicket.setPercents('-2', '-10');
    await pass(FRESH_AFTER_MS);
  }

  test('is planned from both prices, and shown with all that it costs', async () => {
    await planned();
    expect(asked('ladder.plan')).toMatchObject([
      {
        from: { form: 'percent', text: '-2' },
        to: { form: 'percent', text: '-10' },
        count: 5,
        sizes: 'equal',
        spacing: 'linear',
      },
    ]);
    const plan = desk.ladderTicket.quote;
    if (!plan) throw new Error('there is no plan');
    expect(desk.ladderTicket.button).toEqual({ text: 'Review ladder of 5 orders', ready: true });
    expect(plan.levels.map(({ pay }) => pay)).toEqual(Array(5).fill('20000000'));
    expect(plain(ladderSentences(plan, ADA_TOKEN, carb))).toEqual([
      'You offer 100 ADA in 5 orders for at least 886.003 CARB, at 0.112866 ADA on average.',
      '5 signatures, one approval; you can stop midway at any time. Costs about 5.45 ADA; 10 ADA comes back.',
    ]);
    expect(ladderSentences(plan, ADA_TOKEN, carb, 'export')[1]).toContain(
      '5 rounds, each signed where the key is; you can stop midway',
    );
  });

  test('shows both prices in one form', async () => {
    await planned();
    const { ladderTicket } = desk;
    ladderTicket.priceForm = 'ada-per-token';
    expect([ladderTicket.from.text, ladderTicket.to.text]).toEqual(['0.1177764', '0.108162']);
    ladderTicket.priceForm = 'percent';
    expect([ladderTicket.from.text, ladderTicket.to.text]).toEqual(['-2', '-10']);
  });

  test('needs two prices that differ, and a number of orders', async () => {
    await planned();
    desk.ladderTicket.to.text = '-2';
    await pass(FRESH_AFTER_MS);
    expect(desk.ladderTicket.button.text).toBe('Enter two different prices');
    desk.ladderTicket.to.text = '';
    expect(desk.ladderTicket.button.text).toBe('Enter both prices');
    desk.ladderTicket.to.text = '-3';
    desk.ladderTicket.countText = '1';
    expect(desk.ladderTicket.button.text).toBe('Check the number of orders');
    await pass(0);
  });

  test('says from where to where it goes, and which of its orders would not wait', async () => {
    await planned();
    const { from, to, quote: plan } = desk.ladderTicket;
    if (!plan) throw new Error('there is no plan');
    expect(spanWords(from.both, to.both, 0.12)).toBe('0.117776 to 0.108162 ADA · market 0.12');
    expect(spanWords(from.both, undefined, undefined)).toBe('0.117776 to \u2014 ADA');
    expect(spanWords(undefined, undefined, undefined)).toBe('');
    expect(badPriceWords({ kind: 'malformed' })).toBe('Not a price. Try 0.0125, or 1/80.');
    const [first, ...others] = plan.levels;
    if (!first) throw new Error('there is no level');
    const atOnce = { ...first, market: { ...first.market, fillsAtOnce: true } };
    const notices = planNotices({ ...plan, levels: [atOnce, ...others], notices: ['Another.'] });
    expect(notices).toEqual(['One of the orders fills at once: the market is there already.', 'Another.']);
    expect(planNotices({ ...plan, levels: others, notices: [] })).toEqual([]);
  });

  test('marks what failed as undone, and what the user left as still ahead', () => {
    const left = { state: 'left' as const };
    expect(transactionMark({ ...left, failure: { code: 'submission-rejected' } })).toBe('undone');
    expect(transactionMark({ ...left, failure: { code: 'set-stopped' } })).toBe('ahead');
    const states = ['planned', 'current', 'sent', 'placed'] as const;
    expect(states.map((state) => transactionMark({ state }))).toEqual(['ahead', 'now', 'now', 'done']);
  });

  test('is not started while another batch is under way, which can be stopped', async () => {
    await planned();
    const plan = desk.ladderTicket.quote;
    const answer = await desk.api.call['ladder.start']({ planId: plan?.id ?? '' });
    await pass(0);
    if (!answer.ok) throw new Error(answer.failure.code);
    expect(desk.batch.underWay).toBe(true);
    expect(desk.ladderTicket.button).toEqual({ text: 'Another batch is under way', ready: false });
    await desk.batch.stop(answer.value.batchId);
    flushSync();
    expect(desk.batch.view?.state).toBe('stopping');
    const { batch } = main.value('batch');
    if (!batch) throw new Error('there is no batch');
    const transactions = batch.transactions.map((transaction, at) => ({
      ...transaction,
      state: at === 0 ? ('placed' as const) : ('left' as const),
    }));
    main.push('batch', { batch: { ...batch, state: 'stopped', transactions } });
    await pass(0);
    expect(desk.batch.underWay).toBe(false);
    expect(batchWords('next', transactions)).toBe(
      'Ladder: 1 of 5 orders placed. The next one can be exported.',
    );
    expect(batchWords('stopped', transactions)).toBe('The ladder stopped: 1 of 5 orders placed. They stay.');
    expect(desk.ladderTicket.button.ready).toBe(true);
  });
});

describe('lines on the chart', () => {
  const pair = { base: carb.id, quote: ADA };

  test('are the prices that are being entered, and take over where they are pulled to', async () => {
    await entered('0.1');
    expect(draftLines(desk, pair)).toEqual([
      { id: 'ticket', price: 0.1, kind: 'draft', label: 'Buy limit', draggable: true },
    ]);
    desk.limitTicket.price.form = 'percent';
    pullDraft(desk, 'ticket', '0.12');
    flushSync();
    expect(desk.limitTicket.price.typed).toEqual({ form: 'ada-per-token', text: '0.12' });
    expect(desk.limitTicket.price.text).toBe('-0.15');
    expect(draftLines(desk, { base: flint.id, quote: ADA })).toEqual([]);
    desk.panels.ticket = 'market';
    expect(draftLines(desk, pair)).toEqual([]);
    desk.panels.ticket = 'ladder';
    desk.ladderTicket.setPercents('-2', '-10');
    expect(draftLines(desk, pair).map(({ label }) => label)).toEqual(['Buy from', 'Buy to']);
    await pass(0);
  });

  test('are own resting orders, one for each price and side', () => {
    const row = {
      id: 'a_0',
      source: 'here' as const,
      kind: 'limit' as const,
      status: 'open' as const,
      wallet: 'addr_test1',
      side: 'buy' as const,
      token: carb.id,
      pay: { asset: ADA, quantity: '10000000' },
      receive: carb.id,
      wanted: '100000',
      price: { adaPerToken: '0.1', tokenPerAda: '10' },
      filled: 0,
      returning: [],
      cancellable: true,
    };
    const rows = [
      row,
      { ...row, id: 'b_0' },
      { ...row, id: 'c_0', status: 'filled' as const },
      { ...row, id: 'd_0', token: flint.id },
      {
        ...row,
        id: 'e_0',
        side: 'sell' as const,
        pay: { asset: carb.id, quantity: '7000' },
        receive: ADA,
        price: { adaPerToken: '0.2', tokenPerAda: '5' },
      },
    ];
    const lines = ownOrderLines(rows, pair, () => carb);
    expect(lines.map(({ price, kind, label }) => [price, kind, plain([label])[0]])).toEqual([
      [0.1, 'buy', 'Buy 200 CARB in 2 orders'],
      [0.2, 'sell', 'Sell 7 CARB'],
    ]);
    expect(ownOrderLines(rows, { base: carb.id, quote: flint.id }, () => carb)).toEqual([]);
    expect(ordersOfLine(rows, pair, 'buy 0.1')).toEqual(['a_0', 'b_0']);
    expect(ordersOfLine(rows, pair, 'sell 0.1')).toEqual([]);
    expect(ordersOfLine(rows, { base: carb.id, quote: flint.id }, 'buy 0.1')).toEqual([]);
  });

  test('say how far the market is from them, and have a cross only where something can be cancelled', () => {
    const lineOf = (change: Partial<OrderRowView>): OverlayLine | undefined => {
      const row = fakeOrder(1, 0, { status: 'open', token: carb.id, side: 'sell', ...change });
      return ownOrderLines([row], pair, () => carb)[0];
    };
    const price = { adaPerToken: '0.123456789', tokenPerAda: '8.1' };
    const far = lineOf({ price, distance: 0.031, cancellable: true });
    expect(far?.closing).toBe('Cancel this order…');
    expect(plain(far?.detail?.slice(1) ?? [])).toEqual([
      'at 0.123456789 ADA',
      'The market must still rise by 3.10 %.',
    ]);
    const stuck = lineOf({ distance: -0.01, cancellable: false });
    expect(stuck).not.toHaveProperty('closing');
    expect(stuck?.detail?.slice(2)).toEqual([
      'The market has reached this price.',
      'It cannot be cancelled now.',
    ]);
  });

  test('can be dragged where one order stands there and can be moved, with a line to where it would go', () => {
    const row = fakeOrder(1, 0, {
      ...{ status: 'open', token: carb.id, side: 'sell', movable: true },
      price: { adaPerToken: '0.2', tokenPerAda: '5' },
    });
    const [line] = ownOrderLines([row], pair, () => carb);
    expect(line?.movable).toBe(true);
    const two = ownOrderLines([row, { ...row, id: 'b_0' }], pair, () => carb);
    expect(two[0]).not.toHaveProperty('movable');
    const own = line ? [line] : [];
    expect(movedLines(own, { id: 'sell 0.2', price: '0.25' })).toMatchObject([
      { price: 0.25, kind: 'draft', label: `Move to: ${line?.label ?? ''}` },
    ]);
    expect(movedLines(own, undefined)).toEqual([]);
    expect(movedLines(own, { id: 'gone', price: '0.25' })).toEqual([]);
  });

  test('of a planned ladder are its levels, too, of which the ends can be pulled', async () => {
    desk.panels.ticket = 'ladder';
    desk.entry.selectToken(carb);
    desk.ladderTicket.amount.text = '100';
    desk.ladderTicket.setPercents('-2', '-10');
    await pass(FRESH_AFTER_MS);
    const lines = draftLines(desk, pair);
    expect(lines.map(({ label }) => label)).toEqual([
      'Buy from',
      'Buy to',
      'Buy 2 of 5',
      'Buy 3 of 5',
      'Buy 4 of 5',
    ]);
    expect(lines.map(({ draggable }) => draggable === true)).toEqual([true, true, false, false, false]);
    const [from, to, ...between] = lines.map(({ price }) => price);
    expect([from, ...between, to]).toEqual([from, ...between, to].toSorted((a, b) => (b ?? 0) - (a ?? 0)));
    desk.ladderTicket.amount.text = '90';
    await pass(0);
    expect(draftLines(desk, pair)).toHaveLength(2);
    await pass(FRESH_AFTER_MS);
  });
});
