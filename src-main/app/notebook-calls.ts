import { ok } from '#domain/result.ts';
import type { Desk } from './desk.ts';
import { DONE, type MainCalls } from '../gate/calls.ts';

export function notebookCalls({ notebook }: Desk): MainCalls<'notebook'> {
  return {
    'notebook.read': (page) => Promise.resolve(ok({ text: notebook.read(page) })),
    'notebook.write': ({ text, ...page }) => {
      const written = notebook.write(page, text);
      return Promise.resolve(written.ok ? DONE : written);
    },
  };
}
