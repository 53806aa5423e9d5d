import { keptJson } from '../client/kept-json.ts';
import type { MainApi, MainInput } from '../client/main-api.ts';

/** A page of the notebook that main keeps for this window. */
export type NotebookPage = MainInput<'notebook.read'>;

/** Milliseconds. Changes come in bursts, as while the user drags a slider. */
const WRITE_MS = 300;

/** The content of a page of the notebook; `undefined` if it is empty, cannot be read or is not JSON. */
export async function readPage({ call }: MainApi, page: NotebookPage): Promise<unknown> {
  const answer = await call['notebook.read'](page);
  return answer.ok ? keptJson(answer.value.text) : undefined;
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Replaces what is on a page, after a short pause; `undefined` empties it. */
export function writePage({ call }: MainApi, page: NotebookPage, value: unknown): void {
  const name = `${page.kind} ${page.of}`;
  clearTimeout(waiting.get(name));
  const text = value === undefined ? '' : JSON.stringify(value);
  waiting.set(
    name,
    setTimeout(() => {
      waiting.delete(name);
      void call['notebook.write']({ ...page, text });
    }, WRITE_MS),
  );
}
