import type { TestedParty, TestLine, TestSubject, TestVerdict } from '#domain/connection-test.ts';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import { LEDGER_API_TABLE, type LedgerApi } from '#domain/ledger-apis.ts';
import { slotToUnix, type NetworkName } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';
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
  /** What the other back-end speaks, where there is one. */
  readonly other: LedgerApi | undefined;
  /** Where transactions are sent, unless it is here. */
  readonly submitHost: string | undefined;
  readonly clock: Clock;
}

/** No transaction and no datum has this hash. */
const UNKNOWN = '0'.repeat(64);
/** Blocks come every twenty seconds. */
const FRESH_S = 300;

/** What a ledger back-end shows of itself, by questions that change nothing. It is asked alone, whatever completes it. */
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
      what: `${host} answers and speaks ${LEDGER_API_TABLE[parts.api].name}.`,
      means:
        of === 'ledger'
          ? 'Balances, inputs and the fate of transactions are read here.'
          : 'It vouches for what transactions spend, by itself and without a token.',
    },
    found.value === network
      ? {
          of,
          about: 'network',
          verdict: 'fine',
          what: `It is on ${network}, as this profile is.`,
          means: 'What it says is of the chain that you trade on.',
        }
      : failedLine(of, 'network', failure('wrong-network', { found: found.value, expected: network })),
  ];
  if (tip.ok) {
    const age = Math.max(0, Math.round(clock.now() / 1_000 - slotToUnix(network, tip.value.slot)));
    lines.push({
      of,
      about: 'tip',
      verdict: age <= FRESH_S ? 'fine' : 'attention',
      what: `Its latest block is ${age} ${age === 1 ? 'second' : 'seconds'} old.`,
      means:
        age <= FRESH_S
          ? 'It keeps up with the network.'
          : 'Blocks come every twenty seconds: it may lag behind, or this clock may be wrong.',
      ...(age <= FRESH_S ? {} : { advice: 'Wait until it has caught up, or use another one.' }),
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
              what: 'It states the parameters that the network is known to have.',
              means: 'Fees and deposits are computed from them.',
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
      what: `Signed transactions are sent to ${parts.submitHost ?? host}.`,
      means: 'This is not tried: only a signed transaction would show whether it takes one.',
    });
  return [...lines, ...tokenLines(parts, true)];
}

type Shown = Readonly<Record<'shows' | 'cannot' | 'silent', readonly string[]>>;

/** Asks for what no chain has: a back-end that can answer says that it is not there. */
async function whatItShows(ledger: Asked, signal: AbortSignal | undefined): Promise<Shown> {
  const questions: readonly (readonly [string, Promise<Result<unknown, Failure>>])[] = [
    ['the bytes of transactions', ledger.transactionCbor(UNKNOWN, signal)],
    ['when transactions entered the chain and who spent their outputs', ledger.inclusion(UNKNOWN, signal)],
    ['data that outputs name by a hash', ledger.datum(UNKNOWN, signal)],
  ];
  const shown = { shows: [] as string[], cannot: [] as string[], silent: [] as string[] };
  for (const [what, answer] of questions) {
    const result = await answer;
    const kind = result.ok ? 'shows' : result.failure.code === 'ledger-cannot-prove' ? 'cannot' : 'silent';
    shown[kind].push(what);
  }
  return shown;
}

function proofLine({ of, api, other }: LedgerProbeParts, { shows, cannot, silent }: Shown): TestLine {
  const what = [
    shows.length > 0 ? `It answers for ${shows.join('; ')}.` : '',
    cannot.length > 0 ? `It cannot show ${cannot.join('; ')}.` : '',
    silent.length > 0 ? `It gave no answer about ${silent.join('; ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
  const line = (verdict: TestVerdict, means: string, advice?: string): TestLine => ({
    of,
    about: 'proof',
    verdict,
    what,
    means,
    ...(advice === undefined ? {} : { advice }),
  });
  if (silent.length > 0)
    return line(
      'attention',
      'What it does not show cannot be proven.',
      'Test again in a moment, or use another back-end.',
    );
  if (cannot.length === 0)
    return line('fine', 'What a trade spends can be proven by the bytes that made it.');
  const { name, history } = LEDGER_API_TABLE[api];
  const helped = other !== undefined && LEDGER_API_TABLE[other].history;
  if (of === 'second-ledger')
    return line('attention', 'It vouches for outputs that are not spent yet, and for no more.');
  return helped && !history
    ? line(
        'fine',
        `${LEDGER_API_TABLE[other].name}, the second back-end, completes what ${name} cannot show.`,
      )
    : line(
        'failed',
        'No trade can be proven or followed with it alone.',
        'Name a second ledger back-end that keeps the history (Koios or Blockfrost).',
      );
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
        what: 'Its access token is sent along.',
        means: 'It goes to this back-end and to no other host.',
      },
    ];
  if (answered && key !== 'none')
    return [
      {
        of,
        about: 'key',
        verdict: 'fine',
        what: 'It answers without an access token.',
        means: 'None is needed, unless it allows more requests to those who have one.',
      },
    ];
  if (key !== 'usual') return [];
  return [
    {
      of,
      about: 'key',
      verdict: 'attention',
      what: `${name} usually asks for an access token, and none is entered.`,
      means: 'A back-end of your own may do without.',
      advice: 'If it refuses to answer, enter its token in the vault window.',
    },
  ];
}

function failedLine(of: TestedParty, about: TestSubject, why: Failure): TestLine {
  const { what, advice } = failureText(why);
  return {
    of,
    about,
    verdict: 'failed',
    what,
    means: 'No trade is made over it until this is mended.',
    advice,
  };
}

function oddLine(of: TestedParty, about: TestSubject, why: Failure): TestLine {
  const { what, advice } = failureText(why);
  return { of, about, verdict: 'attention', what, means: 'This stops no trade by itself.', advice };
}
