import type { Result } from '#domain/result.ts';
import type { ChartPicture } from '../../chart/chart.ts';
import { failureWords, type FailureLike } from '../../format/words.ts';
import { words } from './words.ts';

const CAPTION_HEIGHT = 32;

/** A chart's picture with a caption above it, as a PNG file. */
export async function writePng(
  { canvas: chart, ratio, palette }: ChartPicture,
  caption: string,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = chart.width;
  canvas.height = chart.height + CAPTION_HEIGHT * ratio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this page has no canvas to draw on');
  context.fillStyle = palette.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, 0, CAPTION_HEIGHT * ratio);
  context.scale(ratio, ratio);
  context.fillStyle = palette.text;
  context.font = `12px ${palette.font}`;
  context.textBaseline = 'middle';
  context.fillText(caption, 12, CAPTION_HEIGHT / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the picture could not be made'));
      else resolve(blob);
    }, 'image/png');
  });
}

/**
 * Copies a PNG picture, which may still be in the making, to the clipboard; returns false if there is none or the page may
 * not. Browsers allow it during a click alone, so that it is to be called then, and not when the picture is there.
 */
export async function copyPicture(picture: Promise<Blob | undefined>): Promise<boolean> {
  const png = picture.then((image) => image ?? Promise.reject(new Error('there is no picture')));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}

/** How main is asked to save a picture, as base64. */
type SavePicture = (wanted: {
  readonly name: string;
  readonly picture: string;
}) => Promise<Result<{ readonly saved: boolean; readonly path?: string | undefined }, FailureLike>>;

/** Has main save a picture under a name; answers what to say about it. */
export async function savePicture(save: SavePicture, picture: Blob, name: string): Promise<string> {
  const answer = await save({ name, picture: await pictureText(picture) });
  if (!answer.ok) return failureWords(answer.failure).what;
  const { saved, path } = answer.value;
  if (!saved) return words.notSaved;
  return path === undefined ? words.saved : words.savedAs({ path });
}

/** A function call takes a limited number of arguments. */
const MOST_ARGUMENTS = 32_768;

/** The picture's bytes as base64. */
async function pictureText(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += MOST_ARGUMENTS)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + MOST_ARGUMENTS)));
  return btoa(parts.join(''));
}

/** `SNEK-ADA-15m-2026-11-21.png`. */
export function pictureName(label: string, period: string, at: Date): string {
  const plain = label.replace(/[^\p{Letter}\p{Number}]+/gu, '-').replace(/^-|-$/g, '');
  return `${plain === '' ? 'chart' : plain}-${period}-${at.toISOString().slice(0, 10)}.png`;
}
