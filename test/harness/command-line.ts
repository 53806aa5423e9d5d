import type { CommandLine } from 'electron';

/** Switches that the application added for the browser. */
const added: string[] = [];
let isUsed = false;

/** docs/api/command-line.md, "commandLine.hasSwitch(switch)" and "commandLine.appendSwitch(switch[, value])". */
export const commandLine: Pick<CommandLine, 'hasSwitch' | 'appendSwitch'> = {
  hasSwitch: (name) =>
    [...process.argv.slice(2), ...added].some(
      (argument) => argument === `--${name}` || argument.startsWith(`--${name}=`),
    ),
  appendSwitch: (name, value) => {
    // Electron accepts it silently, to no effect.
    if (isUsed) throw new Error(`--${name} was added after the browser had started`);
    added.push(value === undefined ? `--${name}` : `--${name}=${value}`);
  },
};

/** The browser's switches, besides the harness's own. */
export function addedSwitches(): readonly string[] {
  isUsed = true;
  return added;
}
