import type { CDPSession } from 'playwright-core';

/** Bytes in use: objects, typed arrays, machine code and what the page holds. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const usage: Readonly<Record<string, number>> = { ...(await session.send('Runtime.getHeapUsage')) };
  return (usage['usedSize'] ?? 0) + (usage['backingStorageSize'] ?? 0) + (usage['embedderHeapUsedSize'] ?? 0);
}

/** V8's format: the nodes of the heap as rows of numbers, one after the other. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      /** Names of the values in the first field. */
      readonly node_types: readonly [readonly string[], ...(readonly unknown[])];
    };
  };
  readonly nodes: readonly number[];
}

/** Bytes in use without machine code, of which the engine makes more for hours, whatever the page does. */
export async function objectsOf(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { readonly chunk: string }): void => {
    chunks.push(chunk);
  };
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types[0].indexOf('code');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (nodes[at + type] !== code) bytes += nodes[at + size] ?? 0;
  return bytes;
}
