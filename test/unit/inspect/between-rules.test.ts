import { describe, expect, it } from 'vitest';

import { lovelaceIn, quantity } from '#domain/amount.ts';
import { ADA, assetNameHex, policyOf, type AssetId } from '#domain/asset.ts';
import { slot } from '#domain/time.ts';
import { addressOf, baseAddress, formatAddress } from '../../../src-main/cardano/address.ts';
import type { KnownScript } from '../../../src-main/exchanges/order-form.ts';
import { splashForm } from '../../../src-main/exchanges/splash/order.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { DEFAULT_POLICY, type PolicyFacts } from '../../../src-main/inspect/policy.ts';
import type { TradeTerms } from '../../../src-main/inspect/terms.ts';
import { amountText, assetText } from '../../../src-main/inspect/wording.ts';
import {
  GEM,
  goodTrade,
  orderDatum,
  ORDER_SCRIPT,
  PAYMENT,
  STAKE,
  strangerAddress,
  TIP,
  tradeTerms,
  writeDraft,
  type DraftOutput,
} from '../../support/good-trade.ts';
import { constr, datumHex, type Data } from '../../support/plutus-data.ts';

const policy: PolicyFacts = {
  limits: DEFAULT_POLICY,
  worth: 100_000_000n,
  signedToday: 0n,
  slippageBps: 100,
  impactBps: 10,
  unverified: [],
  exchanges: ['EXA'],
  seenRecipients: new Set(),
  seenScripts: new Set(),
};
const EXECUTOR = 'ee'.repeat(28);
const one = goodTrade('ada', 1);

function judged(input: InspectionInput) {
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(JSON.stringify(inspected.failure));
  const { verdict, findings, summary } = inspected.value.report;
  return {
    verdict,
    summary,
    texts: findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
  };
}

describe('an order at a price (Splash)', () => {
  const splash: KnownScript = { exchange: 'Splash', plutus: 2, form: splashForm(new Set([EXECUTOR])) };
  const scripts = { known: new Map([[ORDER_SCRIPT, splash]]), complete: true };

  /** Lovelace that the datum says is sold, and what it says comes of all of it. */
  function limitOrder(tradable: bigint, whole: bigint): Data {
    const owner = constr(0, constr(0, PAYMENT), constr(0, constr(0, constr(0, STAKE))));
    const wanted = constr(0, policyOf(GEM) ?? '', assetNameHex(GEM) ?? '');
    const price = constr(0, whole, tradable);
    const ada = constr(0, '', '');
    const step = 600_000n;
    return constr(0, '00', EXECUTOR, ada, tradable, step, whole, wanted, price, 500_000n, owner, PAYMENT, [
      EXECUTOR,
    ]);
  }

  function placed(tradable: bigint, whole: bigint, terms = one.input.terms) {
    const [order, ...change] = one.draft.outputs as readonly [DraftOutput, ...DraftOutput[]];
    const { datum: _, ...rest } = order;
    const outputs = [{ ...rest, rawDatum: datumHex(limitOrder(tradable, whole)) }, ...change];
    return judged({ ...one.input, terms, scripts, cbor: writeDraft({ ...one.draft, outputs }) });
  }

  it('passes when it sells what it holds', () => {
    expect(placed(100_000_000n, 840_000n)).toMatchObject({ verdict: 'pass' });
  });

  it('is blocked when its least is promised for ten times of what it holds: then a tenth is all that is enforced', () => {
    const { texts } = placed(1_000_000_000n, 840_000n);
    expect(texts.join('\n')).toContain(
      'block V6: The terms of order 1 are not those of an order: the order promises its least for more than it holds.',
    );
  });

  it('says what may be kept for filling it, where that is more than the order holds besides what it sells', () => {
    const terms = { ...tradeTerms(one.input), pay: { asset: ADA, quantity: quantity(103_900_000n) } };
    const { summary } = placed(100_000_000n, 840_000n, terms);
    expect(summary.overhead).toBe(1_100_000n);
  });

  it('is blocked when that is one lovelace, what its filling costs included', () => {
    expect(placed(102_900_000n, 840_000n).verdict).toBe('pass');
    expect(placed(102_900_001n, 840_000n).verdict).toBe('block');
  });
});

/** The good trade of two orders, 60 and 40 ADA, with these minimums and terms. */
function split(minimums: readonly [bigint, bigint], terms: Partial<TradeTerms> = {}) {
  const two = goodTrade('ada', 2);
  const outputs = two.draft.outputs.map((output, at) => {
    const minimumReceived = minimums[at];
    return minimumReceived === undefined ? output : { ...output, datum: orderDatum({ minimumReceived }) };
  });
  const cbor = writeDraft({ ...two.draft, outputs });
  return judged({ ...two.input, cbor, policy, terms: { ...tradeTerms(two.input), ...terms } });
}

