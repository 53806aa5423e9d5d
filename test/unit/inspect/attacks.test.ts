import { describe, expect, it } from 'vitest';

import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import { DEFAULT_LIMITS, type InspectionLimits } from '../../../src-main/inspect/inspection-input.ts';
import { attacks } from '../../support/attacks.ts';
import { withIndefiniteBody, withReversedBody } from '../../support/edit-cbor.ts';
import { goodTrade, strangerAddress, tradeTerms } from '../../support/good-trade.ts';

const trades = [goodTrade('ada', 1), goodTrade('ada', 2), goodTrade('token', 1), goodTrade('token', 2)];

describe('the inspector on good trades', () => {
  it.each(trades)('passes a good trade as built, and in other encodings of the same data', ({ input }) => {
    for (const cbor of [input.cbor, withReversedBody(input.cbor), withIndefiniteBody(input.cbor)]) {
      const inspected = inspectTransaction({ ...input, cbor });
      if (!inspected.ok) throw new Error(inspected.failure.code);
      const troubling = inspected.value.report.findings.filter(({ severity }) => severity !== 'info');
      expect(troubling).toEqual([]);
      expect(inspected.value.report.verdict).toBe('pass');
    }
  });
});

describe('the inspector on attacks', () => {
  it.each(attacks.map((attack) => [attack.name, attack] as const))('%s', (_, attack) => {
    for (const trade of trades) {
      const cbor = attack.make(trade);
      expect(cbor).not.toBe(trade.input.cbor);
      const inspected = inspectTransaction({ ...trade.input, cbor });
      if (attack.severity === 'decode') {
        expect(inspected).toMatchObject({ ok: false, failure: { code: 'transaction-undecodable' } });
        continue;
      }
      if (!inspected.ok) throw new Error(JSON.stringify(inspected.failure));
      const { verdict, findings } = inspected.value.report;
      expect(verdict).toBe(attack.severity);
      const caught = findings.filter(
        ({ severity, rule }) => severity === attack.severity && attack.caughtBy.includes(rule),
      );
      expect(caught.length, JSON.stringify(findings)).toBeGreaterThan(0);
      for (const { message } of caught) expect(message).toMatch(/^[A-Z0-9].*\.$/);
    }
  });
});

describe('what the quote states of fees', () => {
  it('is held against the orders: more than stated asks, as much does not', () => {
    const trade = goodTrade('ada', 2);
    const verdict = (batcher: bigint, deposits: bigint, limits?: InspectionLimits): string => {
      const terms = { ...tradeTerms(trade.input), stated: { batcher, deposits } };
      const inspected = inspectTransaction({ ...trade.input, terms, ...(limits ? { limits } : {}) });
      return inspected.ok ? inspected.value.report.verdict : 'unreadable';
    };
    expect(verdict(4_000_000n, 4_000_000n)).toBe('pass');
    expect(verdict(3_999_999n, 4_000_000n)).toBe('warn');
    expect(verdict(40_000_000n, 40_000_000n)).toBe('pass');
    const strict = { ...DEFAULT_LIMITS, beyondStated: 'block' } as const;
    expect(verdict(4_000_000n, 4_000_000n, strict)).toBe('pass');
    expect(verdict(3_999_999n, 4_000_000n, strict)).toBe('block');
  });
});

describe('the service fee address', () => {
  const attack = attacks.find(({ name }) => name === 'part of the change goes to a stranger');
  const trade = goodTrade('ada', 1);

  it('may get its capped fee once it is allowed, and no more', () => {
    const cbor = attack?.make(trade) ?? '';
    const verdict = (serviceFee: bigint): string => {
      const limits = { ...DEFAULT_LIMITS, feeRecipients: new Set([strangerAddress]), serviceFee };
      const inspected = inspectTransaction({ ...trade.input, cbor, limits });
      if (!inspected.ok) return 'unreadable';
      const { findings } = inspected.value.report;
      return findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ rule, severity }) => `${severity} ${rule}`)
        .join();
    };
    // The fee itself is not asked about any more; that all costs together are large still is.
    expect(verdict(4_000_000n)).toBe('warn V16');
    expect(verdict(3_999_999n)).toContain('block V3');
  });
});

describe('unknown scripts', () => {
  it('are asked about, not blocked, where not every script is known; their terms count as unread', () => {
    const { input } = goodTrade();
    const inspected = inspectTransaction({ ...input, scripts: { known: new Map(), complete: false } });
    if (!inspected.ok) throw new Error(inspected.failure.code);
    const { verdict, findings, effect } = inspected.value.report;
    expect(verdict).toBe('warn');
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['V7', 'V9', 'V13', 'V16', 'F8']));
    expect(effect.minimumReceived).toBeUndefined();
  });
});
