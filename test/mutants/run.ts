import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, run, toolScript } from '../support/tool.ts';
import {
  merged,
  ofFiles,
  partsOf,
  percentKilled,
  scoresOf,
  type FileScore,
  type MutationReport,
} from './report.ts';
import { entryOf, outdated, readSurvivors, unexplained } from './survivors.ts';
import { targetsAt, type Target } from './targets.ts';

/**
 * `npm run mutants [-- FILE-OR-FOLDER …]`: changes one thing at a time in the code that judges and signs, and runs the
 * quick tests that reach it; mutants that they leave alive, without an explanation on record, meet the thorough ones.
 * A change that no test notices is a survivor. Mutants tried before are skipped if neither their code nor its tests
 * changed; `--afresh` tries everything. Exit code 1 when less than 95 % are killed, or when a survivor is not
 * explained in test/mutants/survivors.md.
 */

const LEAST_PERCENT = 95;
const CACHE = '.cache/mutants';
const SURVIVORS = 'test/mutants/survivors.md';

const given = process.argv.slice(2);
const targets = targetsAt(
  given.filter((argument) => !argument.startsWith('--')).map((path) => path.replace(/\/+$/, '')),
);

const explained = readSurvivors(readFileSync(join(project, SURVIVORS), 'utf8'));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Tries the mutants of these files, or of these parts of files, with these tests. */
async function mutate(
  name: string,
  tests: readonly string[],
  mutated: readonly string[],
): Promise<MutationReport> {
  const reportFile = `${CACHE}/${name}-report.json`;
  const config = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    mutate: mutated,
    coverageAnalysis: 'perTest',
    // Code that runs once, when a module is loaded, consists of words and tables: each would need every test.
    ignoreStatic: true,
    concurrency: 2,
    timeoutMS: 20_000,
    incremental: true,
    force: given.includes('--afresh'),
    incrementalFile: `${CACHE}/${name}-incremental.json`,
    tempDirName: `${CACHE}/sandbox`,
    ignorePatterns: ['out', 'artifacts', 'dist', 'docs', '.cache', 'test/e2e', 'test/electron'],
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: reportFile },
    allowEmpty: true,
    allowConsoleColors: false,
  };
  mkdirSync(join(project, CACHE), { recursive: true });
  const configFile = join(project, CACHE, `${name}.json`);
  writeFileSync(configFile, JSON.stringify(config, null, 2));
  process.env['TOUCHSTONE_MUTANT_TESTS'] = tests.join(',');
  const script = toolScript('@stryker-mutator/core', 'stryker');
  const { code } = await run(process.execPath, [script, 'run', configFile], { shown: true });
  if (code !== 0) process.exit(2);
  return JSON.parse(readFileSync(join(project, reportFile), 'utf8')) as MutationReport;
}

/** Tries the mutants of one target: with the quick tests, then what those left alive with the thorough ones. */
async function scoresOfTarget({ name, code, quick, thorough }: Target): Promise<readonly FileScore[]> {
  const patterns = code.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  const first = ofFiles(await mutate(`${name}-quick`, quick, patterns), code);
  const left = partsOf(first, (file, survivor) => explained.get(file)?.has(survivor) === true);
  return scoresOf(
    left.length === 0 ? first : merged(first, await mutate(`${name}-thorough`, thorough, left)),
  );
}

function tell(scores: readonly FileScore[]): void {
  const row = (name: string, killed: string, survived: string, percent: string): void =>
    say(`${killed.padStart(7)}${survived.padStart(10)}${percent.padStart(9)}  ${name}`);
  row('file', 'killed', 'survived', '%');
  for (const score of scores) {
    const { file, killed, survivors } = score;
    row(file, String(killed), String(survivors.length), percentKilled([score]).toFixed(1));
  }
  const sum = (count: (score: FileScore) => number): number =>
    scores.reduce((total, score) => total + count(score), 0);
  const survived = sum(({ survivors }) => survivors.length);
  row('all', String(sum(({ killed }) => killed)), String(survived), percentKilled(scores).toFixed(1));
  say(`${sum(({ leftOut }) => leftOut)} left out: they run once, when their module is loaded.`);
}

/** Tells survivors without a reason as they would be listed, and reasons without a survivor. */
function compare(scores: readonly FileScore[]): boolean {
  const open = unexplained(scores, explained);
  for (const { file, survivors } of open) {
    say(`\n## ${file}\n`);
    for (const survivor of survivors) say(`${entryOf(survivor)}\n  (line ${survivor.line})`);
  }
  for (const name of outdated(scores, explained)) say(`No longer a survivor: ${name}`);
  const count = open.reduce((sum, { survivors }) => sum + survivors.length, 0);
  say(count === 0 ? `Every survivor is explained in ${SURVIVORS}.` : `${count} survivors are not explained.`);
  return count === 0;
}

const started = performance.now();
if (targets.length === 0) {
  say('None of that is code that mutants are made of: see test/mutants/targets.ts.');
  process.exit(2);
}
const scores: FileScore[] = [];
for (const target of targets) scores.push(...(await scoresOfTarget(target)));
say('');
tell(scores);
const allExplained = compare(scores);
say(
  `${percentKilled(scores).toFixed(1)} % killed, in ${Math.round((performance.now() - started) / 60_000)} min.`,
);
process.exitCode = allExplained && percentKilled(scores) >= LEAST_PERCENT ? 0 : 1;
