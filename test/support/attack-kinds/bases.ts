import { aggregatorBases } from './aggregator-bases.ts';
import type { AttackBase } from './attack-kind.ts';
import { practiceBases } from './practice-bases.ts';

/** Every base that there is: practice's and real ones. */
export function allBases(): readonly AttackBase[] {
  return [...practiceBases(), ...aggregatorBases()];
}
