import { failure, type Failure } from '#domain/failure.ts';
import { slotToUnix, type NetworkName } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import { USUAL_PARAMETERS, type InspectionParameters } from '../inspect/inspection-input.ts';
import type { Ledger, ProtocolParameters, StatedClock, Tip } from '../ports/ledger.ts';
import type { Clock } from '../ports/system.ts';

const KNOWN: Readonly<Record<NetworkName, InspectionParameters>> = {
  mainnet: USUAL_PARAMETERS,
  preprod: USUAL_PARAMETERS,
  preview: USUAL_PARAMETERS,
};

/** Major protocol versions of the Conway era, whose transactions are read here. */
const VERSIONS = { least: 9, most: 11 } as const;

/** How often a parameter may have been multiplied, or divided, before it is called odd. */
const MOST_CHANGE = 2n;
const CLOCK_TOLERANCE_MS = 60_000;
/** A slot lasts a second, and a back-end may round. */
const SLOT_TOLERANCE_S = 2;
/** Blocks come every twenty seconds: in half an hour without one, something else is wrong. */
const LONGEST_QUIET_MS = 30 * 60_000;

/**
 * Oddities of a back-end, or of this machine's clock compared with it, for the user to know; none of them stops a trade
 * by itself. Codes: `ledger-parameters-odd`, `ledger-time-odd`, `ledger-behind`, `clock-off`. A back-end that does not
 * answer is not reported here: the caller meets that failure with its next request.
 */
export async function ledgerFindings(
  ledger: Pick<Ledger, 'tip' | 'parameters'> & StatedClock,
  network: NetworkName,
  clock: Clock,
  signal?: AbortSignal,
): Promise<readonly Failure[]> {
  const [tip, parameters] = await Promise.all([ledger.tip(signal), ledger.parameters(signal)]);
  return [
    ...(parameters.ok ? oddParameters(parameters.value, network) : []),
    ...(tip.ok ? oddTimes(tip.value, network, clock.now(), ledger.clockOffset()) : []),
  ];
}

/** Parameters that are far from those known of the network, and versions of which nothing is known. */
export function oddParameters(found: ProtocolParameters, network: NetworkName): readonly Failure[] {
  const known = KNOWN[network];
  const names = ['minFeeA', 'minFeeB', 'coinsPerUtxoByte', 'maxTxSize'] as const;
  const odd = names.flatMap((name) => {
    const [is, was] = [BigInt(found[name]), BigInt(known[name])];
    if (is <= was * MOST_CHANGE && is * MOST_CHANGE >= was) return [];
    return [failure('ledger-parameters-odd', { parameter: name, found: `${is}`, known: `${was}`, network })];
  });
  const { protocolMajor: version } = found;
  if (version === undefined || (version >= VERSIONS.least && version <= VERSIONS.most)) return odd;
  const versions = `${VERSIONS.least} to ${VERSIONS.most}`;
  return [
    ...odd,
    failure('ledger-parameters-odd', {
      parameter: 'the protocol version',
      ...{ found: `${version}`, known: versions, network },
    }),
  ];
}

/**
 * Compares the latest block's slot and time with the clock that the back-end states (`offset`, ms ahead of ours).
 * Without a stated clock, a block from the future still shows that our clock is behind.
 */
export function oddTimes(
  tip: Pick<Tip, 'slot' | 'time'>,
  network: NetworkName,
  now: EpochMs,
  offset: number | undefined,
): readonly Failure[] {
  const findings: Failure[] = [];
  const off = Math.abs(tip.time / 1_000 - slotToUnix(network, tip.slot));
  if (off > SLOT_TOLERANCE_S) findings.push(failure('ledger-time-odd', { seconds: Math.round(off) }));
  const age = now - slotToUnix(network, tip.slot) * 1_000;
  const ahead = offset ?? Math.max(0, -age);
  if (Math.abs(ahead) > CLOCK_TOLERANCE_MS) {
    const way = ahead > 0 ? 'behind' : 'ahead';
    findings.push(failure('clock-off', { seconds: Math.round(Math.abs(ahead) / 1_000), way }));
  }
  const lag = age + (offset ?? 0);
  if (lag > LONGEST_QUIET_MS) findings.push(failure('ledger-behind', { minutes: Math.round(lag / 60_000) }));
  return findings;
}
