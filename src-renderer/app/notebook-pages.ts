import type { MainApi, MainInput } from '../client/main-api.ts';

/** A page of the notebook that main keeps for this window. */
export type NotebookPage = MainInput<'notebook.read'>;

/** What is written changes in bursts, as while the user turns a knob. */
const WRITE_MS = 300;

/** What is written on a page of the notebook; `undefined` for nothing, and for what is no JSON. */
export async function readPage({ call }: MainApi, page: NotebookPage): Promise<unknown> {
  const answer = await call['notebook.read'](page);
  if (!answer.ok || answer.value.text === '') return undefined;
  try {
    return JSON.parse(answer.value.text);
  } catch {
    return undefined;
  }
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Replaces what is written on a page, a moment later; `undefined` removes it. */
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
