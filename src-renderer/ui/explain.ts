import { getContext, setContext } from 'svelte';

/** Shows what the figure under a label means. */
type Explain = (name: string) => void;

const KEY = Symbol('explain');

/** Names in this component and below can be asked about. */
export function provideExplain(explain: Explain): void {
  setContext(KEY, explain);
}

/** Absent in a window without explanations. */
export function useExplain(): Explain | undefined {
  return getContext<Explain | undefined>(KEY);
}
