import { parseArgs } from 'node:util';
import { UsageError } from './terminal.ts';

/** The options of a command, by name: those that take a text, and switches. */
export type OptionTable = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

const COMMON = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const satisfies OptionTable;

/** Options that people try, and why there are none of these names: every user of a machine can read command lines. */
const SECRETS = /^(?:api-?key|key|token|password|pass|mnemonic|words|seed-?phrase|phrase|project-?id)$/;

/**
 * Reads a command's options. A message never repeats a value: it could be a secret at the wrong place.
 * @throws UsageError that says which option is wrong, and what it takes.
 */
export function readOptions(args: readonly string[], own: OptionTable): Values {
  const table: OptionTable = { ...own, ...COMMON };
  const { tokens } = parseArgs({
    args: [...args],
    options: table,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  for (const token of tokens) {
    if (token.kind !== 'option')
      throw new UsageError(
        `argument ${token.index + 1} stands alone: every value follows its option, as in --amount 25`,
      );
    const { name, value, inlineValue } = token;
    const option = Object.hasOwn(table, name) ? table[name] : undefined;
    if (option === undefined) throw new UsageError(unknownOption(token.rawName, name, table));
    if (name in values) throw new UsageError(`--${name} is given twice`);
    values[name] = option.type === 'boolean' ? switchOf(name, value) : textOf(name, value, inlineValue);
  }
  return values;
}

/** The option's text, or `undefined` when it was not given. */
export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** @throws UsageError when the option is missing; `what` says what it takes. */
export function required(values: Values, name: string, what: string): string {
  const value = text(values, name);
  if (value === undefined) throw new UsageError(`--${name} is needed: ${what}`);
  return value;
}

function switchOf(name: string, value: string | undefined): boolean {
  if (value !== undefined) throw new UsageError(`--${name} is a switch and takes no value`);
  return true;
}

function textOf(name: string, value: string | undefined, inline: boolean | undefined): string {
  if (value === undefined || value === '' || (inline !== true && value.startsWith('--')))
    throw new UsageError(`--${name} needs a value`);
  return value;
}

function unknownOption(raw: string, name: string, table: OptionTable): string {
  const shown = raw.replace(/[^\x21-\x7e]/g, '?').slice(0, 40);
  const known = Object.keys(table).map((one) => `--${one}`);
  const why = SECRETS.test(name)
    ? ' (secrets are never given on a command line: name a file or an environment variable)'
    : '';
  return `there is no option ${shown} here${why}; this command takes ${known.join(', ')}`;
}
