/** Seconds before now at which a built transaction becomes valid, and after now until which it is. */
const VALID_BEFORE = 300;
const VALID_AFTER = 3_600;

/** The slots of a transaction that is built in `slot`. */
export function validityFrom(slot: number): { readonly validFrom: number; readonly invalidFrom: number } {
  return { validFrom: slot - VALID_BEFORE, invalidFrom: slot + VALID_AFTER };
}
