import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Step } from './driver.ts';

export type SessionKind = 'keyring' | 'hang' | 'prompt' | 'no-service' | 'no-bus';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Performs steps on a real secret store in a private desktop session; answers what each step answered. */
export function inSession(kind: SessionKind, steps: readonly Step[]): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      here('session.sh'),
      [kind, process.execPath, here('driver.ts'), JSON.stringify(steps)],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      const line = output.trim().split('\n').at(-1) ?? '';
      if (code === 0) resolve(JSON.parse(line) as readonly unknown[]);
      else reject(new Error(`the ${kind} session ended with ${code}: ${errors}`));
    });
  });
}
