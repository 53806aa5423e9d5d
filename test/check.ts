import { pathToFileURL } from 'node:url';
import { run, type RunOptions, toolScript } from './support/tool.ts';

interface Step {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
}

const sources = ['src-main', 'src-preload', 'src-renderer', 'test', 'electron.vite.config.ts'];

/** The longest first: two run at a time. */
const steps: readonly Step[] = [
  {
    name: 'format',
    script: toolScript('prettier'),
    args: ['--check', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier', '.'],
  },
  // The compiler in machine code. Tools that need one to program with have the other package.
  { name: 'types', script: toolScript('typescript-7', 'tsc'), args: ['-b'] },
  { name: 'lint', script: toolScript('oxlint'), args: ['--config', '.config/oxlint.json', ...sources] },
  {
    name: 'components',
    script: toolScript('svelte-check'),
    args: ['--tsconfig', 'src-renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
  },
  {
    name: 'lint of components',
    script: toolScript('eslint'),
    args: ['--config', '.config/eslint.config.js', '--max-warnings', '0', 'src-renderer'],
  },
  {
    name: 'layers',
    script: toolScript('dependency-cruiser', 'depcruise'),
    args: ['--config', '.config/dependency-cruiser.cjs', '--output-type', 'err-long', ...sources],
  },
  {
    name: 'dead code',
    script: toolScript('knip'),
    args: ['--config', '.config/knip.json', '--no-progress', '--no-config-hints'],
  },
];

/** Runs every static check, one line each and a failure's own words below it; how many passed, what failed. */
export async function checkAll(
  options: RunOptions = {},
): Promise<{ passed: number; failed: readonly string[] }> {
  const waiting = [...steps];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await check(step, options))) failed.push(step.name);
    }
  };
  await Promise.all([worker(), worker()]);
  return { passed: steps.length - failed.length, failed };
}

async function check(step: Step, options: RunOptions): Promise<boolean> {
  const started = performance.now();
  const { code, output } = await run(process.execPath, [step.script, ...step.args], options);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output.trim().replaceAll(/^/gm, '    ')}\n`);
  return code === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failed } = await checkAll();
  process.exitCode = failed.length === 0 ? 0 : 1;
}
