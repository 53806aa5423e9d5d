import type { DeskSlot } from '#domain/chart-slots.ts';

/** A window whose page says whether it can be seen: the trading window, or a chart's own. */
type Viewer = 'desk' | DeskSlot;

/** Whether anybody is looking: at one of the windows is enough. */
export class Viewers {
  /** The trading window counts as seen until its page says otherwise. */
  readonly #seeing = new Set<Viewer>(['desk']);
  readonly #tell: (anybody: boolean) => void;

  constructor(tell: (anybody: boolean) => void) {
    this.#tell = tell;
  }

  get anybody(): boolean {
    return this.#seeing.size > 0;
  }

  /** The page of a window says whether it can be seen; a window that is gone cannot. */
  see(window: Viewer, visible: boolean): void {
    if (visible) this.#seeing.add(window);
    else this.#seeing.delete(window);
    this.#tell(this.anybody);
  }
}
