import * as v from 'valibot';
import { workspaceFile, type WorkspaceView } from '#contract/workspace-views.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

/** Bytes of a workspace file: a full one has a tenth of it. */
export const MOST_WORKSPACE_BYTES = 65_536;

/** A workspace as the text of a file. */
export function writeWorkspace({ name, setup }: WorkspaceView): string {
  return `${JSON.stringify({ format: 'touchstone-workspace', version: 1, name, setup }, undefined, 2)}\n`;
}

/** The name of the file that a workspace is saved as. */
export function workspaceFileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return `touchstone-workspace${plain === '' ? '' : `-${plain}`}.json`;
}

/**
 * Reads a workspace from the text of a file that anybody may have written: it has the form of one exactly, or it is
 * refused. Failure: `workspace-file-unreadable`, with where it differs.
 */
export function readWorkspace(text: string): Result<WorkspaceView, Failure> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return unreadable('it is not JSON');
  }
  const format: unknown =
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'format') : undefined;
  if (format !== 'touchstone-workspace') return unreadable('it is not a workspace of Touchstone');
  if (Reflect.get(parsed as object, 'version') !== 1)
    return unreadable('another version of Touchstone wrote it');
  const read = v.safeParse(workspaceFile, parsed, { abortEarly: true });
  if (read.success) return ok({ name: read.output.name, setup: read.output.setup });
  return unreadable(`${placeOf(read.issues[0])} is not as it should be`);
}

/** Where it differs; of a name that the file made up, nothing is repeated. */
function placeOf(issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? []).map(({ key }) =>
    /^[a-z0-9]{1,20}$/i.test(String(key)) ? String(key) : '…',
  );
  return path.slice(0, 6).join('.') || 'the file';
}

function unreadable(reason: string): Result<never, Failure> {
  return failed(failure('workspace-file-unreadable', { reason }));
}
