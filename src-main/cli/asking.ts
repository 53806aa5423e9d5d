import { createInterface } from 'node:readline/promises';
import type { WithText } from './options.ts';
import { UsageError } from './terminal.ts';
import { usage } from './words.ts';

/** Asks on the terminal. Anything but yes means no, and so do the end of the input and a signal. */
export async function askYes(question: string, signal?: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // readline swallows Ctrl-C while it reads a terminal. Signalling our own process instead would end it on Windows.
  lines.on('SIGINT', () => process.emit('SIGINT', 'SIGINT'));
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const answered = lines.question(question, signal ? { signal } : {}).catch(() => '');
  const answer = await Promise.race([answered, ended]);
  lines.close();
  return answer.trim().toLowerCase() === 'yes';
}

/** Rules whose warnings are accepted in advance. @throws UsageError */
export function readAccepted(values: WithText<'accept'>): readonly string[] {
  const rules = values.accept?.split(',').map((rule) => rule.trim().toUpperCase()) ?? [];
  if (rules.every((rule) => /^[A-Z]\d{1,2}$/.test(rule))) return rules;
  throw new UsageError(usage.rules);
}
