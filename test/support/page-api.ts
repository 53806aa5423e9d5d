import type { Page } from 'playwright-core';
import type { InputOf, MainTable, OutputOf, VaultTable } from '../../src-preload/contract/index.ts';
import type { CallName } from '../../src-preload/contract/table.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Result } from '../../src-preload/domain/result.ts';

type Calls = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;

/** Calls main as a script of the trading window could. */
export function callMain<K extends CallName<MainTable>>(
  page: Page,
  name: K,
  input: InputOf<MainTable, K>,
): Promise<Result<OutputOf<MainTable, K>, Failure>> {
  return call(page, name, input) as Promise<Result<OutputOf<MainTable, K>, Failure>>;
}

/** Calls main as a script of the vault window could. */
export function callVault<K extends CallName<VaultTable>>(
  page: Page,
  name: K,
  input: InputOf<VaultTable, K>,
): Promise<Result<OutputOf<VaultTable, K>, Failure>> {
  return call(page, name, input) as Promise<Result<OutputOf<VaultTable, K>, Failure>>;
}

function call(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([wanted, given]) => {
      const { touchstone } = globalThis as unknown as { touchstone: { call: Calls } };
      const answer = await touchstone.call[wanted]?.(given);
      if (answer === undefined) throw new Error(`this window has no call ${wanted}`);
      return answer;
    },
    [name, input] as const,
  );
}
