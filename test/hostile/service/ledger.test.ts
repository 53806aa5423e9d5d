import { beforeAll, describe, expect, test } from 'vitest';
import { failure } from '#domain/failure.ts';
import { isReportedOvertaken, type Trade } from '#domain/trade.ts';
import { hostileDesk, type Outcome } from '../../support/hostile-desk.ts';
import { changingJson, type Interference } from '../../support/practice-proxy.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { selling } from '../../support/sales.ts';
import {
  changing,
  instead,
  replies,
  rewriting,
  setting,
  together,
  type Json,
} from '../../support/tampering.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import {
  agreementTo,
  codeOf,
  fund,
  must,
  openTrader,
  reviewFor,
  tradeIn,
  until,
  type Trader,
} from '../../support/trader.ts';

/**
 * A ledger back-end that lies. It cannot forge what a parent transaction's bytes prove; its mere claims are marked,
 * and where it contradicts the transaction nothing is signed.
 */

const desk = hostileDesk();
const temporary = temporaryDirectories();

interface Output extends Json {
  readonly address: string;
  readonly amount: readonly { readonly unit: string; readonly quantity: string }[];
}

const withoutBytes = instead('ledger bytes', { status: 404, body: '{"status_code":404}' });

function telling(change: (output: Output) => Json): Interference {
  return changing('ledger outputs', (answer: Json) => ({
    ...answer,
    outputs: (answer['outputs'] as Output[]).map(change),
  }));
}

function addingLovelace(more: bigint): Interference {
  return telling((output) => ({
    ...output,
    amount: output.amount.map(({ unit, quantity }) => ({
      unit,
      quantity: String(BigInt(quantity) + (unit === 'lovelace' ? more : 0n)),
    })),
  }));
}

function expectUnsigned(outcome: Outcome): void {
  expect([outcome.at, outcome.signed, outcome.sent, outcome.leaks]).toEqual(['review', [], [], []]);
}

describe('without the parents’ bytes', () => {
  test('the word of one back-end is no proof, and nothing is signed on it', async () => {
    const outcome = await desk().trade(withoutBytes);
    expectUnsigned(outcome);
    expect(outcome.failure?.code).toBe('inspection-blocked');
    expect(outcome.words).toMatch(/reported by one source and not proven/);
  });

  test.each([
    ['a lovelace more', addingLovelace(1n), /sums of the transaction do not match/],
    ['a lovelace less', addingLovelace(-1n), /sums of the transaction do not match/],
    ['five ADA more', addingLovelace(5_000_000n), /sums of the transaction do not match/],
    [
      'the largest number',
      telling((output) => ({ ...output, amount: [{ unit: 'lovelace', quantity: '9'.repeat(20) }] })),
      /sums of the transaction do not match/,
    ],
    [
      'a token that is not there',
      telling((output) => ({
        ...output,
        amount: [...output.amount, { unit: 'aa'.repeat(28), quantity: '5' }],
      })),
      /sums of the transaction do not match/,
    ],
    [
      'funds of somebody else',
      telling((output) => ({ ...output, address: practiceWallet(5).address })),
      /spends nothing from this wallet/,
    ],
    [
      'no such output',
      changing('ledger outputs', (answer: Json) => ({ ...answer, outputs: [] })),
      /could not be looked up/,
    ],
    [
      'another transaction',
      setting('ledger outputs', { hash: '00'.repeat(32) }),
      /cannot be read \(at hash\)/,
    ],
    [
      'less than nothing',
      telling((output) => ({ ...output, amount: [{ unit: 'lovelace', quantity: '-1' }] })),
      /cannot be read/,
    ],
    [
      'no number',
      telling((output) => ({ ...output, amount: [{ unit: 'lovelace', quantity: 'NaN' }] })),
      /cannot be read/,
    ],
  ])('%s is not believed: nothing is signed', async (_name, lie, words) => {
    const outcome = await desk().trade(together(withoutBytes, lie));
    expectUnsigned(outcome);
    expect(outcome.words).toMatch(words);
  });
});

describe('wrong bytes', () => {
  const bytes = (change: (cbor: string) => string): Interference =>
    changing('ledger bytes', ({ cbor }: { readonly cbor: string }) => ({ cbor: change(cbor) }));
  const flipped = (cbor: string): string =>
    cbor.slice(0, 60) + (cbor[60] === '0' ? '1' : '0') + cbor.slice(61);

  test.each([
    ['with one digit changed', bytes(flipped)],
    ['that are no transaction', bytes(() => 'd87980')],
    ['of nothing', bytes(() => '80')],
    ['cut short', bytes((cbor) => cbor.slice(0, -2))],
  ])('%s prove nothing, and nothing is signed on what is said instead', async (_name, lie) => {
    const outcome = await desk().trade(lie);
    expectUnsigned(outcome);
    expect(outcome.failure?.code).toBe('inspection-blocked');
    expect(outcome.words).toMatch(/reported by one source and not proven/);
  });

  test('next to a lie about the value: nothing is signed', async () => {
    const outcome = await desk().trade(together(bytes(flipped), addingLovelace(1_000_000n)));
    expectUnsigned(outcome);
    expect(outcome.words).toMatch(/sums of the transaction do not match/);
  });

  test('right ones are believed over any word', async () => {
    const outcome = await desk().trade(
      telling((output) => ({ ...output, address: practiceWallet(5).address })),
    );
    expect([outcome.at, outcome.leaks]).toEqual(['done', []]);
    expect(outcome.review?.inspection.report.findings.filter(({ severity }) => severity === 'warn')).toEqual(
      [],
    );
  });
});

