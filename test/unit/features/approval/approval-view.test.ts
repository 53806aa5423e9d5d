import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { approvalTable } from '#contract/index.ts';
import { dcaInterval } from '#domain/dca.ts';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import {
  approvalTask,
  reportFile,
  type Reviewed,
  transactionFile,
} from '../../../../src-main/features/approval/approval-view.ts';
import { longWords, shortWords } from '../../../../src-main/gate/wire.ts';
import type { KnownScript, OrderForm, OrderTerms } from '../../../../src-main/exchanges/order-form.ts';
import { practiceForm } from '../../../../src-main/exchanges/practice/order.ts';
import type { SwapQuote } from '../../../../src-main/trading/kinds/quote.ts';
import type { InspectionInput } from '../../../../src-main/inspect/inspection-input.ts';
import {
  BYSTANDER,
  frankenAddress,
  GEM,
  goodTrade,
  myAddress,
  ORDER_SCRIPT,
  orderDatum,
  STRANGER,
  strangerAddress,
  tradeTerms,
  writeDraft,
  type Draft,
} from '../../../support/good-trade.ts';
import { withBodyField } from '../../../support/edit-cbor.ts';
import { reviewedAs } from '../../../support/reviewed.ts';

const SETTING = {
  practice: true,
  profile: { name: 'Practice', network: 'preprod' as const },
  asksPassword: true,
  watchOnly: false,
};

/** The task of a good trade with some changes, which the window's table carries. */
function taskOf(change: Partial<InspectionInput> = {}, review: Partial<Reviewed> = {}) {
  const { input } = goodTrade();
  const task = approvalTask({ ...reviewedAs({ ...input, ...change }), ...review }, SETTING);
  expect(v.parse(approvalTable.task.output, { task, inView: true, theme: 'dark' }).task).toEqual(task);
  return task;
}

/** The quote of a good trade, which sells ADA for GEM. */
function swapQuote(): SwapQuote {
  const { input } = goodTrade();
  const gem = { ...ADA_TOKEN, id: GEM, ticker: 'GEM', decimals: 3 };
  const sold = { pay: tradeTerms(input).pay, receive: GEM, slippageBps: 100 };
  return {
    kind: 'swap',
    id: input.subject,
    tokens: [ADA_TOKEN, gem],
    task: { kind: 'swap', ...sold, expected: 840_000n, atLeast: 831_600n },
    claims: { expected: 840_000n },
    order: { ...sold, excluded: [] },
    fees: { exchange: undefined, deposits: undefined, network: undefined },
    routes: [],
    payToken: ADA_TOKEN,
    receiveToken: gem,
    spot: { pay: 1, receive: 0.12 },
    priceImpact: 0.0031,
    notices: [],
    at: epochMs(0),
    expiresAt: epochMs(1),
  };
}

function drafted(change: (draft: Draft) => Partial<Draft>): string {
  const { draft } = goodTrade();
  return writeDraft({ ...draft, ...change(draft) });
}

function fieldsOf(task: ReturnType<typeof taskOf>, name: string): string[] {
  return task.fields.filter((field) => field.name === name).map(({ text }) => text);
}

