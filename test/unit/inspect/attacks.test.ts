import { describe, expect, it } from 'vitest';

import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import { attacks } from '../../support/attacks.ts';
import { withIndefiniteBody, withReversedBody } from '../../support/edit-cbor.ts';
import { goodTrade } from '../../support/good-trade.ts';

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
