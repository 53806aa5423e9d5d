import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { watchOutput, writeOut } from '../system/output.ts';
import { findElectron } from './find-runtime.ts';
import { packageApp } from './packaging/package.ts';
import { report } from './packaging/report.ts';
import { makeStandIn } from './packaging/stand-in.ts';
import { fetchTrouble, obstacleTo, readTarget, targetName, type Target } from './packaging/target.ts';

/**
 * `npm run package`: makes a system's packages in `dist/`. `--dir` only makes the folder that would be in them, without
 * the runtime if that is missing. `--platform` and `--arch` name another target than this machine.
 */
const project = fileURLToPath(new URL('../..', import.meta.url));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { dir: { type: 'boolean' }, platform: { type: 'string' }, arch: { type: 'string' } },
  });
  const say = (line: string): void => writeOut('stdout', `${line}\n`);
  const target = readTarget(values.platform, values.arch);
  const installers = values.dir !== true;
  const obstacle = obstacleTo(target, installers);
  if (obstacle !== undefined) throw new Error(obstacle);
  const here = runtimeFor(target);
  const standIn = here === undefined && !installers;
  const runtime = standIn ? join(project, '.cache/stand-in', targetName(target)) : here;
  if (standIn) {
    makeStandIn(join(project, '.cache/stand-in', targetName(target)), target);
    say(
      'Electron’s runtime for this target is not here. Something stands in for it: this package does not run.',
    );
  }
  const packaged = await packageApp({
    project,
    target,
    output: join(project, 'dist'),
    runtime,
    installers,
    say,
  });
  say(report(packaged, project));
}

/** The installed runtime is for this very machine, and a universal package needs two. */
function runtimeFor({ platform, arch }: Target): string | undefined {
  if (platform !== process.platform || arch !== process.arch) return undefined;
  return findElectron() === undefined ? undefined : join(project, 'node_modules/electron/dist');
}

watchOutput();
try {
  await main();
} catch (error) {
  const why = fetchTrouble(error) ?? (error instanceof Error ? error.message : String(error));
  process.stderr.write(`No package was made: ${why}\n`);
  process.exitCode = 1;
}
