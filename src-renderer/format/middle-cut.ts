/** A hash, address or id with its middle cut out: `addr_test1qp…7k2m`. Short texts stay whole. */
export function middleCut(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
