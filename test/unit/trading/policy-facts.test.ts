import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { epochMs } from '#domain/time.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import { DAY_MS } from '#domain/time.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { Agreement, Task } from '../../../src-main/agreement/agreement.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../../../src-main/inspect/policy.ts';
import type { Journal, TradeBytes } from '../../../src-main/ports/journal.ts';
import { StorageError } from '../../../src-main/ports/storage-trouble.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import {
  limitsTrouble,
  policyFacts,
  worthOf,
  type TradeMeasure,
} from '../../../src-main/trading/policy-facts.ts';
import { agreementFor, kindOf } from '../../../src-main/trading/kinds/trade-kinds.ts';
import type { LimitQuote } from '../../../src-main/trading/kinds/quote.ts';
import { earlierSignatures, SignedRecord } from '../../../src-main/trading/signed-record.ts';
import { JournalPass } from '../../../src-main/trading/trade-index.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { movedOrder } from '../../support/batch-quotes.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const OTHER_TOKEN = ('cd'.repeat(28) + '4f54') as AssetId;
const ADDRESS = 'addr_test1vzfees';
const SCRIPT = 'ef'.repeat(28);

const token = (id: AssetId, more: Partial<Token> = {}): Token => ({
  id,
  ticker: 'TOK',
  name: 'Token',
  verified: true,
  decimals: 4,
  tickerSource: 'ledger',
  decimalsSource: 'service',
  ...more,
});

const measure = (more: Partial<TradeMeasure> = {}): TradeMeasure => ({
  pay: { asset: ADA, quantity: quantity(25_000_000n) },
  receive: SOME_TOKEN,
  expected: 1_000n,
  slippageBps: 100,
  priceImpact: 0.0031,
  tokens: [ADA_TOKEN, token(SOME_TOKEN)],
  exchanges: ['EXA', 'EXB', 'EXA'],
  ...more,
});

/** A journal on disk with a clock that the test moves. */
function setUp(path = join(temporary(), 'journal.sqlite'), clock = new ManualClock()) {
  const journal: Journal = must(openJournal(path));
  const book = new TradeBook(journal, clock);
  const record = new SignedRecord(journal, book, new JournalPass(journal), clock);
  const build = (id: string, worth: bigint | undefined, bytes: Partial<TradeBytes> = {}) =>
    book.open(
      journalEntry(
        { id, createdAt: clock.now(), updatedAt: clock.now() },
        { ...(worth === undefined ? {} : { worth }), ...bytes },
      ),
      journalNote('built'),
    );
  const sign = (id: string, worth: bigint | undefined, bytes: Partial<TradeBytes> = {}) => {
    const approved = book.record(build(id, worth, bytes), 'approved', journalNote('accepted'));
    return book.record(approved, 'signed', journalNote('signed'), { bytes: { witnessSet: 'a100' } });
  };
  return { path, clock, journal, book, record, build, sign };
}

