import { makeApi, namesOf, type TopicMessage, type Transport } from './bridge.ts';
import {
  approvalTable,
  chartTable,
  mainTable,
  offlineTable,
  vaultTable,
  type Table,
} from '#contract/index.ts';
import { PAGE_BINDING, type NextMessage, type OpenedTopic, type PageMessage } from './page-messages.ts';

/** Which table a page speaks; main's gate of that window refuses every other one. */
const TABLES: Readonly<Record<string, Table>> = {
  '/vault.html': vaultTable,
  '/approval.html': approvalTable,
  '/offline.html': offlineTable,
  '/chart.html': chartTable,
};

type Binding = (message: string) => Promise<string>;
type Send = (message: PageMessage) => Promise<unknown>;

/** Runs in each page of the Chromium shell before any other script, and serves the top frame only. */
function install(): void {
  const holder = globalThis as unknown as Record<string, Binding | undefined>;
  const binding = holder[PAGE_BINDING];
  delete holder[PAGE_BINDING];
  if (binding === undefined || globalThis.top !== globalThis.self) return;
  const send: Send = async (message) => JSON.parse(await binding(JSON.stringify(message))) as unknown;
  const api = makeApi(namesOf<Table>(TABLES[location.pathname] ?? mainTable), transport(send));
  Object.defineProperty(globalThis, 'touchstone', { value: api, enumerable: true });
}

function transport(send: Send): Transport {
  return {
    call: (name, input) => send({ op: 'call', name, input }),
    subscribe(name, listener) {
      let ended = false;
      let id = 0;
      void follow();
      return () => {
        ended = true;
        if (id !== 0) void send({ op: 'close', id });
      };

      async function follow(): Promise<void> {
        id = ((await send({ op: 'open', name })) as OpenedTopic).id;
        if (id === 0) return;
        if (ended) {
          await send({ op: 'close', id });
          return;
        }
        for (;;) {
          const message = (await send({ op: 'next', id })) as NextMessage;
          if (message === null || ended) return;
          deliver(message, listener);
        }
      }
    },
  };
}

function deliver(message: TopicMessage, listener: (message: TopicMessage) => void): void {
  try {
    listener(message);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

install();
