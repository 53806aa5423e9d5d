import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../find-runtime.ts';
import { thisMachine } from '../machine.ts';

/**
 * `npm run icons`: draws the Windows and macOS icons from the single drawing. They are kept with the sources, so that
 * packaging needs neither a browser nor a converter.
 */
const project = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(project, 'resources/icons');
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Size in pixels → name of its entry in a macOS icon file. */
const MAC_SIZES = new Map([
  [128, 'ic07'],
  [256, 'ic08'],
  [512, 'ic09'],
  [1024, 'ic10'],
]);

async function draw(sizes: Iterable<number>): Promise<ReadonlyMap<number, Buffer>> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium to draw with.');
  const drawing = readFileSync(join(folder, 'touchstone.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath, chromiumSandbox: !thisMachine().isRoot });
  try {
    const page = await browser.newPage();
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${drawing}`);
    const pictures = new Map<number, Buffer>();
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      pictures.set(size, await page.screenshot({ omitBackground: true }));
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

/** A header, an entry with the position of each picture, then the pictures. */
function windowsIcon(pictures: readonly (readonly [size: number, png: Buffer])[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let place = header.length;
  pictures.forEach(([size, png], index) => {
    const entry = header.subarray(6 + 16 * index);
    // 0 stands for 256.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(place, 12);
    place += png.length;
  });
  return Buffer.concat([header, ...pictures.map(([, png]) => png)]);
}

/** A name and a length, then the pictures, each with its own name and length. */
function macIcon(pictures: readonly (readonly [name: string, png: Buffer])[]): Buffer {
  const block = (name: string, content: Buffer): Buffer => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32BE(head.length + content.length, 4);
    return Buffer.concat([head, content]);
  };
  return block('icns', Buffer.concat(pictures.map(([name, png]) => block(name, png))));
}

const pictures = await draw([...WINDOWS_SIZES, ...MAC_SIZES.keys()]);
const drawn = (size: number): Buffer => pictures.get(size) ?? Buffer.alloc(0);
writeFileSync(
  join(folder, 'touchstone.ico'),
  windowsIcon(WINDOWS_SIZES.map((size) => [size, drawn(size)] as const)),
);
writeFileSync(
  join(folder, 'touchstone.icns'),
  macIcon([...MAC_SIZES].map(([size, name]) => [name, drawn(size)] as const)),
);
