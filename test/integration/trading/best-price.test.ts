import { describe, expect, it } from 'vitest';
import { quantityIn } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import type { Ledger, Utxo } from '../../../src-main/ports/ledger.ts';
import { overriding } from '../../../src-main/profile/forwarding.ts';
import type { BestPrice } from '../../../src-main/trading/best-price.ts';
import { useFaultyTrader, type FaultyTrader } from '../../support/faulty-trader.ts';
import { selling } from '../../support/sales.ts';
import { agreementTo, balanceOf, must, reviewFor, tradeIn, type Trader } from '../../support/trader.ts';

/** Enough that the depth of pools counts. */
const SALE = selling(900_000_000n);
let faults: FaultyTrader['faults'];
let honest: Trader;
let token: AssetId;
const openOther = useFaultyTrader({}, (world) => ({ faults, trader: honest, token } = world));

/** The exchanges that the service routes the sale over; none if it finds no route. */
async function routed(): Promise<readonly string[]> {
  const request = { ...SALE, receive: token, slippageBps: 300, excluded: [] };
  const quote = await honest.trading.estimators.swaps.quote(request);
  return quote.ok ? quote.value.routes.map(({ exchange }) => exchange) : [];
}

/** Has the service hide all pools of the token but the worst. Returns the hidden exchanges, the best of them first. */
async function hideAllButTheWorst(): Promise<readonly string[]> {
  let hidden: readonly string[] = [];
  for (;;) {
    const more = [...hidden, ...(await routed())];
    await hidePoolsOf(more);
    if ((await routed()).length === 0) break;
    hidden = more;
  }
  await hidePoolsOf(hidden);
  return hidden;
}

async function hidePoolsOf(exchanges: readonly string[]): Promise<void> {
  await faults.make(...exchanges.map((exchange) => ({ exchange, fault: { kind: 'hide-pool' } })));
}

/** A review's words about the price when the ledger lies. */
async function saidThrough(lies: (ledger: Ledger) => Partial<Ledger>): Promise<BestPrice> {
  const trader = await openOther({
    throughLedger: (ledger) => overriding<Ledger>(ledger, lies(ledger)),
  });
  const review = must(await reviewFor(trader, token, SALE));
  // Whatever the ledger says of pools, the verdict, the figures and the consents are those of the bytes.
  const plain = must(await reviewFor(honest, token, SALE));
  expect(review.inspection.report.verdict).toBe(plain.inspection.report.verdict);
  expect(agreementTo(review).consents).toEqual(agreementTo(plain).consents);
  const said = await review.bestPrice;
  if (!said) throw new Error('nothing is said of the price');
  return said;
}

