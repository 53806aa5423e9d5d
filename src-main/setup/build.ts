import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a separator at its end. */
export const project = fileURLToPath(new URL('../../', import.meta.url));
const inputs = ['src-main', 'src-preload', 'src-renderer', 'electron.vite.config.ts', 'package-lock.json'];
const stampPath = join(project, '.cache/build-hash');

/**
 * Builds main, preload and renderer into `out/` unless that was done from these very sources. Says one line
 * when it builds, and throws with the builder's words when the sources do not build.
 */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  const wanted = sourceHash();
  if (existsSync(join(project, 'out')) && builtHash() === wanted) return;
  say('Building the app (a few seconds)');
  const { code, output } = await runBuilder();
  if (code !== 0) throw new Error(`The app does not build:\n${output}`);
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, wanted);
}

/** In a separate process: the builder changes its environment and keeps its memory. */
function runBuilder(): Promise<{ code: number; output: string }> {
  const builder = join(project, 'node_modules/electron-vite/bin/electron-vite.js');
  return new Promise((settle, refuse) => {
    const child = spawn(process.execPath, [builder, 'build', '--logLevel', 'warn'], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', refuse);
    child.on('close', (code) => settle({ code: code ?? 1, output }));
  });
}

function builtHash(): string | undefined {
  return existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : undefined;
}

/** Hash over the path and bytes of every source file. */
function sourceHash(): string {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((name) => filesOf(join(project, name)))) {
    hash.update(relative(project, path).split(sep).join('/')).update('\0');
    hash.update(createHash('sha256').update(readFileSync(path)).digest());
  }
  return hash.digest('hex');
}

/** The file itself, or all files under a folder in a fixed order. */
function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
