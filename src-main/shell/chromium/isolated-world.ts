import type { CDPSession } from 'playwright-core';

/** Runs a script of the shell's own in a separate world of the page's document, out of the page's reach and without its objects. */
export async function inOwnWorld(
  session: CDPSession,
  expression: string,
  options: {
    readonly userGesture?: boolean;
    readonly awaitPromise?: boolean;
    readonly returnByValue?: boolean;
  },
): Promise<{ readonly objectId?: string | undefined; readonly value?: unknown }> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'touchstone-shell',
  });
  const { result } = await session.send('Runtime.evaluate', { expression, contextId, ...options });
  return result;
}