describe('what a trade is worth', () => {
  const sold = { pay: { asset: SOME_TOKEN, quantity: quantity(30_001n) }, receive: OTHER_TOKEN } as const;
  const tokens = [token(SOME_TOKEN), token(OTHER_TOKEN, { decimals: 0 })];

  it('is the most that is known, so that a service cannot say less of one side to stay within a limit', () => {
    const prices = new Map([[SOME_TOKEN, 1.5]]);
    expect(worthOf(measure({ ...sold, tokens, receive: ADA, expected: 7n, spotPrices: prices }))).toBe(
      4_500_150n,
    );
    expect(worthOf(measure({ ...sold, tokens, receive: ADA, expected: 10n ** 9n, spotPrices: prices }))).toBe(
      10n ** 9n,
    );
  });

  it('is the ADA paid, else the ADA expected', () => {
    expect(worthOf(measure())).toBe(25_000_000n);
    expect(worthOf(measure({ ...sold, receive: ADA, expected: 7n }))).toBe(7n);
  });

  it('is found through the price of either token, rounded up', () => {
    const both = new Map([
      [SOME_TOKEN, 1.5],
      [OTHER_TOKEN, 0.25],
    ]);
    expect(worthOf(measure({ ...sold, tokens, expected: 9n, spotPrices: both }))).toBe(4_500_150n);
    const paid = new Map([[SOME_TOKEN, 0.1]]);
    expect(worthOf(measure({ ...sold, tokens, spotPrices: paid }))).toBe(300_010n);
    const tiny = new Map([[SOME_TOKEN, 1.23e-9]]);
    expect(worthOf(measure({ ...sold, tokens, spotPrices: tiny }))).toBe(1n);
    const wanted = new Map([[OTHER_TOKEN, 0.25]]);
    expect(worthOf(measure({ ...sold, tokens, expected: 9n, spotPrices: wanted }))).toBe(2_250_000n);
  });

  it.each([undefined, new Map(), new Map([[SOME_TOKEN, 0]]), new Map([[SOME_TOKEN, Number.NaN]])])(
    'is unknown without a price (%o)',
    (spotPrices) => {
      const given = spotPrices === undefined ? {} : { spotPrices };
      expect(worthOf(measure({ ...sold, tokens, ...given }))).toBeUndefined();
    },
  );
});

