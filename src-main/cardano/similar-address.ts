import { decodeBech32 } from './bech32.ts';

/** Characters of an address that people compare at either end, and those that alone are a coincidence no more. */
const BOTH_ENDS = 4;
const ONE_END = 6;
/** `addr1q`: what every address of a network and kind begins with. */
const HEADER = 1;

/**
 * Whether two different Bech32 addresses could be taken for each other: they begin and end alike, or one end is alike
 * for longer than chance makes it.
 */
export function similarAddress(one: string, other: string): boolean {
  if (one === other) return false;
  const [left, right] = [bareText(one), bareText(other)];
  const start = alike(left, right);
  const end = alike([...left].toReversed().join(''), [...right].toReversed().join(''));
  return (start >= BOTH_ENDS && end >= BOTH_ENDS) || start >= ONE_END || end >= ONE_END;
}

/** The address without what its kind gives it. */
function bareText(address: string): string {
  const decoded = decodeBech32(address);
  const cut = decoded.ok ? decoded.value.prefix.length + 1 + HEADER : 0;
  return address.slice(cut);
}

/** How many characters two texts begin with alike. */
function alike(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
