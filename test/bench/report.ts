/** Shared by the benchmarks: medians, and lines of text on standard output. */

export function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The verdict as the last line of a benchmark, and the exit code 1 when a target was missed. */
export function conclude(missed: readonly string[], summary = ''): void {
  say(missed.length === 0 ? ['met', summary].filter(Boolean).join(': ') : `MISSED: ${missed.join('; ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
