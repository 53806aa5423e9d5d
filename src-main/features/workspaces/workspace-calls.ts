import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { done, type MainCalls } from '../../gate/handlers.ts';
import { saveWithin, type SaveBudget } from '../../gate/outside.ts';
import type { ChosenFiles } from '../../ports/system.ts';
import type { Windows } from '../../ports/windows.ts';
import { MOST_WORKSPACE_BYTES, readWorkspace, workspaceFileName, writeWorkspace } from './workspace-file.ts';
import type { Workspaces } from './workspaces.ts';

export interface WorkspaceParts {
  readonly workspaces: Workspaces;
  readonly files: Pick<ChosenFiles, 'readText'>;
  readonly windows: Pick<Windows, 'saveFile' | 'chooseFile'>;
  readonly budget: SaveBudget;
}

export function workspaceCalls(parts: WorkspaceParts): MainCalls<'workspaces'> {
  const { workspaces, windows, budget } = parts;
  const choosing = { now: false };
  return {
    'workspaces.save': ({ name, setup }) => Promise.resolve(done(workspaces.save(name, setup))),
    'workspaces.rename': ({ name, to }) => Promise.resolve(done(workspaces.rename(name, to))),
    'workspaces.remove': ({ name }) => Promise.resolve(done(workspaces.remove(name))),
    'workspaces.export': ({ name }) => {
      const kept = workspaces.get(name);
      return kept === undefined
        ? Promise.resolve(failed(failure('workspace-unknown')))
        : saveWithin(budget, windows, workspaceFileName(name), writeWorkspace(kept));
    },
    'workspaces.import': async () => {
      // Dialogs must not pile up however often a page asks.
      if (choosing.now) return failed(failure('release-choosing'));
      choosing.now = true;
      try {
        return await importChosen(parts);
      } finally {
        choosing.now = false;
      }
    },
  };
}

/** Adds the workspace of a file that the user chooses; without a name when none was chosen. */
async function importChosen({
  workspaces,
  files,
  windows,
}: WorkspaceParts): Promise<Result<{ name?: string }, Failure>> {
  const path = await windows.chooseFile('Choose a workspace');
  if (path === undefined) return ok({});
  const text = await files.readText(path, MOST_WORKSPACE_BYTES);
  if (!text.ok) {
    const reason = text.failure.data?.['reason'] ?? 'it cannot be read';
    return failed(failure('workspace-file-unreadable', { reason }));
  }
  const read = readWorkspace(text.value);
  return read.ok ? workspaces.add(read.value) : read;
}
