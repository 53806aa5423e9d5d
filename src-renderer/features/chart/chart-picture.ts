/** Puts a picture on the clipboard; answers false where the page may not. */
export async function copyPicture(picture: Blob): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    return true;
  } catch {
    return false;
  }
}

/** A call takes only so many arguments. */
const MOST_ARGUMENTS = 32_768;

/** The picture's bytes as base64. */
export async function pictureText(picture: Blob): Promise<string> {
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
