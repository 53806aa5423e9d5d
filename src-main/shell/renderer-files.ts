import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface RendererFile {
  readonly body: Buffer;
  readonly contentType: string;
}

/**
 * The built renderer as a fixed table: URL path → file. A request can only name an entry, so there is no path to
 * traverse. Read once at start.
 */
export function loadRendererFiles(folder: string): ReadonlyMap<string, RendererFile> {
  const files = new Map<string, RendererFile>();
  for (const path of filesBelow(folder)) {
    const contentType = CONTENT_TYPES[extname(path)];
    if (contentType === undefined) continue;
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { body: readFileSync(path), contentType });
  }
  return files;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** The policy of every page (SECURITY: no network, no inline code, no HTML sinks). Sent as a header by both shells. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'none'",
  "worker-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html default',
].join('; ');

/** Headers of every file that a page loads. */
export function pageHeaders(contentType: string): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