describe('a wrong tip', () => {
  const slot = (by: number): Interference =>
    changing('ledger tip', (answer: Json) => ({ ...answer, slot: Number(answer['slot']) + by }));

  test.each([
    ['a day behind', slot(-86_400), /valid for more than a day/],
    // Built for an hour: a tip at exactly that distance may be a slot short of the end.
    ['an hour and a half ahead', slot(5_400), /no longer valid/],
    ['of a slot below nothing', slot(-1e12), /cannot be read \(at slot\)/],
    ['of half a slot', slot(0.5), /cannot be read \(at slot\)/],
    [
      'of the last slot that a number holds',
      setting('ledger tip', { slot: Number.MAX_SAFE_INTEGER }),
      /cannot be read \(at slot\)/,
    ],
    [
      'of a time beyond every calendar',
      setting('ledger tip', { time: Number.MAX_SAFE_INTEGER }),
      /cannot be read \(at time\)/,
    ],
  ])('%s: nothing is signed', async (_name, lie, words) => {
    const outcome = await desk().trade(lie);
    expectUnsigned(outcome);
    expect(outcome.words).toMatch(words);
  });

  test('three hours behind: how long the transaction binds needs a consent', async () => {
    const outcome = await desk().trade(slot(-10_800), { consents: 'none' });
    expect([outcome.failure?.code, outcome.signed]).toEqual(['consent-missing', []]);
    expect(outcome.words).toMatch(/stays valid for \d+ minutes/);
  });
});

describe('a wrong network', () => {
  test.each([
    [764_824_073, 'mainnet'],
    [2, 'preview'],
    [42, 'magic 42'],
  ])('magic %i: nothing is built for it', async (magic, name) => {
    const outcome = await desk().trade(setting('ledger network', { network_magic: magic }));
    expectUnsigned(outcome);
    expect(outcome.failure?.code).toBe('wrong-network');
    expect(outcome.words).toContain(name);
    expect(outcome.words).not.toContain('unknown');
  });

  test('after the review: nothing is signed for it', async () => {
    let asked = 0;
    const outcome = await desk().trade(
      rewriting('ledger network', (text) => (asked++ === 0 ? text : '{"network_magic":764824073}')),
    );
    expect([outcome.at, outcome.failure?.code, outcome.signed]).toEqual(['accept', 'wrong-network', []]);
    expect(outcome.trade?.state).toBe('built');
  });

  test('after the signature: nothing is sent there', async () => {
    let asked = 0;
    const outcome = await desk().trade(
      rewriting('ledger network', (text) => (asked++ < 2 ? text : '{"network_magic":764824073}')),
    );
    expect([outcome.at, outcome.failure?.code, outcome.sent]).toEqual(['accept', 'wrong-network', []]);
    expect(outcome.trade?.state).toBe('assembled');
  });
});

describe('wrong parameters', () => {
  test.each([
    ['that let nothing be sent', { max_tx_size: 0 }, /more than the network accepts/],
    [
      'that ask for a fortune in each output',
      { coins_per_utxo_size: '999999999999' },
      /less ADA than the ledger asks for/,
    ],
  ])('%s: nothing is signed', async (_name, members, words) => {
    const outcome = await desk().trade(setting('ledger parameters', members));
    expectUnsigned(outcome);
    expect(outcome.words).toMatch(words);
  });
});

