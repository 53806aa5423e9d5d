import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { ALL_READ, type ReadRows, unreadOf, type UnreadRows } from '../http/json.ts';
import type { Answered } from './ledger-read.ts';

/** Rows of one page. */
const PAGE_SIZE = 100;

/**
 * Sizes of pages, largest first. Each divides the one before it, so that a position reached with one is the start of a
 * page of every smaller one, and pages that are counted in their own size neither overlap nor leave a row out.
 */
const PAGE_SIZES: readonly number[] = [PAGE_SIZE, 50, 25, 5, 1];
/** Rows of one list that are too large even alone, before the list is given up: each takes several calls to find. */
const MOST_TOO_LARGE = 5;

interface PageOptions<Row> {
  /** How many rows are read at most, as pages of `PAGE_SIZE`. */
  readonly mostPages: number;
  /** Rows from `position` on, at most `size`; `position` is a multiple of `size`. */
  readonly ask: (position: number, size: number) => Answered<ReadRows<Row>>;
  /** Takes what could be read of a page; true ends the reading. */
  readonly enough: (page: readonly Row[]) => boolean | Answered<boolean>;
  /** Whether a page of more bytes than are read is asked for in smaller ones; otherwise it is a failure. */
  readonly smaller: boolean;
}

/**
 * Reads a list page by page until a short page or until the reader has `enough`, and answers which rows could not be
 * read. Anybody can pay a few outputs to an address that make a page of them larger than any answer that is read, so
 * these hundred rows come in smaller pages; one that is too large even alone is left out. Failures: those of `ask`, and
 * `ledger-answer-too-large` for more rows than asked for, too many pages, or too many rows that are too large.
 */
export async function readByPages<Row>(options: PageOptions<Row>): Answered<UnreadRows> {
  const { mostPages, ask, enough, smaller } = options;
  const most = mostPages * PAGE_SIZE;
  let unread = ALL_READ;
  let tooLarge = 0;
  let position = 0;
  let size = PAGE_SIZE;
  while (position < most) {
    // Only the rows that made a page too large are read in smaller ones.
    if (position % PAGE_SIZE === 0) size = PAGE_SIZE;
    let answer = await ask(position, size);
    while (smaller && isTooLarge(answer)) {
      const next = PAGE_SIZES.find((one) => one < size);
      if (next === undefined) break;
      size = next;
      answer = await ask(position, size);
    }
    if (smaller && isTooLarge(answer) && tooLarge < MOST_TOO_LARGE) {
      tooLarge += 1;
      answer = ok({ rows: [], bad: 1, path: '' });
    }
    if (!answer.ok) return answer;
    unread = unreadOf([unread, answer.value]);
    // The end of the list shows in what was sent, whether or not it can be read.
    const sent = answer.value.rows.length + answer.value.bad;
    if (sent > size) return failed(failure('ledger-answer-too-large'));
    const done = await enough(answer.value.rows);
    if (typeof done !== 'boolean' && !done.ok) return done;
    const isLast = typeof done === 'boolean' ? done : done.value;
    if (isLast || sent < size) return ok(unread);
    position += size;
  }
  return failed(failure('ledger-answer-too-large'));
}

function isTooLarge(answer: Result<unknown, Failure>): boolean {
  return !answer.ok && answer.failure.code === 'ledger-answer-too-large';
}
