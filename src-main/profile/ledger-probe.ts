import type { TestedParty, TestLine, TestSubject, TestVerdict } from '#domain/connection-test.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { LEDGER_API_TABLE, type LedgerApi } from '#domain/ledger-apis.ts';
import { slotToUnix, type NetworkName } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';
import type { ShownByLedger } from '#domain/sentences/connections.en.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { Ledger, StatedClock } from '../ports/ledger.ts';
import type { Clock } from '../ports/system.ts';
import { oddParameters, oddTimes } from '../trading/ledger-findings.ts';

type Asked = Pick<Ledger, 'network' | 'tip' | 'parameters' | 'transactionCbor' | 'inclusion' | 'datum'> &
  StatedClock;

export interface LedgerProbeParts {
  readonly of: 'ledger' | 'second-ledger';
  readonly ledger: Asked;
  readonly api: LedgerApi;
  readonly host: string;
  readonly network: NetworkName;
  /** Whether its access token is sent along. */
  readonly hasKey: boolean;
  /** The API of the other back-end, where there is one. */
  readonly other: LedgerApi | undefined;
  /** Where transactions are sent, unless it is here. */
  readonly submitHost: string | undefined;
  readonly clock: Clock;
}

/** No transaction and no datum has this hash. */
const UNKNOWN = '0'.repeat(64);
/** Blocks come every twenty seconds. */
const FRESH_S = 300;

/**
 * Tests a ledger back-end by questions that change nothing. It is tested alone, without any back-end that completes it.
 */
export async function probeLedger(
  parts: LedgerProbeParts,
  signal?: AbortSignal,
): Promise<readonly TestLine[]> {
  const { of, ledger, host, network, clock } = parts;
  const found = await ledger.network(signal);
  if (!found.ok) return [failedLine(of, 'answer', found.failure), ...tokenLines(parts, false)];
  const [tip, parameters, shown] = await Promise.all([
    ledger.tip(signal),
    ledger.parameters(signal),
    whatItShows(ledger, signal),
  ]);
  const lines: TestLine[] = [
    {
      of,
      about: 'answer',
      verdict: 'fine',
      what: [sentence('answer/ledger', { host, api: LEDGER_API_TABLE[parts.api].name })],
      means: of === 'ledger' ? sentence('answer/first-means') : sentence('answer/second-means'),
    },
    found.value === network
      ? {
          of,
          about: 'network',
          verdict: 'fine',
          what: [sentence('network/same', { network })],
          means: sentence('network/same-means'),
        }
      : failedLine(of, 'network', failure('wrong-network', { found: found.value, expected: network })),
  ];
  if (tip.ok) {
    const age = Math.max(0, Math.round(clock.now() / 1_000 - slotToUnix(network, tip.value.slot)));
    lines.push({
      of,
      about: 'tip',
      verdict: age <= FRESH_S ? 'fine' : 'attention',
      what: [sentence('tip/age', { age })],
      means: age <= FRESH_S ? sentence('tip/fresh-means') : sentence('tip/old-means'),
      ...(age <= FRESH_S ? {} : { advice: sentence('tip/old-advice') }),
    });
    // That it lags is said above, with the age.
    for (const odd of oddTimes(tip.value, network, clock.now(), ledger.clockOffset()))
      if (odd.code !== 'ledger-behind') lines.push(oddLine(of, 'clock', odd));
  } else lines.push(failedLine(of, 'tip', tip.failure));
  if (parameters.ok) {
    const odd = oddParameters(parameters.value, network);
    lines.push(
      ...(odd.length > 0
        ? odd.map((each) => oddLine(of, 'parameters', each))
        : [
            {
              of,
              about: 'parameters' as const,
              verdict: 'fine' as const,
              what: [sentence('parameters/known')],
              means: sentence('parameters/known-means'),
            },
          ]),
    );
  } else lines.push(failedLine(of, 'parameters', parameters.failure));
  lines.push(proofLine(parts, shown));
  if (of === 'ledger')
    lines.push({
      of,
      about: 'submission',
      verdict: 'fine',
      what: [sentence('submission/where', { host: parts.submitHost ?? host })],
      means: sentence('submission/where-means'),
    });
  return [...lines, ...tokenLines(parts, true)];
}

