import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { watchOutput, writeOut } from '../system/output.ts';
import { readEnvironment } from '../system/environment.ts';
import { buildIfStale, project } from './build.ts';
import { openShell } from './choose-shell.ts';
import { fetchElectron } from './fetch-electron.ts';
import { findChromium, findElectron } from './find-runtime.ts';
import { runShell } from './run-shell.ts';
import { ensureSystemPackages } from './system-packages.ts';
import { isSuperuser } from '../system/processes.ts';

const USAGE = `Usage: npm start -- [--offline] [--headless] [--shell electron|chromium] [--without-sandbox]

Builds the app when its sources changed and opens it: in Electron, whose runtime is fetched once (about 120 MB,
never as root), and where that cannot be had in an installed Chromium, Chrome, Edge or Brave.

  --offline           sign what another computer exported, without a network: nothing else is started
  --headless          without a display: the app runs, its window is not shown (Chromium only)
  --shell             take this shell, and no other; a fetch that failed today is then tried again
  --without-sandbox   run Chromium without its own sandbox, where this system gives it none
`;

/** `npm start`: picks a shell, or says exactly what to install. Answers the exit code. */
async function start(): Promise<number> {
  let options: {
    offline?: boolean;
    headless?: boolean;
    shell?: string;
    help?: boolean;
    'without-sandbox'?: boolean;
  };
  try {
    options = parseArgs({
      options: {
        offline: { type: 'boolean' },
        headless: { type: 'boolean' },
        shell: { type: 'string' },
        help: { type: 'boolean' },
        'without-sandbox': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : 'Unknown option.'}\n\n${USAGE}`, 2);
  }
  const { headless = false, shell } = options;
  if (options.help === true) {
    writeOut('stdout', USAGE);
    return 0;
  }
  if (shell !== undefined && shell !== 'electron' && shell !== 'chromium') return refuse(USAGE, 2);

  const offline = options.offline === true;
  const desk = offline ? ['--offline'] : [];
  return openShell(
    { shell, headless, offline },
    {
      superuser: isSuperuser(),
      environment: readEnvironment(),
      find: () => findElectron(),
      fetch: () => fetchElectron(say, { anew: shell === 'electron' }),
    },
    {
      build: () => buildIfStale(say),
      runElectron: (program) => runShell(program, [project, ...desk], { apart: true }),
      openChromium: () =>
        openChromium(desk, { headless, withoutSandbox: options['without-sandbox'] === true }),
      say,
    },
  );
}

/** Opens the app in an installed Chromium, or says what to install. Returns the exit code. */
async function openChromium(
  desk: readonly string[],
  { headless, withoutSandbox }: { readonly headless: boolean; readonly withoutSandbox: boolean },
): Promise<number> {
  const setup = await ensureSystemPackages('demo', say);
  const chromium = findChromium();
  if (chromium === undefined)
    return refuse(
      `There is neither Electron’s runtime nor a Chromium on this machine.\n${setup.instruction ?? ''}\n`,
      1,
    );
  if (!headless && !readEnvironment().hasDisplay)
    return refuse('There is no display. Start without one: npm start -- --headless\n', 1);
  await buildIfStale(say);
  say(`Opening Touchstone in ${chromium}`);
  const entry = join(project, 'out/main/chromium.js');
  const switches = [
    ...desk,
    ...(headless ? ['--headless'] : []),
    ...(withoutSandbox ? ['--without-sandbox'] : []),
  ];
  const { code, trouble } = await runShell(process.execPath, [entry, '--browser', chromium, ...switches]);
  if (trouble !== undefined) say(`${process.execPath} cannot be started: ${trouble}`);
  return code ?? 1;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function refuse(message: string, code: number): number {
  process.stderr.write(message);
  return code;
}

watchOutput();
process.exitCode = await start();
