import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { density, qrOf, type QrCode } from './qr.ts';
import { encodeParts } from './ur-encoder.ts';
import type { UrMessage } from './ur-part.ts';

/** So many times the codes that are needed when none is lost: a third may then be, and whichever. */
const SURPLUS = 3;

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
  const round = fragments === 1 ? 1 : SURPLUS * fragments;
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
