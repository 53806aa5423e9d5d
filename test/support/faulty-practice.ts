import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src-main/system/clock.ts';
import { until } from './trader.ts';

const MOST_POLLS = 10;
const SHOWN_LOOKS = 50;

/** One row of the table of faults, as practice takes it: of a path's answers, or of an exchange. */
export interface MadeFault {
  readonly path?: string;
  readonly exchange?: string;
  readonly fault: { readonly kind: string; readonly [option: string]: unknown };
  readonly method?: 'GET' | 'POST';
  readonly times?: number;
}

/** The file of an empty table, in a folder. */
export function faultsFile(folder: string): string {
  const file = join(folder, 'faults.json');
  writeFileSync(file, JSON.stringify({ faults: [] }));
  return file;
}

/** Changes the faults of a running practice. */
export class FaultyPractice {
  readonly #url: string;

  constructor(baseUrl: string) {
    this.#url = `${baseUrl}/practice/faults`;
  }

  /** From now on these, and no others. */
  async make(...faults: readonly MadeFault[]): Promise<void> {
    const answer = await fetch(this.#url, { method: 'POST', body: JSON.stringify({ faults }) });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** Faultless again; requests on these paths are counted, all the same. */
  async mend(...paths: readonly string[]): Promise<void> {
    await this.make(...paths.map((path) => ({ path, fault: { kind: 'latency', ms: 1 } })));
  }

  /** Requests that met one of them so far. */
  async met(): Promise<number> {
    const { faults } = (await (await fetch(this.#url)).json()) as {
      readonly faults: readonly { readonly met: number }[];
    };
    return faults.reduce((sum, { met }) => sum + met, 0);
  }
}

const STATUSES = [400, 401, 403, 404, 408, 418, 425, 429, 500, 502, 503, 504] as const;
const BODIES = ['empty', 'json', 'text', 'html'] as const;

export interface ExpectedFault {
  readonly name: string;
  readonly fault: MadeFault['fault'];
  /** Of the failure that the user reads. */
  readonly code: string;
  /** The message that the user reads. */
  readonly says: RegExp;
}

const status = (code: number, body: string, more: object = {}): MadeFault['fault'] => ({
  kind: 'status',
  status: code,
  body,
  ...more,
});

const saidOfStatus = (code: number): Pick<ExpectedFault, 'code' | 'says'> => {
  if (code === 404)
    return { code: 'service-not-found', says: /^The service does not know what was asked for\.$/ };
  if (code === 429) return { code: 'service-rate-limited', says: /^The service asks to slow down\.$/ };
  return { code: 'service-error', says: new RegExp(`^The service could not do it \\(status ${code}\\)\\.$`) };
};

/** Every fault of a list that leaves the key as it is, and what the app calls it. */
export const LIST_FAULTS: readonly ExpectedFault[] = [
  ...STATUSES.filter((code) => code !== 401 && code !== 403).flatMap((code) =>
    BODIES.map((body) => ({ name: `${code} ${body}`, fault: status(code, body), ...saidOfStatus(code) })),
  ),
  {
    name: '429 with Retry-After',
    fault: status(429, 'json', { retryAfter: 1 }),
    ...saidOfStatus(429),
  },
  {
    name: '403 html',
    fault: status(403, 'html'),
    code: 'service-blocked',
    says: /^The service was not reached: something in front of it turned the request away with a web page/,
  },
  {
    name: 'reset',
    fault: { kind: 'reset' },
    code: 'service-unreachable',
    says: /^The service at 127\.0\.0\.1:\d+ cannot be reached\.$/,
  },
  {
    name: 'truncated',
    fault: { kind: 'truncated' },
    code: 'service-answer-malformed',
    says: /^The service sent an answer that cannot be read/,
  },
];

/** Every way in which the key is refused. */
export const KEY_FAULTS: readonly { readonly name: string; readonly fault: MadeFault['fault'] }[] = [
  ...([401, 403] as const).flatMap((code) =>
    // A web page with 403 is a gatekeeper's, and says nothing of the key.
    BODIES.filter((body) => code === 401 || body !== 'html').map((body) => ({
      name: `${code} ${body}`,
      fault: status(code, body),
    })),
  ),
  { name: 'key revoked', fault: { kind: 'key-revoked' } },
];

/** Milliseconds without any poll after which time moves on once more. */
const STILL_MS = 3_000;

/**
 * Moves time on from one poll of the mended practice to the next, until it holds. Answers how many polls that took;
 * `jump` passes more time than the longest pause between two of them.
 */
export async function pollsUntil(
  holds: () => boolean,
  practice: FaultyPractice,
  jump: () => void,
): Promise<number> {
  const first = await practice.met();
  for (let polls = 0; !holds() && polls < MOST_POLLS; polls += 1) {
    const met = await practice.met();
    jump();
    let jumped = performance.now();
    await until(async () => {
      if (holds() || (await practice.met()) > met) return true;
      // A waiter that was about to wait when time moved on waits from then on.
      if (performance.now() - jumped > STILL_MS) {
        jump();
        jumped = performance.now();
      }
      return false;
    });
    // Its answer is shown a moment later.
    for (let looks = 0; !holds() && looks < SHOWN_LOOKS; looks += 1) await systemClock.sleep(20);
  }
  return (await practice.met()) - first;
}
