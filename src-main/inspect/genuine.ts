import type { Inspection } from './inspection.ts';

const made = new WeakSet<Inspection>();

/** Marks an inspection as made by the inspector. Called by `inspectTransaction` alone. */
export function genuine(inspection: Inspection): Inspection {
  deepFreeze(inspection);
  made.add(inspection);
  return inspection;
}

/** True for an inspection that the inspector made in this process, as it made it; a copy is not one. */
export function isGenuine(inspection: Inspection): boolean {
  return made.has(inspection);
}

function deepFreeze(value: unknown): void {
  // What is no object counts as frozen.
  if (Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value as object)) deepFreeze(part);
}
