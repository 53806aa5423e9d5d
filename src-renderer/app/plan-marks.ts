import type { DcaRowView } from '#contract/dca-views.ts';
import { ADA } from '#domain/asset.ts';
import type { OverlayMark } from '../chart/scene.ts';
import type { ExecutedCycle } from '../state/dca-plans.svelte.ts';

/** Marks of the trades that recurring orders made in a pair. `executedOf` tells those of a plan as far as they are known. */
export function planMarks(
  rows: readonly DcaRowView[],
  pair: { readonly base: string; readonly quote: string },
  executedOf: (id: string) => readonly ExecutedCycle[],
): readonly OverlayMark[] {
  if (pair.quote !== ADA) return [];
  return rows
    .filter(({ token }) => token === pair.base)
    .flatMap((row) =>
      executedOf(row.id).flatMap(({ number, at, price }, place, all): OverlayMark[] => {
        if (at === undefined || price === undefined) return [];
        return [
          {
            id: `${row.id} ${number}`,
            time: Math.floor(at / 1000),
            price: Number(price.adaPerToken),
            kind: row.side,
            // Words at each would lie on one another: the newest alone says what they are.
            label: place === all.length - 1 ? `DCA ${number}/${row.cycles}` : '',
          },
        ];
      }),
    );
}
