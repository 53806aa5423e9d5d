import { read } from './vectors.ts';

/** A text envelope of cardano-cli's golden tests, and its place there. */
export interface GoldenEnvelope {
  readonly path: string;
  readonly type: string;
  readonly description: string;
  readonly cborHex: string;
}

const { items } = JSON.parse(read('text-envelope/cardano-cli-golden.json')) as {
  readonly items: readonly GoldenEnvelope[];
};

/** All 155 of them. */
export const goldenEnvelopes: readonly GoldenEnvelope[] = items;

export function goldenEnvelope(path: string): GoldenEnvelope {
  const found = items.find((item) => item.path === `files/${path}`);
  if (!found) throw new Error(`there is no ${path} among cardano-cli's`);
  return found;
}

/**
 * The envelope as a file, under another type where one is given: the signatures of a key do not depend on its role.
 */
export function envelopeFile(envelope: Omit<GoldenEnvelope, 'path'>, type = envelope.type): string {
  return `${JSON.stringify({ type, description: envelope.description, cborHex: envelope.cborHex }, undefined, 4)}\n`;
}
