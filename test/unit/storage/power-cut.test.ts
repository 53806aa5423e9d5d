import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../../support/tool.ts';

it.each(['src-main/storage/open-database.ts', 'src-main/practice/chain/store.ts'])(
  'what must survive a power cut is on the disk itself on macOS, too (%s)',
  (path) => {
    // The setting has no effect elsewhere, so this can only check that it is there.
    const source = readFileSync(join(project, path), 'utf8');
    expect(source).toMatch(/synchronous ?= ?FULL/);
    expect(source).toMatch(/PRAGMA fullfsync ?= ?ON; PRAGMA checkpoint_fullfsync ?= ?ON/);
  },
);
