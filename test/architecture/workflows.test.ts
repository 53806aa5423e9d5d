import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project } from '../support/tool.ts';

const FOLDER = join(project, '.github/workflows');
const workflows = readdirSync(FOLDER).map(
  (name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const,
);
const [, build = ''] = workflows.find(([name]) => name === 'build.yml') ?? [];
const [, release = ''] = workflows.find(([name]) => name === 'release.yml') ?? [];

describe.each(workflows)('%s', (_name, text) => {
  test('runs nothing but what is named by its commit, with its release beside it', () => {
    const used = [...text.matchAll(/uses: (?!\.\/)(.+)/g)].map(([, what]) => what);
    for (const what of used) expect(what).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('may only read, unless a job says otherwise', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text).not.toMatch(/write-all|pull_request_target|workflow_run/);
  });

  test('leaves no token behind, and puts nothing that somebody else chose into a script', () => {
    expect(text.match(/actions\/checkout@/g)?.length).toBe(text.match(/persist-credentials: false/g)?.length);
    for (const [, script = ''] of text.matchAll(/run: (.+(?:\n {10}.+)*)/g))
      expect(script).not.toContain('${{');
  });
});

test('no secret is in reach of a proposal: the build has none, and a release begins with a tag', () => {
  expect(build).not.toContain('secrets');
  expect(release).not.toMatch(/pull_request|branches/);
  expect(release).toContain('environment: release');
  expect(release).not.toContain('secrets: inherit');
});
