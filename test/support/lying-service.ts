import { PracticeProcess, type PracticeEndpoints } from './practice-process.ts';
import { practiceProxy } from './practice-proxy.ts';

type Answered = Record<string, unknown> | undefined;
/** Changes an answer's JSON on its way, at once or later; `undefined` makes the service fail with status 500. */
export type Lie = (answer: Record<string, unknown>) => Answered | Promise<Answered>;

/** A service between the client and practice that lies on chosen paths; the ledger is practice's own. */
export interface LyingService {
  readonly endpoints: PracticeEndpoints;
  /** By path. */
  lies: Readonly<Record<string, Lie>>;
  /** How often a path was asked for. */
  asked(path: string): number;
  close(): Promise<void>;
}

/** A liar in front of a practice process of its own, which ends with it. */
export async function startLyingPractice(): Promise<LyingService> {
  const practice = await PracticeProcess.start();
  return inFrontOf(practice.endpoints, () => practice.stop());
}

export function startLyingService(honest: PracticeEndpoints): Promise<LyingService> {
  return inFrontOf(honest, () => Promise.resolve());
}

async function inFrontOf(honest: PracticeEndpoints, afterwards: () => Promise<void>): Promise<LyingService> {
  const proxy = await practiceProxy(honest);
  const lying: LyingService = {
    endpoints: { ...honest, baseUrl: proxy.endpoints.baseUrl },
    lies: {},
    asked: (path) => proxy.seen(path).length,
    close: async () => {
      await proxy.close();
      await afterwards();
    },
  };
  proxy.interfere(async ({ url }, forward) => {
    const answer = await forward();
    const lie = lying.lies[url];
    if (lie === undefined || answer.status !== 200) return answer;
    const told = await lie(JSON.parse(answer.body) as Record<string, unknown>);
    return told === undefined ? { status: 500, body: '"broken"' } : { ...answer, body: JSON.stringify(told) };
  });
  return lying;
}