describe('a least that is one on paper only', () => {
  it('passes where each order enforces its part', () => {
    expect(split([498_960n, 332_640n])).toMatchObject({ verdict: 'pass' });
    expect(split([496_000n, 335_600n])).toMatchObject({ verdict: 'pass' });
  });

  it('is asked about when one order enforces a little less, and another asks for more than its part', () => {
    const { verdict, texts } = split([492_000n, 339_600n]);
    expect(verdict).toBe('warn');
    expect(texts).toContain(
      'warn V7: An order that asks for more than its share may never be filled. Without what it asks for beyond that, the orders enforce only 828.001 GEM; you accepted at least 831.6 GEM.',
    );
  });

  it('is blocked when one order enforces a fifth less, and another that is never filled makes up for it', () => {
    const { verdict, texts } = split([400_000n, 431_600n]);
    expect(verdict).toBe('block');
    expect(texts).toContain('warn V7: Order 1 enforces only 400 GEM for its share of what you sell.');
  });

  it('is asked about, or blocked, when the service states a least far below what it expects', () => {
    const stated = (least: bigint) =>
      split([(least * 6n) / 10n, (least * 4n) / 10n], { expected: 840_000n, atLeast: least });
    expect(stated(831_600n).verdict).toBe('pass');
    expect(stated(800_000n).texts).toContain(
      'warn P3: The orders may bring 4.76 % less than what is expected; you allowed 1 %.',
    );
    expect(stated(10n).texts).toContain(
      'block P3: The orders may bring 99.99 % less than what is expected; your limit is 50 %.',
    );
    expect(stated(0n).verdict).toBe('block');
  });

  it('is asked about when the trading window asked for a tolerance that hardly anybody wants', () => {
    const input = goodTrade('ada', 1).input;
    const wide = { ...policy, slippageBps: 5_000 };
    const terms = { ...tradeTerms(input), expected: 1_600_000n };
    expect(judged({ ...input, terms, policy: wide }).texts).toContain(
      'warn P3: The orders may bring 48.02 % less than what is expected.',
    );
  });

  it('is judged for orders that can be read next to others that cannot', () => {
    const two = goodTrade('ada', 2);
    const blind = '5d'.repeat(28);
    const unread: KnownScript = { exchange: 'Blind', plutus: 2 };
    const scripts = { known: new Map([...two.input.scripts.known, [blind, unread]]), complete: true };
    const address = formatAddress(addressOf(0, { kind: 'script', hash: blind }));
    const [first, second, ...rest] = two.draft.outputs as readonly [
      DraftOutput,
      DraftOutput,
      ...DraftOutput[],
    ];
    const judgedWith = (minimumReceived: bigint) => {
      const read = { ...first, datum: orderDatum({ minimumReceived }) };
      const output = { address, value: second.value, rawDatum: datumHex(constr(0, PAYMENT)) };
      const cbor = writeDraft({ ...two.draft, outputs: [read, output, ...rest] });
      return judged({ ...two.input, cbor, scripts });
    };
    expect(judgedWith(498_960n).verdict).toBe('warn');
    expect(judgedWith(1n).texts).toContain(
      'block V7: Order 1 enforces only 0.001 GEM for its share of what you sell.',
    );
  });
});

describe('fees', () => {
  const sale = goodTrade('token', 1);
  const cheater = new Set([strangerAddress]);

  it('are no percentage of a sum that the service promises: the fee is paid now, the sum perhaps never', () => {
    const paid = 30_000_000n;
    const [order, change] = sale.draft.outputs as readonly [DraftOutput, DraftOutput];
    const enormous = 10n ** 13n;
    const outputs = [
      { ...order, datum: orderDatum({ wanted: ADA, minimumReceived: enormous }) },
      { address: strangerAddress, value: new Map([[ADA, paid]]) },
      { ...change, value: new Map([...change.value, [ADA, lovelaceIn(change.value) - paid]] as const) },
    ];
    const terms = { ...tradeTerms(sale.input), expected: enormous, atLeast: enormous };
    const cbor = writeDraft({ ...sale.draft, outputs });
    const { verdict, texts } = judged({
      ...sale.input,
      cbor,
      terms,
      policy: { ...policy, seenRecipients: cheater },
    });
    expect(verdict).toBe('warn');
    expect(texts.join('\n')).toMatch(
      /warn V3: 30 ADA goes to addr_test1\S+ at once, as a service fee on ADA/,
    );
    const modest = { ...terms, expected: enormous, atLeast: 831_600n };
    expect(judged({ ...sale.input, cbor, terms: modest, policy }).verdict).toBe('block');
  });

  it('that eat up a trade are asked about, even where the service stated them', () => {
    const parts = Array.from({ length: 5 }, () => 20_000_000n);
    const outputs = [
      ...parts.map((part) => ({
        address: one.draft.outputs[0]?.address ?? '',
        value: new Map([[ADA, part + 5_000_000n]]),
        datum: orderDatum({ minimumReceived: 166_320n, batcherFee: 5_000_000n, deposit: 0n }),
      })),
      ...one.draft.outputs.slice(1).map((change) => ({
        ...change,
        value: new Map([...change.value, [ADA, lovelaceIn(change.value) - 21_000_000n]] as const),
      })),
    ];
    const terms = { ...tradeTerms(one.input), stated: { batcher: 25_000_000n, deposits: 0n } };
    expect(judged({ ...one.input, cbor: writeDraft({ ...one.draft, outputs }), terms }).texts).toContain(
      'warn V2: The orders take 25 ADA for fees and deposits, more than a tenth of the 100 ADA that you trade.',
    );
  });
});

