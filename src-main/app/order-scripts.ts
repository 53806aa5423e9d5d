import codes from '../../resources/exchange-codes.json' with { type: 'json' };
import practiceExchanges from '../../resources/exchanges.json' with { type: 'json' };
import networks from '../../resources/order-scripts.json' with { type: 'json' };
import practicePoolScripts from '../../resources/practice-pool-scripts.json' with { type: 'json' };
import pools from '../../resources/pool-scripts.json' with { type: 'json' };
import practice from '../../resources/practice-order-scripts.json' with { type: 'json' };
import type { NetworkName } from '#domain/network.ts';
import type { AuditScripts } from '../exchanges/audit.ts';
import type { ProfileMode } from '../gate/handlers.ts';
import type { ExchangeName } from '../gate/wire.ts';
import { networkScripts } from '../exchanges/known-scripts.ts';
import { practiceScripts } from '../exchanges/practice/order.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import { networkPools, type KnownPools } from '../exchanges/known-pools.ts';
import { practicePools } from '../exchanges/practice/pool.ts';
import { practiceScriptsFrom, scriptsFrom, type OrderScripts } from '../proof/script-list.ts';

/**
 * The scripts that lock orders, as data that ship with the app. Practice's are all there are on its ledger. On a public
 * test network no list is kept: practice's may be in use there too, among others.
 */
export function knownScripts(mode: ProfileMode, network: NetworkName): ScriptList {
  const listed = provenScripts(mode, network);
  if (mode === 'practice') return { known: practiceScripts(practice), listed, ...CODES, complete: true };
  const known = networkScripts(network, networks);
  return known
    ? { known, listed, ...CODES, complete: true }
    : { known: practiceScripts(practice), listed, ...CODES, complete: false };
}

/** Codes that services are known to use, for the exchanges of these lists and for others. */
const CODES: Pick<ScriptList, 'codes' | 'otherCodes'> = {
  codes: new Map([
    ...practiceExchanges.map(({ code }): [string, string] => [code, code]),
    ...codes.flatMap(({ code, exchange }): [string, string][] =>
      exchange === undefined ? [] : [[code, exchange]],
    ),
  ]),
  otherCodes: new Map(
    codes.flatMap(({ code, exchange, hopsOf }) => (exchange === undefined ? [[code, hopsOf]] : [])),
  ),
};

/** The exchanges that the app knows by name before any service names one: practice's own, and those of real services. */
export const NAMED_EXCHANGES: Readonly<Record<ProfileMode, readonly ExchangeName[]>> = {
  practice: practiceExchanges.map(({ code, name }) => ({ code, name })),
  live: codes.map(({ code, name }) => ({ code, name })),
};

/** As for a judgement without a service: on a test network practice's scripts are taken for all there are. */
export function inspectScripts(network: NetworkName): ScriptList {
  return { known: knownScripts('live', network).known, complete: true };
}

/** The scripts of `knownScripts` as the second proof reads them, which shares no code with the first. */
export function provenScripts(mode: ProfileMode, network: NetworkName): OrderScripts {
  const list = mode === 'practice' ? undefined : (networks as Partial<Record<NetworkName, unknown>>)[network];
  return list === undefined ? practiceScriptsFrom(practice) : scriptsFrom(list);
}

/** The pools that the app's own view of the market is read from; a test network has practice's, if any. */
export function knownPools(mode: ProfileMode, network: NetworkName): KnownPools {
  return mode === 'live' && knownScripts(mode, network).complete
    ? networkPools(network, pools)
    : practicePools(
        practicePoolScripts,
        new Map(practiceExchanges.map(({ code, batcherFee }) => [code, batcherFee])),
      );
}

/** Scripts for auditing fills: the network's list or, if it has none, practice's, since a practice ledger uses those. */
export function auditScripts(network: NetworkName): AuditScripts {
  const { known, complete } = knownScripts('live', network);
  return {
    orders: known,
    pools: knownPools('live', network),
    withoutRedeemers: !complete,
  };
}
