import { fstatSync, writeSync } from 'node:fs';

type Output = 'stdout' | 'stderr';

/** Called once for each stream that loses what is written to it, with the system's own code. */
type OnLost = (stream: Output, code: string) => void;

/** Nobody reads any more, as behind `| head`: no reason to fail. */
const LEFT = 'EPIPE';

const lost = new Set<Output>();
let onLost: OnLost = () => undefined;

/**
 * Makes the process end with 1 at least once its standard output or error lost something. Without it, Node ends the
 * process at once, in the middle of its work, or not at all. By default, the other stream says so.
 */
export function watchOutput(listener: OnLost = sayOnTheOther): void {
  onLost = listener;
  for (const name of ['stdout', 'stderr'] as const)
    process[name].on('error', (error: NodeJS.ErrnoException) => note(name, error.code ?? 'unknown'));
  process.on('exit', (code) => {
    if (lost.size > 0 && code === 0) process.exitCode = 1;
  });
}

/** Writes all of it, or notes that it is lost: a file on a full disk takes a part, and Node's stream drops the rest. */
export function writeOut(name: Output, text: string): void {
  const stream: NodeJS.WriteStream & { readonly fd?: number } = process[name];
  const { fd } = stream;
  // A stream that replaces Node's in a worker has no descriptor.
  if (fd === undefined || !fstatSync(fd).isFile()) return void stream.write(text);
  if (lost.has(name)) return;
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  } catch (error) {
    note(name, (error as NodeJS.ErrnoException).code ?? 'unknown');
  }
}

function note(name: Output, code: string): void {
  if (code === LEFT || lost.has(name)) return;
  lost.add(name);
  onLost(name, code);
}

function sayOnTheOther(name: Output, code: string): void {
  const other = name === 'stdout' ? 'stderr' : 'stdout';
  writeOut(other, `The ${name === 'stdout' ? 'output' : 'error output'} could not be written (${code}).\n`);
}
