import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from '../../support/tool.ts';

it.skipIf(process.platform === 'win32')(
  'Ctrl-C at a question ends the command as a signal does, with its object for programs',
  async () => {
    const python = process.env['KEYRING_PYTHON'] ?? 'python3';
    const terminal = fileURLToPath(new URL('../../support/ask-in-terminal.py', import.meta.url));
    const command = fileURLToPath(new URL('../../support/ask-in-terminal.ts', import.meta.url));
    const { output } = await run(python, [terminal, process.execPath, command]);
    expect(output).toMatch(/^130\n/);
    expect(output).toMatch(/"code":"interrupted".*"signal":"SIGINT"/);
    // Readline intercepts Ctrl-C: it must not count as an answer to the question.
    expect(output).not.toContain('answered true');
  },
);
