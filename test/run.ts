import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../src-main/setup/build.ts';
import { findElectron } from '../src-main/setup/find-runtime.ts';
import { ensureSystemPackages, type SetupOutcome } from '../src-main/setup/system-packages.ts';
import { readEnvironment } from '../src-main/system/environment.ts';
import { checkAll } from './check.ts';
import { project, run, toolScript } from './support/tool.ts';

/**
 * `npm test`: system packages, build, static checks, every test, and one line of totals at the end. The parts run side by
 * side: the one with windows waits half of its time for blocks and for delays meant for the eye, and the others, with less
 * priority, use the processors meanwhile.
 *
 * `--part NAME` runs one part only; every other argument goes to vitest, and with any of those only the
 * parts that have a matching file run, without the static checks.
 */

interface Part {
  readonly name: string;
  readonly projects: readonly string[];
  /** How far it yields to the other parts while all of them run; see `RunOptions.niceness`. */
  readonly niceness?: number;
  /** Runs under a private keyring (Linux only; elsewhere the system's own serves). */
  readonly keyring?: boolean;
  /** Needs a screen: a virtual one where there is none. */
  readonly display?: boolean;
  /** Needs the built app. */
  readonly built?: boolean;
  /** Runs only when it is asked for by its name. */
  readonly apart?: boolean;
  /** Practice speaks its wild dialect wherever a test does not choose. One file at a time. */
  readonly wild?: boolean;
  /**
   * Runs the shipped bundle on the harness that stands in for Electron: the part's own project and these files only.
   */
  readonly onHarness?: readonly string[];
}

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** The report of vitest's JSON reporter, as far as it is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

const parts: readonly Part[] = [
  // A part of the first part: an answer within three minutes, while working.
  { name: 'quick', projects: ['unit', 'contract', 'architecture'], apart: true },
  { name: 'unit', projects: ['unit', 'property', 'contract', 'architecture', 'hostile'], niceness: 10 },
  { name: 'integration', projects: ['integration'], keyring: true, built: true, niceness: 5 },
  { name: 'e2e', projects: ['e2e'], keyring: true, display: true, built: true },
  // Too long for every run: `e2e/wild.test.ts` has the ways of money in that dialect.
  { name: 'wild', projects: ['e2e'], keyring: true, display: true, built: true, apart: true, wild: true },
  // Takes as long as half of e2e, so every run has only its shortest path, in `e2e/shipped-bundle.test.ts`.
  {
    name: 'harness',
    projects: ['harness', 'e2e'],
    keyring: true,
    display: true,
    built: true,
    apart: true,
    onHarness: ['trade', 'limit', 'dca', 'dca-restart', 'orders', 'isolation', 'restart', 'hostile'].map(
      (name) => `test/e2e/${name}.test.ts`,
    ),
  },
  { name: 'electron', projects: ['electron'], keyring: true, display: true, built: true },
];

/**
 * How many test files with windows run in parallel. While they wait for blocks and for delays meant for the eye, the
 * background parts use the processors; more files would starve one another, and windows would open too late.
 */
const DISPLAYS = Math.min(4, Math.max(2, availableParallelism()));

const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
/** Told once more before the totals, where a reader of a long log looks first. */
const failures: string[] = [];
// The tests start the command line and practice hundreds of times; each time would compile the same source again.
process.env['NODE_COMPILE_CACHE'] ??= join(project, '.cache/compile');
const mustRunEverything = /^(true|1)$/i.test(process.env['CI'] ?? '');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments(): { only: string | undefined; passedOn: readonly string[] } {
  const given = process.argv.slice(2);
  const at = given.indexOf('--part');
  const only = at === -1 ? undefined : given[at + 1];
  if (at !== -1 && !parts.some((part) => part.name === only)) {
    say(`--part takes one of: ${parts.map((part) => part.name).join(', ')}`);
    process.exit(2);
  }
  return { only, passedOn: at === -1 ? given : given.toSpliced(at, 2) };
}

/** The part's test files that vitest would take, given the path filters among its arguments. */
function filesOf(part: Part, passedOn: readonly string[]): readonly string[] {
  const filters = passedOn.filter((argument) => !argument.startsWith('-') && argument.includes('test'));
  return part.projects
    .map((name) => join('test', name))
    .filter((folder) => existsSync(join(project, folder)))
    .flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name).replaceAll('\\', '/'),
      ),
    )
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => part.onHarness === undefined || runsOnHarness(part.onHarness, path))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
}

function runsOnHarness(files: readonly string[], path: string): boolean {
  return path.startsWith('test/harness/') || files.includes(path);
}

