import { graphic } from 'echarts/core';

type Path = InstanceType<typeof Ink>;
type Text = InstanceType<typeof graphic.Text>;
type Group = InstanceType<typeof graphic.Group>;
type Rect = InstanceType<typeof graphic.Rect>;

/** The path of one shape: steps, each a code and its numbers. */
type Steps = number[];

const MOVE = 0;
const LINE = 1;
const RECT = 2;
const ARC = 3;
const CLOSE = 4;

/** A path of any steps, as a shape of ECharts. */
const Ink = graphic.extendShape({
  type: 'ink',
  shape: { steps: [] as Steps },
  buildPath(path, { steps }: { steps: Steps }) {
    const number = (at: number): number => steps[at] as number;
    for (let at = 0; at < steps.length;) {
      switch (steps[at]) {
        case MOVE:
          path.moveTo(number(at + 1), number(at + 2));
          at += 3;
          break;
        case LINE:
          path.lineTo(number(at + 1), number(at + 2));
          at += 3;
          break;
        case RECT:
          path.rect(number(at + 1), number(at + 2), number(at + 3), number(at + 4));
          at += 5;
          break;
        case ARC:
          path.arc(number(at + 1), number(at + 2), number(at + 3), number(at + 4), number(at + 5));
          at += 6;
          break;
        default:
          path.closePath();
          at += 1;
      }
    }
  },
});

/** Shapes that share a clip. They are reused from frame to frame, as making shapes is slow. */
interface Sheet {
  readonly group: Group;
  readonly clip: Rect;
  clipped: boolean;
  readonly paths: { readonly shape: Path; readonly steps: Steps; look: string }[];
  pathsUsed: number;
  /** Labels of the last frame and of this one by text and style, and those free for reuse. */
  before: Map<string, Text[]>;
  now: Map<string, Text[]>;
  readonly spare: Text[];
}

/** Where a pen draws. */
export interface PenPlace {
  readonly zlevel: number;
  readonly add: (group: Group) => void;
  /** Width of a text in a font, in pixels. */
  readonly widthOf: (text: string, font: string) => number;
}

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

/**
 * Draws like a canvas context, but makes ECharts shapes: consecutive rectangles of one colour become one shape, each
 * filled or stroked path another, each label a text. Labels are centred vertically on their y.
 */
export class Pen {
  fillStyle = standard.fillStyle;
  strokeStyle = standard.strokeStyle;
  lineWidth = standard.lineWidth;
  lineJoin = standard.lineJoin;
  lineDash = standard.lineDash;
  globalAlpha = standard.globalAlpha;
  font = standard.font;
  textAlign = standard.textAlign;
  readonly #place: PenPlace;
  readonly #sheets: Sheet[] = [];
  #sheetsUsed = 0;
  #sheet: Sheet | undefined;
  #order = 0;
  #path: Steps = [];
  /** The rectangles being collected, and their colour. */
  #rectangles: Steps | undefined;
  #rectanglesFill = '';
  #rectanglesAlpha = 1;

  constructor(place: PenPlace) {
    this.#place = place;
  }

  /** Replaces what was drawn before by what `paint` draws. */
  frame(paint: (pen: Pen) => void): void {
    Object.assign(this, standard);
    this.#sheetsUsed = 0;
    this.#order = 0;
    this.#openSheet();
    paint(this);
    this.#closeSheet();
    for (const sheet of this.#sheets.slice(this.#sheetsUsed)) sheet.group.hide();
  }

  /** Clips to a rectangle while `paint` runs, then restores the style. */
  within(x: number, y: number, width: number, height: number, paint: () => void): void {
    const { fillStyle, strokeStyle, lineWidth, lineJoin, lineDash, globalAlpha, font, textAlign } = this;
    const kept = { fillStyle, strokeStyle, lineWidth, lineJoin, lineDash, globalAlpha, font, textAlign };
    this.#closeSheet();
    this.#openSheet({ x, y, width, height });
    paint();
    this.#closeSheet();
    this.#openSheet();
    Object.assign(this, kept);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    if (
      this.#rectangles === undefined ||
      this.#rectanglesFill !== this.fillStyle ||
      this.#rectanglesAlpha !== this.globalAlpha
    ) {
      this.#rectangles = this.#ink(true);
      this.#rectanglesFill = this.fillStyle;
      this.#rectanglesAlpha = this.globalAlpha;
    }
    this.#rectangles.push(RECT, x, y, width, height);
  }

  beginPath(): void {
    this.#path.length = 0;
  }

  moveTo(x: number, y: number): void {
    this.#path.push(MOVE, x, y);
  }

  /** As on a canvas, the first point of a path starts it. */
  lineTo(x: number, y: number): void {
    this.#path.push(this.#path.length === 0 ? MOVE : LINE, x, y);
  }

  circle(x: number, y: number, radius: number): void {
    this.#path.push(MOVE, x + radius, y, ARC, x, y, radius, 0, Math.PI * 2);
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const [right, bottom, quarter] = [x + width, y + height, Math.PI / 2];
    this.#path.push(MOVE, x + radius, y, LINE, right - radius, y);
    this.#path.push(ARC, right - radius, y + radius, radius, -quarter, 0, LINE, right, bottom - radius);
    this.#path.push(ARC, right - radius, bottom - radius, radius, 0, quarter, LINE, x + radius, bottom);
    this.#path.push(ARC, x + radius, bottom - radius, radius, quarter, 2 * quarter, LINE, x, y + radius);
    this.#path.push(ARC, x + radius, y + radius, radius, 2 * quarter, 3 * quarter, CLOSE);
  }

  closePath(): void {
    this.#path.push(CLOSE);
  }

  fill(): void {
    this.#rectangles = undefined;
    this.#trace(this.#ink(true));
  }

  stroke(): void {
    this.#rectangles = undefined;
    this.#trace(this.#ink(false));
  }

  fillText(text: string, x: number, y: number): void {
    this.#label(text, x, y, false);
  }

  /** A label with an outline in the stroke colour and width behind its letters. */
  outlinedText(text: string, x: number, y: number): void {
    this.#label(text, x, y, true);
  }

  /** Width of a text in pixels. */
  textWidth(text: string): number {
    return this.#place.widthOf(text, this.font);
  }

  #trace(steps: Steps): void {
    for (const step of this.#path) steps.push(step);
  }

  #openSheet(clip?: { x: number; y: number; width: number; height: number }): void {
    const at = this.#sheetsUsed;
    this.#sheetsUsed += 1;
    let sheet = this.#sheets[at];
    if (sheet === undefined) {
      const group = new graphic.Group({ silent: true });
      const [before, now] = [new Map<string, Text[]>(), new Map<string, Text[]>()];
      sheet = {
        group,
        clip: new graphic.Rect(),
        clipped: false,
        paths: [],
        pathsUsed: 0,
        before,
        now,
        spare: [],
      };
      this.#sheets.push(sheet);
      this.#place.add(group);
    }
    sheet.pathsUsed = 0;
    sheet.group.show();
    if (clip !== undefined) sheet.clip.setShape(clip);
    if (sheet.clipped !== (clip !== undefined)) {
      sheet.clipped = clip !== undefined;
      if (sheet.clipped) sheet.group.setClipPath(sheet.clip);
      else sheet.group.removeClipPath();
    }
    this.#sheet = sheet;
  }

