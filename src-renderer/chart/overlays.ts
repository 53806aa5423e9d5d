/** A horizontal line at a price: an open order, an alert, a step of a plan. */
export interface OverlayLine {
  readonly id: string;
  readonly price: number;
  /** `draft` is a price that is being entered. */
  readonly kind: 'buy' | 'sell' | 'alert' | 'draft';
  /** What it is, in a few words: `Sell 120 SNEK`. */
  readonly label: string;
  /** It can be pulled up and down, and is kept in sight. */
  readonly draggable?: boolean;
}

/** A mark at a moment and a price: an own fill. */
export interface OverlayMark {
  readonly id: string;
  /** Unix seconds. */
  readonly time: number;
  readonly price: number;
  readonly kind: 'buy' | 'sell' | 'note';
  readonly label: string;
}

export interface Overlays {
  readonly lines: readonly OverlayLine[];
  readonly marks: readonly OverlayMark[];
}

export const noOverlays: Overlays = { lines: [], marks: [] };
