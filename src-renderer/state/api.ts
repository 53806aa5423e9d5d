import { createContext } from 'svelte';
import type { MainApi } from '../client/main-api.ts';

/** The calls and topics of main, for components that make a call which no shared state makes for them. */
export const [useApi, provideApi] = createContext<MainApi>();
