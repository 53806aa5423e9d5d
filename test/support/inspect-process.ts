import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../src-main/cli.ts', import.meta.url));

/** `touchstone inspect --bundle -` as a process whose answers come one by one. */
export class InspectBatch {
  readonly #child = spawn(process.execPath, [ENTRY, 'inspect', '--bundle', '-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  readonly #answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  readonly #ended = once(this.#child, 'close');

  /** Sends text; resolves when the process took it, for as long as it lives. */
  async send(text: string | Uint8Array): Promise<void> {
    if (!this.#child.stdin.write(text)) await Promise.race([once(this.#child.stdin, 'drain'), this.#ended]);
  }

  /** The next answer, or `undefined` after the last one. */
  async answer(): Promise<InspectJson | undefined> {
    const next = await this.#answers.next();
    return next.done === true ? undefined : (JSON.parse(next.value) as InspectJson);
  }

  /** Ends the input; the answers that are left, and the exit code. */
  async end(): Promise<{ readonly answers: readonly InspectJson[]; readonly code: unknown }> {
    this.#child.stdin.end();
    const answers: InspectJson[] = [];
    for (let next = await this.answer(); next !== undefined; next = await this.answer()) answers.push(next);
    const [code] = (await this.#ended) as [unknown];
    return { answers, code };
  }
}

/** An answer of `inspect`, as far as tests read it. */
export interface InspectJson {
  readonly txHash?: string | null;
  readonly verdict?: string;
  readonly findings?: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly message: string;
  }[];
  readonly effect?: Readonly<Record<string, unknown>>;
  readonly orders?: readonly Readonly<Record<string, unknown>>[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** Sends all the lines at once and ends the input. */
export async function inspectLines(
  lines: readonly string[],
): Promise<{ readonly answers: readonly InspectJson[]; readonly code: unknown }> {
  const batch = new InspectBatch();
  const sent = batch.send(`${lines.join('\n')}\n`);
  const ended = batch.end();
  await sent;
  return ended;
}
