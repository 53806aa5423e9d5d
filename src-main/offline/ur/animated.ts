import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { density, qrOf, type QrCode } from './qr.ts';
import { encodeParts } from './ur-encoder.ts';
import type { UrMessage } from './ur-part.ts';

/**
 * Codes per round: three times as many as are needed without losses, plus some. Any third of them may then be lost.
 * Mixtures are random: with exactly three times, one in twelve messages of four fragments cannot be restored from two
 * thirds of its round.
 */
const SURPLUS = { times: 3, more: 24 } as const;

/** How many codes a message has before they repeat. */
export function roundOf(fragments: number): number {
  return fragments === 1 ? 1 : SURPLUS.times * fragments + SURPLUS.more;
}

/** Codes of a message, to be shown one after another. */
export interface AnimatedCodes {
  /** Frames without which the message is not whole. */
  readonly needed: number;
  /** How many there are in a round. */
  readonly round: number;
  /** Of the largest of these codes; see `density`. */
  readonly density: ReturnType<typeof density>;
  readonly codes: readonly QrCode[];
}

/**
 * The codes of a message from one of its round on, `most` of them at most. `bytesPerCode`: of the message in one code.
 * Failures: those of the encoder, `qr-too-long`.
 */
export function animatedCodes(
  message: UrMessage,
  bytesPerCode: number,
  from = 0,
  most = Number.POSITIVE_INFINITY,
): Result<AnimatedCodes, Failure> {
  const shown = encodeParts({ ...message, fragmentLength: bytesPerCode });
  if (!shown.ok) return shown;
  const { fragments, parts } = shown.value;
  const round = roundOf(fragments);
  const codes: QrCode[] = [];
  for (let at = 0; at < Math.min(round, from + most); at += 1) {
    const part = parts.next().value;
    if (at < from) continue;
    const code = qrOf(part);
    if (!code.ok) return code;
    codes.push(code.value);
  }
  const version = Math.max(1, ...codes.map((code) => code.version));
  return ok({ needed: fragments, round, density: density(version), codes });
}