describe('what the limits are held against', () => {
  it('is all that one approval covers: a ladder, and a move with its cancellation', () => {
    const { record } = setUp();
    const level = (ada: bigint): Task => ({
      kind: 'limit',
      pay: { asset: ADA, quantity: quantity(ada) },
      receive: SOME_TOKEN,
      atLeast: 1n,
      orders: 1,
    });
    const covering = (at: number, ...tasks: readonly Task[]) => {
      const agreement = { transactions: tasks.map((task) => ({ task })) } as unknown as Agreement;
      return policyFacts(DEFAULT_POLICY, measure(), record, () => [], { agreement, at }).together;
    };
    expect(covering(0, level(25_000_000n))).toBeUndefined();
    // The one that was built counts as it was measured: 25 ADA.
    expect(covering(1, level(19_000_000n), level(1n), level(20_000_000n))).toEqual({
      at: 1,
      worth: [19_000_000n, 25_000_000n, 20_000_000n],
    });
    const cancel: Task = { kind: 'cancel', orders: [], holds: new Map() };
    const sale: Task = {
      ...level(1n),
      pay: { asset: OTHER_TOKEN, quantity: quantity(5n) },
      receive: ADA,
    } as Task;
    const swapped: Task = { ...level(1n), pay: { asset: OTHER_TOKEN, quantity: quantity(5n) } } as Task;
    expect(covering(1, cancel, level(1n), sale, swapped)?.worth).toEqual([0n, 25_000_000n, 1n, undefined]);
  });

  it('is for a move the same at its cancellation as at its new order: the market’s worth, not the least wanted', () => {
    const { record } = setUp();
    const [cancel, order] = movedOrder().quotes;
    // A sale of 1,000 units for at least 1 ADA, worth 30 ADA by the price that the market has.
    const sale: LimitQuote = {
      ...order,
      payToken: token(OTHER_TOKEN, { decimals: 0, verified: false }),
      receiveToken: ADA_TOKEN,
      spot: { pay: 0.03, receive: 1 },
      task: {
        ...order.task,
        pay: { asset: OTHER_TOKEN, quantity: quantity(1_000n) },
        receive: ADA,
        atLeast: 1_000_000n,
      },
      claims: { expected: 1_000_000n },
    };
    const quotes = [{ ...cancel, next: sale }, sale] as const;
    const agreement = agreementFor(quotes, 'preprod', DEFAULT_POLICY, epochMs(0));
    const build = {
      cbor: '',
      call: { requestHash: '', responseHash: '' },
      expected: quantity(0n),
      splits: [],
    };
    const facts = quotes.map((quote, at) => {
      const measured = kindOf(quote).measure(quote, build, { agreement, at });
      return policyFacts(DEFAULT_POLICY, measured, record, () => [], { agreement, at });
    });
    expect(facts.map(({ worth }) => worth)).toEqual([0n, 30_000_000n]);
    for (const { together } of facts) expect(together?.worth).toEqual([0n, 30_000_000n]);
    // The same tokens, too: a warning that only the new order brought would stop it.
    expect(facts[0]?.tokens).toEqual(facts[1]?.tokens);
    expect(facts[0]?.unverified).toEqual(facts[1]?.unverified);
  });

  it('is gathered from the quote and the record', () => {
    const { record } = setUp();
    expect(policyFacts(DEFAULT_POLICY, measure(), record)).toEqual({
      limits: DEFAULT_POLICY,
      worth: 25_000_000n,
      signedToday: 0n,
      slippageBps: 100,
      impactBps: 31,
      unverified: [],
      tokens: [
        {
          id: SOME_TOKEN,
          name: expect.any(String) as string,
          verified: true,
          decimals: token(SOME_TOKEN).decimals,
          decimalsFromService: true,
          tickerFromService: false,
          traded: false,
        },
      ],
      exchanges: ['EXA', 'EXB'],
      excluded: [],
      chosen: [],
      codesAt: new Map(),
      seenRecipients: new Set(),
      sentTo: new Set(),
      seenScripts: new Set(),
    });
    expect(
      policyFacts(DEFAULT_POLICY, measure({ priceImpact: undefined }), record).impactBps,
    ).toBeUndefined();
  });

  describe('of the ticker of a token', () => {
    const factOf = (record: SignedRecord, more: Partial<Token>) =>
      policyFacts(DEFAULT_POLICY, measure({ tokens: [token(SOME_TOKEN, more)] }), record).tokens?.[0];
    const kept = (ticker: string, agreed = true) => ({ decimals: 4, ticker, agreed });

    it('is that it changed, whoever calls it differently now', () => {
      const { record, journal } = setUp();
      journal.keepWritten(SOME_TOKEN, kept('TILL'));
      expect(factOf(record, { ticker: 'TILL' })).toMatchObject({ agreed: true });
      expect(factOf(record, { ticker: '$till' })).not.toHaveProperty('tickerChanged');
      expect(factOf(record, { ticker: '', tickerSource: 'unknown' })).not.toHaveProperty('tickerChanged');
      for (const tickerSource of ['service', 'ledger'] as const)
        for (const ticker of ['AMBER', 'TlLL', 'ТILL'])
          expect(factOf(record, { ticker, tickerSource })).toMatchObject({
            tickerChanged: { before: 'TILL', now: ticker, byLedger: tickerSource === 'ledger' },
          });
      const disputed = { ticker: '', tickerSource: 'disputed' } as const;
      // A service that renames it is never covered by the ledger; one that did not learn of a new name is.
      for (const [tickerClaims, now, byLedger] of [
        [{ service: 'AMBER', ledger: 'TILL' }, 'AMBER', false],
        [{ service: 'AMBER', ledger: 'GOLD' }, 'AMBER', false],
        [{ service: 'TILL', ledger: 'AMBER' }, 'AMBER', true],
      ] as const) {
        const fact = factOf(record, { ...disputed, tickerClaims });
        expect(fact).toMatchObject({ tickerChanged: { before: 'TILL', now, byLedger } });
        expect(fact).not.toHaveProperty('agreed');
      }
    });

    it('is bound by another name where the user has just agreed to that, and never by what is only said', () => {
      const { record, journal, path } = setUp();
      journal.keepWritten(SOME_TOKEN, kept('TILL'));
      const renamed = { ticker: 'AMBER', tickerSource: 'ledger' } as const;
      journal.keepWritten(SOME_TOKEN, kept('AMBER', false));
      journal.keepWritten(SOME_TOKEN, kept('AMBER'));
      expect(factOf(record, renamed)).toHaveProperty('tickerChanged');
      for (const same of ['', '$till']) journal.keepWritten(SOME_TOKEN, kept(same), true);
      expect(record.writtenAs(SOME_TOKEN)).toEqual(kept('TILL'));
      journal.keepWritten(SOME_TOKEN, { ...kept('AMBER'), decimals: 9 }, true);
      expect(factOf(record, renamed)).toMatchObject({ agreed: true });
      expect(factOf(record, renamed)).not.toHaveProperty('tickerChanged');
      expect(factOf(record, { ticker: 'TILL', tickerSource: 'service' })).toMatchObject({
        tickerChanged: { before: 'AMBER', now: 'TILL', byLedger: false },
      });
      // Decimals never change.
      expect(must(openJournal(path)).writtenAs(SOME_TOKEN)).toEqual(kept('AMBER'));
    });

    it('is who else goes by it, or by one that looks like it, here', () => {
      const { record, journal } = setUp();
      journal.keepWritten(OTHER_TOKEN, kept('TILL', false));
      expect(factOf(record, { ticker: 'AMBER' })).not.toHaveProperty('namesakes');
      for (const ticker of ['TILL', 'TlLL', 'ТILL', 'TI\u3164LL'])
        expect(factOf(record, { ticker })).toMatchObject({ namesakes: [OTHER_TOKEN] });
      const tickerClaims = { service: 'TILL', ledger: 'AMBER' };
      expect(factOf(record, { ticker: '', tickerSource: 'disputed', tickerClaims })).toMatchObject({
        namesakes: [OTHER_TOKEN],
      });
    });

    it('is not agreed to by who agreed to the token without a name', () => {
      for (const source of ['service', 'ledger'] as const) {
        const { record, journal } = setUp();
        journal.keepWritten(SOME_TOKEN, kept(''));
        expect(factOf(record, { ticker: '', tickerSource: 'unknown' })).toMatchObject({ agreed: true });
        // Its minter fills in a name later, or the service does.
        if (source === 'ledger') journal.keepWritten(SOME_TOKEN, kept('TILL', false));
        expect(factOf(record, { ticker: 'TILL', tickerSource: source })).not.toHaveProperty('agreed');
        journal.keepWritten(SOME_TOKEN, kept('TILL'));
        expect(factOf(record, { ticker: 'TILL', tickerSource: source })).toMatchObject({ agreed: true });
      }
      const { record, journal } = setUp();
      journal.keepWritten(SOME_TOKEN, kept('TILL', false));
      journal.keepWritten(SOME_TOKEN, kept(''));
      expect(factOf(record, { ticker: 'TILL' })).not.toHaveProperty('agreed');
    });

    it('is who else goes by it, the one that the user knows before any number of strangers', () => {
      const { record, journal } = setUp();
      const stranger = (at: number) => `${'00'.repeat(27)}${at.toString(16).padStart(2, '0')}` as AssetId;
      for (let at = 0; at < 20; at += 1) journal.keepWritten(stranger(at), kept('TILL', false));
      journal.keepWritten(OTHER_TOKEN, kept('TILL'));
      for (let at = 20; at < 40; at += 1) journal.keepWritten(stranger(at), kept('TlLL', false));
      for (const more of [
        { ticker: 'TILL' },
        {
          ticker: '',
          tickerSource: 'disputed' as const,
          tickerClaims: { service: 'AMBER', ledger: 'TILL' },
        },
      ]) {
        const fact = factOf(record, more);
        expect(fact?.namesakes).toHaveLength(41);
        expect(fact?.namesakes?.[0]).toBe(OTHER_TOKEN);
        expect(fact?.agreedNamesakes).toEqual([OTHER_TOKEN]);
      }
    });

    it('is who else goes by it in the wallet or on the lists', () => {
      const { record } = setUp();
      const facts = policyFacts(DEFAULT_POLICY, measure(), record, (id, ticker) =>
        id === SOME_TOKEN && ticker === 'TOK' ? [OTHER_TOKEN] : [],
      );
      expect(facts.tokens?.[0]).toMatchObject({ namesakes: [OTHER_TOKEN] });
    });
  });

  it('names unverified tokens and exchanges in readable words only', () => {
    const { record } = setUp();
    const tokens = [
      token(SOME_TOKEN, { verified: false, ticker: 'SCAM' }),
      token(OTHER_TOKEN, { verified: false, ticker: 'ADA' }),
    ];
    const exchanges = ['EXA', 'all is well.\nIgnore this <b>'];
    const facts = policyFacts(DEFAULT_POLICY, measure({ tokens, exchanges }), record);
    expect(facts.unverified).toEqual(['SCAM', 'cdcdcdcd…4f54']);
    expect(facts.exchanges).toEqual(['EXA', 'An exchange without a readable name']);
    const sentences = ['This is a test. EXA', 'Note: EXA', 'All is well with EXA today'];
    expect(policyFacts(DEFAULT_POLICY, measure({ tokens, exchanges: sentences }), record).exchanges).toEqual(
      sentences.map(() => 'An exchange without a readable name'),
    );
    const names = ['SUNDAESWAPV3', 'Minswap V2', 'Sundae V1.1'];
    expect(policyFacts(DEFAULT_POLICY, measure({ tokens, exchanges: names }), record).exchanges).toEqual(
      names,
    );
  });

  it('counts what was signed for exactly 24 hours', async () => {
    const { record, sign, clock } = setUp();
    sign('a', 40_000_000n);
    await clock.advance(DAY_MS - 1);
    expect(record.worthOfDay()).toBe(40_000_000n);
    sign('b', 2_000_000n);
    await clock.advance(1);
    expect(record.worthOfDay()).toBe(2_000_000n);
  });

  it('counts the same after a restart, by the moment of signing and not of the last step', async () => {
    const { record, sign, clock, path, book, journal } = setUp();
    const signed = sign('a', 40_000_000n);
    await clock.advance(DAY_MS - 10);
    const assembled = book.record(signed, 'assembled', journalNote('built'), {
      bytes: { signedCbor: '84aa' },
    });
    sign('b', 2_000_000n);
    expect(record.worthOfDay()).toBe(42_000_000n);
    journal.close();
    const again = setUp(path, clock);
    expect(again.record.worthOfDay()).toBe(42_000_000n);
    await clock.advance(10);
    expect(again.record.worthOfDay()).toBe(2_000_000n);
    again.book.record(assembled, 'submitting', journalNote('sent'));
    expect(again.record.worthOfDay()).toBe(2_000_000n);
    again.journal.close();
    const third = setUp(path, clock);
    expect(third.record.worthOfDay()).toBe(2_000_000n);
  });

  it('counts a trade in whole at the next try where its moment could not be read', () => {
    const { path, clock, journal, sign } = setUp();
    sign('a', 25_000_000n, { recipients: [ADDRESS], orderScripts: [SCRIPT] });
    journal.close();
    const { record, journal: unreadable } = setUp(path, clock);
    vi.spyOn(unreadable, 'steps').mockImplementationOnce(() => {
      throw new StorageError(failure('storage-failed'));
    });
    expect(() => record.worthOfDay()).toThrow(StorageError);
    expect([record.worthOfDay(), [...record.recipients], [...record.scripts]]).toEqual([
      25_000_000n,
      [ADDRESS],
      [SCRIPT],
    ]);
  });

  it('counts a trade from its acceptance on, and no longer when it was not signed after all', () => {
    const { record, build, book } = setUp();
    const built = build('a', 40_000_000n);
    expect(record.worthOfDay()).toBe(0n);
    const approved = book.record(built, 'approved', journalNote('accepted'));
    expect(record.worthOfDay()).toBe(40_000_000n);
    expect(record.worthOfDay('a')).toBe(0n);
    const back = book.record(approved, 'built', journalNote('built'));
    expect(record.worthOfDay()).toBe(0n);
    book.record(book.record(back, 'approved', journalNote('accepted')), 'discarded', journalNote('left'));
    expect(record.worthOfDay()).toBe(0n);
  });

  it('goes on counting a signed trade that the ledger refused', () => {
    const { record, sign, book } = setUp();
    expect(record.worthOfDay()).toBe(0n);
    book.record(sign('a', 40_000_000n), 'refused', journalNote('built'));
    expect(record.worthOfDay()).toBe(40_000_000n);
  });

  it('has seen recipients and scripts of signed trades only', () => {
    const { record, sign, build, path, clock, journal } = setUp();
    build('a', 1n, { recipients: [ADDRESS], orderScripts: [SCRIPT] });
    expect([...record.recipients, ...record.scripts]).toEqual([]);
    sign('b', undefined, { recipients: [ADDRESS], orderScripts: [SCRIPT] });
    const facts = policyFacts(DEFAULT_POLICY, measure(), record);
    expect(facts.seenRecipients).toEqual(new Set([ADDRESS]));
    expect(facts.seenScripts).toEqual(new Set([SCRIPT]));
    journal.close();
    const again = setUp(path, clock);
    expect([...again.record.recipients, ...again.record.scripts]).toEqual([ADDRESS, SCRIPT]);
  });
});

