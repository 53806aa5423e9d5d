import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../../', import.meta.url));

/** Absolute path of the script behind a development tool's command, so that it runs on this very Node. */
export function toolScript(packageName: string, command: string = packageName): string {
  const folder = join(project, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const script = typeof bin === 'string' ? bin : bin[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}`);
  return join(folder, script);
}

export interface Finished {
  readonly code: number;
  /** Standard output and standard error as they came; empty when they went to the terminal. */
  readonly output: string;
}

export interface RunOptions {
  /** Lets the output through to the terminal. */
  readonly shown?: boolean;
  readonly folder?: string;
  /** How far it yields to other programs, from 0 to 19. Above 10, sound tests would time out. */
  readonly niceness?: number;
}

/** Runs a program in `folder` to its end. */
export function run(
  program: string,
  args: readonly string[],
  { shown = false, folder = project, niceness = 0 }: RunOptions = {},
): Promise<Finished> {
  return new Promise((settle, refuse) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    });
    if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', refuse);
    child.on('close', (code) => settle({ code: code ?? 1, output }));
  });
}
