import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** The faults of the page as it is, in words; none for a sound page. */
export async function faultsOf(page: Page, options?: LayoutOptions): Promise<readonly string[]> {
  return [...(await accessibilityFaults(page)), ...(await layoutFaults(page, options))];
}

/** Breaches of WCAG 2.2 at level AA that axe can find. */
export function accessibilityFaults(page: Page): Promise<readonly string[]> {
  return axeFaults(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
}

/** Texts that are too faint on what is behind them: all of WCAG that a change of colours alone can breach. */
export function contrastFaults(page: Page): Promise<readonly string[]> {
  return axeFaults(page, ['color-contrast']);
}

/**
 * Regions found sound, each with the rules it was judged by. Most looks at the desk are about one region, and axe is slow
 * enough that judging the others again would dominate the tests with windows.
 */
const sound = new Set<string>();

/** @param runOnly tags, or names of rules, of axe */
async function axeFaults(page: Page, runOnly: readonly string[]): Promise<readonly string[]> {
  // No colour is caught half-way to another.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const regions = (await regionsOf(page)).map((region) => `${runOnly.join(' ')} ${region}`);
  const known = regions.flatMap((region, at) => (sound.has(region) ? [at] : []));
  // Its source is large, and stays with the page until that is loaded again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    async ({ only, skipped, selector }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: unknown, options: unknown): Promise<AxeResults> };
      };
      const all = [...document.querySelectorAll(selector)];
      const exclude = skipped.flatMap((at) => all[at] ?? []);
      return axe.run({ include: [document], exclude }, { runOnly: only, resultTypes: ['violations'] });
    },
    { only: runOnly, skipped: known, selector: REGIONS },
  );
  if (violations.length === 0) for (const region of regions) sound.add(region);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}

const REGIONS = 'main section[aria-label]';

/**
 * Each region with all that its accessibility rests on: theme, width, elements with their classes and attributes, and
 * where there is text, but not which: figures change all the time.
 */
function regionsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const { className, dataset } = document.documentElement;
    const shape = (element: Element): string => {
      const attributes = [...element.attributes]
        .filter(({ name }) => !/^(style|d|points|title|value)$/.test(name))
        .map(({ name, value }) => `${name}=${value.replaceAll(/[\d.,]+/g, '0')}`);
      const inside = [...element.childNodes].map((node) =>
        node instanceof Element ? shape(node) : (node.textContent ?? '').trim() === '' ? '' : 'text',
      );
      return `<${element.localName} ${attributes.join(' ')}>${inside.join('')}</>`;
    };
    const worn = `${className} ${JSON.stringify(dataset)}`;
    return [...document.querySelectorAll(selector)].map(
      (region) => `${worn} ${region.clientWidth} ${shape(region)}`,
    );
  }, REGIONS);
}

interface LayoutOptions {
  /**
   * Whether tables may scroll sideways in a region that the keyboard reaches: WCAG 1.4.10 exempts them in narrow windows.
   */
  readonly narrow?: boolean;
}

/** Sideways scrolling, text that is cut off without an ellipsis, and text that leaves its own box. */
export function layoutFaults(page: Page, { narrow = false }: LayoutOptions = {}): Promise<readonly string[]> {
  return page.evaluate((tablesMayScroll) => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      faults.push(`the page scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);
    if (root.scrollHeight > root.clientHeight)
      faults.push(`the page scrolls: ${root.scrollHeight} > ${root.clientHeight}`);

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || (node.textContent ?? '').trim() === '') continue;
      // Text for screen readers alone is clipped on purpose.
      if (parent.closest('.spoken') !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      const fault = cutBy(parent, box);
      if (fault !== undefined) faults.push(`${fault}: "${(node.textContent ?? '').trim().slice(0, 60)}"`);
    }
    return faults;

    /** The ancestor that clips the text, searched upwards from the element that holds it. */
    function cutBy(holder: Element, box: DOMRect): string | undefined {
      for (let place: Element | null = holder; place !== null; place = place.parentElement) {
        const style = getComputedStyle(place);
        const room = place.getBoundingClientRect();
        if (style.display === 'inline') continue;
        // An ellipsis tells that there is more; a list that scrolls shows it.
        if (style.textOverflow === 'ellipsis' && style.overflowX !== 'visible') return undefined;
        if (tablesMayScroll && style.overflowX === 'auto' && place.matches('[tabindex="0"]:has(> table)'))
          return undefined;
        if (style.overflowX !== 'visible' && (box.right > room.right + 1 || box.left < room.left - 1))
          return `cut off sideways by ${nameOf(place)}`;
        if (style.overflowY === 'auto' || style.overflowY === 'scroll') return undefined;
        if (style.overflowY !== 'visible' && (box.bottom > room.bottom + 2 || box.top < room.top - 2))
          return `cut off below or above by ${nameOf(place)}`;
        if (place === holder && place.scrollWidth > place.clientWidth + 1 && place.clientWidth > 0)
          return `wider than its own box ${nameOf(place)}`;
        if (style.position === 'fixed') return undefined;
      }
      return undefined;
    }

    function nameOf(element: Element): string {
      return `<${element.localName} class="${element.getAttribute('class') ?? ''}">`;
    }
  }, narrow);
}
