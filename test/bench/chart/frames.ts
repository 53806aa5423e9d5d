/** The work of a chart while frames are counted. */
interface Life {
  readonly tick: (turn: number) => void;
  readonly frame?: (turn: number) => void;
}

/**
 * Frames of the browser for so many seconds: milliseconds of script in each, which is what ticks, the action of the frame and
 * everything that was to be done in it took.
 */
export async function framesOf(
  seconds: number,
  ticksASecond: number,
  life: Life,
): Promise<readonly number[]> {
  window.benchFrames.manual = false;
  window.benchFrames.run();
  const frames: number[] = [];
  let work = 0;
  let ticks = 0;
  const timed = (act: () => void): void => {
    const start = performance.now();
    act();
    work += performance.now() - start;
  };
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  // A page that is late gets all ticks that have waited.
  const feed = setInterval(() => {
    const due = ((performance.now() - begin) * ticksASecond) / 1_000;
    timed(() => {
      for (; ticks < due; ticks += 1) life.tick(ticks);
    });
  }, 1_000 / ticksASecond);
  while (performance.now() < end) {
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    timed(() => life.frame?.(frames.length));
    frames.push(work + window.benchFrames.run());
    work = 0;
  }
  clearInterval(feed);
  return frames;
}
