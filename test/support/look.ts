import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SIDE_WINDOWS } from '../../src-main/shell/windows.ts';
import { atRest, type LookedAt, THEMES, wear } from './at-rest.ts';
import { accessibilityFaults, contrastFaults, faultsOf, layoutFaults } from './page-look.ts';
import type { DeskApp } from './desk-app.ts';

const SCREENSHOTS = fileURLToPath(new URL('../../artifacts/screenshots/', import.meta.url));
/** Where nobody opens them, none are made. */
const KEEPS_PICTURES = !/^(true|1)$/i.test(process.env['CI'] ?? '');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

interface LookOptions {
  /** The trading window when not given. */
  readonly page?: Page;
  readonly sizes?: readonly { readonly width: number; readonly height: number }[];
  /** Both when not given; one of them, by the name, where no pictures are kept. */
  readonly themes?: readonly (typeof THEMES)[number][];
  /** `false`: looked at, and no picture kept. */
  readonly saved?: boolean;
  /** Whether to look at it zoomed, too. By default, if pictures are kept and no sizes are given. */
  readonly zoomed?: boolean;
}

/** The smallest of the usual sizes at 200 % (WCAG 1.4.4). */
const ZOOMED = { width: 640, height: 400 };

/**
 * Looks at a page at each size and in both themes, and finds nothing wrong: nothing cut off at any size, no breach of WCAG
 * at the first one and at 200 %, and no colour that is too faint in the other theme, which differs by colours alone. Where
 * somebody may open them, pictures are kept. Elsewhere one theme is looked at, half of the views in each, and nothing
 * zoomed: all use the same colours, and `e2e/look.test.ts` has every kind of view in both themes and zoomed.
 */
export async function lookAt(
  app: LookedAt,
  name: string,
  {
    page = app.main,
    sizes = SIZES,
    themes = themesFor(name),
    saved = true,
    zoomed = KEEPS_PICTURES && sizes === SIZES,
  }: LookOptions = {},
): Promise<void> {
  const faults: string[] = [];
  for (const [nth, theme] of themes.entries()) {
    await wear(app, page, theme);
    // Of the other theme a picture is kept at each size, and its colours are judged once: without pictures, at the last one.
    for (const [at, size] of (nth > 0 && !KEEPS_PICTURES ? sizes.slice(-1) : sizes).entries()) {
      await page.setViewportSize(size);
      await atRest(app.main, page);
      const shot = `${name}-${theme}-${size.width}x${size.height}`;
      if (saved) await keepPicture(page, shot);
      const found = [
        ...(at > 0 ? [] : nth === 0 ? await accessibilityFaults(page) : await contrastFaults(page)),
        ...(nth > 0 ? [] : await layoutFaults(page)),
      ];
      faults.push(...found.map((fault) => `${shot}: ${fault}`));
    }
  }
  if (zoomed) {
    await page.setViewportSize(ZOOMED);
    await atRest(app.main, page);
    if (saved) await keepPicture(page, `${name}-zoomed`);
    faults.push(...(await faultsOf(page, { narrow: true })).map((fault) => `${name}-zoomed: ${fault}`));
    await page.setViewportSize(sizes.at(-1) ?? SIZES[0]);
  }
  expect(faults).toEqual([]);
}

function themesFor(name: string): readonly (typeof THEMES)[number][] {
  if (KEEPS_PICTURES) return THEMES;
  const sum = Array.from(name, (letter) => letter.charCodeAt(0)).reduce((total, code) => total + code, 0);
  return [THEMES[sum % 2 === 0 ? 0 : 1]];
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (!KEEPS_PICTURES) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled' });
}

/** The sizes of the approval window: the smallest, the one that it opens in, and a large one. */
export const APPROVAL_SIZES = [
  SIDE_WINDOWS.approval.minimum,
  SIDE_WINDOWS.approval.bounds,
  { width: 1280, height: 800 },
];

/**
 * The same of the approval window, and at its smallest once more, scrolled to the agreement. Nothing that must be read
 * or pressed is out of reach there: the questions come before it, and the buttons stay where they are.
 */
export async function lookAtApproval(app: LookedAt, approval: Page, name: string): Promise<void> {
  await lookAt(app, name, { page: approval, sizes: APPROVAL_SIZES });
  const smallest = SIDE_WINDOWS.approval.minimum;
  await approval.setViewportSize(smallest);
  const places = (): Promise<unknown> =>
    Promise.all(
      ['Cancel', 'Sign'].map((button) =>
        approval.getByRole('button', { name: button, exact: true }).boundingBox(),
      ),
    );
  const before = await places();
  const agreement = approval.getByTestId('agreement');
  await agreement.evaluate((section) => section.scrollIntoView({ block: 'start' }));
  expect(await places()).toEqual(before);
  const box = await agreement.boundingBox();
  const footer = await approval.locator('footer').boundingBox();
  if (!box || !footer) throw new Error('the approval window shows no agreement');
  expect(box.y + box.height).toBeLessThanOrEqual(footer.y);
  await lookAt(app, `${name}-agreement`, { page: approval, sizes: [smallest] });
  await approval.locator('main').evaluate((main) => main.scrollTo(0, 0));
}

/** The same of the vault window, at the size that it opens in. */
export async function lookAtVault(app: LookedAt & Pick<DeskApp, 'vault'>, name: string): Promise<void> {
  const vault = await app.vault();
  const faults: string[] = [];
  for (const [nth, theme] of themesFor(name).entries()) {
    await wear(app, vault, theme);
    await atRest(app.main, vault);
    const shot = `${name}-${theme}`;
    await keepPicture(vault, shot);
    const found = nth === 0 ? await faultsOf(vault) : await contrastFaults(vault);
    faults.push(...found.map((fault) => `${shot}: ${fault}`));
  }
  expect(faults).toEqual([]);
}
