import type { Objection } from './proof.ts';

/** Something that a transaction does and may not. */
export function objection(code: string, message: string): Objection {
  return { code, message };
}

/** An objection where it applies. */
export function when(applies: boolean, code: string, message: string): readonly Objection[] {
  return applies ? [objection(code, message)] : [];
}
