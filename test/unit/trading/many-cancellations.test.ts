import { describe, expect, it } from 'vitest';
import { quantity, valueOf } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { addressOf, baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import { reportingPlan } from '../../../src-main/cli/cancel.ts';
import type { ChainTx, Ledger, Utxo } from '../../../src-main/ports/ledger.ts';
import type { Service } from '../../../src-main/ports/service.ts';
import type { OrderTerms } from '../../../src-main/exchanges/order-form.ts';
import { Cancellations } from '../../../src-main/trading/kinds/cancel.ts';
import { actingFor } from '../../../src-main/trading/kinds/quote.ts';
import { ownerAmong } from '../../../src-main/trading/order-finder.ts';
import { GEM_TOKEN } from '../../support/batch-quotes.ts';
import { goodTrade, myAddress, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { must } from '../../support/trader.ts';

/** All orders of a busy wallet at once: many of them were placed by each transaction. */

const { input } = goodTrade();
const HELD = 1_500_000n;
const FITS = 30;
const script = formatAddress(addressOf(0, { kind: 'script', hash: 'a6'.repeat(28) }));
const hashOf = (at: number): string => at.toString(16).padStart(64, '0');

/** Counts what is asked, and how much of it at once. */
class Counter {
  readonly asked: string[] = [];
  most = 0;
  #underWay = 0;

  async answer<T>(question: string, value: T): Promise<T> {
    this.asked.push(question);
    this.#underWay += 1;
    this.most = Math.max(this.most, this.#underWay);
    await new Promise((resolve) => setImmediate(resolve));
    this.#underWay -= 1;
    return value;
  }
}

function world(
  orders: number,
  transactions: number,
  trouble?: Failure,
  /** Hash of the key that an order's datum names. */
  keyOf: (index: number) => string = () => PAYMENT,
) {
  const perTx = orders / transactions;
  const [ledgerCounter, serviceCounter] = [new Counter(), new Counter()];
  const builtFor: (readonly [address: string, ids: readonly string[]])[] = [];
  /** The outputs whose spenders a back-end had to search for. */
  const searched = new Set<string>();
  const made = (hash: string): ChainTx => ({
    hash,
    inputs: [],
    outputs: Array.from({ length: perTx + 1 }, (_, index) => ({
      ...{ txHash: hash, index, address: script, datumHash: 'dd'.repeat(32) },
      value: valueOf({ asset: ADA, quantity: quantity(HELD) }),
    })),
  });
  const ledger = {
    transaction: (
      hash: string,
      _signal?: AbortSignal,
      spendersOf: (output: Utxo) => boolean = () => true,
    ) => {
      const tx = made(hash);
      for (const output of tx.outputs) if (spendersOf(output)) searched.add(`${hash}#${output.index}`);
      return ledgerCounter.answer(`tx ${hash}`, trouble ? failed(trouble) : ok(tx));
    },
    transactionCbor: (hash: string) => ledgerCounter.answer(`cbor ${hash}`, ok(undefined)),
    datum: (hash: string) => ledgerCounter.answer(`datum ${hash}`, ok(undefined)),
  } as unknown as Ledger;
  const service = {
    cancel: (ids: readonly string[], address: string) => {
      builtFor.push([address, ids]);
      const answer: Result<object, Failure> =
        ids.length > FITS
          ? failed(failure('cancel-too-large', { most: FITS }))
          : ok({ cbor: '', fee: undefined, call: {} });
      return serviceCounter.answer(String(ids.length), answer);
    },
  } as unknown as Service;
  const cancellations = new Cancellations({
    service,
    ledger,
    clock: new ManualClock(),
    newId: () => 'quote',
    parts: ({ index }) => ({
      exchange: 'EXA',
      terms: {
        ownerPaymentKeyHash: keyOf(index),
        ownerStakeKeyHash: undefined,
        cancelKeyHash: undefined,
        wanted: GEM_TOKEN.id,
        minimumReceived: 1n,
        batcherFee: 0n,
        deposit: 0n,
      },
      sells: { asset: ADA, quantity: HELD },
      waiting: 0n,
    }),
    ownBytes: () => undefined,
    token: () => Promise.resolve(ok(GEM_TOKEN)),
  });
  const targets = Array.from({ length: orders }, (_, at) => ({
    id: `row-${at}`,
    serviceId: `id-${at}`,
    placed: { txHash: hashOf(Math.floor(at / perTx) + 1), index: at % perTx },
  }));
  const account = { address: 'addr_mine', addresses: [], own: input.own };
  return { cancellations, targets, account, ledgerCounter, serviceCounter, searched, builtFor };
}

describe('2,000 orders of 40 transactions to be taken back', () => {
  it('cost one question for each transaction, its bytes and its data, a few of them side by side', async () => {
    const { cancellations, targets, account, ledgerCounter, serviceCounter, searched } = world(2_000, 40);
    const prepared = must(await cancellations.prepare({ targets, account }));
    expect([prepared.orders, prepared.left]).toEqual([2_000, []]);
    expect(prepared.quotes.flatMap(({ task }) => task.orders)).toEqual(
      targets.map(({ placed }) => `${placed.txHash}#${placed.index}`),
    );
    expect(new Set(ledgerCounter.asked).size).toBe(ledgerCounter.asked.length);
    expect(ledgerCounter.asked).toHaveLength(40 + 40 + 1);
    expect(ledgerCounter.most).toBe(8);
    // The spender of an output that is none of these orders is searched for in vain, and may not be found.
    expect(searched.size).toBe(2_000);
    expect(serviceCounter.asked).toHaveLength(1 + Math.ceil(2_000 / FITS));
    expect(serviceCounter.most).toBe(4);
  });

  it('are reported as they are found and divided, each tenth once', async () => {
    const { cancellations, targets, account } = world(2_000, 40);
    const lines: string[] = [];
    const progress = reportingPlan({ progress: (line) => lines.push(line.trim()) });
    must(await cancellations.prepare({ targets, account, progress }));
    const tenths = Array.from({ length: 10 }, (_, at) => (at + 1) * 200);
    expect(lines.slice(0, 10)).toEqual(
      tenths.map((done) => `${done} of 2000 orders looked up on the ledger`),
    );
    expect(lines.slice(10).every((line) => /of 2000 orders divided over transactions$/.test(line))).toBe(
      true,
    );
    expect(lines.at(-1)).toBe('2000 of 2000 orders divided over transactions');
  });

  it('end with the first trouble of the ledger: nobody asks the others', async () => {
    const { cancellations, targets, account, ledgerCounter } = world(
      2_000,
      40,
      failure('ledger-unreachable'),
    );
    expect(await cancellations.prepare({ targets, account })).toMatchObject({
      failure: { code: 'ledger-unreachable' },
    });
    expect(ledgerCounter.asked.length).toBeLessThanOrEqual(8);
  });
});

it('a few orders are planned without a word', async () => {
  const { cancellations, targets, account } = world(8, 2);
  const lines: string[] = [];
  must(
    await cancellations.prepare({
      targets,
      account,
      progress: reportingPlan({ progress: (line) => lines.push(line) }),
    }),
  );
  expect(lines).toEqual([]);
});

describe('orders of several addresses of a wallet', () => {
  const SECOND = '5e'.repeat(28);
  const second = formatAddress(baseAddress(0, SECOND, STAKE));
  const elsewhere = formatAddress(baseAddress(0, SECOND, STRANGER));
  const own = { ...input.own, paymentKeyHashes: new Set([PAYMENT, SECOND]) };

  it('are taken back by the address that each one’s datum names, in separate transactions', async () => {
    const keyOf = (index: number): string => (index % 2 === 0 ? PAYMENT : SECOND);
    const { cancellations, targets, builtFor } = world(80, 2, undefined, keyOf);
    const account = { address: myAddress, addresses: [myAddress, elsewhere, second], own };
    const seen: number[] = [];
    const progress = { found: () => undefined, divided: (done: number) => void seen.push(done) };
    const { quotes, orders } = must(await cancellations.prepare({ targets, account, progress }));
    expect(orders).toBe(80);
    expect(quotes.map(({ owner, ids }) => [owner, ids.length])).toEqual([
      [myAddress, FITS],
      [myAddress, 10],
      [elsewhere, FITS],
      [elsewhere, 10],
    ]);
    for (const { ids, task, owner } of quotes)
      for (const name of task.orders)
        expect([owner, ids.length === task.orders.length]).toEqual([
          Number(name.slice(65)) % 2 === 0 ? myAddress : elsewhere,
          true,
        ]);
    // No build mixes owners, and none names orders of another address.
    const mine = new Map(quotes.flatMap(({ ids, owner }) => ids.map((id) => [id, owner] as const)));
    for (const [address, ids] of builtFor)
      expect(new Set(ids.map((id) => mine.get(id)))).toEqual(new Set([address]));
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.at(-1)).toBe(80);
  });

  it('are those of the address with the same stake part, where several have the key', () => {
    const terms = { ownerPaymentKeyHash: SECOND, cancelKeyHash: undefined } as unknown as OrderTerms;
    const owner = ownerAmong([myAddress, elsewhere, second]);
    expect(owner({ ...terms, ownerStakeKeyHash: STAKE })).toBe(second);
    expect(owner({ ...terms, ownerStakeKeyHash: undefined })).toBe(elsewhere);
    expect(owner({ ...terms, ownerPaymentKeyHash: STRANGER })).toBe(myAddress);
  });

  it('are examined as of that address, whoever trades now', () => {
    const account = { address: myAddress, addresses: [myAddress, second], own };
    expect(actingFor({ owner: second }, account)).toEqual({ ...account, address: second });
    expect(actingFor({}, account)).toBe(account);
  });
});
