import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildIfStale } from '../../src-main/setup/build.ts';
import { scriptOf } from '../support/page-script.ts';
import { project } from '../support/tool.ts';

const out = join(project, 'out');
const MOST_PRELOAD_BYTES = 40_000;
/** Compressed size of everything that a page loads at its start. A chart's own window loads no desk. */
const MOST_SCRIPT_BYTES = 330_000;
const MOST_CHART_BYTES = 110_000;

function built(folder: string, ending: RegExp): readonly (readonly [name: string, text: string])[] {
  return readdirSync(join(out, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => [name, readFileSync(join(out, folder, name), 'utf8')]);
}

beforeAll(() => buildIfStale(() => undefined));

describe('the built app', () => {
  it('is not built again from the same sources', async () => {
    const before = statSync(join(out, 'renderer/index.html')).mtimeMs;
    const said: string[] = [];
    await buildIfStale((line) => said.push(line));
    expect(said).toEqual([]);
    expect(statSync(join(out, 'renderer/index.html')).mtimeMs).toBe(before);
  });

  it('has pages that keep the content security policy: nothing inline, everything from here', () => {
    const pages = built('renderer', /\.html$/);
    expect(pages.map(([name]) => name).toSorted()).toEqual([
      'approval.html',
      'chart.html',
      'index.html',
      'offline.html',
      'vault.html',
    ]);
    for (const [, page] of pages) {
      expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
      for (const [, address = ''] of page.matchAll(/\s(?:src|href)="([^"]*)"/g)) {
        expect(address).toMatch(/^\.\/assets\/[\w.-]+$/);
        expect(existsSync(join(out, 'renderer', address))).toBe(true);
      }
    }
    for (const [name, style] of built('renderer', /\.css$/)) {
      expect([name, style.match(/url\(['"]?(?:data|https?):/g)]).toEqual([name, null]);
    }
  });

  it('is small: a preload has names and no schema, and a page loads little before it can be used', () => {
    for (const [name, code] of built('preload', /\.(cjs|js)$/))
      expect([name, Buffer.byteLength(code) <= MOST_PRELOAD_BYTES]).toEqual([name, true]);
    for (const [name] of built('renderer', /\.html$/)) {
      const most = name === 'chart.html' ? MOST_CHART_BYTES : MOST_SCRIPT_BYTES;
      expect([name, scriptOf(join(out, 'renderer', name)).compressed <= most]).toEqual([name, true]);
    }
  });

  it('has preloads that a sandbox can load: one file each, with nothing to require but electron', () => {
    const preloads = built('preload', /\.cjs$/);
    expect(preloads.map(([name]) => name).toSorted()).toEqual([
      'approval.cjs',
      'chart.cjs',
      'index.cjs',
      'offline.cjs',
      'vault.cjs',
    ]);
    for (const [, code] of preloads) {
      const required = [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name]) => name);
      expect(new Set(required)).toEqual(new Set(['electron']));
      expect(code).not.toMatch(/^import\b|\bimport\(/m);
    }
  });

  it('has a page script that leaves no name of its own behind and does nothing without its binding', () => {
    const code = readFileSync(join(out, 'preload/page.js'), 'utf8');
    const page: Record<string, unknown> = {};
    runInNewContext(code, page);
    expect(Object.keys(page)).toEqual([]);
  });

  it('starts its helpers from files that were built', () => {
    const scripts = built('main', /\.js$/);
    const addresses = scripts.flatMap(([, code]) =>
      [...code.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, address = '']) => address),
    );
    expect(addresses.filter((address) => address.endsWith('.ts'))).toEqual([]);
    for (const address of addresses.filter((each) => each.endsWith('.js'))) {
      expect(existsSync(join(out, 'main', address)), address).toBe(true);
    }
  });
});
