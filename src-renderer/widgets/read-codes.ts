import { decodeQR } from 'qr/decode.js';

/** The most pixels that are searched, a full HD screen; a larger picture is made smaller. */
const MOST_PIXELS = 1920 * 1080;

/**
 * The texts of the codes in pictures; those that show none are passed over. Pictures are decoded here, in the page's
 * sandbox: main is handed text alone.
 */
export async function readCodes(pictures: readonly Blob[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const picture of pictures) {
    const text = await readCode(picture);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

async function readCode(picture: Blob): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(picture);
    const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
    const width = Math.max(1, Math.floor(bitmap.width * scale));
    const height = Math.max(1, Math.floor(bitmap.height * scale));
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (context === null) return undefined;
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const { data } = context.getImageData(0, 0, width, height);
    return decodeQR({ width, height, data }, { effort: 1, timeLimit: Infinity });
  } catch {
    // No picture, or one without a code: whoever asked counts what was read.
    return undefined;
  }
}
