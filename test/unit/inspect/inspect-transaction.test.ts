import { describe, expect, it } from 'vitest';

import { inputsOf } from '../../../src-main/cardano/resolution.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { Inspection } from '../../../src-main/inspect/inspection.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { isGenuine } from '../../../src-main/inspect/approved-tx.ts';
import { ruleTable } from '../../../src-main/inspect/rule-table.ts';
import { agreedTo } from '../../support/agreed.ts';
import { withBodyField, withRepeatedField } from '../../support/edit-cbor.ts';
import { goodTrade, tradeTerms } from '../../support/good-trade.ts';

const { input } = goodTrade();

function inspected(given: InspectionInput): Inspection {
  const result = inspectTransaction(given);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

describe('bytes that cannot be read', () => {
  it('are refused by the rule that refuses them, and with no hash where there is no body', () => {
    expect(inspectTransaction({ ...input, cbor: 'zz' })).toStrictEqual({
      ok: false,
      failure: {
        code: 'transaction-undecodable',
        data: { rule: 'D1', reason: 'it is not hexadecimal' },
      },
    });
  });

  it('are refused with the hash of their body where that is to be seen, so that they can be looked for', () => {
    const twice = withRepeatedField(input.cbor, 2);
    expect(inspectTransaction({ ...input, cbor: twice })).toStrictEqual({
      ok: false,
      failure: {
        code: 'transaction-undecodable',
        data: {
          rule: 'D2',
          reason: 'its body contains the key 2 twice',
          bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        },
      },
    });
  });

  it('have no inputs to look up either, and the reason is given', () => {
    expect(inputsOf('zz')).toStrictEqual({
      ok: false,
      failure: { code: 'transaction-undecodable', data: { reason: 'it is not hexadecimal' } },
    });
  });
});

describe('what is looked up before a transaction is judged', () => {
  it('is what it spends and what it puts at risk', () => {
    const [first] = [...input.resolved.keys()];
    const collateral = withBodyField(input.cbor, 13, `81825820${(first ?? '').slice(0, 64)}05`);
    expect(inputsOf(input.cbor)).toMatchObject({
      ok: true,
      value: { inputs: [...input.resolved.keys()], collateral: [] },
    });
    expect(inputsOf(collateral)).toMatchObject({
      ok: true,
      value: { inputs: [...input.resolved.keys()], collateral: [`${(first ?? '').slice(0, 64)}#5`] },
    });
  });
});

describe('the report', () => {
  const all = ruleTable.map(({ id }) => id);

  it('names every rule that ran, in the order of the table', () => {
    expect(inspected(agreedTo(input)).report.rulesRun).toEqual(all);
  });

  it('proves nothing a second time of what is blocked already, and says so', () => {
    const greedy = { ...input, terms: { ...tradeTerms(input), atLeast: 840_000n } };
    const { verdict, findings, rulesRun } = inspected(agreedTo(greedy)).report;
    expect(verdict).toBe('block');
    expect(findings.filter(({ rule }) => rule === 'S2')).toEqual([]);
    expect(rulesRun).toEqual(all.filter((id) => id !== 'S2'));
  });
});

describe('an inspection', () => {
  it("is the inspector's own, frozen in every object of it, and a copy of it is none", () => {
    const inspection = inspected(agreedTo(input));
    expect(isGenuine(inspection)).toBe(true);
    expect(isGenuine({ ...inspection })).toBe(false);
    expect(looseParts(inspection)).toEqual([]);
  });
});

/** Paths to the objects within that could still be changed. */
function looseParts(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.entries(value).flatMap(([key, part]) => looseParts(part, `${path}.${key}`));
  return Object.isFrozen(value) ? within : [path, ...within];
}
