import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../src-main/system/environment.ts';
import { buildIfStale } from '../src-main/setup/build.ts';
import { SCENES } from './support/film-scenes.ts';
import { Film } from './support/film.ts';
import { project, run } from './support/tool.ts';

/**
 * `npm run film [-- SCENE…]`: plays through what a trader does most, in the real application, and keeps each step as a
 * picture in `artifacts/film`, dark and light. Where there is no screen, it shows its windows on a virtual one.
 */

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const unknown = given.find((name) => !(name in SCENES));
  if (unknown !== undefined) {
    say(`There is no scene "${unknown}". There are: ${Object.keys(SCENES).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  if (process.platform === 'linux' && !readEnvironment().hasDisplay) {
    const display = join(project, 'test/support/with-display.sh');
    const again = [process.execPath, import.meta.filename, ...given];
    process.exitCode = (await run(display, ['1', ...again], { shown: true })).code;
    return;
  }
  await buildIfStale(say);
  for (const [name, play] of Object.entries(SCENES)) {
    if (given.length > 0 && !given.includes(name)) continue;
    const folder = join(project, 'artifacts/film', name);
    rmSync(folder, { recursive: true, force: true });
    const film = new Film(folder);
    await play(film);
    say(`${name}: ${film.frames} pictures in ${folder}`);
  }
  // A browser that is still ending would keep the process.
  process.exit();
}

await main();
