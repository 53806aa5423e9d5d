import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src-main/cli/commands.ts';
import { HELP } from '../../../src-main/cli/help.ts';
import { commonOptions, type OptionTable } from '../../../src-main/cli/option-groups.ts';
import { commandNames, tables } from '../../../src-main/cli/option-tables.ts';
import { Interruption, Terminal } from '../../../src-main/cli/terminal.ts';
import { USAGE } from '../../../src-main/practice/options.ts';

/** The help without its line breaks. */
const flowing = HELP.replace(/\s+/g, ' ');

describe('the help', () => {
  it.each(commandNames)('explains each option that %s takes, and no other', async (name) => {
    const table: OptionTable = tables[name];
    const terminal = new Terminal(false);
    const run = runCommand([...name.split(' '), '--unheard-of'], terminal, new Interruption(terminal));
    const taken = Object.keys({ ...table, ...commonOptions }).map((option) => `--${option}`);
    await expect(run).rejects.toThrow(new RegExp(`; this command takes ${taken.join(', ')}$`));
    for (const [option, row] of Object.entries(table)) {
      expect(flowing).toContain(row.type === 'boolean' ? `--${option} ` : `--${option} ${row.takes} `);
      expect(flowing).toContain(` ${row.help} `);
    }
  });

  it('names no option that no command takes', () => {
    const known = [commonOptions, ...Object.values<OptionTable>(tables)].flatMap((one) => Object.keys(one));
    const [commands = ''] = HELP.replace('npm run --silent', '').split('The practice service');
    const named = [...commands.matchAll(/--([a-z]+(?:-[a-z]+)*)/g)].map(([, option]) => option ?? '');
    expect([...new Set(named)].filter((option) => !known.includes(option))).toEqual([]);
  });

  it('names no option that practice does not take', () => {
    const [, practice = ''] = HELP.split('The practice service');
    const named = [...practice.matchAll(/\[(--[a-z-]+ [^\]]+)\]/g)].map(([, option]) => option ?? '');
    expect(named.length).toBeGreaterThan(8);
    for (const option of named) expect(USAGE).toContain(`[${option}]`);
  });

  it('keeps to 120 columns, but for one summary', () => {
    expect(HELP.split('\n').filter((line) => line.length > 120)).toHaveLength(1);
  });
});
