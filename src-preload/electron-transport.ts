import { contextBridge, ipcRenderer } from 'electron';
import { makeApi, namesOf, type TopicMessage, type Transport } from './bridge.ts';
import { channels } from './channels.ts';
import type { Table } from '#contract/index.ts';

/** Puts the frozen API of a table on the page. Neither `ipcRenderer` nor an event object ever gets there. */
export function exposeApi(table: Table): void {
  contextBridge.exposeInMainWorld('touchstone', makeApi(namesOf(table), transport()));
}

/** Calls back with whether text that comes without keys is kept from the page from now on. */
export function onKeepText(listener: (kept: boolean) => void): void {
  ipcRenderer.on(channels.keepText, (_event, kept: boolean) => listener(kept));
}

function transport(): Transport {
  const listeners = new Map<number, (message: TopicMessage) => void>();
  let lastId = 0;
  ipcRenderer.on(channels.topic, (_event, id: number, message: TopicMessage) => listeners.get(id)?.(message));
  return {
    call: (name, input) => ipcRenderer.invoke(channels.call, name, input),
    subscribe(name, listener) {
      lastId += 1;
      const id = lastId;
      listeners.set(id, listener);
      ipcRenderer.send(channels.open, id, name);
      return () => {
        listeners.delete(id);
        ipcRenderer.send(channels.close, id);
      };
    },
  };
}