describe('the best-price check', () => {
  it('finds nothing better than what an honest service offers', async () => {
    const review = must(await reviewFor(honest, token, SALE));
    const said = await review.bestPrice;
    expect(said?.tone).toBe('note');
    expect(said?.sentence).toMatch(
      /^No better price was found in the \d+ pools that the ledger back-end reported at slot \d+\.$/,
    );
    expect(said?.notes[0]).toBe('This is no guarantee: some pools may not have been read.');
  });

  it('warns of what a service that hides the best pools keeps from the user, and lets the user sign all the same', async () => {
    const hidden = await hideAllButTheWorst();
    const review = must(await reviewFor(honest, token, SALE));
    const said = await review.bestPrice;
    expect(said?.tone).toBe('warn');
    expect(said?.sentence).toMatch(
      /^At slot \d+ the pools read here would have paid [\d.,]+ AMBER more \(\d+\.\d\d\s%\) through .*, after the exchanges' fees\.$/,
    );
    expect(said?.sentence).toContain(hidden[0]);
    expect(said?.notes[0]).toMatch(/^What these pools held is proven by their transactions' bytes/);
    expect(review.inspection.report.verdict).toBe('pass');
    must(await honest.trading.accept(review.trade.id, agreementTo(review), honest.sign));
    await tradeIn(honest, review.trade.id, 'filled');
  });

  it('compares a trade between two tokens with what orders through ADA would pay', async () => {
    const bought = must(await reviewFor(honest, token, SALE));
    must(await honest.trading.accept(bought.trade.id, agreementTo(bought), honest.sign));
    await tradeIn(honest, bought.trade.id, 'filled');
    const held = quantityIn(await balanceOf(honest), token);
    const [other] = must(await honest.service.search('TILL', true));
    if (!other) throw new Error('practice has no TILL');
    const sale = selling(held / 2n, token);
    const plain = must(await reviewFor(honest, other.id, sale));
    expect(await plain.bestPrice).toMatchObject({
      tone: 'note',
      sentence: expect.stringMatching(/^No better price was found in the \d+ pools/),
    });
    await hideAllButTheWorst();
    const less = must(await reviewFor(honest, other.id, sale));
    const said = await less.bestPrice;
    expect(said?.sentence).toMatch(
      /^At slot \d+ the pools read here would have paid [\d.,]+ TILL more \(\d+\.\d\d\s%\) through /,
    );
    expect(said?.notes[0]).toMatch(/^What these pools held is proven by their transactions' bytes/);
  });

  it('counts neither pools that the user left out, nor a better price below the share that the user set', async () => {
    const hidden = await hideAllButTheWorst();
    const quote = must(
      await honest.trading.estimators.swaps.quote({
        ...{ ...SALE, receive: token, slippageBps: 300, excluded: hidden },
      }),
    );
    const without = must(await honest.trading.review(quote.id, honest.account));
    expect(await without.bestPrice).toMatchObject({
      tone: 'note',
      sentence: expect.stringContaining('No better'),
    });

    const patient = await openOther({
      policy: () =>
        Promise.resolve(
          ok({ slippageBps: 5_000, betterPriceBps: 10_000, verifiedOnly: false, expert: false }),
        ),
    });
    const review = must(await reviewFor(patient, token, SALE));
    expect(await review.bestPrice).toMatchObject({
      tone: 'note',
      sentence: expect.stringContaining('more ('),
    });
  });

  it('says that it did not compare when the back-end does not tell of pools', async () => {
    expect(
      await saidThrough(() => ({
        scriptOutputs: () =>
          Promise.resolve(failed(failure('ledger-cannot-prove', { backEnd: 'Ogmios', what: 'scripts' }))),
      })),
    ).toMatchObject({
      tone: 'note',
      sentence:
        "The price was not compared with pools on the ledger. Ogmios cannot show which outputs an exchange's script locks, so it cannot be checked.",
      notes: [],
    });
    const none = await saidThrough(() => ({
      scriptOutputs: () => Promise.resolve(ok({ outputs: [], complete: true })),
    }));
    expect(none.sentence).toContain('the back-end reported none for this pair');
  });

  it('leaves out pools on which a back-end contradicts the bytes that it gives', async () => {
    const richer = ({ value, ...output }: Utxo): Utxo => ({
      ...output,
      value: new Map([...value].map(([asset, held]) => [asset, asset === token ? held * 3n : held])),
    });
    const lies = (ledger: Ledger): Partial<Ledger> => ({
      scriptOutputs: async (...asked) => {
        const told = await ledger.scriptOutputs(...asked);
        if (!told.ok) return told;
        const [first, ...others] = told.value.outputs;
        return ok({ ...told.value, outputs: first ? [richer(first), ...others] : [] });
      },
    });
    const said = await saidThrough(lies);
    expect(said).toMatchObject({ tone: 'note', sentence: expect.stringContaining('No better price') });
    expect(said.notes).toContain('Left out: 1 pool on which the ledger back-end contradicts itself.');
    // Where it gives no bytes, its word is used, and labelled as such; it causes a warning at most.
    const own = new Set(must(await honest.ledger.utxos(honest.account.address)).map(({ txHash }) => txHash));
    const word = await saidThrough((ledger) => ({
      ...lies(ledger),
      transactionCbor: (hash, signal) =>
        own.has(hash) ? ledger.transactionCbor(hash, signal) : Promise.resolve(ok(undefined)),
    }));
    expect(word).toMatchObject({ tone: 'warn' });
    expect(word.notes[0]).toBe("What these pools held is the ledger back-end's word.");
  });

  it('compares each order of a ladder by itself, and tells the one that pools would better the most', async () => {
    const { trading, account } = honest;
    const said = async (from: string, to: string): Promise<BestPrice | undefined> => {
      const plan = must(
        await trading.estimators.ladders.plan({
          ...{ ...selling(90_000_000n), receive: token, exchange: undefined, excluded: [] },
          ...{ from: { form: 'percent', text: from }, to: { form: 'percent', text: to } },
          ...{ count: 3, sizes: 'equal', spacing: 'linear' },
        }),
      );
      const quotes = plan.levels.map(({ quote }) => quote);
      const [first] = quotes;
      if (!first) throw new Error('a ladder has levels');
      const agreement = must(await trading.agree(quotes));
      const review = must(
        await trading.examine(trading.quotes.renew(first), account, undefined, { agreement, at: 0 }),
      );
      return review.bestPrice;
    };
    const above = await said('2', '12');
    expect(above?.tone).toBe('warn');
    expect(above?.sentence).toMatch(/more than the limit asks for \(\d+\.\d\d\s%\) through/);
    expect(above?.notes[0]).toMatch(/^Each of the 3 orders was compared by itself\. This is about order 3/);
    const below = await said('-20', '-30');
    expect(below?.sentence).toMatch(/^No price better than the limit was found/);
    expect(below?.notes[0]).toMatch(/^Each of the 3 orders was compared by itself/);
  });

  it('compares one trade of a recurring order', async () => {
    const { trading, account } = honest;
    const { quote } = must(
      await trading.estimators.recurring.plan({
        ...{ ...selling(200_000_000n), receive: token, cycles: 4, every: '1min' },
        ...{ slippageBps: 300, exchanges: [], others: [], address: account.address },
      }),
    );
    const said = await must(await trading.review(quote.id, account)).bestPrice;
    expect(said?.sentence).toMatch(/^(No better price was found in|At slot \d+ the pools read here)/);
    expect(said?.notes[0]).toBe(
      'This is about one of its 4 trades at current prices. Each is made later, at the prices of that time.',
    );
  });
});
