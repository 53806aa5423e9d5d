import type { BarSpan } from './scene.ts';

/**
 * Where the bars of a span are, in pixels that are whole on the device: worked out once, as they are painted in several
 * passes. Each column starts with the first bar of the span.
 */
export class BarPlaces {
  rises = new Uint8Array(0);
  /** The middle of the wick. */
  middle = new Float64Array(0);
  high = new Float64Array(0);
  /** The ends of the body. */
  top = new Float64Array(0);
  bottom = new Float64Array(0);
  low = new Float64Array(0);

  fill({ scene, scale, from, to }: BarSpan): void {
    if (to - from > this.rises.length) this.#makeRoom(to - from);
    const { bars, series, viewport, pixelRatio } = scene;
    const { rises, middle, high, top, bottom, low } = this;
    for (let bar = from, at = 0; bar < to; bar += 1, at += 1) {
      const opened = series.open[bar * bars.size] as number;
      const closed = series.close[Math.min(series.length, (bar + 1) * bars.size) - 1] as number;
      const rise = closed >= opened;
      const open = Math.round(scale.toY(opened) * pixelRatio) / pixelRatio;
      const close = Math.round(scale.toY(closed) * pixelRatio) / pixelRatio;
      rises[at] = rise ? 1 : 0;
      top[at] = rise ? close : open;
      bottom[at] = rise ? open : close;
      high[at] = Math.round(scale.toY(bars.high[bar] as number) * pixelRatio) / pixelRatio;
      low[at] = Math.round(scale.toY(bars.low[bar] as number) * pixelRatio) / pixelRatio;
      middle[at] = viewport.toX((bar + 0.5) * bars.size);
    }
  }

  #makeRoom(count: number): void {
    this.rises = new Uint8Array(count);
    for (const name of ['middle', 'high', 'top', 'bottom', 'low'] as const)
      this[name] = new Float64Array(count);
  }
}
