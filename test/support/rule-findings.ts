import { expect } from 'vitest';

import type { Facts } from '../../src-main/inspect/facts.ts';
import type { Rule } from '../../src-main/inspect/rule.ts';

/** Findings of one rule, as `severity: message`, over the facts that it looks at and no others. */
export function findings(rule: Rule, facts: object): readonly string[] {
  return rule.judge(facts as unknown as Facts).map((finding) => {
    expect(finding).toMatchObject({ rule: rule.id, message: expect.any(String) as unknown });
    return `${finding.severity}: ${finding.message}`;
  });
}
