import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Language } from '#domain/words/catalogue.ts';

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

/** URL path → file, or `undefined` where there is none. */
export type RendererFiles = Pick<ReadonlyMap<string, RendererFile>, 'get'>;

/** The script with the sentences of each language but English, in which the pages' own scripts are written. */
const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, string>> = { de: './assets/german.js' };

/**
 * The built renderer as a fixed table. A request can only name an entry, so there is no path to traverse. Read once;
 * documents are served in the language that `language` answers then.
 */
export function loadRendererFiles(folder: string, language: () => Language): RendererFiles {
  const files = readRendererFiles(folder);
  return {
    get: (path) => {
      const file = files.get(path);
      return file === undefined || !path.endsWith('.html') ? file : documentIn(language(), file);
    },
  };
}

/** The document says its language, and loads its sentences before the page's own script: scripts run in order. */
function documentIn(language: Language, file: RendererFile): RendererFile {
  if (language === 'en') return file;
  const text = file.body
    .toString('utf8')
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<script ', `<script type="module" src="${TRANSLATIONS[language]}"></script>\n    <script `);
  return { ...file, body: Buffer.from(text) };
}

function readRendererFiles(folder: string): ReadonlyMap<string, RendererFile> {
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

/**
 * The policy of every page (SECURITY: no network, no inline code, no HTML sinks, no downloads, no dialogs, no windows of its
 * own). Sent as a header by both shells.
 */
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
  'sandbox allow-forms allow-same-origin allow-scripts',
].join('; ');

/**
 * Whatever of the browser opens a dialog or a window, fills the screen or reaches a device: it would cover a window in which
 * a secret is typed, and take its keys. Charts fill the screen through main.
 */
const OFF = [
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'digital-credentials-get',
  'display-capture',
  'fullscreen',
  'geolocation',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'microphone',
  'midi',
  'on-device-speech-recognition',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Where pictures are copied, which a selection cannot be. Text is copied by a selection elsewhere. */
const WRITES_CLIPBOARD = '/index.html';

function permissionsPolicy(path: string): string {
  const clipboard = `clipboard-write=(${path === WRITES_CLIPBOARD ? 'self' : ''})`;
  return [...OFF.map((feature) => `${feature}=()`), clipboard].join(', ');
}

/**
 * Features that no policy of a page can turn off: the browser's own pickers of files, colours and devices, and a
 * page's always-on-top windows. By the browser's names for them.
 */
export const BLINK_FEATURES_OFF =
  'FileSystemAccessLocal,DocumentPictureInPictureAPI,EyeDropperAPI,WebBluetooth';

/** Headers of every file that a page loads; `path` is the file's own. */
export function pageHeaders(contentType: string, path: string): Record<string, string> {
  return {
    'permissions-policy': permissionsPolicy(path),
    'content-type': contentType,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
