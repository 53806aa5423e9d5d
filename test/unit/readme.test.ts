import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { project } from '../support/tool.ts';

const readme = readFileSync(join(project, 'README.md'), 'utf8');

/** The commands of a section, one per line, without their comments. */
function commandsOf(heading: string): readonly string[] {
  const section = readme.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, block = ''] = /^```(?:powershell|sh)\n(.*?)^```/ms.exec(section) ?? [];
  return block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '');
}

/** The npm scripts run by a list of commands. */
function scriptsOf(commands: readonly string[]): readonly string[] {
  return commands.flatMap((line) => {
    const [, run, name] = /^npm(?:\.cmd)? (run )?(?:--silent )?([\w:]+)/.exec(line) ?? [];
    return name === undefined || (run === undefined && name === 'ci') ? [] : [name];
  });
}

describe('the README’s commands for Windows', () => {
  const commands = commandsOf('On Windows');

  it('are what PowerShell 5.1 takes', () => {
    expect(commands.length).toBeGreaterThan(5);
    for (const line of commands) {
      // It has neither, and continues a line with another character.
      expect(line).not.toMatch(/&&|\|\||\\$/);
      // By default no scripts may run there, and `npm` alone is one.
      expect(line).not.toMatch(/^(?:npm|npx)(?!\.cmd)\b/);
      // A list without quotes becomes several words; single quotes are preserved for programs of cmd.
      expect(line.replace(/"[^"]*"/g, '')).not.toMatch(/[,']/);
      expect(line).not.toMatch(/^(?:export|[A-Z_]+=)/);
    }
  });

  it('lead with the two that do all the set-up', () => {
    expect(commands.slice(0, 3)).toEqual(['npm.cmd ci', 'npm.cmd run demo', 'npm.cmd start']);
  });
});

describe('the README’s commands for macOS', () => {
  it('are what its shells take, with quotes around what has a space', () => {
    const commands = commandsOf('On macOS');
    expect(commands.length).toBeGreaterThan(3);
    for (const line of commands) {
      expect(line).not.toMatch(/\bnpm\.cmd\b|apt-get|\\$/);
      if (line.startsWith('export')) expect(line).toMatch(/^export [A-Z_]+="[^"]+"$/);
    }
  });
});

it('every script that these run is one of the project', () => {
  const scripts = ['On Windows', 'On macOS'].flatMap((heading) => scriptsOf(commandsOf(heading)));
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
});
