import networks from '../../resources/order-scripts.json' with { type: 'json' };
import practice from '../../resources/practice-order-scripts.json' with { type: 'json' };
import type { NetworkName } from '#domain/network.ts';
import type { ProfileMode } from '../profile/app-parts.ts';
import { networkScripts } from '../cardano/order-forms/known-scripts.ts';
import { practiceScripts } from '../cardano/order-forms/practice.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import { practiceScriptsFrom, scriptsFrom, type OrderScripts } from '../proof/script-list.ts';

/**
 * The scripts that lock orders, as data that ship with the app. Practice's are all there are on its ledger. On a public
 * test network no list is kept: practice's may stand there too, beside others.
 */
export function knownScripts(mode: ProfileMode, network: NetworkName): ScriptList {
  const listed = provenScripts(mode, network);
  if (mode === 'practice') return { known: practiceScripts(practice), listed, complete: true };
  const known = networkScripts(network, networks);
  return known
    ? { known, listed, complete: true }
    : { known: practiceScripts(practice), listed, complete: false };
}

/** As for a judgement without a service: on a test network practice's scripts are taken for all there are. */
export function inspectScripts(network: NetworkName): ScriptList {
  return { known: knownScripts('live', network).known, complete: true };
}

/** The scripts of `knownScripts` as the second proof reads them, which shares no code with the first. */
export function provenScripts(mode: ProfileMode, network: NetworkName): OrderScripts {
  const list = mode === 'practice' ? undefined : (networks as Partial<Record<NetworkName, unknown>>)[network];
  return list === undefined ? practiceScriptsFrom(practice) : scriptsFrom(list);
}