type Shown = Readonly<Record<'shows' | 'cannot' | 'silent', readonly ShownByLedger[]>>;

/** Asks for what no chain has: a back-end that can answer says that it is not there. */
async function whatItShows(ledger: Asked, signal: AbortSignal | undefined): Promise<Shown> {
  const questions: readonly (readonly [ShownByLedger, Promise<Result<unknown, Failure>>])[] = [
    ['bytes', ledger.transactionCbor(UNKNOWN, signal)],
    ['inclusion', ledger.inclusion(UNKNOWN, signal)],
    ['data', ledger.datum(UNKNOWN, signal)],
  ];
  const shown: Record<keyof Shown, ShownByLedger[]> = { shows: [], cannot: [], silent: [] };
  for (const [what, answer] of questions) {
    const result = await answer;
    const kind = result.ok ? 'shows' : result.failure.code === 'ledger-cannot-prove' ? 'cannot' : 'silent';
    shown[kind].push(what);
  }
  return shown;
}

function proofLine({ of, api, other }: LedgerProbeParts, { shows, cannot, silent }: Shown): TestLine {
  const what = [
    ...(shows.length > 0 ? [sentence('proof/answers', { what: shows })] : []),
    ...(cannot.length > 0 ? [sentence('proof/cannot', { what: cannot })] : []),
    ...(silent.length > 0 ? [sentence('proof/silent', { what: silent })] : []),
  ];
  const line = (verdict: TestVerdict, means: Sentence, advice?: Sentence): TestLine => ({
    of,
    about: 'proof',
    verdict,
    what,
    means,
    ...(advice === undefined ? {} : { advice }),
  });
  if (silent.length > 0)
    return line('attention', sentence('proof/silent-means'), sentence('proof/silent-advice'));
  if (cannot.length === 0) return line('fine', sentence('proof/all-means'));
  const { name, history } = LEDGER_API_TABLE[api];
  const helped = other !== undefined && LEDGER_API_TABLE[other].history;
  if (of === 'second-ledger') return line('attention', sentence('proof/second-means'));
  return helped && !history
    ? line('fine', sentence('proof/helped-means', { other: LEDGER_API_TABLE[other].name, api: name }))
    : line('failed', sentence('proof/alone-means'), sentence('proof/alone-advice'));
}

function tokenLines({ of, api, hasKey }: LedgerProbeParts, answered: boolean): readonly TestLine[] {
  if (of === 'second-ledger') return [];
  const { key, name } = LEDGER_API_TABLE[api];
  if (hasKey)
    return [
      {
        of,
        about: 'key',
        verdict: 'fine',
        what: [sentence('token/sent')],
        means: sentence('token/sent-means'),
      },
    ];
  if (answered && key !== 'none')
    return [
      {
        of,
        about: 'key',
        verdict: 'fine',
        what: [sentence('token/not-needed')],
        means: sentence('token/not-needed-means'),
      },
    ];
  if (key !== 'usual') return [];
  return [
    {
      of,
      about: 'key',
      verdict: 'attention',
      what: [sentence('token/usual', { api: name })],
      means: sentence('token/usual-means'),
      advice: sentence('token/usual-advice'),
    },
  ];
}

function failedLine(of: TestedParty, about: TestSubject, why: Failure): TestLine {
  return { ...failureLine(why), of, about, verdict: 'failed', means: sentence('failed/ledger-means') };
}

function oddLine(of: TestedParty, about: TestSubject, why: Failure): TestLine {
  return { ...failureLine(why), of, about, verdict: 'attention', means: sentence('odd/means') };
}

function failureLine(why: Failure): Pick<TestLine, 'what' | 'advice'> {
  return { what: [{ failure: why }], advice: { failure: why, part: 'advice' } };
}