describe('what the approval window shows', () => {
  it('describes a trade in sentences made from its bytes', () => {
    const task = taskOf();
    expect(task).toMatchObject({ verdict: 'pass', title: 'Swap on the practice network' });
    expect(task.findings.map(({ rule, severity }) => [rule, severity])).toEqual([['F8', 'info']]);
    expect(task.sentences).toEqual([
      'You send 100 ADA.',
      'You get about 840 GEM, at least 831.6 GEM.',
      'GEM is the token 7e7e7e7e7e7e7e7e…7e47454d.',
      'Costs 3.83 ADA, of which 0.23 ADA is the network fee and 3.6 ADA the exchange fee.',
      '4.4 ADA comes back when the order closes.',
    ]);
    expect(task.totalCost).toBe('In all, 3.83 ADA does not come back: 3.83 % of the ADA traded.');
    expect(task.tokens).toEqual([{ name: 'GEM', id: GEM }]);
    expect(task.netChange).toEqual(['-108.23 ADA']);
    expect(task.worseThanQuote).toBeUndefined();
  });

  it('shows the price that the bytes enforce, and beside it the word of the service, marked as such', () => {
    const quote = swapQuote();
    expect(taskOf({}, { quote }).prices).toEqual([
      { name: 'Expected price', text: '0.119048 ADA per GEM', from: 'service' },
      { name: 'Worst price', text: '0.120251 ADA per GEM', from: 'bytes' },
      {
        name: 'Against the market',
        text: '0.79 % below 0.12 ADA per GEM',
        from: 'service',
      },
    ]);
  });

  it.each([
    [0.4755, 'about $47.55'],
    [12_345, 'about $1,234,500.00'],
    [0.000_01, 'less than $0.01'],
    [0, undefined],
    [NaN, undefined],
    [undefined, undefined],
  ])('says what the ADA of a trade is worth at %s dollars', (adaUsd, worth) => {
    const task = approvalTask(
      { ...reviewedAs(goodTrade().input), quote: swapQuote() },
      { ...SETTING, adaUsd },
    );
    const line = task.prices?.find(({ name }) => name === 'Worth');
    expect(line).toEqual(worth && { name: 'Worth', text: worth, from: 'service' });
  });

  it('takes no part of what is agreed to from a price that the service states', () => {
    const quote = swapQuote();
    const lying = { ...quote, spot: { pay: 1, receive: 9_000 } };
    const [honest, lied] = [taskOf({}, { quote }), taskOf({}, { quote: lying })];
    expect(lied.prices).not.toEqual(honest.prices);
    // The first line has the market's price from the service, too; both only tell.
    const others = { prices: undefined, headline: undefined };
    expect({ ...lied, ...others }).toEqual({ ...honest, ...others });
    expect(taskOf().prices).toBeUndefined();
  });

  it('makes no price better by what an order asks for beyond its share', () => {
    const cbor = drafted((draft) => ({
      outputs: draft.outputs.map((output, at) => ({
        ...output,
        // One asks for far more than it can get, the other for slightly less than its share.
        ...(output.datum && {
          datum: orderDatum({ minimumReceived: at === 0 ? 50_000_000n : 331_000n }),
        }),
      })),
    }));
    const task = taskOf({ cbor }, { quote: swapQuote() });
    expect(task.verdict).toBe('warn');
    // 504,001 + 331,000 base units are certain.
    expect(task.prices?.filter(({ from }) => from === 'bytes')).toEqual([
      { name: 'Worst price', text: '0.119761 ADA per GEM', from: 'bytes' },
    ]);
    expect(task.sentences.join(' ')).toContain('835.001 GEM');
  });

  it('shows no price where the orders sell more than was meant, for that is blocked', () => {
    const cbor = drafted((draft) => ({
      outputs: draft.outputs.map((output, at) => ({
        ...output,
        // Its terms no longer call 0.1 of the ADA that it holds a deposit, so it sells that too.
        ...(output.datum &&
          at === 0 && { datum: orderDatum({ minimumReceived: 498_960n, deposit: 2_100_000n }) }),
      })),
    }));
    const task = taskOf({ cbor }, { quote: swapQuote() });
    expect(task.verdict).toBe('block');
    expect(task.prices).toBeUndefined();
  });

  it('keeps the price of the bytes whatever the service states next to it', () => {
    const quote = swapQuote();
    const enforced = taskOf({}, { quote }).prices?.filter(({ from }) => from === 'bytes');
    const { trade } = reviewedAs(goodTrade().input);
    for (const receive of [Number.NaN, Infinity, 1e308, 1e20, 1e-300, 0, -1, undefined])
      for (const expected of [0n, 1n, 18_446_744_073_709_551_615n]) {
        const review = {
          quote: { ...quote, spot: { pay: receive, receive } },
          trade: { ...trade, expected: quantity(expected) },
        };
        const { prices = [] } = taskOf({}, review);
        expect(prices.filter(({ from }) => from === 'bytes')).toEqual(enforced);
        expect(prices.map(({ text }) => text).join()).not.toMatch(/NaN|Infinity/);
      }
  });

  it('shows no price of what a rule blocks', () => {
    const cbor = drafted((draft) => ({
      outputs: [...draft.outputs, { address: strangerAddress, value: new Map([[ADA, 50_000_000n]]) }],
    }));
    const task = taskOf({ cbor }, { quote: swapQuote() });
    expect(task.verdict).toBe('block');
    expect(task.prices).toBeUndefined();
  });

  it('shows the bounds that were agreed to before anything was built', () => {
    expect(taskOf().agreement.lines).toEqual([
      'At most 117 ADA leaves for good: what you sell, and at most 17 ADA of costs.',
      'Of the costs, up to 2 ADA is for the network, 3 ADA for the service or others, the rest for exchanges.',
      'At most 112 ADA is locked in orders that pay you at least 831.6 GEM in all, or wait.',
    ]);
  });

  it('describes each order by its datum', () => {
    const [first, second] = taskOf().orders;
    expect(first?.title).toBe('Order 1 at EXA (output #0)');
    expect(first?.lines).toEqual([
      'Holds 64 ADA',
      'Wants at least 498.96 GEM',
      'Pays to you, with your stake key',
      'You can take it back',
      'Whoever fills it keeps up to 1.8 ADA',
      '2.2 ADA comes back when it closes',
      `Locked by the script ${ORDER_SCRIPT}`,
    ]);
    expect(second?.title).toBe('Order 2 at EXA (output #1)');
  });

  it('says when an order closes by itself, what that costs, and that it may be sent back', () => {
    const linesWith = (more: Partial<OrderTerms>) => {
      const form: OrderForm = {
        name: 'practice',
        read: (...datum) => {
          const read = practiceForm.read(...datum);
          return read.ok ? ok({ ...read.value, ...more }) : read;
        },
      };
      const script: KnownScript = { exchange: 'EXA', plutus: 2, form };
      return taskOf({ scripts: { known: new Map([[ORDER_SCRIPT, script]]), complete: true } }).orders[0]
        ?.lines;
    };
    const at = 1_800_000_000_000n;
    expect(linesWith({ closing: { at, then: 'sent-back', tip: 300_000n } })).toContain(
      'Closes by itself after 08:00:00 UTC on 2027-01-15; whoever closes it may keep up to 0.3 ADA',
    );
    expect(linesWith({ closing: { at, then: 'sent-back', tip: 0n } })).toContain(
      'Closes by itself after 08:00:00 UTC on 2027-01-15',
    );
    expect(linesWith({ closing: { at, then: 'waits', tip: 0n } })).toContain(
      'Is filled until 08:00:00 UTC on 2027-01-15; after that it waits until it is taken back',
    );
    expect(linesWith({ killable: true })).toContain('May be sent back unfilled once its least cannot be met');
  });

  it('says whose every input and output is, exactly what is in it, and how its value is known', () => {
    const task = taskOf();
    expect(task.inputs.map(({ whose, tone }) => [whose, tone])).toEqual([
      ['yours', 'own'],
      ['yours', 'own'],
    ]);
    expect(task.inputs[0]?.amounts).toEqual([
      '600 ADA',
      `9,223,372,036,854,775,808 base units of ${BYSTANDER}`,
    ]);
    expect(task.inputs[0]?.notes).toEqual(['Value proven by the bytes of the transaction that made it.']);
    expect(task.outputs.map(({ name, whose, tone }) => [name, whose, tone])).toEqual([
      ['#0', 'order at EXA', 'order'],
      ['#1', 'order at EXA', 'order'],
      ['#2', 'yours', 'own'],
    ]);
    expect(task.outputs[0]?.datum).toMatch(/^d8799f/);
    expect(task.outputs[2]?.address).toBe(myAddress);
    expect(task.outputs[2]?.amounts).toContain(`5,000 GEM (${GEM})`);
  });

  it('says when a value rests on what others say, and when nothing is known of an input', () => {
    const { input } = goodTrade();
    const [one = '', two = ''] = [...input.resolved.keys()];
    const known = (how: 'told' | 'two-sources') =>
      new Map([...input.resolved].map(([name, value]) => [name, { ...value, known: how }]));
    expect(taskOf({ resolved: known('told') }).inputs[0]?.notes[0]).toMatch(/ledger back-end alone/);
    expect(taskOf({ resolved: known('two-sources') }).inputs[0]?.notes[0]).toMatch(/two independent sources/);
    const half = new Map([...input.resolved].filter(([name]) => name !== one));
    const task = taskOf({ resolved: half, missingInputs: 'ask' });
    expect(task.inputs.map(({ name, tone }) => [name, tone])).toEqual([
      [one, 'unknown'],
      [two, 'own'],
    ]);
    expect(task.netChange).toEqual(['Not known: an input could not be looked up.']);
  });

  it('names somebody else, a stake part of somebody else, and an unknown script as such', () => {
    const cbor = drafted(({ outputs }) => ({
      outputs: outputs.map((output, at) => ({
        ...output,
        address: at === 0 ? strangerAddress : at === 1 ? frankenAddress : output.address,
      })),
    }));
    expect(taskOf({ cbor }).outputs.map(({ whose, tone }) => [whose, tone])).toEqual([
      ['somebody else', 'foreign'],
      ["yours to spend, with somebody else's stake part", 'foreign'],
      ['yours', 'own'],
    ]);
    const unknown = taskOf({ scripts: { known: new Map(), complete: false } });
    expect(unknown.outputs[0]).toMatchObject({
      whose: 'locked by a script that is not known',
      tone: 'unknown',
    });
    expect(unknown.orders[0]?.lines).toContain('Its terms cannot be read here.');
  });

  it('says when an order pays somebody else or can be taken back by somebody else', () => {
    const datum = orderDatum({ ownerPaymentKeyHash: STRANGER, ownerStakeKeyHash: STRANGER });
    const cbor = drafted(({ outputs }) => ({
      outputs: outputs.map((output, at) => (at === 0 ? { ...output, datum } : output)),
    }));
    const task = taskOf({ cbor });
    expect(task.verdict).toBe('block');
    expect(task.orders[0]?.lines).toEqual(
      expect.arrayContaining([
        `Pays to somebody else, the key ${STRANGER}, with somebody else's stake key ${STRANGER}`,
        `Somebody else can take it back, the key ${STRANGER}`,
      ]),
    );
    expect(task.findings.find(({ severity }) => severity === 'block')?.sentence).not.toBe('');
  });

  it('lists every other field, times by the ledger’s clock', () => {
    const task = taskOf();
    expect(fieldsOf(task, 'Network fee')).toEqual(['0.23 ADA']);
    expect(fieldsOf(task, 'Valid until')[0]).toMatch(/2026.*\(slot 50,003,300\)$/);
    expect(fieldsOf(task, 'Required signer')).toEqual([
      expect.stringMatching(/^your payment key [0-9a-f]{56}$/),
      expect.stringMatching(/^your stake key [0-9a-f]{56}$/),
    ]);
    expect(fieldsOf(task, 'Marked as')).toEqual(['valid']);
    const { input } = goodTrade();
    const strange = taskOf({
      cbor: withBodyField(withBodyField(input.cbor, 22, '1a000f4240'), 15, '01'),
    });
    expect(fieldsOf(strange, 'Donation to the treasury')).toEqual(['1 ADA']);
    expect(fieldsOf(strange, 'Network')).toEqual(['1, mainnet']);
    const endless = taskOf({ cbor: withBodyField(input.cbor, 3, '1bffffffffffffffff') });
    expect(fieldsOf(endless, 'Valid until')).toEqual([
      'slot 18,446,744,073,709,551,615, no time that has a date',
    ]);
  });

  it('lists every rule that ran, with what it leaves out', () => {
    const { input } = goodTrade();
    const { inspection } = reviewedAs(input);
    const task = taskOf();
    expect(task.rules.map(({ rule }) => rule)).toEqual([...inspection.report.rulesRun]);
    expect(task.rules.every(({ holds }) => holds !== '')).toBe(true);
  });

  it('shows no rule as holding that objects, or that could not judge', () => {
    const outcomes = (task: ReturnType<typeof taskOf>, ...not: string[]) =>
      task.rules.flatMap(({ rule, outcome }) => (not.includes(outcome) ? [] : [`${rule} ${outcome}`]));
    expect(outcomes(taskOf(), 'holds')).toEqual([]);
    const { input } = goodTrade('ada', 1);
    const recurring = {
      interval: dcaInterval('1month'),
      cycles: 10,
      amountPerCycle: 10_000_000n,
      slippageBps: 100,
    };
    const terms = { ...tradeTerms(input), kind: 'dca', recurring } as const;
    const scripts = { known: new Map(), listed: new Map(), complete: false };
    const unread = taskOf({ cbor: input.cbor, terms, scripts });
    expect(outcomes(unread, 'holds')).toEqual(['V7 asks', 'V9 asks', 'V11 asks', 'V13 asks', 'V16 asks']);
    const datum = orderDatum({ ownerPaymentKeyHash: STRANGER });
    const cbor = drafted(({ outputs }) => ({
      outputs: outputs.map((output, at) => (at === 0 ? { ...output, datum } : output)),
    }));
    expect(outcomes(taskOf({ cbor }), 'holds', 'asks')).toContain('V6 blocks');
  });

  it('says how much a moved price takes, in figures', () => {
    const worseThanQuote = { quotedExpected: quantity(900_000n), quotedAtLeast: quantity(891_000n) };
    expect(taskOf({}, { worseThanQuote }).worseThanQuote).toBe(
      'The price moved: the quote said about 900 GEM, at least 891 GEM. This transaction brings about 840 GEM, at least 831.6 GEM.',
    );
  });

  it('gives the sentences about money in English next to a translation, and lists those without a translation', () => {
    const worseThanQuote = { quotedExpected: quantity(900_000n), quotedAtLeast: quantity(891_000n) };
    const message = 'Something that another version found.';
    const bundled = {
      findings: [{ rule: 'O9', severity: 'info' as const, message }],
      verdict: 'pass' as const,
    };
    const review = { ...reviewedAs(goodTrade().input), worseThanQuote, bundled };
    const english = approvalTask(review, SETTING);
    const german = approvalTask(review, { ...SETTING, language: 'de' });
    expect(german.worseThanQuote).toMatch(/^Der Kurs hat sich bewegt: .* 831,6 GEM\./);
    expect(german.translated?.english).toEqual([
      ...english.sentences,
      english.totalCost,
      english.worseThanQuote,
      ...english.agreement.lines,
    ]);
    expect(german.translated?.untranslated).toEqual([message]);
    expect(v.parse(approvalTable.task.output, { task: german, inView: true, theme: 'dark' }).task).toEqual(
      german,
    );
  });

  it('gives an input that is named twice two names', () => {
    const cbor = drafted(({ inputs }) => ({ inputs: [...inputs] }));
    const { inputs } = goodTrade().draft;
    const twice = cbor.replace(
      /^84a(.)00(d90102)?82/,
      (_all, size: string, tag = '') =>
        `84a${size}00${tag}83825820${inputs[0]?.slice(0, 64)}0${inputs[0]?.slice(65)}`,
    );
    expect(twice).not.toBe(cbor);
    const names = taskOf({ cbor: twice }).inputs.map(({ name }) => name);
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(3);
  });
});

describe('the files that are offered', () => {
  it('are a text envelope of the exact bytes, and all that is shown', () => {
    const task = taskOf();
    const transaction = transactionFile(task);
    expect(JSON.parse(transaction.text)).toEqual({
      type: 'Tx ConwayEra',
      description: 'Ledger Cddl Format',
      cborHex: goodTrade().input.cbor,
    });
    expect(transaction.name).toMatch(/^touchstone-[0-9a-f]{16}-transaction\.json$/);
    expect(JSON.parse(reportFile(task).text)).toEqual(JSON.parse(JSON.stringify(task)));
  });
});

describe('plain words', () => {
  it('lose what hides or turns text, and are cut between characters', () => {
    expect(longWords('pay\u202e 1\u0000\u200b2\n3\u2066\u061c\ufeff')).toBe('pay 123');
    expect(shortWords('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
    expect(shortWords('x'.repeat(300))).toHaveLength(300);
    const clef = '\u{1d11e}';
    expect(shortWords(clef.repeat(200))).toBe(`${clef.repeat(149)}…`);
    expect(shortWords(`${clef}\ud834`)).toBe(clef);
    expect(longWords('\u200b'.repeat(1_000_000))).toBe('');
  });
});