describe('names of tokens', () => {
  const other = ('6b'.repeat(28) + '47454d') as AssetId;

  it.each(['000', '5M', 'AMBЕR', 'ADA.', '$ADA', 'aDa', 'tADA', 'Lovelace', '١٠', 'АDА'])(
    'do not join an amount, nor look like another: %s',
    (ticker) => {
      expect(amountText(GEM, 832n, new Map([[GEM, { ticker, decimals: 0 }]]))).toBe('832 7e7e7e7e…47454d');
    },
  );

  it('are ids where both tokens of a trade have the same', () => {
    const tokens = new Map([
      [GEM, { ticker: 'GEM', decimals: 0 }],
      [other, { ticker: 'gem', decimals: 0 }],
    ]);
    expect([assetText(GEM, tokens), assetText(other, tokens)]).toEqual([
      '7e7e7e7e…47454d',
      '6b6b6b6b…47454d',
    ]);
  });
});

describe('the time that a ledger reports', () => {
  const month = 2_592_000;
  const lasting = writeDraft({ ...one.draft, validUntil: BigInt(TIP + month) });

  it('is doubted when it is ahead of the clock here: so a month of validity looks like an hour', () => {
    const lie = { ...one.input, cbor: lasting, tipSlot: slot(TIP + month - 3_600) };
    expect(judged(lie).verdict).toBe('pass');
    const { verdict, texts } = judged({ ...lie, clockSlot: slot(TIP) });
    expect(verdict).toBe('warn');
    expect(texts.join()).toMatch(
      /warn F7: The ledger says that it is 43140 minutes later than this computer/,
    );
  });

  it('may differ by a little, and may lag behind', () => {
    for (const clock of [TIP - 1_200, TIP, TIP + 7_200])
      expect(judged({ ...one.input, clockSlot: slot(clock) }).verdict).toBe('pass');
    expect(judged({ ...one.input, clockSlot: slot(TIP - 1_201) }).verdict).toBe('warn');
  });
});

describe('what an approval is bound to', () => {
  it('is how amounts are written, too', () => {
    const hashOf = (decimals: number): string => {
      const inspected = inspectTransaction({
        ...one.input,
        tokens: new Map([[GEM, { ticker: 'GEM', decimals }]]),
      });
      if (!inspected.ok) throw new Error('the good trade is inspected');
      return inspected.value.summaryHash;
    };
    expect(hashOf(3)).toBe(hashOf(3));
    expect(hashOf(3)).not.toBe(hashOf(6));
  });
});

describe('addresses of the account that nothing is spent from', () => {
  it('are reported where change or proceeds go there', () => {
    const far = '0f'.repeat(28);
    const own = { ...one.input.own, paymentKeyHashes: new Set([PAYMENT, far]) };
    const [order, change] = one.draft.outputs as readonly [DraftOutput, DraftOutput];
    const outputs = [
      { ...order, datum: orderDatum({ ownerPaymentKeyHash: far, minimumReceived: 831_600n }) },
      { ...change, address: formatAddress(baseAddress(0, far, STAKE)) },
    ];
    const { verdict, texts } = judged({ ...one.input, own, cbor: writeDraft({ ...one.draft, outputs }) });
    expect(verdict).toBe('pass');
    expect(texts.join('\n')).toMatch(/info V4: .* goes to another address of yours, addr_test1/);
    expect(texts.join('\n')).toContain('info V6: The proceeds of order 1 go to another address of yours');
    expect(judged({ ...one.input, own }).texts.join()).not.toContain('another address');
  });
});
