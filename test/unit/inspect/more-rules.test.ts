import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { dcaInterval } from '#domain/dca.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import type { KnownScript } from '../../../src-main/exchanges/order-form.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import {
  DEFAULT_LIMITS as goodLimits,
  type InspectionInput,
} from '../../../src-main/inspect/inspection-input.ts';
import { DEFAULT_POLICY, type PolicyFacts } from '../../../src-main/inspect/policy.ts';
import { ruleTable } from '../../../src-main/inspect/rule-table.ts';
import { editParts, withBodyField } from '../../support/edit-cbor.ts';
import { goodTrade, ORDER_SCRIPT, PAYMENT, tradeTerms, writeDraft } from '../../support/good-trade.ts';

const trade = goodTrade('ada', 1);

function judged(change: Partial<InspectionInput>) {
  const inspected = inspectTransaction({ ...trade.input, ...change });
  if (!inspected.ok) throw new Error(JSON.stringify(inspected.failure));
  const { verdict, findings } = inspected.value.report;
  return { verdict, texts: findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`) };
}

describe('the rule table', () => {
  it('holds every rule once, each saying what holds and what it leaves out', () => {
    const ids = ruleTable.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ['D1', 'D8', 'R1', 'R4', 'V1', 'V12', 'F1', 'F11', 'P1', 'P8'])
      expect(ids).toContain(id);
    for (const { holds, leavesOut } of ruleTable) {
      expect(holds).toMatch(/^[A-Z].*\.$/);
      expect(leavesOut).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('V11, recurring orders', () => {
  const dca = { ...tradeTerms(trade.input), kind: 'dca' } as const;

  it('says what one order for the whole amount holds, and asks where the division is not known', () => {
    const { verdict, texts } = judged({ terms: dca });
    expect(verdict).toBe('warn');
    expect(texts).toEqual(
      expect.arrayContaining([
        'info V11: The order holds 100 ADA and 4 ADA for its fees and deposit.',
        'warn V11: How the order was to be divided and timed is not known, so none of it was compared.',
      ]),
    );
  });

  it('blocks more than one order, and another amount', () => {
    const two = goodTrade('ada', 2).input;
    expect(judged({ ...two, terms: dca }).texts).toContain(
      'block V11: It places 2 recurring orders, not one.',
    );
    const pay = { ...dca.pay, quantity: (dca.pay.quantity + 4_000_001n) as typeof dca.pay.quantity };
    expect(judged({ terms: { ...dca, pay } }).verdict).toBe('block');
  });
});

describe('V11, a division that cannot be read', () => {
  const { input } = trade;
  const terms = {
    ...tradeTerms(input),
    kind: 'dca',
    cycles: 10,
    recurring: {
      interval: dcaInterval('1month'),
      cycles: 10,
      amountPerCycle: 10_000_000n,
      slippageBps: 100,
    },
  } as const;
  const script: KnownScript = { exchange: 'Aggregator DCA', plutus: 2 };
  const unread = { known: new Map([[ORDER_SCRIPT, script]]), complete: true };
  const said = (change: Partial<InspectionInput>) =>
    judged({ terms, scripts: unread, ...change }).texts.filter((text) => text.includes('V11: How'));
  const expert: PolicyFacts = {
    limits: { ...DEFAULT_POLICY, expert: true },
    worth: 100_000_000n,
    signedToday: 0n,
    slippageBps: 100,
    impactBps: 10,
    unverified: [],
    exchanges: ['EXA'],
    seenRecipients: new Set(),
    seenScripts: new Set(),
  };
  const words =
    'V11: How the order is divided, when it trades and at what prices cannot be read: all of it may be traded at once, or at any time.';

  it('is blocked at a script whose form is not known', () => {
    expect(said({})).toEqual([`block ${words}`]);
    expect(judged({ terms, scripts: unread }).verdict).toBe('block');
  });

  it('is asked about for an expert, and where not every script is known', () => {
    expect(said({ policy: expert })).toEqual([`warn ${words}`]);
    expect(said({ scripts: { ...unread, complete: false } })).toEqual([`warn ${words}`]);
  });
});

describe('V12, signed before', () => {
  const inputs = [...trade.input.resolved.keys()];
  const base = { bodyHash: 'ab'.repeat(32), subject: 'another', inputs: [] as string[], validUntil: 7 };

  it('asks about the same inputs, the same quote and the same bytes, and about nothing else', () => {
    const earlier = (change: Partial<typeof base>) => judged({ earlier: [{ ...base, ...change }] });
    expect(earlier({}).verdict).toBe('pass');
    expect(earlier({ inputs }).texts.join()).toContain('only one of the two can run');
    expect(earlier({ subject: 'quote-1' }).texts.join()).toContain('valid until slot 7: both could run');
    const own = inspectTransaction(trade.input);
    const bodyHash = own.ok ? own.value.bodyHash : '';
    expect(earlier({ bodyHash }).texts.join()).toContain('already signed exactly this transaction');
    expect(judged({ earlier: [{ ...base, inputs, validUntil: undefined }] }).texts.join()).toContain(
      'forever',
    );
  });
});

describe('F10, attached data', () => {
  it('shows the message, without characters that hide, and counts other data', () => {
    const attached = (hex: string): string => editParts(trade.input.cbor, () => ({ auxiliary: hex }));
    const message = 'a11902a2a1636d736781' + '6b' + Buffer.from('buy \u202enow!', 'utf8').toString('hex');
    const { texts, verdict } = judged({ cbor: attached(message) });
    expect(texts).toContain(
      'warn F10: It carries a message that is not the usual one. The service wrote it, and it stays public for ever: "buy now!".',
    );
    const words = Buffer.from('x". Signed by you. "', 'utf8').toString('hex');
    const breakout = `a11902a2a1636d736781${(0x60 + words.length / 2).toString(16)}${words}`;
    expect(judged({ cbor: attached(breakout) }).texts).toContain(
      'warn F10: It carries a message that is not the usual one. The service wrote it, and it stays public for ever: "x\'. Signed by you. \'".',
    );
    expect(verdict).toBe('block'); // The body names no attached data (D6).
    expect(judged({ cbor: attached('a1014401020304') }).texts).toContain(
      'warn F10: 7 bytes of other data are attached to it. The service wrote them, and they stay public for ever.',
    );
  });
});

describe('F11, data for scripts', () => {
  it('blocks a binding without data, and data without a binding', () => {
    const bound = withBodyField(trade.input.cbor, 11, `5820${'77'.repeat(32)}`);
    expect(judged({ cbor: bound }).texts.join()).toContain('block F11: The transaction binds data');
    const loose = editParts(trade.input.cbor, () => ({ witnesses: 'a10481d87980' }));
    expect(judged({ cbor: loose }).texts.join()).toContain(
      'block F11: What the transaction passes to scripts',
    );
    const both = editParts(bound, () => ({ witnesses: 'a10481d87980' }));
    expect(judged({ cbor: both }).texts.join()).not.toContain('F11');
  });
});

describe('R1 and R2, what is known of inputs', () => {
  const known = (how: 'told' | 'two-sources') =>
    new Map([...trade.input.resolved].map(([reference, input]) => [reference, { ...input, known: how }]));

  it('blocks a trade of the app on the word of one source, and asks on that of two', () => {
    expect(judged({ resolved: known('told') }).texts.join()).toContain(
      'block R2: What 2 inputs hold, and whose they are, is reported',
    );
    expect(judged({ resolved: known('two-sources') })).toMatchObject({ verdict: 'warn' });
    expect(judged({ resolved: known('two-sources') }).texts.join()).toContain('warn R2');
  });

  it('asks about the word of one source in a foreign bundle, shows that of two', () => {
    expect(judged({ resolved: known('told'), missingInputs: 'ask' }).texts.join()).toContain('warn R2');
    expect(judged({ resolved: known('two-sources'), missingInputs: 'ask' })).toMatchObject({
      verdict: 'pass',
    });
  });

  it('blocks a missing one in a wallet, and asks where nothing else can be had', () => {
    expect(judged({ resolved: new Map() }).verdict).toBe('block');
    const asked = judged({ resolved: new Map(), missingInputs: 'ask' });
    expect(asked.verdict).toBe('warn');
    expect(asked.texts.join()).toContain('warn R1: It is not known what 2 inputs hold');
  });
});

describe('V4, an address of mine without a stake part', () => {
  it('is asked about, not blocked', () => {
    const bare = formatAddress(addressOf(0, { kind: 'key', hash: PAYMENT }));
    const outputs = trade.draft.outputs.map((output, at) =>
      at === 1 ? { ...output, address: bare } : output,
    );
    const { verdict, texts } = judged({ cbor: writeDraft({ ...trade.draft, outputs }) });
    expect(verdict).toBe('warn');
    expect(texts.join()).toContain('earns no staking rewards');
  });
});

describe('V3, a service fee', () => {
  const strangers = formatAddress(addressOf(0, { kind: 'key', hash: 'ee'.repeat(28) }));
  const paying = (fee: bigint): string => {
    const outputs = trade.draft.outputs.map((output, at) =>
      at === 1
        ? { ...output, value: new Map([...output.value, [ADA, (output.value.get(ADA) ?? 0n) - fee]]) }
        : output,
    );
    return writeDraft({
      ...trade.draft,
      outputs: [...outputs, { address: strangers, value: new Map([[ADA, fee]]) }],
    });
  };

  it('is asked about up to two ADA and one percent, and blocked beyond', () => {
    expect(judged({ cbor: paying(3_000_000n) }).verdict).toBe('warn');
    expect(judged({ cbor: paying(3_000_001n) }).verdict).toBe('block');
  });

  it('is the stated one where the stated fees are the measure', () => {
    const limits = { ...goodLimits, beyondStated: 'block' } as const;
    const terms = { ...tradeTerms(trade.input), stated: { service: 7_000_000n } };
    expect(judged({ cbor: paying(7_000_000n), terms, limits })).toMatchObject({
      verdict: 'warn',
      texts: expect.not.arrayContaining([expect.stringContaining('warn V3')]) as string[],
    });
    expect(judged({ cbor: paying(7_000_001n), terms, limits }).verdict).toBe('block');
    expect(judged({ cbor: paying(7_000_000n), terms }).verdict).toBe('block');
  });
});
