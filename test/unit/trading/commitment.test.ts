import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import type { SignAnswer } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { tradeOffers } from '#domain/trade-offers.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { Service } from '../../../src-main/ports/service.ts';
import { assembleLocally } from '../../../src-main/inspect/after-signing.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { assemble, assembleHere, type CommitmentParts } from '../../../src-main/trading/commitment.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { hashOf } from '../../support/good-bundle.ts';
import { goodTrade, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { codeOf, must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const { input, sign } = goodTrade();
const call = { requestHash: 'aa'.repeat(32), responseHash: 'bb'.repeat(32) };

/** A signed trade over a service that answers as told. */
function setUp(foreignSigners: readonly string[] = []) {
  const journal = must(openJournal(join(temporary(), 'journal.sqlite')));
  const book = new TradeBook(journal, systemClock);
  const entry = journalEntry(
    { state: 'signed', bodyHash: hashOf(input.cbor) },
    {
      unsignedCbor: input.cbor,
      witnessSet: sign(input.cbor),
      ownSigners: [PAYMENT, STAKE],
      foreignSigners,
    },
  );
  book.open(entry, journalNote('built'));
  const script = { answer: failed(failure('service-timeout')) as Result<SignAnswer, Failure> };
  const service = { sign: () => Promise.resolve(script.answer) } as unknown as Service;
  const parts: CommitmentParts = {
    book,
    service,
    ledger: new ScriptedLedger(),
    network: 'preprod',
    confirmations: 15,
    clock: systemClock,
    checkpoint: () => undefined,
    receipts: { version: 'test', network: 'preprod' },
    pricesOf: () => ({ adaInUsd: undefined, payInAda: undefined, receiveInAda: undefined }),
  };
  const now = () => book.get(entry.trade.id) ?? entry;
  return { script, parts, now };
}

describe('a trade whose service fails or cheats after the signature', () => {
  it.each<[string, Result<SignAnswer, Failure>, Failure['code']]>([
    ['fails', failed(failure('service-timeout', { seconds: 30 })), 'service-did-not-sign'],
    ['drops a signature', ok({ cbor: input.cbor, call }), 'signature-incomplete'],
    ['sends nonsense', ok({ cbor: 'd87980', call }), 'service-changed-transaction'],
  ])(
    'that %s: only asking again is offered when a key of the service has to sign',
    async (_name, answer, code) => {
      const { script, parts, now } = setUp([STRANGER]);
      script.answer = answer;
      const result = await assemble(now(), parts);
      expect(codeOf(result)).toBe(code);
      const { trade } = now();
      expect(trade).toMatchObject({ state: 'signed', failure: { code, data: { here: false } } });
      expect(tradeOffers(trade)).toEqual({ assembleHere: false, askAgain: true });
      expect(trade.failure && failureText(trade.failure).advice).toContain(
        'A key of the service has to sign as well',
      );
      expect(assembleHere(now(), parts)).toMatchObject({
        failure: { code: 'signature-incomplete', data: { rule: 'A4' } },
      });
      expect(now().trade.state).toBe('signed');
    },
  );

  it('that did not even hear of the signature: no money is in doubt', async () => {
    const { script, parts, now } = setUp();
    const told = async (why: Failure) => {
      script.answer = failed(why);
      await assemble(now(), parts);
      const { failure: kept } = now().trade;
      return kept && failureText(kept);
    };
    expect(await told(failure('service-unreachable', { host: 'api.example' }))).toMatchObject({
      what: 'The service did not assemble your signed transaction. The service at api.example cannot be reached.',
      money: 'none',
    });
    expect(await told(failure('service-timeout', { seconds: 30 }))).toMatchObject({ money: 'unknown' });
  });

  it('that cheated once is not forgiven for failing later, nor for answering well', async () => {
    const { script, parts, now } = setUp();
    script.answer = ok({ cbor: 'd87980', call });
    await assemble(now(), parts);
    script.answer = failed(failure('service-timeout'));
    expect(codeOf(await assemble(now(), parts))).toBe('service-did-not-sign');
    expect(now().trade.failure?.code).toBe('service-changed-transaction');
    expect(now().bytes.serviceAnswer).toBe('d87980');
    must(assembleHere(now(), parts));
    expect(now().trade).toMatchObject({
      state: 'assembled',
      assembledBy: 'local',
      failure: { code: 'service-changed-transaction', data: { rule: 'A1' } },
    });
    expect(now().trade.failure?.data).not.toHaveProperty('here');
  });

  it('is not sent the transaction of another trade in its place', async () => {
    const { parts, script, now } = setUp();
    const other = goodTrade('token');
    const transaction = must(assembleLocally(other.input.cbor, other.sign(other.input.cbor), []));
    expect(() => assembleHere(now(), parts, { transaction })).toThrow(TypeError);
    script.answer = ok({ cbor: transaction.cbor, call });
    expect(codeOf(await assemble(now(), parts))).toBe('service-changed-transaction');
    // Another program gave the trade the bytes and the signatures of that one.
    const { trade, bytes } = now();
    const swapped = { unsignedCbor: other.input.cbor, witnessSet: other.sign(other.input.cbor) };
    const entry = { trade, bytes: { ...bytes, ...swapped } };
    expect(() => assembleHere(entry, parts)).toThrow(TypeError);
    await expect(assemble(entry, parts)).rejects.toThrow(TypeError);
    expect(now().trade.state).toBe('signed');
    expect(now().bytes.signedCbor).toBeUndefined();
  });

  it('signed before there were receipts: it goes on without one', async () => {
    const { parts, now } = setUp();
    must(assembleHere(now(), parts));
    expect(parts.book.receipts()).toEqual([]);
    expect(codeOf(await Promise.resolve(assembleHere(now(), parts)))).toBe('trade-not-in-that-state');
  });
});

describe('the offers of a trade', () => {
  it.each([
    ['signed', { code: 'service-did-not-sign', data: { here: true } }, true, true],
    ['signed', { code: 'service-changed-transaction', data: { here: true } }, true, false],
    ['signed', { code: 'service-changed-transaction', data: { here: false } }, false, true],
    ['signed', { code: 'transaction-expired' }, false, false],
    ['signed', undefined, false, false],
    ['assembled', { code: 'service-did-not-sign', data: { here: true } }, false, false],
    ['filled', { code: 'service-changed-transaction', data: { here: true } }, false, false],
  ])('that is %s after %j: here %s, again %s', (state, found, assembleHereOffered, askAgain) => {
    expect(tradeOffers({ state, failure: found })).toEqual({ assembleHere: assembleHereOffered, askAgain });
  });
});
