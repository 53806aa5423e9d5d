import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { makeCodec } from './codec.ts';
import { bridgeEnd } from './page/bridge-end.ts';
import { installMainWorld } from './page/main-world.ts';
import { installPreloadWorld, type WorldNames } from './page/preload-world.ts';

/** Electron's own name for the world of preloads. */
export const PRELOAD_WORLD = 'Electron Isolated Context';

/** Runs in every document of a window before its own scripts, with the names by which the harness reaches it. */
export interface PageScripts {
  readonly names: WorldNames;
  readonly mainWorld: string;
  readonly preloadWorld: string;
  /** Why the preload cannot be run. */
  readonly trouble: string | undefined;
}

/**
 * The preload runs like a sandboxed one: a CommonJS module in an isolated world. A missing one is reported on the
 * page's console, and the page loads without it (docs/api/web-contents.md, "preload-error").
 */
export function pageScripts(preload: string): PageScripts {
  const key = randomUUID();
  const names = { binding: `ipc-${key}`, deliver: `deliver-${key}`, hello: `hello-${key}` };
  const missing = !existsSync(preload);
  const code = missing
    ? `console.error(${JSON.stringify(`Unable to load preload script: ${preload}`)})`
    : readFileSync(preload, 'utf8');
  const helpers = `const make = ${String(makeCodec)};\nconst end = ${String(bridgeEnd)};`;
  return {
    names,
    mainWorld: `(() => {\n${helpers}\n(${String(installMainWorld)})(${JSON.stringify(names.hello)}, end, make);\n})();`,
    preloadWorld: [
      '(() => {',
      helpers,
      `const require = (${String(installPreloadWorld)})(${JSON.stringify(names)}, end, make);`,
      'if (require === undefined) return;',
      'const module = { exports: {} };',
      `((require, module, exports) => {\n${code}\n})(require, module, module.exports);`,
      '})();',
    ].join('\n'),
    trouble: missing ? `ENOENT: no such file or directory, open '${preload}'` : undefined,
  };
}
