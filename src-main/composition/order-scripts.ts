import networks from '../../resources/order-scripts.json' with { type: 'json' };
import practice from '../../resources/practice-order-scripts.json' with { type: 'json' };
import type { NetworkName } from '../../src-preload/domain/network.ts';
import type { ProfileMode } from '../app/app-parts.ts';
import { networkScripts } from '../cardano/order-forms/known-scripts.ts';
import { practiceScripts } from '../cardano/order-forms/practice.ts';
import { practiceScriptsFrom, scriptsFrom } from '../proof/script-list.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';

/**
 * The scripts that lock orders, as data that ship with the app. Practice's are all there are on its ledger. On a public
 * test network no list is kept: practice's may stand there too, beside others.
 */
export function knownScripts(mode: ProfileMode, network: NetworkName): ScriptList {
  const listed = practiceScriptsFrom(practice);
  if (mode === 'practice') return { known: practiceScripts(practice), listed, complete: true };
  const known = networkScripts(network, networks);
  return known
    ? { known, listed: scriptsFrom(listOf(network)), complete: true }
    : { known: practiceScripts(practice), listed, complete: false };
}

function listOf(network: NetworkName): unknown {
  return (networks as Readonly<Record<string, unknown>>)[network] ?? {};
}

/** As for a judgement without a service: on a test network practice's scripts are taken for all there are. */
export function inspectScripts(network: NetworkName): ScriptList {
  return { known: knownScripts('live', network).known, complete: true };
}
