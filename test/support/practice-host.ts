import { ok } from '#domain/result.ts';
import type { PracticeHost } from '../../src-main/ports/system.ts';
import type { PracticeEndpoints } from './practice-process.ts';

/** A practice exchange that runs already, for an application in place of one of its own. */
export function runningPractice(
  { baseUrl, ledgerUrl, apiKey }: PracticeEndpoints,
  charts: { readonly chartsUrl: string; readonly chartsWsUrl: string } = {
    chartsUrl: baseUrl,
    chartsWsUrl: baseUrl,
  },
): PracticeHost {
  const endpoints = { baseUrl, ...charts, ledgerUrl, apiKey };
  return {
    start: () => Promise.resolve(ok({ ...endpoints, network: 'preprod' as const })),
    stop: () => Promise.resolve(),
    onExit: () => () => undefined,
  };
}
