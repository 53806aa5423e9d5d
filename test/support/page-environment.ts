import type { Environment } from 'vitest/runtime';

/**
 * Where view models (`*.svelte.ts`) are tested: they are compiled as for the page, so that runes react, and find the
 * few things of a document that they touch. Named at the top of a test file as its environment.
 */
const page: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  setup() {
    const target = new EventTarget();
    const document = Object.assign(target, { hidden: false, title: '', documentElement: { dataset: {} } });
    Object.assign(globalThis, { document });
    return {
      teardown() {
        Reflect.deleteProperty(globalThis, 'document');
      },
    };
  },
};

export { page as default };