describe('a submission that is lied about', () => {
  const refusal = (message: string, status = 400): Interference =>
    instead('submit', { status, body: JSON.stringify({ status_code: status, error: 'Error', message }) });

  test.each([
    [
      'the hash of another transaction',
      instead('submit', { status: 200, body: JSON.stringify('ab'.repeat(32)) }),
    ],
    ['a hash that is none', instead('submit', { status: 200, body: '"accepted"' })],
    [
      'that its inputs are spent',
      refusal('All inputs are spent. Transaction has probably already been included'),
    ],
    ['that the mempool is full', refusal('Mempool full', 425)],
    ['that it broke', refusal('Internal', 500)],
  ])('%s: it is not known, and never repeated', async (_name, lie) => {
    const outcome = await desk().trade(lie);
    expect([outcome.trade?.state, outcome.sent.length, outcome.leaks]).toEqual(['submission-unknown', 1, []]);
    expect(outcome.words).toMatch(/not known yet .*do not repeat the trade/);
  });

  test.each([
    [
      'a rule',
      'ValueNotConservedUTxO',
      /refused the transaction: what it spends is not what it pays out \(ValueNotConservedUTxO\)/,
    ],
    ['markup', '<img src=x onerror=alert(1)>', /refused the transaction: it breaks a rule/],
  ])('a refusal by %s is reported as one', async (_name, message, words) => {
    const outcome = await desk().trade(refusal(message));
    expect([outcome.at, outcome.failure?.code, outcome.trade?.state]).toEqual([
      'accept',
      'submission-refused',
      'assembled',
    ]);
    expect(outcome.words).toMatch(words);
    expect(outcome.words).not.toMatch(/[<>]/);
  });

  test('that it is spent by another: nothing is sent', async () => {
    const outcome = await desk().trade(telling((output) => ({ ...output, consumed_by_tx: 'ab'.repeat(32) })));
    expect([outcome.at, outcome.failure?.code, outcome.sent]).toEqual(['accept', 'inputs-spent', []]);
  });

  test('refused in words though taken: the chain is looked at, and the trade is found on it', async () => {
    const { endpoints } = desk().practice;
    const lie: Interference = async (request, forward) => {
      if (!replies.submit.test(request.url)) return forward();
      // The real ledger takes it; the back-end says that it did not.
      const taken = await fetch(`${endpoints.ledgerUrl}/tx/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/cbor', project_id: endpoints.apiKey },
        body: new Uint8Array(request.body),
      });
      expect(taken.status).toBe(200);
      return { status: 500, body: '{"status_code":500,"error":"Error","message":"broken"}' };
    };
    const outcome = await desk().trade(lie, {
      afterwards: async (trader, { trade }) => {
        trader.trading.start();
        const found = await tradeIn(trader, trade?.id ?? '', 'placed', 'partly-filled', 'filled');
        expect(found.bodyHash).toBe(trade?.bodyHash);
      },
    });
    expect(outcome.trade?.state).toBe('submission-unknown');
    expect(outcome.sent).toHaveLength(1);
  });
});

describe('a trade that was sent, and whose funds are said to be spent by another', () => {
  const undisturbed: Interference = (_request, forward) => forward();
  // Transactions that reach the chain here spend their inputs for good.
  beforeAll(() => desk().under(undisturbed, (trader) => fund(trader, desk().practice.endpoints)));

  /** All that is on chain was spent by one transaction. */
  const saying = (by: string): Interference =>
    changingJson(replies['ledger outputs'], (answer) => ({
      ...answer,
      outputs: (answer['outputs'] as Output[]).map((output) => ({ ...output, consumed_by_tx: by })),
    }));

  /** Resolves once the trader has heard of it. */
  async function heard({ trading }: Trader, id: string): Promise<Trade | undefined> {
    trading.start();
    let trade: Trade | undefined;
    await until(() => {
      trade = trading.trade(id);
      return Promise.resolve(
        trade !== undefined && (trade.state === 'refused' || isReportedOvertaken(trade)),
      );
    });
    return trade;
  }

  test.each([
    ['that nobody has seen', () => 'ab'.repeat(32)],
    ['that is on chain, and spent other funds', (parent: string) => parent],
  ])('%s: it stays open, and comes on chain once the lie is over', async (_which, named) => {
    const { proxy } = desk();
    const outcome = await desk().trade(undisturbed, {
      remembering: true,
      afterwards: async (trader, { trade }) => {
        const id = trade?.id ?? '';
        const by = named(trader.journal.get(id)?.bytes.inputs[0]?.txHash ?? '');
        proxy.interfere(saying(by));
        const said = await heard(trader, id);
        expect([said?.state, said?.failure]).toEqual([
          'submitted',
          failure('inputs-spent', { by, unproven: true }),
        ]);
        expect(codeOf(await trader.trading.resubmit(id))).toBe('inputs-spent');
        expect(proxy.seen('/tx/submit')).toEqual([]);
        proxy.interfere();
        must(await trader.trading.resubmit(id));
        await tradeIn(trader, id, 'placed', 'partly-filled', 'filled');
      },
    });
    expect(outcome.at).toBe('done');
  });

  test('which the wallet itself signed elsewhere: it gives way, by the bytes alone', async () => {
    const { proxy, token } = desk();
    const outcome = await desk().trade(undisturbed, {
      remembering: true,
      afterwards: async (trader, { trade }) => {
        const elsewhere = await openTrader({ endpoints: proxy.endpoints, folder: temporary() });
        try {
          const review = must(await reviewFor(elsewhere, token, selling(31_000_000n)));
          must(await elsewhere.trading.accept(review.trade.id, agreementTo(review), elsewhere.sign));
          elsewhere.trading.start();
          await tradeIn(elsewhere, review.trade.id, 'placed', 'partly-filled', 'filled');
          const lost = await heard(trader, trade?.id ?? '');
          // Final once the other one is as deep as an end counts.
          expect([lost?.state, lost?.failure]).toEqual([
            'submitted',
            failure('inputs-spent', { by: review.trade.bodyHash, waits: 15 }),
          ]);
        } finally {
          await elsewhere.close();
        }
      },
    });
    expect(outcome.at).toBe('done');
  });
});
