import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { merged, ofFiles, partsOf, percentKilled, scoresOf, type Mutant } from '../../mutants/report.ts';
import { entryOf, outdated, readSurvivors, unexplained } from '../../mutants/survivors.ts';
import { TARGETS, targetsAt } from '../../mutants/targets.ts';
import { project } from '../../support/tool.ts';

const FILE = 'src-main/inspect/some-rule.ts';
const source = 'const a = 1;\n  if (a > 1 && b) return;\nfunction c() {\n  return 1;\n}\n';

function mutant(status: string, replacement: string, [line, from, until]: readonly number[]): Mutant {
  const at = (column = 0): Mutant['location']['start'] => ({ line: line ?? 0, column });
  return { mutatorName: 'Some', replacement, status, location: { start: at(from), end: at(until) } };
}

const block: Mutant = {
  mutatorName: 'BlockStatement',
  replacement: '{}',
  status: 'NoCoverage',
  location: { start: { line: 3, column: 14 }, end: { line: 5, column: 2 } },
};
const mutants = [
  mutant('Survived', 'a >= 1', [2, 7, 12]),
  mutant('Killed', 'true', [2, 7, 12]),
  mutant('Timeout', 'false', [2, 7, 12]),
  mutant('Ignored', '2', [1, 11, 12]),
  block,
];
const report = { files: { [FILE]: { source, mutants }, 'src-main/other.ts': { source: '', mutants: [] } } };
const [score] = scoresOf(ofFiles(report, ['src-main/inspect']));

describe('the scores of mutants', () => {
  it('count what was killed, and name what was not by its line and not by its number', () => {
    expect(score).toEqual({
      file: FILE,
      killed: 2,
      leftOut: 1,
      survivors: [
        { name: 'if («a > 1» && b) return; ⇒ a >= 1', line: 2 },
        { name: 'function c() «{ …» ⇒ {}', line: 3 },
      ],
    });
    expect(score && percentKilled([score])).toBe(50);
    expect(percentKilled([])).toBe(100);
  });

  it('hand the parts with survivors on, and take what other tests killed there', () => {
    expect(partsOf(report)).toEqual([`${FILE}:2:6-2:11`, `${FILE}:3:13-5:1`]);
    const isKnown = (file: string, name: string) => file === FILE && name.startsWith('function c()');
    expect(partsOf(report, isKnown)).toEqual([`${FILE}:2:6-2:11`]);
    const later = { files: { [FILE]: { source, mutants: [{ ...block, status: 'Killed' }] } } };
    expect(scoresOf(merged(report, later))[0]).toMatchObject({ killed: 3, survivors: [{ line: 2 }] });
  });
});

describe('the list of survivors', () => {
  const known =
    '# Mutants\n\n## src-main/inspect/some-rule.ts\n\n- `function c() «{ …» ⇒ {}`\n  Nobody calls it.\n';

  it('explains those that it names, and says which it names in vain', () => {
    if (!score) throw new Error('there is a score');
    const left = unexplained([score], readSurvivors(known));
    expect(left.map(({ survivors }) => survivors.map(entryOf))).toEqual([
      ['- `if («a > 1» && b) return; ⇒ a >= 1`'],
    ]);
    const text = { name: 'say(«`no`»); ⇒ ``', line: 1 };
    const listed = readSurvivors(`## ${FILE}\n\n${entryOf(text)}\n  Nobody hears it.\n`);
    expect(unexplained([{ ...score, survivors: [text] }], listed)).toEqual([]);
    expect(outdated([score], readSurvivors(known))).toEqual([]);
    const dead = { ...score, survivors: [] };
    expect(outdated([dead], readSurvivors(known))).toEqual([`${FILE}: function c() «{ …» ⇒ {}`]);
  });

  it('takes no name without a reason', () => {
    expect(() => readSurvivors(known.replace('  Nobody calls it.\n', ''))).toThrow('no reason');
  });

  it('of this project can be read', () => {
    const markdown = readFileSync(join(project, 'test/mutants/survivors.md'), 'utf8');
    expect(() => readSurvivors(markdown)).not.toThrow();
  });
});

it('the code to be changed is all of it, a folder, a file, or a file within a folder, each with its own tests', () => {
  const code = (...paths: string[]) => targetsAt(paths).map((target) => [target.name, target.code]);
  expect(targetsAt([])).toEqual(TARGETS);
  for (const path of TARGETS.flatMap((target) => target.code))
    expect(existsSync(join(project, path)), path).toBe(true);
  expect(code('src-main/proof')).toEqual([['proof', ['src-main/proof']]]);
  expect(code('src-main/inspect/rules', 'src-main/wallet/signer.ts')).toEqual([
    ['inspect', ['src-main/inspect/rules']],
    ['signer', ['src-main/wallet/signer.ts']],
  ]);
  expect(code('src-main/trading')).toEqual([
    ['agreement', ['src-main/trading/batch-agreement.ts', 'src-main/trading/batch.ts']],
  ]);
  expect(code('src-main/inspectors', 'src-main/receipt')).toEqual([]);
});
