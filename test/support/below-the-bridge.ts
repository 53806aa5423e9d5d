import type { Page } from 'playwright-core';
import { PAGE_BINDING } from '../../src-preload/page-messages.ts';
import type { DeskApp } from './desk-app.ts';
import { HarnessApp } from './harness-app.ts';

interface Below {
  readonly answer: unknown;
  /** Whether the frame has what the page has. */
  readonly api: boolean;
  readonly binding: boolean;
}

/**
 * Sends a message past the page's API, like a hostile script that knows how the window is driven, or under Electron a
 * renderer that was taken over. Returns main's answer, or `no answer`; for a frame, also what it found there.
 */
export async function sendBelow(
  app: DeskApp,
  page: Page,
  message: unknown,
  from: 'page' | 'frame',
): Promise<unknown> {
  if (!(app instanceof HarnessApp)) return throughDriver(page, message, from);
  const { op, name, input } = (typeof message === 'object' && message !== null ? message : {}) as Record<
    string,
    unknown
  >;
  await page.evaluate(() => document.body.append(document.createElement('iframe')));
  const common = { ask: 'send-below', window: await app.shipped.windowOf(page), from } as const;
  const answer: unknown =
    op === 'open'
      ? await app.shipped
          .ask({ ...common, kind: 'send', channel: 'touchstone:topic-open', args: [9_999, name] })
          .then(() => 'no answer')
      : await app.shipped.ask({
          ...common,
          kind: 'invoke',
          channel: 'touchstone:call',
          args: op === 'call' ? [name, input] : [message],
        });
  const found = await page.evaluate((binding) => {
    const frame = document.querySelector('iframe:last-of-type') as HTMLIFrameElement;
    const holder = frame.contentWindow as unknown as Record<string, unknown>;
    const inside = { api: 'touchstone' in holder, binding: binding in holder };
    frame.remove();
    return inside;
  }, PAGE_BINDING);
  return from === 'frame' ? ({ answer, ...found } satisfies Below) : answer;
}

function throughDriver(page: Page, message: unknown, from: 'page' | 'frame'): Promise<unknown> {
  return page.evaluate(
    async ([binding, sent, place]) => {
      interface Controller {
        addBinding(name: string, noGlobal: boolean): void;
        callBinding(name: string, message: unknown): Promise<unknown>;
      }
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const holder = (place === 'frame' ? frame.contentWindow : globalThis) as unknown as Record<
        string,
        unknown
      >;
      const name = Object.keys(holder).find((key) => key.endsWith('binding__controller__'));
      const hidden = Object.getOwnPropertyNames(holder).find((key) => key.endsWith('binding__controller__'));
      const controller = holder[name ?? hidden ?? ''] as Controller | undefined;
      if (controller === undefined) throw new Error('the browser is driven in another way');
      const late = new Promise((resolve) => setTimeout(() => resolve('no answer'), 5_000));
      const text = await Promise.race([controller.callBinding(binding, sent), late]);
      const answer = typeof text === 'string' && text !== 'no answer' ? (JSON.parse(text) as unknown) : text;
      const found = { api: 'touchstone' in holder, binding: binding in holder };
      frame.remove();
      return place === 'frame' ? { answer, ...found } : answer;
    },
    [PAGE_BINDING, typeof message === 'string' ? message : JSON.stringify(message), from] as const,
  );
}

/** Has the page begin a download, and waits until the browser has refused it: by the page's own policy, before it begins. */
export async function tryDownload(page: Page, begin: () => void): Promise<void> {
  const refused = page.waitForEvent('console', (message) => /download is disallowed/i.test(message.text()));
  await page.evaluate(begin);
  await refused;
}
