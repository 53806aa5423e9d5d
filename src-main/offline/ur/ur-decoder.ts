import { crc32 } from 'node:zlib';

import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { fragmentChooser } from './fragment-choice.ts';
import { FragmentSolver } from './fragment-solver.ts';
import { readPart, type UrMessage, type UrPart } from './ur-part.ts';

export interface UrProgress {
  /** How many of the parts that were read told something new. */
  readonly received: number;
  /** At that many the message is complete. */
  readonly needed: number;
  readonly message: UrMessage | undefined;
}

/** A message of which parts were read: what all of them must agree in. */
interface Begun {
  readonly first: UrPart;
  readonly chosen: (sequence: number) => readonly number[];
  readonly solver: FragmentSolver;
  readonly message: UrMessage | undefined;
}

/**
 * Puts a message together from its parts (BCR-2024-001, "The Decoder"), in whatever order they come and however many are
 * lost. The first part says which message it is; those of another are refused, and nothing changes by them. It keeps as
 * much as the message takes (`MOST_BYTES`) and a table of its fragments (half a megabyte at `MOST_FRAGMENTS`), and the
 * work for one part is bounded by both. A checksum finds faults of reading and no forgery: the message is as little to be
 * trusted as whoever shows it.
 */
export class UrDecoder {
  #begun: Begun | undefined;

  /**
   * Takes the text of one code. Refused with `ur-malformed` and `ur-other-message`; where the whole does not fit its
   * checksum, or parts contradict each other, all of them are forgotten (`ur-contradiction`).
   */
  take(text: string): Result<UrProgress, Failure> {
    const read = readPart(text);
    if (!read.ok) return failed(failure('ur-malformed', { reason: read.failure }));
    const part = 'cbor' in read.value ? wholeOf(read.value) : read.value;
    const begun = this.#begun ?? begin(part);
    if (!sameMessage(begun.first, part)) return failed(failure('ur-other-message'));
    this.#begun = begun;
    if (begun.message !== undefined) return ok(progressOf(begun));
    const addition = begun.solver.add(begun.chosen(part.sequence), part.data);
    if (addition === 'contradiction') return this.#contradicted();
    if (begun.solver.rank < part.fragments) return ok(progressOf(begun));
    const cbor = begun.solver.solve().slice(0, part.length);
    if (crc32(cbor) !== part.checksum) return this.#contradicted();
    this.#begun = { ...begun, message: { type: part.type, cbor } };
    return ok(progressOf(this.#begun));
  }

  #contradicted(): Result<never, Failure> {
    this.#begun = undefined;
    return failed(failure('ur-contradiction'));
  }
}

function begin(first: UrPart): Begun {
  return {
    first,
    chosen: fragmentChooser(first.fragments, first.checksum),
    solver: new FragmentSolver(first.fragments, first.data.length),
    message: undefined,
  };
}

/** A message in one text, as the one part of it. */
function wholeOf({ type, cbor }: UrMessage): UrPart {
  return { type, sequence: 1, fragments: 1, length: cbor.length, checksum: crc32(cbor), data: cbor };
}

function sameMessage(first: UrPart, part: UrPart): boolean {
  return (
    first.type === part.type &&
    first.fragments === part.fragments &&
    first.length === part.length &&
    first.checksum === part.checksum &&
    first.data.length === part.data.length
  );
}

function progressOf({ first, solver, message }: Begun): UrProgress {
  return { received: solver.rank, needed: first.fragments, message };
}
