import type { Failure } from '#domain/failure.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { VkeyWitness } from '../cardano/witness-set.ts';
import { encodeWitnessSet, parseWitnessSet } from '../cardano/witness.ts';
import { animatedCodes, type AnimatedCodes } from './ur/animated.ts';
import { readSignature, writeSignature } from './ur/cardano-signature.ts';
import { packedModules } from './ur/qr.ts';
import { UrDecoder } from './ur/ur-decoder.ts';
import type { UrMessage } from './ur/ur-part.ts';

/** Codes made at a time: of the largest ones, half a second's work. */
const MOST_AT_A_TIME = 24;

/** Codes as a page draws them. */
export interface ShownCodes extends Pick<AnimatedCodes, 'needed' | 'round' | 'density'> {
  /** `bits`: see `packedModules`; Base64. */
  readonly codes: { readonly side: number; readonly bits: string }[];
}

/** Some of a message's codes, from one of its round on. Failures: as of `animatedCodes`. */
export function shownCodes(
  message: UrMessage,
  { bytesPerCode, from }: { readonly bytesPerCode: number; readonly from: number },
): Result<ShownCodes, Failure> {
  const answer = animatedCodes(message, bytesPerCode, from, MOST_AT_A_TIME);
  if (!answer.ok) return answer;
  const codes = answer.value.codes.map((code) => ({
    side: code.modules.length,
    bits: Buffer.from(packedModules(code)).toString('base64'),
  }));
  return ok({ ...answer.value, codes });
}

/** Signatures as a device answers a request with them. */
export function signatureMessage(witnesses: readonly VkeyWitness[]): UrMessage {
  return writeSignature({ requestId: undefined, witnessSet: encodeWitnessSet(witnesses) });
}

/** The signatures in codes that were read. Failures: `frames-incomplete`, `ur-…`. */
export function signaturesInFrames(frames: readonly string[]): Result<readonly VkeyWitness[], Failure> {
  const message = messageInFrames(frames);
  return message.ok ? signaturesIn(message.value) : message;
}

/** The signatures in a message. Failures: `ur-other-type`, `ur-contents`. */
export function signaturesIn(message: UrMessage): Result<readonly VkeyWitness[], Failure> {
  const answer = readSignature(message);
  if (!answer.ok) return answer;
  const shown = parseWitnessSet(answer.value.witnessSet);
  return shown.ok ? shown : failed(failure('ur-contents', { reason: shown.failure }));
}

/** The message of codes, in whatever order they were read. Failures: `frames-incomplete`, those of the decoder. */
export function messageInFrames(frames: Iterable<string>): Result<UrMessage, Failure> {
  const decoder = new UrDecoder();
  let progress = { received: 0, needed: 0 };
  for (const frame of frames) {
    const taken = decoder.take(frame);
    if (!taken.ok) return taken;
    const { message, ...so } = taken.value;
    if (message) return ok(message);
    progress = so;
  }
  return failed(failure('frames-incomplete', progress));
}
