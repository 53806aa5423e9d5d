import { failure, type Failure } from '#domain/failure.ts';
import { systemRandom } from '../system/random.ts';
import type { Terminal } from './terminal.ts';

/** Tells a bug on stderr: where it happened, but not its message, which could quote what it met. */
export function tellIncident(error: unknown, terminal: Pick<Terminal, 'progress'>): Failure {
  const incident = Buffer.from(systemRandom.bytes(4)).toString('hex');
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  terminal.progress(`Incident ${incident}: ${error instanceof Error ? error.name : typeof error}`);
  for (const frame of stack.split('\n').filter((line) => /^\s+at /.test(line))) terminal.progress(frame);
  return failure('internal-error', { incident });
}
