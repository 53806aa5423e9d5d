import type { TicketEdge } from '../../ports/windows.ts';
import { besideTicket, type Placed, SIDE_WINDOWS, type WindowBounds } from '../windows.ts';
import type { ChromiumWindow } from './chromium-window.ts';

/**
 * Where the approval window goes beside the trading window. Only a page knows its screen, and a busy one answers late,
 * so the screen is measured ahead and holds for as long as the trading window stays where it was.
 */
export class BesideMain {
  readonly #main: Pick<ChromiumWindow, 'bounds' | 'screen'>;
  #measured: { readonly main: Placed; readonly screen: Placed } | undefined;

  constructor(main: Pick<ChromiumWindow, 'bounds' | 'screen'>) {
    this.#main = main;
  }

  /** Measures the screen for the next time. */
  async measure(): Promise<void> {
    this.#measured = undefined;
    const main = await this.#place();
    if (main !== undefined) await this.#screenOf(main);
  }

  /** Beside the ticket; where the browser does not tell the windows' places, with the usual size and no place. */
  async bounds(edge: TicketEdge | undefined): Promise<WindowBounds> {
    const { bounds } = SIDE_WINDOWS.approval;
    const main = edge === undefined ? undefined : await this.#place();
    const screen = main && (await this.#screenOf(main));
    if (edge === undefined || main === undefined || screen === undefined) return bounds;
    return besideTicket(bounds, main, edge, screen);
  }

  async #place(): Promise<Placed | undefined> {
    const { width, height, left, top } = (await this.#main.bounds()) ?? {};
    if (width === undefined || height === undefined || left === undefined || top === undefined)
      return undefined;
    return { width, height, left, top };
  }

  async #screenOf(main: Placed): Promise<Placed | undefined> {
    if (this.#measured && isSame(this.#measured.main, main)) return this.#measured.screen;
    try {
      const screen = await this.#main.screen();
      this.#measured = { main, screen };
      return screen;
    } catch {
      return undefined;
    }
  }
}

function isSame(one: Placed, other: Placed): boolean {
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height
  );
}
