import { vectorsPresent } from '../vectors.ts';
import { aggregatorBases } from './aggregator-bases.ts';
import type { AttackBase } from './attack-kind.ts';
import { practiceBases } from './practice-bases.ts';

/** Every base that there is: practice's always, real ones where the real data lies beside the checkout. */
export function allBases(): readonly AttackBase[] {
  return [...practiceBases(), ...(vectorsPresent ? aggregatorBases() : [])];
}
