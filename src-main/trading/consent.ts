import { failure, type Failure } from '#domain/failure.ts';
import type { Review } from './review-desk.ts';

/** What the user consented to, as the window that showed it says. */
export interface Consent {
  readonly bodyHash: string;
  readonly summaryHash: string;
  /** Of the agreement that was shown: all that the approval stands for. */
  readonly agreementHash: string;
  /** Rules whose warnings were consented to, one by one. */
  readonly consents: readonly string[];
  /** Whether less than the quote that was shown is agreed to. */
  readonly worse: boolean;
}

/** What needs a consent of its own and has none: each warning, and a price below the quote's. */
export function missingConsent(
  { inspection, worseThanQuote }: Review,
  { consents, worse }: Consent,
): Failure | undefined {
  const warning = inspection.report.findings.find(
    ({ rule, severity }) => severity === 'warn' && !consents.includes(rule),
  );
  if (warning) return failure('consent-missing', { finding: warning.message, rule: warning.rule });
  if (worseThanQuote && !worse)
    return failure('consent-missing', { finding: 'The built transaction gives less than the quote.' });
  return undefined;
}
