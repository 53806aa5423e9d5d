import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownOnChart } from '#contract/chart-window.ts';
import { ADA } from '#domain/asset.ts';
import { DESK_SLOTS, type DeskSlot } from '#domain/chart-slots.ts';
import { ElectronShell } from '../../src-main/shell/electron/electron-shell.ts';
import type { ElectronModule } from '../../src-main/shell/electron/electron-window.ts';
import type { Gates, WindowGate } from '../../src-main/shell/windows.ts';
import { channels } from '../../src-preload/channels.ts';
import { grantedBy, PERMISSION_HANDLERS } from '../support/electron-permissions.ts';
import { FakeScreen, type FakeSession, FakeWindow, sessionsIn } from '../support/fake-electron.ts';

const ADDRESS = 'app://touchstone/chart.html';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chart-windows-'));
  mkdirSync(join(folder, 'renderer'));
  FakeWindow.made = [];
  FakeWindow.onLoad = (window) => void window.emit('ready-to-show');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the shell. `calls` has what reached each chart's gate; `shown` sets what a chart's window shows. */
async function start(screen = new FakeScreen()) {
  for (const page of ['index', 'chart']) writeFileSync(join(folder, 'renderer', `${page}.html`), '<p>');
  const kept = new Map<string, unknown>();
  const told: string[] = [];
  const calls: string[] = [];
  const shown = new Map<string, (value: ShownOnChart) => void>();
  const sessions = new Map<string, FakeSession>();
  const asked: unknown[] = [];
  const electron = {
    BrowserWindow: FakeWindow,
    dialog: {
      showSaveDialog: (parent: unknown) => {
        asked.push(parent);
        return Promise.resolve({ canceled: true, filePath: '' });
      },
    },
    screen,
    session: sessionsIn(sessions),
  } as unknown as ElectronModule;
  const shell = new ElectronShell(electron, {
    builtFolder: folder,
    settings: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    onUserActed: () => told.push('acted'),
    onMainClosed: () => told.push('main closed'),
    onVaultClosed: () => undefined,
    onApprovalClosed: () => undefined,
    onBroken: () => undefined,
    onChartClosed: (slot) => told.push(`${slot} closed`),
    onActed: (where) => told.push(`${where} acted`),
  });
  const gate = (name: string): WindowGate => ({
    call: (call) => {
      calls.push(`${name}: ${String(call)}`);
      return Promise.resolve({ ok: true, value: {} });
    },
    subscribe: (topic, listener) => {
      if (topic !== 'shown') return undefined;
      shown.set(name, (value) => listener({ sequence: 1, value }));
      return () => shown.delete(name);
    },
  });
  const charts = Object.fromEntries(DESK_SLOTS.map((slot) => [slot, gate(slot)]));
  await shell.start({
    main: gate('desk'),
    vault: gate('vault'),
    approval: gate('approval'),
    charts,
  } as unknown as Gates);
  return { shell, kept, told, calls, sessions, shown, asked };
}

async function opened(shell: ElectronShell, slot: DeskSlot): Promise<FakeWindow> {
  await shell.openChart(slot);
  return FakeWindow.made.at(-1) as FakeWindow;
}

