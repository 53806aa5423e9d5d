import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { policyLimits, type PolicyLimitsView } from '#contract/policy-limits.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { PolicyLimits } from '../../inspect/policy.ts';

export const POLICY_FILE = 'limits.json';
const VERSION = 1;

const document = v.strictObject({ version: v.literal(VERSION), limits: policyLimits });
const anyVersion = v.object({ version: v.pipe(v.number(), v.integer()) });

/** Limits as windows are shown them. */
export function policyView({
  perTrade,
  perDay,
  cost,
  impactBps,
  exchanges,
  ...rest
}: PolicyLimits): PolicyLimitsView {
  return {
    ...rest,
    ...(perTrade === undefined ? {} : { perTrade: String(perTrade) }),
    ...(perDay === undefined ? {} : { perDay: String(perDay) }),
    ...(cost === undefined ? {} : { cost: String(cost) }),
    ...(impactBps === undefined ? {} : { impactBps }),
    ...(exchanges === undefined ? {} : { exchanges: [...exchanges] }),
  };
}

/** Limits as they are judged by. */
export function policyOf({
  perTrade,
  perDay,
  cost,
  impactBps,
  exchanges,
  ...rest
}: PolicyLimitsView): PolicyLimits {
  return {
    ...rest,
    ...(perTrade === undefined ? {} : { perTrade: BigInt(perTrade) }),
    ...(perDay === undefined ? {} : { perDay: BigInt(perDay) }),
    ...(cost === undefined ? {} : { cost: BigInt(cost) }),
    ...(impactBps === undefined ? {} : { impactBps }),
    ...(exchanges === undefined ? {} : { exchanges: [...exchanges] }),
  };
}

/** The bytes of the file. */
export function encodePolicy(limits: PolicyLimits): Uint8Array {
  return Buffer.from(`${JSON.stringify({ version: VERSION, limits: policyView(limits) }, undefined, 2)}\n`);
}

/** Reads a file that is known to be our own. Failures: `storage-newer`, `limits-changed`. */
export function parsePolicy(content: Uint8Array): Result<PolicyLimits, Failure> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), Buffer.from(content).toString('utf8'));
  const read = v.safeParse(document, parsed.output);
  if (read.success) return ok(policyOf(read.output.limits));
  const other = v.safeParse(anyVersion, parsed.output);
  return failed(
    other.success && other.output.version > VERSION
      ? failure('storage-newer', { file: POLICY_FILE })
      : failure('limits-changed'),
  );
}

/** SHA-256 of a file's bytes, hex. */
export function policyDigest(content: Uint8Array): string {
  return createHash('sha256').update('touchstone limits 1').update(content).digest('hex');
}
