import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readEnvironment } from './environment.ts';
import { buildIfStale } from './setup/build.ts';
import { findChromium, findElectron } from './setup/find-runtime.ts';
import { ensureSystemPackages } from './setup/system-packages.ts';

const USAGE = `Usage: npm start -- [--offline] [--headless] [--shell electron|chromium] [--without-sandbox]

Builds the app when its sources changed and opens it: in Electron where its runtime is installed
(npx install-electron), else in an installed Chromium, Chrome, Edge or Brave.

  --offline           sign what another computer exported, without a network: nothing else is started
  --headless          without a display: the app runs, its window is not shown (Chromium only)
  --shell             take this shell, and no other
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
    process.stdout.write(USAGE);
    return 0;
  }
  if (shell !== undefined && shell !== 'electron' && shell !== 'chromium') return refuse(USAGE, 2);

  const electron = shell === 'chromium' || headless ? undefined : findElectron();
  if (electron === undefined && shell === 'electron') {
    return refuse('Electron’s runtime is not here. Fetch it with: npx install-electron\n', 1);
  }
  const setup = electron === undefined ? await ensureSystemPackages('demo', say) : undefined;
  const chromium = setup === undefined ? undefined : findChromium();
  if (electron === undefined && chromium === undefined) {
    return refuse(
      `There is neither Electron’s runtime nor a Chromium on this machine.\n${setup?.instruction ?? ''}\nOr fetch Electron’s runtime: npx install-electron\n`,
      1,
    );
  }
  if (!headless && !readEnvironment().hasDisplay) {
    return refuse('There is no display. Start without one: npm start -- --headless\n', 1);
  }
  await buildIfStale(say);
  const desk = options.offline === true ? ['--offline'] : [];
  if (electron !== undefined) return run(electron, [fileURLToPath(new URL('..', import.meta.url)), ...desk]);
  say(`Electron’s runtime is not here; opening Touchstone in ${chromium}`);
  const entry = fileURLToPath(new URL('../out/main/chromium.js', import.meta.url));
  const switches = [
    ...desk,
    ...(headless ? ['--headless'] : []),
    ...(options['without-sandbox'] === true ? ['--without-sandbox'] : []),
  ];
  return run(process.execPath, [entry, '--browser', chromium ?? '', ...switches]);
}

/** Runs the shell until it ends, passing on the signals that ask it to. */
function run(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal));
    child.on('error', (error) => resolve(refuse(`${program} cannot be started: ${error.message}\n`, 1)));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function refuse(message: string, code: number): number {
  process.stderr.write(message);
  return code;
}

process.exitCode = await start();
