/** A typed number of things: a whole number between two bounds, or nothing. */
export function readCount(text: string, least: number, most: number): number | undefined {
  const plain = text.trim();
  if (!/^\d{1,4}$/.test(plain)) return undefined;
  const count = Number(plain);
  return count >= least && count <= most ? count : undefined;
}
