import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Answered } from './ledger-read.ts';

/** Rows of one page. */
export const PAGE_SIZE = 100;

/**
 * Sizes of pages, largest first. Each divides the one before it, so that a position reached with one is the start of a
 * page of every smaller one, and pages that are counted in their own size neither overlap nor leave a row out.
 */
const PAGE_SIZES: readonly number[] = [PAGE_SIZE, 50, 25, 5, 1];

interface PageOptions<Row> {
  /** How many rows are read at most, as pages of `PAGE_SIZE`. */
  readonly mostPages: number;
  /** Rows from `position` on, at most `size`; `position` is a multiple of `size`. */
  readonly ask: (position: number, size: number) => Answered<readonly Row[]>;
  /** Takes a page; true ends the reading. */
  readonly enough: (page: readonly Row[]) => boolean | Answered<boolean>;
  /** Whether a page of more bytes than are read is asked for in smaller ones; otherwise it is a failure. */
  readonly smaller: boolean;
}

/**
 * Reads a list page by page until a short page or until the reader has `enough`. Anybody can pay a few outputs to an
 * address that make a page of them larger than any answer that is read, so these hundred rows come in smaller pages.
 * Failures: those of `ask`, and `ledger-answer-too-large` for more rows than asked for, too many pages, or a single row
 * that is too large.
 */
export async function readByPages<Row>(options: PageOptions<Row>): Promise<Result<undefined, Failure>> {
  const { mostPages, ask, enough, smaller } = options;
  const most = mostPages * PAGE_SIZE;
  let position = 0;
  let size = PAGE_SIZE;
  while (position < most) {
    // Only the rows that made a page too large are read in smaller ones.
    if (position % PAGE_SIZE === 0) size = PAGE_SIZE;
    let answer = await ask(position, size);
    while (smaller && !answer.ok && answer.failure.code === 'ledger-answer-too-large') {
      const next = PAGE_SIZES.find((one) => one < size);
      if (next === undefined) break;
      size = next;
      answer = await ask(position, size);
    }
    if (!answer.ok) return answer;
    if (answer.value.length > size) return failed(failure('ledger-answer-too-large'));
    const done = await enough(answer.value);
    if (typeof done !== 'boolean' && !done.ok) return done;
    const isLast = typeof done === 'boolean' ? done : done.value;
    if (isLast || answer.value.length < size) return ok(undefined);
    position += size;
  }
  return failed(failure('ledger-answer-too-large'));
}
