import type { Palette } from './palette.ts';

const CAPTION_HEIGHT = 32;

/** The chart's canvas with a line above it that says what it shows, as a PNG file. */
export async function writePng(
  chart: HTMLCanvasElement,
  ratio: number,
  caption: string,
  palette: Palette,
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
