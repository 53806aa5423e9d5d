import { workspaceFile, type WorkspaceView } from '#contract/workspaces.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { type OwnFile, readOwnFile, writeOwnFile } from '../../gate/own-file.ts';

/** Bytes of a workspace file: a full one has a tenth of it. */
export const MOST_WORKSPACE_BYTES = 65_536;

const FILE: OwnFile<typeof workspaceFile> = {
  format: 'touchstone-workspace',
  noun: 'a workspace',
  schema: workspaceFile,
};

/** A workspace as the text of a file. */
export function writeWorkspace({ name, setup }: WorkspaceView): string {
  return writeOwnFile(FILE, { name, setup });
}

/** The name of the file that a workspace is saved as. */
export function workspaceFileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return `touchstone-workspace${plain === '' ? '' : `-${plain}`}.json`;
}

/** Reads a workspace from the text of a file. Failure: `workspace-file-unreadable`, with where it differs. */
export function readWorkspace(text: string): Result<WorkspaceView, Failure> {
  const read = readOwnFile(text, FILE);
  return read.ok
    ? ok({ name: read.value.name, setup: read.value.setup })
    : failed(failure('workspace-file-unreadable', { reason: read.failure }));
}
