import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { done, type MainCalls } from '../../gate/handlers.ts';
import { saveWithin, type SaveBudget } from '../../gate/outside.ts';
import type { FileChooser } from '../../gate/own-file.ts';
import type { Windows } from '../../ports/windows.ts';
import { MOST_WORKSPACE_BYTES, readWorkspace, workspaceFileName, writeWorkspace } from './workspace-file.ts';
import type { Workspaces } from './workspaces.ts';

export interface WorkspaceParts {
  readonly workspaces: Workspaces;
  readonly chooser: FileChooser;
  readonly windows: Pick<Windows, 'saveFile'>;
  readonly budget: SaveBudget;
}

export function workspaceCalls({
  workspaces,
  chooser,
  windows,
  budget,
}: WorkspaceParts): MainCalls<'workspaces'> {
  return {
    'workspaces.save': ({ name, setup }) => Promise.resolve(done(workspaces.save(name, setup))),
    'workspaces.rename': ({ name, to }) => Promise.resolve(done(workspaces.rename(name, to))),
    'workspaces.remove': ({ name }) => Promise.resolve(done(workspaces.remove(name))),
    'workspaces.export': ({ name }) => {
      const setup = workspaces.get(name);
      return setup === undefined
        ? Promise.resolve(failed(failure('workspace-unknown')))
        : saveWithin(budget, windows, workspaceFileName(name), writeWorkspace(setup));
    },
    'workspaces.import': async () => {
      const text = await chooser.text('workspace', MOST_WORKSPACE_BYTES, 'workspace-file-unreadable');
      if (!text.ok) return text;
      if (text.value === undefined) return ok({});
      const read = readWorkspace(text.value);
      return read.ok ? workspaces.add(read.value) : read;
    },
  };
}
