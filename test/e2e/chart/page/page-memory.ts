import type { Drawing } from '../../../../src-renderer/chart/drawings.ts';
import type { ChartPair } from '../../../../src-renderer/features/charts/chart-feed.ts';
import {
  keyOf,
  type ChartMemory,
  type ChartSettings,
} from '../../../../src-renderer/features/charts/chart-settings.ts';

/** A memory that lasts as long as the page. */
export class PageMemory implements ChartMemory {
  #settings: ChartSettings | undefined;
  readonly #drawings = new Map<string, readonly Drawing[]>();

  settings(): Promise<ChartSettings | undefined> {
    return Promise.resolve(this.#settings);
  }

  keepSettings(settings: ChartSettings): void {
    this.#settings = settings;
  }

  drawings(pair: ChartPair): Promise<readonly Drawing[]> {
    return Promise.resolve(this.#drawings.get(keyOf(pair)) ?? []);
  }

  keepDrawings(pair: ChartPair, _before: readonly Drawing[], drawings: readonly Drawing[]): void {
    this.#drawings.set(keyOf(pair), drawings);
  }
}
