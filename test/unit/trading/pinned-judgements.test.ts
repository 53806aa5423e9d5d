import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { realTradesJudged, tradesJudged, type Judged } from '../../support/judgements.ts';

/**
 * Verdict, findings and all that a summary hash is of, as they were recorded. Only the sentences of findings may be
 * reworded: they are in the hash, and not in what is recorded here. `vitest -u` records them again after a rule changed.
 */
const RECORDED = '../../support/judgements.tsv';

it('judgements are what they were when they were recorded, to the byte', async () => {
  const judged = [...(await tradesJudged()), ...realTradesJudged()];
  for (const one of judged) if (one.bound) expect(summaryHashOf(one), one.name).toBe(one.bound.summaryHash);
  await expect(`${judged.map(rowOf).join('\n')}\n`).toMatchFileSnapshot(RECORDED);
});

function rowOf({ name, report, bound, worse }: Judged): string {
  const { verdict, findings, summary, totalCost, effect } = report;
  const found = findings.map(({ rule, severity }) => `${severity} ${rule}`).join(', ');
  const { bodyHash, subject, tokens, agreed } = bound ?? {};
  const claims = shownOf(bound);
  const figures = {
    bodyHash,
    agreement: agreed?.hash,
    subject,
    tokens,
    claims,
    summary,
    totalCost,
    effect,
    worse,
  };
  return [name, verdict, found, worse ? 'worse' : '', sha256(figures).slice(0, 16)].join('\t');
}

function summaryHashOf({ report: { summary, findings }, bound }: Judged): string | undefined {
  if (!bound) return undefined;
  const { bodyHash, subject, tokens, agreed } = bound;
  const claims = shownOf(bound);
  return sha256({ bodyHash, agreement: agreed?.hash, subject, tokens, claims, summary, findings });
}

/** The claims that are shown; whatever else the service states is in the terms that it is measured by. */
function shownOf(bound: Judged['bound']) {
  if (!bound?.claims) return undefined;
  const { expected, atLeast, cancellationFee } = bound.claims;
  return { expected, atLeast, cancellationFee };
}

function sha256(content: object): string {
  return createHash('sha256').update(JSON.stringify(content, plain)).digest('hex');
}

function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Map ? [...value] : value;
}
