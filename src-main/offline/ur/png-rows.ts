import { failed, ok, type Result } from '#domain/result.ts';

/** How the pixels of a PNG are written (PNG specification, section 11.2.1). */
export interface PngForm {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly depth: number;
  /** 0 grey, 2 colours, 3 palette, 4 grey with alpha, 6 colours with alpha. */
  readonly colour: number;
  readonly channels: number;
}

/**
 * The pixels of a PNG's unpacked rows (PNG specification, sections 7 and 9) as one byte of grey each, before white.
 * `rows` has the size that the form asks for; it is overwritten. `palette` holds colours, `alphas` how opaque they are.
 */
export function greyOf(
  form: PngForm,
  rows: Uint8Array,
  palette: Uint8Array | undefined,
  alphas: Uint8Array | undefined,
): Result<Uint8Array, string> {
  const { width, height, depth, channels } = form;
  const rowBytes = rows.length / height;
  if (form.colour === 3 && palette === undefined) return failed('the picture lacks its palette');
  const shades = form.colour === 3 ? shadesOf(palette ?? new Uint8Array(0), alphas) : undefined;
  const grey = new Uint8Array(width * height);
  const reach = Math.max(1, (channels * depth) / 8);
  for (let y = 0, above: Uint8Array = new Uint8Array(rowBytes - 1); y < height; y += 1) {
    const row = rows.subarray(y * rowBytes + 1, (y + 1) * rowBytes);
    if (!unfilter(rows[y * rowBytes] ?? 0, row, above, reach))
      return failed('the picture has an unknown filter');
    writeRow(grey.subarray(y * width, (y + 1) * width), row, form, shades);
    above = row;
  }
  return ok(grey);
}

/** Undoes a filter in place; false for one that does not exist. `reach` is the distance to the pixel before. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, reach: number): boolean {
  if (filter > 4) return false;
  if (filter === 0) return true;
  for (let at = 0; at < row.length; at += 1) {
    const left = at < reach ? 0 : (row[at - reach] ?? 0);
    const up = above[at] ?? 0;
    const guess =
      filter === 1
        ? left
        : filter === 2
          ? up
          : filter === 3
            ? (left + up) >> 1
            : paeth(left, up, at < reach ? 0 : (above[at - reach] ?? 0));
    row[at] = (row[at] ?? 0) + guess;
  }
  return true;
}

/** Whichever of the three is nearest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function writeRow(grey: Uint8Array, row: Uint8Array, form: PngForm, shades: Uint8Array | undefined): void {
  const { depth, channels, colour } = form;
  const most = 2 ** Math.min(depth, 8) - 1;
  // Of sixteen bits, the upper eight are enough.
  const sample = (at: number): number =>
    depth >= 8
      ? (row[(at * depth) / 8] ?? 0)
      : ((row[(at * depth) >> 3] ?? 0) >> (8 - depth - ((at * depth) & 7))) & most;
  for (let x = 0; x < grey.length; x += 1) {
    const at = x * channels;
    if (shades !== undefined) grey[x] = shades[sample(at)] ?? 255;
    else if (colour === 2 || colour === 6)
      grey[x] = onWhite(
        luma(sample(at), sample(at + 1), sample(at + 2)),
        colour === 6 ? sample(at + 3) : 255,
      );
    else grey[x] = onWhite((sample(at) * 255) / most, colour === 4 ? sample(at + 1) : 255);
  }
}

/** The shade of each entry of a palette; white where there is none. */
function shadesOf(palette: Uint8Array, alphas: Uint8Array | undefined): Uint8Array {
  const shades = new Uint8Array(256).fill(255);
  for (let entry = 0; entry < Math.min(256, Math.floor(palette.length / 3)); entry += 1) {
    const [red = 0, green = 0, blue = 0] = palette.subarray(3 * entry, 3 * entry + 3);
    shades[entry] = onWhite(luma(red, green, blue), alphas?.[entry] ?? 255);
  }
  return shades;
}

/** Brightness by ITU-R BT.601. */
function luma(red: number, green: number, blue: number): number {
  return (299 * red + 587 * green + 114 * blue) / 1000;
}

function onWhite(shade: number, alpha: number): number {
  return Math.round((shade * alpha + 255 * (255 - alpha)) / 255);
}
