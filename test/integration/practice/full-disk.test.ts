import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureText, type Failure } from '#domain/failure.ts';
import { PracticeHelper } from '../../../src-main/app/practice-helper.ts';
import { forkHelper } from '../../../src-main/system/processes.ts';
import { eventually } from '../../support/eventually.ts';
import { PracticeCommand } from '../../support/practice-command.ts';
import { MAY_MOUNT, smallDisks } from '../../support/small-disk.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { startTestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';
import { project } from '../../support/tool.ts';

// Declared last, cleared away first.
const temporary = temporaryDirectories();
const smallDisk = smallDisks();
const PATIENCE = 120_000;
const FULL = 'The disk is full: the file "practice.sqlite" could not be written.';

function helper(folder: string): PracticeHelper {
  const entry = join(project, 'src-main/practice/main.ts');
  return new PracticeHelper(forkHelper, entry, ['--data', folder, '--block-time', '50ms']);
}

function said(failure: Failure | undefined): string {
  return failure === undefined ? 'nothing' : failureText(failure).what;
}

describe.runIf(process.platform === 'linux' && MAY_MOUNT)('practice on a real disk that is full', () => {
  it(
    'says so at the start, and starts when there is room',
    async () => {
      const disk = smallDisk(8_192);
      disk.fill();
      const practice = helper(disk.path);
      const refused = await practice.start();
      expect(refused.ok ? 'started' : refused.failure.code).toBe('storage-full');
      disk.free();
      must(await practice.start());
      await practice.stop();
    },
    PATIENCE,
  );

  it(
    'says so when the disk becomes full while it runs',
    async () => {
      const disk = smallDisk(8_192);
      const practice = helper(disk.path);
      must(await practice.start());
      const ended = new Promise<Failure | undefined>((resolve) => practice.onExit(resolve));
      disk.fill();
      expect(said(await ended)).toBe(FULL);
      await practice.stop();
    },
    PATIENCE,
  );

  it(
    'is a sentence on the command line, with what to do',
    async () => {
      const disk = smallDisk(8_192);
      disk.fill();
      const { code, errors } = await new PracticeCommand(['--data', disk.path]).exit;
      expect(code).toBe(2);
      expect(errors).toContain('practice: the disk is full: ');
      expect(errors).toContain('Free some disk space and start again');
      expect(errors).not.toContain('    at ');
    },
    PATIENCE,
  );

  it(
    'is shown in the application, which is ready again when there is room',
    async () => {
      const folder = temporary();
      const disk = smallDisk(8_192, join(folder, 'practice'));
      const test = await startTestApp(folder);
      try {
        await test.main.topicWhen('profile', ({ service }) => service === 'ready');
        disk.fill();
        const shown = await test.main.topicWhen('profile', ({ failure }) => failure?.code === 'storage-full');
        expect(said(shown.failure as Failure)).toMatch(/^The disk is full: /);
        const answer = await test.main.call('tokens.search', { query: 'amber', verifiedOnly: true });
        expect(answer.ok ? 'answered' : answer.failure.code).toBe('storage-full');
        disk.free();
        await eventually('practice runs again', async () => {
          const { service } = test.main.topic('profile');
          return Promise.resolve(service === 'ready' || undefined);
        });
      } finally {
        await test.close();
      }
    },
    PATIENCE,
  );
});