describe('the window of a chart', () => {
  it('is as restricted as the trading window, with its own page, preload, session and gate', async () => {
    const { shell, calls, sessions } = await start();
    const window = await opened(shell, 'second');
    const [main] = FakeWindow.made;
    expect(window.loaded).toBe(ADDRESS);
    const { session, preload, ...preferences } = window.options.webPreferences ?? {};
    const { session: _session, preload: _preload, ...expected } = main?.options.webPreferences ?? {};
    expect(preferences).toEqual(expected);
    expect(preload).toBe(join(folder, 'preload', 'chart.cjs'));
    expect(session).toBe(sessions.get('chart-second'));
    expect(session).not.toBe(sessions.get('main'));
    // It loads its own files and nothing else.
    let cancelled: boolean | undefined;
    sessions
      .get('chart-second')
      ?.beforeRequest?.({ url: 'https://example.com/' }, ({ cancel }) => (cancelled = cancel));
    expect(cancelled).toBe(true);
    const contents = window.webContents;
    const from = { senderFrame: contents.mainFrame, sender: contents };
    await contents.handled.get(channels.call)?.(from, 'window.attend', {});
    const desk = main?.webContents;
    expect(
      await contents.handled.get(channels.call)?.(
        { senderFrame: desk?.mainFrame, sender: desk },
        'desk.ask',
        {},
      ),
    ).toMatchObject({ ok: false, failure: { code: 'request-refused' } });
    expect(calls).toEqual(['second: window.attend']);
  });

  it('has no permission at all: it cannot replace what the user copied in the trading window, which may copy', async () => {
    const { shell, sessions } = await start();
    for (const slot of DESK_SLOTS) await shell.openChart(slot);
    for (const handler of PERMISSION_HANDLERS) {
      const granted = (name: string) => grantedBy(sessions.get(name) as FakeSession, handler);
      for (const slot of DESK_SLOTS) expect(granted(`chart-${slot}`), slot).toEqual([]);
      expect(granted('main')).toEqual([]);
    }
  });

  it('is one for each chart, and comes to the front when it is opened again', async () => {
    const { shell } = await start();
    const window = await opened(shell, 'main');
    let focused = 0;
    window.on('focused', () => (focused += 1));
    await shell.openChart('main');
    await shell.openChart('third');
    expect([FakeWindow.made.length, focused]).toEqual([3, 1]);
  });

  it('opens where it was last, if that is on a screen', async () => {
    const { shell, kept } = await start(new FakeScreen([{ x: 0, y: 0, width: 1600, height: 900 }]));
    const first = await opened(shell, 'main');
    expect(first.options).toMatchObject({
      width: 1000,
      height: 700,
      center: true,
      minWidth: 640,
      minHeight: 480,
    });
    first.emit('close');
    first.destroy();
    expect(kept.get('window.chart.main')).toEqual({ left: 11, top: 22, width: 1400, height: 900 });
    expect((await opened(shell, 'main')).options).toMatchObject({ x: 11, y: 22, width: 1400, height: 900 });
    shell.closeChart('main');
    // Its screen is gone; then, what was kept is nonsense.
    kept.set('window.chart.main', { left: 5_000, top: 40, width: 4_000, height: 2_000 });
    expect((await opened(shell, 'main')).options).toMatchObject({ width: 1600, height: 900, center: true });
    shell.closeChart('main');
    kept.set('window.chart.main', { left: '0', width: -5 });
    expect((await opened(shell, 'main')).options).toMatchObject({ width: 1000, height: 700 });
  });

  it('reports that the user acted in it or closed it, and that its page has crashed or gone elsewhere', async () => {
    const { shell, told } = await start();
    const window = await opened(shell, 'fourth');
    window.webContents.emit('before-input-event', {}, { type: 'keyDown' });
    expect(told).toEqual(['acted', 'fourth acted']);
    window.destroy();
    for (const end of ['render-process-gone', 'did-navigate']) {
      const next = await opened(shell, 'fourth');
      next.webContents.emit(end, {}, end === 'did-navigate' ? 'about:blank' : { reason: 'crashed' });
      expect(next.destroyed).toBe(true);
    }
    expect(told.slice(2)).toEqual(['fourth closed', 'fourth closed', 'fourth closed']);
    (await opened(shell, 'fourth')).webContents.emit('did-navigate', {}, ADDRESS);
    expect(FakeWindow.made.at(-1)?.destroyed).toBe(false);
  });

  it('takes keys, buttons, the wheel and drags as acts, but not moves of the pointer, which only keep the wallet open', async () => {
    const { shell, told } = await start();
    const { webContents } = await opened(shell, 'main');
    const heard = (event: string, input: object): boolean => {
      told.length = 0;
      webContents.emit(event, {}, input);
      expect(told[0]).toBe('acted');
      return told[1] === 'main acted';
    };
    const mouse = (type: string, modifiers?: readonly string[]): boolean =>
      heard('before-mouse-event', { type, x: 1, y: 1, modifiers });
    for (const type of ['mouseDown', 'mouseUp', 'mouseWheel']) expect(mouse(type), type).toBe(true);
    for (const type of ['mouseEnter', 'mouseLeave', 'mouseMove']) expect(mouse(type), type).toBe(false);
    expect(mouse('mouseMove', ['shift', 'capslock'])).toBe(false);
    expect(mouse('mouseMove', ['shift', 'leftbuttondown'])).toBe(true);
    expect(heard('before-input-event', { type: 'keyDown' })).toBe(true);
    expect(heard('before-input-event', { type: 'keyUp' })).toBe(false);
  });

  it('reports acts in the trading window too, as the user has left the chart then', async () => {
    const { told } = await start();
    const desk = FakeWindow.made[0]?.webContents;
    desk?.emit('before-mouse-event', {}, { type: 'mouseMove', x: 1, y: 1 });
    expect(told).toEqual(['acted']);
    desk?.emit('before-input-event', {}, { type: 'keyDown' });
    desk?.emit('before-mouse-event', {}, { type: 'mouseDown', x: 1, y: 1 });
    expect(told).toEqual(['acted', 'acted', 'desk acted', 'acted', 'desk acted']);
  });

  it('takes its title from what the desk shows in it, not from its page', async () => {
    const { shell, shown } = await start();
    const window = await opened(shell, 'second');
    expect(window.options.title).toBe('Touchstone chart');
    let prevented = false;
    window.emit(
      'page-title-updated',
      { preventDefault: () => (prevented = true) },
      'Touchstone approval',
      true,
    );
    expect(prevented).toBe(true);
    const rest = { active: true, lines: [], marks: [] };
    shown.get('second')?.({ ...rest, pair: { base: 'aa', quote: ADA, label: 'SNEK/ADA' } });
    expect(window.title).toBe('Touchstone chart – SNEK/ADA');
    shell.speak('de');
    expect(window.title).toBe('Touchstone-Chart – SNEK/ADA');
    shown.get('second')?.(rest);
    expect(window.title).toBe('Touchstone-Chart');
    window.destroy();
    expect(shown.has('second')).toBe(false);
  });

  it('leaves the focus to the vault while that is open', async () => {
    const { shell } = await start();
    const focused = async (): Promise<readonly number[]> => {
      const counts: number[] = [];
      const onLoad = FakeWindow.onLoad;
      FakeWindow.onLoad = async (window) => {
        let count = 0;
        window.on('focused', () => (counts[0] = count += 1));
        await onLoad(window);
      };
      await shell.openChart('main');
      await shell.openChart('main');
      FakeWindow.onLoad = onLoad;
      shell.closeChart('main');
      return counts;
    };
    expect(await focused()).toEqual([2]);
    await shell.openVault();
    expect(await focused()).toEqual([]);
    shell.closeVault();
    expect(await focused()).toEqual([2]);
  });

  it('is asked where to save its picture, at its own window', async () => {
    const { shell, asked } = await start();
    await shell.openChart('third');
    const window = FakeWindow.made.at(-1);
    expect(await shell.saveFile('a.png', 'a', 'third')).toEqual({ saved: false });
    expect(await shell.saveFile('a.png', 'a', 'second')).toEqual({ saved: false });
    expect(await shell.saveFile('a.png', 'a')).toEqual({ saved: false });
    expect(asked).toEqual([window, FakeWindow.made[0], FakeWindow.made[0]]);
  });

  it('neither fails nor opens once the application quits', async () => {
    const { shell, told } = await start();
    const loading = Promise.withResolvers<undefined>();
    FakeWindow.onLoad = () => loading.promise;
    const opening = shell.openChart('main');
    FakeWindow.made[0]?.emit('close');
    FakeWindow.made[1]?.destroy();
    loading.reject(new Error('it was closed'));
    await opening;
    await shell.openChart('second');
    expect([FakeWindow.made.length, told]).toEqual([2, []]);
  });

  it('is not reported closed when main closes it, or when it closes with the trading window', async () => {
    const { shell, told, kept } = await start();
    await opened(shell, 'main');
    shell.closeChart('main');
    const staying = await opened(shell, 'second');
    FakeWindow.made[0]?.destroy();
    expect([staying.destroyed, told]).toEqual([true, ['main closed']]);
    expect([kept.has('window.chart.main'), kept.has('window.chart.second')]).toEqual([true, true]);
  });

  it('is not reported closed when the system closes it while the application quits', async () => {
    const { shell, told } = await start();
    const window = await opened(shell, 'main');
    FakeWindow.made[0]?.emit('close');
    window.emit('close');
    window.destroy();
    FakeWindow.made[0]?.destroy();
    expect(told).toEqual(['main closed']);
  });

  it('closes if its page does not load', async () => {
    const { shell, told } = await start();
    FakeWindow.onLoad = () => Promise.reject(new Error('no page'));
    await expect(shell.openChart('main')).rejects.toThrow('no page');
    expect([FakeWindow.made.at(-1)?.destroyed, told]).toEqual([true, []]);
  });

  it('stays open when an earlier one, closed while it was loading, fails to load', async () => {
    const { shell, told } = await start();
    const loading = Promise.withResolvers<undefined>();
    FakeWindow.onLoad = () => loading.promise;
    const first = shell.openChart('main');
    shell.closeChart('main');
    FakeWindow.onLoad = () => undefined;
    const second = await opened(shell, 'main');
    loading.reject(new Error('it was closed'));
    await expect(first).rejects.toThrow('it was closed');
    expect([second.destroyed, told]).toEqual([false, []]);
  });

  it('fills its screen and is restored, and loads again in another language', async () => {
    const { shell } = await start();
    const window = await opened(shell, 'main');
    shell.fillScreen('main', true);
    shell.fillScreen('second', true);
    expect([window.fullScreen, FakeWindow.made.length]).toEqual([true, 2]);
    shell.fillScreen('main', false);
    expect(window.fullScreen).toBe(false);
    window.loaded = '';
    shell.speak('de');
    expect(window.loaded).toBe(ADDRESS);
  });
});
