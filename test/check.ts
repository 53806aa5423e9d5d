import { pathToFileURL } from 'node:url';
import { run, toolScript } from './support/tool.ts';

interface Step {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
}

const sources = ['src-main', 'src-preload', 'src-renderer', 'test', 'electron.vite.config.ts'];

/** In pairs that take about as long as each other: two run at a time. */
const steps: readonly Step[] = [
  { name: 'types', script: toolScript('typescript', 'tsc'), args: ['-b'] },
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
  {
    name: 'format',
    script: toolScript('prettier'),
    args: ['--check', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier', '.'],
  },
  {
    name: 'components',
    script: toolScript('svelte-check'),
    args: ['--tsconfig', 'src-renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
  },
  {
    name: 'lint',
    script: toolScript('eslint'),
    args: ['--config', '.config/eslint.config.js', '--max-warnings', '0', '.'],
  },
];

/** Runs every static check, one line each and a failure's own words below it; the number that failed. */
export async function checkAll(): Promise<{ passed: number; failed: number }> {
  const waiting = [...steps];
  const outcomes: boolean[] = [];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      outcomes.push(await check(step));
    }
  };
  await Promise.all([worker(), worker()]);
  const passed = outcomes.filter(Boolean).length;
  return { passed, failed: outcomes.length - passed };
}

async function check(step: Step): Promise<boolean> {
  const started = performance.now();
  const { code, output } = await run(process.execPath, [step.script, ...step.args]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output.trim().replaceAll(/^/gm, '    ')}\n`);
  return code === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failed } = await checkAll();
  process.exitCode = failed === 0 ? 0 : 1;
}
