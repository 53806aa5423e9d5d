import type { BrowserWindow, BrowserWindowConstructorOptions, Session } from 'electron';
import type { WindowBounds } from '../window-bounds.ts';
import type { ElectronModule } from './electron-module.ts';

export interface WindowPlan {
  readonly title: string;
  readonly bounds: WindowBounds;
  readonly minimum: { readonly width: number; readonly height: number };
  readonly preload: string;
  readonly session: Session;
  readonly parent?: BrowserWindow;
}

/** The only place that states web preferences. */
function windowOptions(plan: WindowPlan): BrowserWindowConstructorOptions {
  const { width, height, left, top } = plan.bounds;
  return {
    title: plan.title,
    width,
    height,
    ...(left === undefined || top === undefined ? { center: true } : { x: left, y: top }),
    minWidth: plan.minimum.width,
    minHeight: plan.minimum.height,
    show: false,
    backgroundColor: '#12161c',
    autoHideMenuBar: true,
    ...(plan.parent === undefined ? {} : { parent: plan.parent, modal: false }),
    webPreferences: {
      preload: plan.preload,
      session: plan.session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    },
  };
}

export function createWindow(electron: ElectronModule, plan: WindowPlan): BrowserWindow {
  const window = new electron.BrowserWindow(windowOptions(plan));
  window.setMenuBarVisibility(false);
  window.once('ready-to-show', () => {
    window.show();
  });
  return window;
}
