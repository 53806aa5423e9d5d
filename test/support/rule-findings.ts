import type { Facts } from '../../src-main/inspect/facts.ts';
import type { Rule } from '../../src-main/inspect/rule.ts';

/** Findings of one rule, as `severity: message`, over the facts that it looks at and no others. */
export function ruleFindings(rule: Rule, facts: object): readonly string[] {
  return rule.judge(facts as unknown as Facts).map((finding) => {
    if (finding.rule !== rule.id) throw new Error(`${rule.id} speaks for ${finding.rule}`);
    return `${finding.severity}: ${finding.message}`;
  });
}
