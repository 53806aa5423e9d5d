import type { Finding } from '../inspection.ts';
import type { TokenFact } from '../policy.ts';
import { block, info, type Rule, warn } from '../rule.ts';

/**
 * Tickers are the service's words, and anybody may mint a token of any name. The trading window asks before it trades
 * an unverified token, but its word that it asked counts nothing here.
 */
export const firstSeenToken: Rule = {
  id: 'P9',
  holds:
    'Every token was traded by a transaction that you signed before, the ledger confirms its decimals, and they are those that it had when it was first seen here.',
  leavesOut:
    'Whether a token is the one that you mean: compare its id; and whether a verified token is worth anything.',
  judge: ({ given: { policy } }) => (policy?.tokens ?? []).flatMap(judgeToken),
};

function judgeToken(token: TokenFact): readonly Finding[] {
  const { id, name, verified, decimals, decimalsBefore, decimalsTold, traded } = token;
  if (decimalsBefore !== undefined)
    return [
      block(
        'P9',
        `${name} is now said to have ${decimals} decimals; when it was first seen here it had ${decimalsBefore}. A token's decimals never change, so every amount of it could be wrong. Its id is ${id}.`,
      ),
    ];
  const findings: Finding[] = [];
  if (!verified)
    findings.push(
      traded
        ? info('P9', `${name} is not verified. Its id is ${id}.`)
        : warn('P9', `${name} is not verified, and you have not traded it before. Its id is ${id}.`),
    );
  else if (!traded) findings.push(info('P9', `You have not traded ${name} before. Its id is ${id}.`));
  if (decimalsTold)
    findings.push(
      (traded ? info : warn)(
        'P9',
        `That one ${name} is ${10n ** BigInt(decimals)} base units is the word of the service alone: amounts could be wrong by factors of ten.`,
      ),
    );
  return findings;
}
