/** Returns a property's colour as the page has it now, resolved to what a canvas understands. */
export type ReadColour = (property: string) => string;

/** Returns what is made of the page's colours and its type face, as an element has them now. */
export function readLook<Look>(element: HTMLElement, read: (colour: ReadColour, font: string) => Look): Look {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const colour = (property: string): string => {
    probe.style.color = `var(${property})`;
    return getComputedStyle(probe).color;
  };
  const look = read(colour, getComputedStyle(element).fontFamily);
  probe.remove();
  return look;
}

/** Calls whenever the look may have changed; answers what ends it. */
export function onLookChange(changed: () => void): () => void {
  const systemLook = matchMedia('(prefers-color-scheme: dark)');
  const watcher = new MutationObserver(changed);
  const attributeFilter = ['data-theme', 'data-prices'];
  watcher.observe(document.documentElement, { attributes: true, attributeFilter });
  systemLook.addEventListener('change', changed);
  return () => {
    watcher.disconnect();
    systemLook.removeEventListener('change', changed);
  };
}

/** So many colours the look has for things shown side by side. */
export const SERIES_COLOURS = 6;

/** Name of the CSS property with the colour of the thing at a place, counted from 0; after the last they start over. */
export function seriesProperty(at: number): string {
  return `--series-${(at % SERIES_COLOURS) + 1}`;
}
