import { describe, expect, it } from 'vitest';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { Ahead } from '../../../src-main/trading/ahead.ts';

/** Work that ends on request, and counts how many are under way at once. */
class Work {
  readonly begun: string[] = [];
  most = 0;
  #now = 0;
  readonly #ends = new Map<string, (result: Result<string, Failure>) => void>();

  readonly of =
    (key: string) =>
    (signal: AbortSignal): Promise<Result<string, Failure>> => {
      this.begun.push(key);
      this.#now += 1;
      this.most = Math.max(this.most, this.#now);
      return new Promise<Result<string, Failure>>((resolve) => {
        this.#ends.set(key, resolve);
        signal.addEventListener('abort', () => resolve(failed(failure('service-timeout'))));
      }).finally(() => (this.#now -= 1));
    };

  end(key: string, result: Result<string, Failure> = ok(key)): void {
    this.#ends.get(key)?.(result);
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const code = (result: Result<unknown, Failure> | undefined): string =>
  result === undefined ? 'none' : result.ok ? 'ok' : result.failure.code;

describe('what is built ahead', () => {
  it('is one thing at a time, however fast the questions change', async () => {
    const [ahead, work] = [new Ahead<string>(), new Work()];
    const answers = ['a', 'b', 'c', 'd'].map((key) => ahead.begin(key, work.of(key)));
    await settle();
    work.end('d');
    expect((await Promise.all(answers)).map(code)).toEqual([
      ...Array.from({ length: 3 }, () => 'review-superseded'),
      'ok',
    ]);
    expect(work.most).toBe(1);
    expect(work.begun.at(-1)).toBe('d');
  });

  it('answers under its own key alone, even if an older one answers late', async () => {
    const [ahead, work] = [new Ahead<string>(), new Work()];
    const deaf = ahead.begin('old', () => new Promise((resolve) => setTimeout(() => resolve(ok('old')), 30)));
    await settle();
    const wanted = ahead.begin('new', work.of('new'));
    expect(ahead.take('old')).toBeUndefined();
    expect(code(await deaf)).toBe('review-superseded');
    await settle();
    work.end('new');
    expect(await wanted).toEqual(ok('new'));
    expect(await ahead.take('new')).toEqual(ok('new'));
  });

  it('is taken once, and is not cancelled by what comes after it', async () => {
    const [ahead, work] = [new Ahead<string>(), new Work()];
    void ahead.begin('a', work.of('a'));
    await settle();
    const taken = ahead.take('a');
    expect(ahead.take('a')).toBeUndefined();
    ahead.drop();
    work.end('a');
    expect(await taken).toEqual(ok('a'));
  });

  it('does not keep a failure, and asks once for the same', async () => {
    const [ahead, work] = [new Ahead<string>(), new Work()];
    const first = ahead.begin('a', work.of('a'));
    expect(ahead.begin('a', work.of('a'))).toBe(first);
    await settle();
    work.end('a', failed(failure('no-quote')));
    expect(code(await first)).toBe('no-quote');
    expect(ahead.take('a')).toBeUndefined();
    expect(work.begun).toEqual(['a']);
  });
});
