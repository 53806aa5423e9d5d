import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { build } from 'vite';

import { heapOf, objectsOf } from './heap.ts';
import { holdFrames } from './held-frames.ts';

declare global {
  interface Window {
    /** The calls of a page's script. */
    bench: unknown;
  }
}

/** One of the files next to this one, as a script for a page. */
export async function bundle(name: string, folder: string): Promise<string> {
  await build({
    root: resolve(import.meta.dirname, '../../..'),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(folder, name),
      minify: true,
      lib: {
        entry: join(import.meta.dirname, `${name}.ts`),
        formats: ['iife'],
        name: 'bundle',
        fileName: () => 'bundle.js',
      },
    },
  });
  return readFileSync(join(folder, name, 'bundle.js'), 'utf8');
}

const ADDRESS = 'http://localhost/';
/** An isolated page has a clock with steps of microseconds; in others they are 0.1 ms. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** A page with a script, and the calls that this offers. */
export class BenchPage<Calls extends { readonly [Name in keyof Calls]: (argument: number) => unknown }> {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async open<Calls extends { readonly [Name in keyof Calls]: (argument: number) => unknown }>(
    browser: Browser,
    script: string,
    viewport = { width: 1_280, height: 800 },
  ): Promise<BenchPage<Calls>> {
    const page = await browser.newPage({ viewport });
    page.on('pageerror', (error) => process.stderr.write(`${String(error)}\n`));
    await page.addInitScript(holdFrames);
    await page.route(ADDRESS, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: ISOLATED,
        body: '<!doctype html><style>body { margin: 0; background: #12161a }</style><body></body>',
      }),
    );
    await page.goto(ADDRESS);
    await page.addScriptTag({ content: script });
    if (!(await page.evaluate(() => crossOriginIsolated))) throw new Error('the clock is too coarse');
    return new BenchPage<Calls>(page, await page.context().newCDPSession(page));
  }

  async call<Name extends keyof Calls & string>(
    name: Name,
    argument = 0,
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    const answer = await this.#page.evaluate<unknown, [string, number]>(
      ([method, value]) => (window.bench as Record<string, (argument: number) => unknown>)[method]?.(value),
      [name, argument],
    );
    return answer as Awaited<ReturnType<Calls[Name]>>;
  }

  /** Bytes of the heap. */
  heap(): Promise<number> {
    return heapOf(this.#session);
  }

  /** Bytes of the heap without machine code. */
  objects(): Promise<number> {
    return objectsOf(this.#session);
  }

  async close(): Promise<void> {
    await this.#page.close();
  }
}
