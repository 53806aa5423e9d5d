import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { agreementWith, approve, shownTransaction } from '../../support/approving.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { runningPractice } from '../../support/practice-host.ts';
import {
  changingCbor,
  practiceProxy,
  type PracticeProxy,
  type ProxyAnswer,
} from '../../support/practice-proxy.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { ticketSelling } from '../../support/sales.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { codeOf, must, until } from '../../support/trader.ts';

const PASSWORD = 'canary-password-51c9';
const BUILD = '/swap/build';
const folder = temporaryDirectory();

let practice: PracticeProcess;
let proxy: PracticeProxy;
let test: TestApp;
let token: string;

beforeAll(async () => {
  practice = await PracticeProcess.start({ blockTime: '300ms' });
  proxy = await practiceProxy(practice.endpoints);
  ({ test, token } = await startFundedApp(folder.path, PASSWORD, {
    practice: runningPractice(proxy.endpoints),
  }));
  must(await test.main.call('app.attend', { visible: true, lists: [] }));
});

afterAll(async () => {
  await test.close();
  await proxy.close();
  await practice.stop();
  folder.remove();
});

afterEach(async () => {
  proxy.interfere();
  must(await test.main.call('preferences.set', { builtAtReview: [] }));
  await test.approval.call('approval.cancel', {});
});

async function quoted(lovelace = 25_000_000n): Promise<string> {
  const order = { ...ticketSelling(lovelace), receive: token, slippageBps: 300, excluded: [] };
  return must(await test.main.call('swap.quote', order)).id;
}

const ahead = (quoteId: string) => test.main.call('swap.ahead', { quoteId });
const builds = (): number => proxy.seen(BUILD).length;
const review = async (quoteId: string) => must(await test.main.call('swap.review', { quoteId }));

describe('a quote before its review', () => {
  it('is compared with the pools, without a build and without a trade', async () => {
    proxy.interfere();
    const quoteId = await quoted();
    const before = test.main.topic('trades').length;
    const { tone, sentence } = must(await test.main.call('swap.compare', { quoteId }));
    expect(tone).toBe('note');
    expect(sentence).toMatch(
      /^No better price was found in the \d+ pools that the ledger back-end reported at slot \d+\.$/,
    );
    expect(builds()).toBe(0);
    expect(test.main.topic('trades')).toHaveLength(before);
    // A page that asks again and again costs no further calls of the back-end.
    const reads = (): number => proxy.seen(`/utxos/${token}`).length;
    const read = reads();
    expect(read).toBeGreaterThan(0);
    must(await test.main.call('swap.compare', { quoteId }));
    expect(reads()).toBe(read);
    expect(codeOf(await test.main.call('swap.compare', { quoteId: 'no-such-quote' }))).toBe('quote-unknown');
  });
});

describe('a transaction built before its review', () => {
  it('is read to the ticket, is in no journal, opens no window, and is the one that is reviewed and signed', async () => {
    proxy.interfere();
    const quoteId = await quoted();
    const before = test.main.topic('trades').length;
    const { built } = must(await ahead(quoteId));
    expect(built?.verdict).toBe('pass');
    expect(BigInt(built?.figures?.network ?? 0)).toBeGreaterThan(0n);
    expect(test.main.topic('trades')).toHaveLength(before);
    expect(test.approval.topic('task').task.kind).toBe('idle');
    expect(test.windows.approvalOpen).toBe(false);
    expect(builds()).toBe(1);
    const { tradeId } = await review(quoteId);
    expect(builds()).toBe(1);
    const task = await shownTransaction(test, tradeId);
    expect(task.headline).toMatch(
      /^BUY about [\d,.]+ AMBER at [\d.]+ ADA \([+−][\d.]+ % of mid\), [\d.]+ ADA all in$/,
    );
    const [trade] = test.main.topic('trades');
    expect(trade?.costs.networkFee).toBe(built?.figures?.network);
    expect(codeOf(await approve(test, agreementWith(task, PASSWORD)))).toBe('ok');
    await until(() => Promise.resolve(test.main.topic('trades')[0]?.state === 'filled'));
  });

  it('is cancelled by the next quote, and the review shows its own quote, however late the others are answered', async () => {
    proxy.interfere(async ({ url }, forward) => {
      if (!url.endsWith(BUILD)) return forward();
      // The earlier a build was asked for, the later it is answered.
      await new Promise((resolve) => setTimeout(resolve, 400 - 120 * builds()));
      return forward();
    });
    const outcomes: Promise<unknown>[] = [];
    let last = '';
    for (const lovelace of [21_000_000n, 22_000_000n, 23_000_000n]) {
      last = await quoted(lovelace);
      outcomes.push(ahead(last).then(codeOf));
    }
    const task = await shownTransaction(test, (await review(last)).tradeId);
    expect(task.sentences[0]).toBe('You send 23 ADA.');
    expect((await Promise.all(outcomes)).slice(0, 2)).toEqual(['review-superseded', 'review-superseded']);
  });

  it('is not shown or reviewed for another quote: bytes of an older amount are refused', async () => {
    let kept: ProxyAnswer | undefined;
    proxy.interfere(async ({ url }, forward) => {
      if (!url.endsWith(BUILD)) return forward();
      return (kept ??= await forward());
    });
    must(await ahead(await quoted(21_000_000n)));
    const later = await quoted(60_000_000n);
    expect(must(await ahead(later)).built).toEqual({ verdict: 'block' });
    const { verdict, tradeId } = await review(later);
    expect(verdict).toBe('block');
    const task = await shownTransaction(test, tradeId);
    expect(codeOf(await approve(test, agreementWith(task, PASSWORD)))).toBe('inspection-blocked');
  });

  it('leaves no trace in the journal when a rule blocks it, and is built again for the review', async () => {
    proxy.interfere(changingCbor(BUILD, (cbor) => withBodyField(cbor, 2, toHex(cborInt(5_000_000n)))));
    const quoteId = await quoted();
    const before = test.main.topic('trades').length;
    expect(must(await ahead(quoteId)).built).toEqual({ verdict: 'block' });
    expect(test.main.topic('trades')).toHaveLength(before);
    proxy.interfere();
    expect((await review(quoteId)).verdict).toBe('pass');
    expect(builds()).toBe(1);
  });

  it('is not built where the user builds at review, or while nobody sees the window', async () => {
    proxy.interfere();
    must(await test.main.call('preferences.set', { builtAtReview: ['practice'] }));
    expect(must(await ahead(await quoted()))).toEqual({});
    must(await test.main.call('preferences.set', { builtAtReview: [] }));
    must(await test.main.call('app.attend', { visible: false, lists: [] }));
    expect(must(await ahead(await quoted()))).toEqual({});
    must(await test.main.call('app.attend', { visible: true, lists: [] }));
    expect(builds()).toBe(0);
  });
});
