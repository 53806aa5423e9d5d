import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { PracticeAddresses } from '../../src-main/practice/start.ts';
import { project } from './tool.ts';

const ENTRY = join(project, 'src-main', 'practice', 'main.ts');
const CLOCK_ENTRY = fileURLToPath(new URL('practice-clock.ts', import.meta.url));

/** How a practice process ended, and all that it wrote. */
export interface PracticeExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly errors: string;
}

/** Practice as a process of its own, started as a user would. */
export class PracticeCommand {
  readonly child: ChildProcess;
  readonly exit: Promise<PracticeExit>;
  readonly ready: Promise<PracticeAddresses>;

  /** `clockAheadMs`: its clock is so much ahead of the machine's. */
  constructor(args: readonly string[], clockAheadMs = 0) {
    const entry = clockAheadMs === 0 ? [ENTRY] : [CLOCK_ENTRY, String(clockAheadMs)];
    const child = spawn(process.execPath, [...entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    let out = '';
    let errors = '';
    const { promise: ready, resolve, reject } = Promise.withResolvers<PracticeAddresses>();
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) resolve(JSON.parse(out.slice(0, out.indexOf('\n'))) as PracticeAddresses);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    this.exit = new Promise((resolveExit) => {
      child.once('close', (code, signal) => {
        reject(new Error(`practice ended: ${errors}`));
        resolveExit({ code, signal, out, errors });
      });
    });
    this.ready = ready;
    // A test that starts one only to see it refuse does not wait for it to be ready.
    ready.catch(() => undefined);
  }

  async stop(signal: NodeJS.Signals): Promise<PracticeExit> {
    this.child.kill(signal);
    return this.exit;
  }
}