describe('the code that the service stated for a script', () => {
  it('is kept of signed trades with one order script and one exchange, also over a restart', () => {
    const { record, sign, build, path, clock, journal } = setUp();
    const [other, third] = ['5e'.repeat(28), '6f'.repeat(28)];
    build('a', 1n, { orderScripts: [other] });
    expect(record.codesAt).toEqual(new Map());
    const stated = sign('b', undefined, { orderScripts: [SCRIPT, SCRIPT] }).trade.routes.map(
      ({ exchange }) => exchange,
    );
    sign('c', undefined, { orderScripts: [SCRIPT, third] });
    expect(stated).toHaveLength(1);
    expect(record.codesAt).toEqual(new Map([[SCRIPT, stated]]));
    expect(policyFacts(DEFAULT_POLICY, measure(), record).codesAt).toEqual(record.codesAt);
    journal.close();
    expect(setUp(path, clock).record.codesAt).toEqual(new Map([[SCRIPT, stated]]));
  });
});

describe('limits at the moment of signing', () => {
  const limits: PolicyLimits = { ...DEFAULT_POLICY, perDay: 60_000_000n };

  it('are the ones that the trade was judged by', () => {
    const { record } = setUp();
    const facts = policyFacts(limits, measure(), record);
    expect(limitsTrouble(facts, limits, 'a', record)).toBeUndefined();
    expect(limitsTrouble(facts, { ...limits }, 'a', record)).toMatchObject({ code: 'limits-outdated' });
  });

  it('do not let two trades through that pass them only together', () => {
    const { record, build, book, sign } = setUp();
    build('a', 40_000_000n);
    const other = build('b', 40_000_000n);
    const facts = policyFacts(
      limits,
      measure({ pay: { asset: ADA, quantity: quantity(40_000_000n) } }),
      record,
    );
    expect(limitsTrouble(facts, limits, 'a', record)).toBeUndefined();
    book.record(other, 'approved', journalNote('accepted'));
    expect(limitsTrouble(facts, limits, 'a', record)).toEqual({
      code: 'limit-used-up',
      data: { left: '20' },
    });
    expect(limitsTrouble(facts, limits, 'b', record)).toBeUndefined();
    sign('c', 90_000_000n);
    expect(limitsTrouble(facts, limits, 'b', record)).toEqual({ code: 'limit-used-up', data: { left: '0' } });
  });
});

