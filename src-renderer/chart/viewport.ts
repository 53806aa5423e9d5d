/** Free bars between the last candle and the right edge while the chart follows the market. */
const MARGIN_BARS = 6;
const WIDEST_BAR = 80;
const FIRST_SPACING = 7;
/** Maximum free share of the plot at the right. */
const FREE_SHARE = 0.5;
/** Candles that stay in view however far the user pans. */
const LEAST_VISIBLE = 3;

/**
 * The visible range of the series. Candle `i` spans positions `i` to `i + 1`; positions may be fractions.
 */
export class Viewport {
  /** Width of the plot in pixels. */
  width = 0;
  /** Pixels per candle, including its gap. */
  spacing = FIRST_SPACING;
  /** The position at the right edge of the plot. */
  right = MARGIN_BARS;
  #length = 0;

  get left(): number {
    return this.right - this.width / this.spacing;
  }

  /** The first candle in view, even if partly. */
  get first(): number {
    return Math.max(0, Math.floor(this.left));
  }

  /** The one after the last candle in view. */
  get end(): number {
    return Math.max(0, Math.min(this.#length, Math.ceil(this.right)));
  }

  /** True while the newest candle is in view: then the chart follows new ones. */
  get atPresent(): boolean {
    return this.right >= this.#length;
  }

  /** Pixels from the plot's left edge to a position. */
  toX(position: number): number {
    return this.width - (this.right - position) * this.spacing;
  }

  /** The position under a pixel. */
  toPosition(x: number): number {
    return this.right - (this.width - x) / this.spacing;
  }

  /** Candles keep their distance from the left edge, or from the right one while the chart follows the market. */
  resize(width: number): void {
    const { left, atPresent } = this;
    const isFirst = this.width === 0;
    this.width = Math.max(1, width);
    if (!isFirst && !atPresent) this.right = left + this.width / this.spacing;
    this.#clamp();
  }

  /** Shows the end of a new series of that length. */
  reset(length: number): void {
    this.#length = length;
    this.spacing = Math.max(FIRST_SPACING, this.#narrowest());
    this.toEnd();
  }

  /** The series grew; the view follows if the newest candle was in view. */
  extend(length: number): void {
    const followed = this.atPresent;
    const added = length - this.#length;
    this.#length = length;
    if (followed) this.right += added;
  }

  /** Older candles were prepended: the view stays on the same candles. */
  shift(added: number): void {
    this.#length += added;
    this.right += added;
  }

  panBy(pixels: number): void {
    this.right -= pixels / this.spacing;
    this.#clamp();
  }

  /** Makes candles wider (factor above 1) or narrower; the point at pixel `x` stays there. */
  zoomAt(x: number, factor: number): void {
    const held = this.toPosition(x);
    this.spacing *= factor;
    this.#clampSpacing();
    this.right = held + (this.width - x) / this.spacing;
    this.#clamp();
  }

  toEnd(): void {
    this.right = this.#length + MARGIN_BARS;
    this.#clamp();
  }

  toStart(): void {
    this.right = this.width / this.spacing;
    this.#clamp();
  }

  /** Back to the newest candles at the default width. */
  home(): void {
    this.spacing = Math.max(FIRST_SPACING, this.#narrowest());
    this.toEnd();
  }

  /** The whole series. */
  fit(): void {
    this.spacing = this.#narrowest();
    this.#clampSpacing();
    this.toEnd();
  }

  /** Shows exactly the range between two positions. */
  show(left: number, right: number): void {
    if (!(right > left)) return;
    this.spacing = this.width / (right - left);
    this.#clampSpacing();
    this.right = right;
    this.#clamp();
  }

  #narrowest(): number {
    return Math.min(WIDEST_BAR / 4, this.width / (this.#length + MARGIN_BARS));
  }

  #clampSpacing(): void {
    this.spacing = Math.min(WIDEST_BAR, Math.max(this.#narrowest(), this.spacing));
  }

  #clamp(): void {
    const visible = this.width / this.spacing;
    const most = this.#length + Math.max(MARGIN_BARS, visible * FREE_SHARE);
    const least = Math.min(this.#length, LEAST_VISIBLE);
    this.right = Math.max(least, Math.min(most, this.right));
  }
}