/** `beside`: other parts run at the same time. Only the one with windows then shows its output as it comes. */
async function runPart(part: Part, passedOn: readonly string[], { beside = false } = {}): Promise<void> {
  const reportPath = join(project, '.cache/test', `${part.name}.json`);
  mkdirSync(join(project, '.cache/test'), { recursive: true });
  rmSync(reportPath, { force: true });
  const command = [
    process.execPath,
    toolScript('vitest'),
    'run',
    '--config',
    'test/vitest.config.ts',
    ...part.projects.flatMap((name) => ['--project', name]),
    '--passWithNoTests',
    ...(part.wild === true ? ['--no-file-parallelism'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...passedOn,
    // All the part's files, unless some were named.
    ...(part.onHarness !== undefined && !passedOn.some((argument) => argument.includes('test'))
      ? filesOf(part, passedOn)
      : []),
  ];
  if (part.onHarness !== undefined) process.env['TEST_SHELL'] = 'harness';
  if (part.wild === true) process.env['TEST_DIALECT'] = 'wild';
  const [program, ...args] = surrounded(part, command);
  const shown = !beside || part.display === true;
  const niceness = beside ? (part.niceness ?? 0) : 0;
  const { code, output } = await run(program ?? process.execPath, args, { shown, niceness });
  if (!shown) say(`The ${part.name} part:\n${output.trimEnd()}`);
  addReport(reportPath, code);
}

/** The command inside what the part needs around it. The display comes inside: the keyring must not see it. */
function surrounded(part: Part, command: readonly string[]): readonly string[] {
  if (process.platform !== 'linux') return command;
  const support = (name: string): string => join(project, 'test/support', name);
  const environment = readEnvironment();
  const withDisplay =
    part.display !== true
      ? command
      : environment.hasDisplay
        ? ['env', ...displayVariables(), ...command]
        : [support('with-display.sh'), String(DISPLAYS), ...command];
  return part.keyring === true ? [support('keyring/session.sh'), 'keyring', ...withDisplay] : withDisplay;
}

function displayVariables(): readonly string[] {
  return ['DISPLAY', 'WAYLAND_DISPLAY'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined || value === '' ? [] : [`${name}=${value}`];
  });
}

/** Adds vitest's counts. A run that broke down outside of any test counts as one failure. */
function addReport(path: string, code: number): void {
  if (!existsSync(path)) {
    totals.failed += 1;
    return;
  }
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  failures.push(...brokenFiles.map(({ name, message }) => failureText(name, message)));
  for (const { name, assertionResults } of report.testResults)
    for (const test of assertionResults.filter(({ status }) => status === 'failed'))
      failures.push(failureText(`${name} > ${test.fullName}`, test.failureMessages?.join('\n') ?? ''));
  const failed = report.numFailedTests + brokenFiles.length;
  totals.passed += report.numPassedTests;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  totals.failed += code !== 0 && failed === 0 ? 1 : failed;
}

function failureText(test: string, message: string): string {
  const lines = message.split('\n').slice(0, 12);
  return [`FAILED ${test.replace(`${project}/`, '')}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Whether the part's surroundings are there; if not, its files are counted, as failed where all must run. */
function canRun(part: Part, setup: SetupOutcome, files: readonly string[]): boolean {
  if (part.name === 'electron' && findElectron() === undefined) {
    say("skipped: Electron's runtime is not installed (npx install-electron fetches it)");
    totals.skipped += Math.max(1, files.length);
    return false;
  }
  if ((part.keyring !== true && part.display !== true) || setup.missing.length === 0) return true;
  say(`${part.name} cannot run without ${setup.missing.join(', ')}`);
  if (mustRunEverything) totals.failed += files.length;
  else totals.skipped += files.length;
  return false;
}

async function runEverything(): Promise<void> {
  const { only, passedOn } = readArguments();
  const chosen = parts
    .filter((part) => (only === undefined ? part.apart !== true : part.name === only))
    .map((part) => ({ part, files: filesOf(part, passedOn) }))
    .filter(({ part, files }) => files.length > 0 || (part.name === 'electron' && passedOn.length === 0));

  // These need neither system packages nor a build, and use the processor that both leave idle.
  const whole = only === undefined && passedOn.length === 0;
  const [atOnce, others] = whole ? divided(chosen) : [[], chosen];
  await Promise.all([
    runLane(atOnce.map(({ part }) => part)).catch(broken),
    runPrepared(others, { whole, passedOn }).catch(broken),
  ]);
}

interface Chosen {
  readonly part: Part;
  readonly files: readonly string[];
}

/** The parts that can begin at once, and the others. */
function divided(chosen: readonly Chosen[]): readonly [readonly Chosen[], readonly Chosen[]] {
  const ready = ({ part: { keyring, display, built } }: Chosen): boolean => !keyring && !display && !built;
  return [chosen.filter(ready), chosen.filter((one) => !ready(one))];
}

/** Installs and builds what the parts need, and runs them: one after the other, or all side by side with the checks. */
async function runPrepared(
  chosen: readonly Chosen[],
  { whole, passedOn }: { readonly whole: boolean; readonly passedOn: readonly string[] },
): Promise<void> {
  const needsSystem = chosen.some(({ part }) => part.keyring === true || part.display === true);
  const setup = needsSystem ? await ensureSystemPackages('test', say) : { missing: [] };
  if (setup.instruction !== undefined) say(`Missing: ${setup.missing.join(', ')}. ${setup.instruction}.`);

  const runnable = chosen.filter(({ part, files }) => canRun(part, setup, files)).map(({ part }) => part);
  // Before the checks: they read the whole folder, in which a build puts files and takes them away.
  if (runnable.some((part) => part.built === true)) {
    await buildIfStale(say);
    process.env['TEST_PRACTICE_ENTRY'] = join(project, 'out/main/practice.js');
  }
  if (whole) await runSideBySide(runnable);
  else for (const part of runnable) await runPart(part, passedOn);
}

function broken(error: unknown): void {
  say(error instanceof Error ? error.message : String(error));
  totals.failed += 1;
}

/** Parts with windows follow one another, as they share the screens. */
async function runSideBySide(those: readonly Part[]): Promise<void> {
  const withWindows = those.filter(({ display }) => display === true);
  const without = those.filter(({ display }) => display !== true);
  const lanes = [runLane(withWindows), ...without.map((part) => runLane([part])), runChecks()];
  await Promise.all(lanes.map((lane) => lane.catch(broken)));
}

async function runChecks(): Promise<void> {
  const checks = await checkAll({ niceness: 10 });
  totals.passed += checks.passed;
  totals.failed += checks.failed.length;
  failures.push(...checks.failed.map((name) => `FAILED check: ${name}`));
}

async function runLane(those: readonly Part[]): Promise<void> {
  for (const part of those) await runPart(part, [], { beside: true });
}

await runEverything().catch(broken);
for (const failure of failures) say(failure);
say(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed === 0 ? 0 : 1;