describe('a signed trade that a ledger’s word has ended', () => {
  const END = 3_600_000;
  /** Signs a purchase and has it ended, with its end of validity an hour from now. */
  function ended(state: 'refused' | 'expired', validUntil?: number) {
    const at = setUp();
    const until = validUntil === undefined ? undefined : epochMs(at.clock.now() + validUntil);
    const signed = at.sign('one', 25_000_000n, { subject: 'quote-1' });
    const entry = { ...signed, trade: { ...signed.trade, validUntil: until } };
    const { trade } = at.book.record(entry, state, journalNote('built'));
    const earlier = (record = at.record, wanted: Parameters<typeof earlierSignatures>[2] = trade) =>
      earlierSignatures([], record.endedByWord(), wanted);
    return { ...at, trade, earlier };
  }

  it.each(['refused', 'expired'] as const)(
    'that is %s is remembered until our own clock is past its validity',
    async (state) => {
      const { earlier, clock } = ended(state, END);
      expect(earlier()).toMatchObject([{ subject: 'quote-1', alike: true }]);
      await clock.advance(END - 1);
      expect(earlier()).toHaveLength(1);
      await clock.advance(1);
      expect(earlier()).toEqual([]);
    },
  );

  it('is remembered for a day where its validity has no end', async () => {
    const { earlier, clock } = ended('refused');
    await clock.advance(DAY_MS - 1);
    expect(earlier()).toHaveLength(1);
    await clock.advance(1);
    expect(earlier()).toEqual([]);
  });

  it('is remembered after a restart', () => {
    const { path, clock, journal, earlier } = ended('refused', END);
    journal.close();
    expect(earlier(setUp(path, clock).record)).toMatchObject([{ subject: 'quote-1', alike: true }]);
  });

  it('is like another trade of the same kind and pair only, whatever the amount; a cancellation is like none', () => {
    const { trade, earlier, record } = ended('refused', END);
    const alike = (wanted: Parameters<typeof earlierSignatures>[2]) =>
      earlier(record, wanted).map((one) => one.alike);
    expect(alike({ ...trade, pay: { asset: trade.pay.asset } })).toEqual([true]);
    expect(alike({ ...trade, kind: 'dca' })).toEqual([false]);
    expect(alike({ ...trade, receive: OTHER_TOKEN })).toEqual([false]);
    expect(alike({ ...trade, pay: { asset: OTHER_TOKEN } })).toEqual([false]);
    const cancel = { ...trade, kind: 'cancel' as const };
    const [entry] = record.endedByWord();
    const paying = (to: string, asset: AssetId) => ({
      ...trade,
      kind: 'send' as const,
      pay: { asset, quantity: quantity(1n) },
      send: { to, pays: [] },
    });
    const paid = entry ? [{ ...entry, trade: paying(ADDRESS, ADA) }] : [];
    const again = [paying(ADDRESS, OTHER_TOKEN), paying('addr_test1vzother', ADA)];
    expect(again.map((wanted) => earlierSignatures([], paid, wanted).map((one) => one.alike))).toEqual([
      [true],
      [false],
    ]);
    expect(
      earlierSignatures([], entry ? [{ ...entry, trade: cancel }] : [], cancel).map((one) => one.alike),
    ).toEqual([false]);
  });

  it('is remembered for a day where its order is said to be closed unfilled, and no longer once it is filled after all', async () => {
    const at = setUp();
    const signed = at.sign('one', 25_000_000n, { subject: 'quote-1' });
    const placed = (['assembled', 'placed'] as const).reduce(
      (entry, state) => at.book.record(entry, state, journalNote('built')),
      signed,
    );
    const close = (outcome: 'closed' | 'cancelled') =>
      at.book.record(placed, 'closed', journalNote('built'), {
        trade: { orders: [{ index: 0, exchange: undefined, minimum: undefined, outcome }] },
      });
    close('cancelled');
    expect(at.record.endedByWord()).toEqual([]);
    const closed = close('closed');
    expect(earlierSignatures([], at.record.endedByWord(), closed.trade)).toMatchObject([{ alike: true }]);
    await at.clock.advance(DAY_MS - 1);
    expect(at.record.endedByWord()).toHaveLength(1);
    at.book.record(closed, 'filled', journalNote('built'));
    expect(at.record.endedByWord()).toEqual([]);
    close('closed');
    await at.clock.advance(DAY_MS);
    expect(at.record.endedByWord()).toEqual([]);
  });

  it('is not spoken of when it was refused before it was signed', () => {
    const { build, book, record } = setUp();
    book.record(build('one', 1n), 'refused', journalNote('built'));
    expect(record.endedByWord()).toEqual([]);
  });
});
