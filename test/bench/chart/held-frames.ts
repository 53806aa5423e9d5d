/** Frames of a page that are run by hand. */
export interface HeldFrames {
  /** While set, frames wait for `run`. */
  manual: boolean;
  /** Runs the waiting frames. Returns the milliseconds of script in frames since the last call. */
  run(): number;
}

declare global {
  interface Window {
    benchFrames: HeldFrames;
  }
}

/** Put into each page before its scripts; it uses nothing from outside. */
export function holdFrames(): void {
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  let waiting = new Map<number, FrameRequestCallback>();
  let spent = 0;
  // Numbers that the browser does not use.
  let next = -1;
  window.requestAnimationFrame = (callback) => {
    if (window.benchFrames.manual) {
      waiting.set(next, callback);
      next -= 1;
      return next + 1;
    }
    return request((time) => {
      const start = performance.now();
      callback(time);
      spent += performance.now() - start;
    });
  };
  window.cancelAnimationFrame = (handle) => {
    if (!waiting.delete(handle)) cancel(handle);
  };
  window.benchFrames = {
    manual: false,
    run() {
      const now = waiting;
      waiting = new Map();
      for (const callback of now.values()) callback(performance.now());
      const took = spent;
      spent = 0;
      return took;
    },
  };
}

const channel = new MessageChannel();

/** Lets promises settle and runs the frames that wait. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    for (let wait = 0; wait < 4; wait += 1) await Promise.resolve();
    window.benchFrames.run();
  }
}

/**
 * Lets the browser show the canvases. Otherwise it would collect the painting of many turns, and do all of it within one that
 * is being timed.
 */
export async function breathe(): Promise<void> {
  await new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  });
}