  #closeSheet(): void {
    const sheet = this.#sheet;
    if (sheet === undefined) return;
    this.#rectangles = undefined;
    for (let at = 0; at < sheet.paths.length; at += 1) {
      const entry = sheet.paths[at] as Sheet['paths'][number];
      if (at < sheet.pathsUsed) entry.shape.setShape({ steps: entry.steps });
      else if (!entry.shape.ignore) entry.shape.hide();
    }
    for (const texts of sheet.before.values())
      for (const text of texts) {
        text.hide();
        sheet.spare.push(text);
      }
    [sheet.before, sheet.now] = [sheet.now, sheet.before];
    sheet.now.clear();
  }

  /** The steps of the next unused shape, which gets the current style. */
  #ink(filled: boolean): Steps {
    const sheet = this.#sheet as Sheet;
    let entry = sheet.paths[sheet.pathsUsed];
    if (entry === undefined) {
      const steps: Steps = [];
      const shape = new Ink({ silent: true, zlevel: this.#place.zlevel, shape: { steps } });
      entry = { shape, steps, look: '' };
      sheet.paths.push(entry);
      sheet.group.add(shape as never);
    }
    sheet.pathsUsed += 1;
    entry.steps.length = 0;
    this.#order += 1;
    if (entry.shape.z2 !== this.#order) entry.shape.attr('z2', this.#order);
    if (entry.shape.ignore) entry.shape.show();
    this.#setLook(entry, filled);
    return entry.steps;
  }

  /** Most shapes keep the style of the frame before. */
  #setLook(entry: Sheet['paths'][number], filled: boolean): void {
    const { fillStyle, strokeStyle, globalAlpha, lineWidth, lineJoin, lineDash } = this;
    const look = filled
      ? `${fillStyle}|${globalAlpha}`
      : `|${strokeStyle}|${globalAlpha}|${lineWidth}|${lineJoin}|${String(lineDash)}`;
    if (entry.look === look) return;
    entry.look = look;
    entry.shape.setStyle({
      fill: filled ? fillStyle : 'none',
      stroke: filled ? 'none' : strokeStyle,
      opacity: globalAlpha,
      lineWidth,
      lineJoin,
      lineDash: lineDash.length === 0 ? false : [...lineDash],
    });
  }

  #label(text: string, x: number, y: number, outlined: boolean): void {
    this.#rectangles = undefined;
    const sheet = this.#sheet as Sheet;
    const { font, fillStyle: fill, textAlign: align, lineWidth } = this;
    const stroke = outlined ? this.strokeStyle : 'none';
    const key = `${text}|${font}|${fill}|${align}|${stroke}|${lineWidth}`;
    let label = sheet.before.get(key)?.pop();
    if (label === undefined) {
      label = sheet.spare.pop();
      const style = { text, font, fill, stroke, lineWidth, align, verticalAlign: 'middle' } as const;
      if (label === undefined) {
        label = new graphic.Text({ silent: true, zlevel: this.#place.zlevel, style });
        sheet.group.add(label);
      } else label.setStyle(style);
    }
    this.#order += 1;
    label.attr({ x, y, z2: this.#order });
    if (label.ignore) label.show();
    const alike = sheet.now.get(key);
    if (alike === undefined) sheet.now.set(key, [label]);
    else alike.push(label);
  }
}
