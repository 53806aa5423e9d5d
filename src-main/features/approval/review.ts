import { failure, type Failure } from '#domain/failure.ts';
import type { Token } from '#domain/token.ts';

/** Failure `token-unacknowledged` for the first token that is neither verified nor acknowledged by the user. */
export function unacknowledged(
  tokens: readonly Token[],
  acknowledged: readonly string[],
): Failure | undefined {
  const strange = tokens.find(({ id, verified }) => !verified && !acknowledged.includes(id));
  return strange && failure('token-unacknowledged', { token: (strange.ticker || strange.id).slice(0, 40) });
}
