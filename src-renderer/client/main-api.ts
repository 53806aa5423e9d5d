import type { MainTable, InputOf, OutputOf, CallName } from '#contract/index.ts';
import type { Api } from '../../src-preload/bridge.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';

/** Everything that the trading window can ask of main. */
export type MainApi = Api<MainTable>;
export type MainInput<Name extends CallName<MainTable>> = InputOf<MainTable, Name>;
export type MainOutput<Name extends CallName<MainTable>> = OutputOf<MainTable, Name>;
export type Answer<T> = Result<T, Failure>;

/** The API that the preload put on this window. @throws Error when the page was opened outside Touchstone. */
export function mainApi(): MainApi {
  const api = (window as { touchstone?: unknown }).touchstone;
  if (api === undefined) throw new Error('This page runs inside Touchstone only.');
  return api as MainApi;
}
