/** The style at the start of a frame. */
const standard = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  lineJoin: 'miter' as 'miter' | 'round',
  lineDash: [] as readonly number[],
  globalAlpha: 1,
  font: '12px sans-serif',
  textAlign: 'left' as 'left' | 'center',
};

type Style = typeof standard;

const KEPT_WIDTHS = 500;

/**
 * Draws on a canvas. A style costs nothing until it is used, and is handed to the canvas only where it changed: reading
 * colours and fonts is most of what a canvas does for a small chart. Labels are centred vertically on their y.
 */
export class Pen implements Style {
  fillStyle = standard.fillStyle;
  strokeStyle = standard.strokeStyle;
  lineWidth = standard.lineWidth;
  lineJoin = standard.lineJoin;
  lineDash = standard.lineDash;
  globalAlpha = standard.globalAlpha;
  font = standard.font;
  textAlign = standard.textAlign;
  readonly #open: () => CanvasRenderingContext2D;
  /** Opened by what is drawn or measured first: a layer may stay empty. */
  #on!: CanvasRenderingContext2D;
  /** The style that the canvas has. */
  #held: Style = { ...standard };
  /** Nothing has been drawn since the canvas was cleared. */
  #empty = true;
  /** Canvas pixels per pixel, until something is drawn: a canvas on which nothing was drawn takes no memory. */
  #fresh: number | undefined;

  readonly #widths = new Map<string, number>();

  constructor(open: () => CanvasRenderingContext2D) {
    this.#open = open;
  }

  /** The canvas is new, was resized or was restored: it is empty and has no style. `ratio`: canvas pixels per pixel. */
  reset(ratio: number): void {
    this.#fresh = ratio;
    // As a canvas begins, but for the font: looking one up is slow, and a layer without text needs none.
    this.#held = { ...standard, font: '' };
    this.#empty = true;
  }

  /** Replaces what was drawn before by what the painters draw in turn, on `width` by `height` pixels. */
  frame(width: number, height: number, ...painters: readonly ((pen: Pen) => void)[]): void {
    if (!this.#empty) this.#on.clearRect(0, 0, width, height);
    this.#empty = true;
    for (const paint of painters) {
      Object.assign(this, standard);
      paint(this);
    }
  }

  /** Clips to a rectangle while `paint` runs, then restores the style. */
  within(x: number, y: number, width: number, height: number, paint: () => void): void {
    if (this.#empty) this.#begin();
    const style = this.#style;
    const held = { ...this.#held };
    this.#on.save();
    this.#on.beginPath();
    this.#on.rect(x, y, width, height);
    this.#on.clip();
    try {
      paint();
    } finally {
      this.#on.restore();
      this.#held = held;
      Object.assign(this, style);
    }
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#inkFill();
    this.#on.fillRect(x, y, width, height);
  }

  /** The edges of a rectangle, within it, in the fill colour. */
  outlineRect(x: number, y: number, width: number, height: number, thick: number): void {
    this.strokeStyle = this.fillStyle;
    this.lineWidth = thick;
    this.#inkStroke();
    this.#on.strokeRect(x + thick / 2, y + thick / 2, width - thick, height - thick);
  }

  beginPath(): void {
    // A path is in the pixels that hold while it is made.
    if (this.#empty) this.#begin();
    this.#on.beginPath();
  }

  moveTo(x: number, y: number): void {
    this.#on.moveTo(x, y);
  }

  /** The first point of a path starts it. */
  lineTo(x: number, y: number): void {
    this.#on.lineTo(x, y);
  }

  circle(x: number, y: number, radius: number): void {
    this.#on.moveTo(x + radius, y);
    this.#on.arc(x, y, radius, 0, Math.PI * 2);
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    this.#on.roundRect(x, y, width, height, radius);
  }

  closePath(): void {
    this.#on.closePath();
  }

  fill(): void {
    this.#inkFill();
    this.#on.fill();
  }

  stroke(): void {
    this.#inkStroke();
    this.#on.stroke();
  }

  fillText(text: string, x: number, y: number): void {
    this.#inkText();
    this.#on.fillText(text, x, y);
  }

  /** A label with an outline in the stroke colour and width behind its letters. */
  outlinedText(text: string, x: number, y: number): void {
    const { lineJoin } = this;
    // A sharp corner would stick out of a letter.
    this.lineJoin = 'round';
    this.#inkText();
    this.#inkStroke();
    this.#on.strokeText(text, x, y);
    this.#on.fillText(text, x, y);
    this.lineJoin = lineJoin;
  }

  /** Width of a text in pixels, as the canvas shows it: a canvas takes over features of the font around it. */
  textWidth(text: string): number {
    const { font } = this;
    const key = `${font}|${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    this.#on ??= this.#open();
    if (this.#held.font !== font) this.#on.font = this.#held.font = font;
    const { width } = this.#on.measureText(text);
    if (this.#widths.size >= KEPT_WIDTHS) this.#widths.clear();
    this.#widths.set(key, width);
    return width;
  }

  get #style(): Style {
    const { fillStyle, strokeStyle, lineWidth, lineJoin, lineDash, globalAlpha, font, textAlign } = this;
    return { fillStyle, strokeStyle, lineWidth, lineJoin, lineDash, globalAlpha, font, textAlign };
  }

  #begin(): void {
    this.#empty = false;
    const ratio = this.#fresh;
    if (ratio === undefined) return;
    this.#fresh = undefined;
    this.#on ??= this.#open();
    this.#on.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#on.textBaseline = 'middle';
    this.#on.textAlign = standard.textAlign;
  }

  #inkFill(): void {
    const held = this.#held;
    if (this.#empty) this.#begin();
    if (held.fillStyle !== this.fillStyle) this.#on.fillStyle = held.fillStyle = this.fillStyle;
    if (held.globalAlpha !== this.globalAlpha) this.#on.globalAlpha = held.globalAlpha = this.globalAlpha;
  }

  #inkStroke(): void {
    const held = this.#held;
    if (this.#empty) this.#begin();
    if (held.strokeStyle !== this.strokeStyle) this.#on.strokeStyle = held.strokeStyle = this.strokeStyle;
    if (held.globalAlpha !== this.globalAlpha) this.#on.globalAlpha = held.globalAlpha = this.globalAlpha;
    if (held.lineWidth !== this.lineWidth) this.#on.lineWidth = held.lineWidth = this.lineWidth;
    if (held.lineJoin !== this.lineJoin) this.#on.lineJoin = held.lineJoin = this.lineJoin;
    if (held.lineDash !== this.lineDash) this.#on.setLineDash((held.lineDash = this.lineDash));
  }

  #inkText(): void {
    this.#inkFill();
    const held = this.#held;
    if (held.font !== this.font) this.#on.font = held.font = this.font;
    if (held.textAlign !== this.textAlign) this.#on.textAlign = held.textAlign = this.textAlign;
  }
}
